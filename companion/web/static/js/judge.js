// Sealing at a screen that others can see too: it is covered again at once, whatever happens.

const box = document.querySelector("[data-step]");
const COVER_MS = 60_000;
const ASK_MS = 700;

function cover() {
  box.replaceChildren();
  location.replace(box.dataset.covered);
}

if (box?.dataset.step === "cards") {
  setTimeout(cover, COVER_MS);
  document.addEventListener("visibilitychange", () => document.hidden && cover());
  addEventListener("pagehide", () => box.replaceChildren());
  // A page that the browser has kept must not come back with cards on it.
  addEventListener("pageshow", (event) => event.persisted && cover());
  document.addEventListener("sent", () => {
    box.replaceChildren();
    location.replace(box.dataset.done);
  });
}

// The camera looks under the cover: ask now and then whether it has seen enough.
if (box?.dataset.step === "reference") {
  setInterval(async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) return location.replace(box.dataset.done);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    box.querySelector("[role=status]").replaceChildren(...page.querySelector("[role=status]").childNodes);
  }, ASK_MS);
}
