// The referee's desk: the live picture, typing from anywhere, and changing a play in a dialog.

import { say } from "./page.js";

// ---- the live picture ----

const OLD_S = 1.5;

async function show(frame) {
  const img = frame.querySelector("img");
  const empty = frame.querySelector(".no-picture");
  const age = frame.querySelector(".picture-age");
  let after = "";
  let came = 0;
  let shown = null;
  for (;;) {
    const began = performance.now();
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
        } else if (answer.status === 403) {
          return location.reload();
        }
      } catch {
        await pause(1000);
      }
      const old = came ? performance.now() / 1000 - came : 0;
      age.textContent = old > OLD_S ? frame.dataset.old.replace("%s", Math.round(old)) : "";
    }
    await pause(Math.max(0, 100 - (performance.now() - began)));
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const frame = document.querySelector("[data-picture]");
if (frame) show(frame);

// ---- typing from anywhere, and undo as everywhere ----

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const writing = event.target.closest("input:not([type=radio]), select, textarea");
  if (writing) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    document.querySelector(event.shiftKey ? "[data-redo]" : "[data-undo]")?.click();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[0-9a-z♣♦♥♠]$/i.test(event.key)) return;
  document.querySelector("[data-typed]")?.focus();
});

// ---- after a play the pad is fresh again ----

document.addEventListener("sent", (event) => {
  const form = event.target;
  if (form.matches("[data-fresh]")) {
    const typing = form.querySelector("[data-typed]");
    form.reset();
    typing?.focus();
  }
  if (form.matches("[data-closes]")) form.closest("dialog")?.close();
});

// ---- changing a play, in a dialog over the page ----

const box = document.querySelector("[data-dialog-box]");

document.addEventListener("click", async (event) => {
  if (event.target === box || event.target.closest("[data-close]")) {
    if (box?.open) {
      event.preventDefault();
      box.close();
    }
    return;
  }
  const link = event.target.closest("a[data-dialog]");
  if (!link || !box || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    box.replaceChildren(...page.querySelector("main").childNodes);
    box.showModal();
  } catch {
    say(document.body.dataset.lost);
  }
});
