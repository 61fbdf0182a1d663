// The referee's desk: the live picture, typing from anywhere, and changing a play in a dialog.

import { say } from "./page.js";
import "./picture.js";

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

// ---- the pad is fresh for the next play as soon as one is sent ----
// Not only once it is booked: by then somebody quick has typed the next one.

const filledIn = (form) => new URLSearchParams(new FormData(form)).toString();
const fresh = new WeakMap();

document.addEventListener("sending", ({ target: form }) => {
  if (!form.matches("[data-fresh]")) return;
  form.reset();
  fresh.set(form, filledIn(form));
  form.querySelector("[data-typed]")?.focus();
});

// What was refused stands there again to be put right, unless something else does by now.
document.addEventListener("refused", ({ target: form, detail: sent }) => {
  if (fresh.get(form) !== filledIn(form)) return;
  for (const field of form.elements) {
    if (field.matches("[type=radio], [type=checkbox]")) {
      field.checked = sent.getAll(field.name).includes(field.value);
    } else if (field.matches("input:not([type=hidden]), select") && sent.has(field.name)) {
      field.value = sent.get(field.name);
    }
  }
});

document.addEventListener("sent", ({ target: form }) => {
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
