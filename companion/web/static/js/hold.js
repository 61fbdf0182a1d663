// A button that must not be pressed by a slip of the finger is held. With the keyboard it asks
// once more instead, like every other button that asks.

import { say } from "./page.js";

const HOLD_MS = 700;
let since = Infinity;

document.addEventListener("pointerdown", (event) => {
  since = event.target.closest("[data-hold]") ? performance.now() : Infinity;
});

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-hold]");
    if (!button || event.detail === 0) return;
    if (performance.now() - since < HOLD_MS) {
      event.preventDefault();
      say(button.dataset.hold);
    } else if (!button.hasAttribute("data-armed")) {
      button.setAttribute("data-armed", button.textContent);
    }
  },
  true,
);
