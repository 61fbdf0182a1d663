// The live picture, and rings on it around the places that advice speaks of.

const OLD_S = 1.5;
const SHORTEST_MS = 40;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export async function show(frame) {
  const img = frame.querySelector("img");
  const empty = frame.querySelector(".no-picture");
  const age = frame.querySelector(".picture-age");
  let after = "";
  let came = 0;
  let shown = null;
  img.addEventListener("load", () => {
    if (img.naturalWidth > 1) frame.style.aspectRatio = `${img.naturalWidth} / ${img.naturalHeight}`;
  });
  for (;;) {
    const began = performance.now();
    let held = false;
    if (!document.hidden) {
      try {
        const answer = await fetch(`${frame.dataset.picture}${after && `?after=${after}`}`);
        if (answer.status === 200) {
          after = answer.headers.get("X-Picture-Number");
          came = performance.now() / 1000 - Number(answer.headers.get("X-Picture-Age"));
          const next = URL.createObjectURL(await answer.blob());
          img.src = next;
          img.hidden = false;
          empty.hidden = true;
          if (shown) URL.revokeObjectURL(shown);
          shown = next;
          // The server holds a request until there is a newer picture: ten a second.
          held = performance.now() - began > SHORTEST_MS;
        } else if (answer.status === 403) {
          return location.reload();
        }
      } catch {
        await pause(1000);
      }
      const old = came ? performance.now() / 1000 - came : 0;
      // A picture that only comes now and then is no fault.
      const late = old > Number(frame.dataset.late ?? OLD_S);
      age.textContent = late ? frame.dataset.old.replace("%s", Math.round(old)) : "";
    }
    if (!held) await pause(Math.max(0, 100 - (performance.now() - began)));
  }
}

function ring(frame) {
  for (const before of frame.querySelectorAll(".ring")) before.remove();
  document.querySelectorAll("[data-advice] li").forEach((line, n) => {
    if (!line.dataset.place) return;
    const [x, y] = line.dataset.place.split(" ").map(Number);
    const mark = document.createElement("span");
    mark.className = "ring";
    mark.setAttribute("aria-hidden", "true");
    mark.dataset.number = n + 1;
    mark.style.left = `${100 * x}%`;
    mark.style.top = `${100 * y}%`;
    frame.append(mark);
  });
}

for (const frame of document.querySelectorAll("[data-picture]")) {
  show(frame);
  ring(frame);
  document.addEventListener("table-changed", () => ring(frame));
}
