// Every page: follow the changes, send forms without leaving the page, remember preferences.
// Without this script all of it still works, by loading pages anew.

import { morph } from "./morph.js";

const live = document.querySelector("[data-live]");
let fetching = false;
let again = false;

function show(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const next = live.cloneNode(false);
  next.append(holder.content);
  const held = live.contains(document.activeElement) ? document.activeElement : null;
  // Whoever tapped a button does not want a keyboard to open over half of the phone.
  const byKeys = held?.matches(":focus-visible");
  morph(live, next);
  if (byKeys) keepFocus(held);
  document.dispatchEvent(new CustomEvent("table-changed"));
}

// Whoever plays with the keyboard stays where they were, or comes to where the next play is entered.
function keepFocus(held) {
  const usable = (one) => one?.isConnected && !one.disabled && one.getClientRects().length > 0;
  if (document.activeElement === held && usable(held)) return;
  const alike = held.name && held.value ? `[name="${CSS.escape(held.name)}"][value="${CSS.escape(held.value)}"]` : null;
  const places = [
    held,
    held.id && document.getElementById(held.id),
    alike && live.querySelector(alike),
    live.querySelector("[data-typed]"),
    ...live.querySelectorAll("button.main, button, a.button, a[href], input:not([type=hidden]), summary"),
  ];
  places.find((one) => one && usable(one))?.focus({ preventScroll: held.isConnected });
}

export async function refresh() {
  if (!live) return;
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  do {
    again = false;
    try {
      const answer = await fetch(live.dataset.live, { headers: { Accept: "text/html" } });
      if (answer.redirected) return location.reload();
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.text());
    } catch {
      again = false;
    }
  } while (again);
  fetching = false;
}

// ---- changes, as server-sent events ----

let stream = null;
let lostTimer = null;
let lostSign = null;

function follow() {
  if (!live || stream) return;
  const seen = live.querySelector("[data-mark]")?.dataset.mark ?? "";
  // A page that all see alike comes with the change; others are told of it and fetch their own.
  const changes = live.dataset.changes ?? document.body.dataset.changes;
  stream = new EventSource(`${changes}?seen=${encodeURIComponent(seen)}`);
  stream.addEventListener("open", () => {
    clearTimeout(lostTimer);
    lostTimer = null;
    lostSign?.remove();
    lostSign = null;
  });
  stream.addEventListener("change", (event) => (live.dataset.changes ? show(event.data) : refresh()));
  stream.addEventListener("error", () => {
    lostTimer ??= setTimeout(showLost, 2500);
    if (stream?.readyState === EventSource.CLOSED) {
      stream = null;
      setTimeout(follow, 3000);
    }
  });
}

function showLost() {
  lostSign ??= document.createElement("p");
  lostSign.className = "lost";
  lostSign.setAttribute("role", "status");
  lostSign.textContent = document.body.dataset.lost;
  document.body.append(lostSign);
}

// A browser allows only six connections to one address: a hidden tab gives its own back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else {
    follow();
  }
});
// A page that is left must not hold its stream open either, nor come back without one.
addEventListener("pagehide", () => {
  stream?.close();
  stream = null;
});
addEventListener("pageshow", follow);

// ---- forms ----

const SAID = "said";
let saysTimer = null;

export function say(text) {
  let sign = document.querySelector(".says");
  if (!sign) {
    sign = document.createElement("p");
    sign.className = "says";
    sign.setAttribute("role", "status");
    document.body.append(sign);
  }
  // An open dialog covers everything outside of it.
  (document.querySelector("dialog[open]") ?? document.body).append(sign);
  sign.textContent = text;
  sign.hidden = !text;
  clearTimeout(saysTimer);
  saysTimer = setTimeout(() => (sign.hidden = true), 2500 + 60 * text.length);
}

async function send(form, button) {
  // What was wrong with the last entry is not said of this one.
  document.querySelector(".says")?.setAttribute("hidden", "");
  const body = new URLSearchParams(new FormData(form, button));
  const tell = (what) => form.dispatchEvent(new CustomEvent(what, { bubbles: true, detail: body }));
  tell("sending");
  try {
    const answer = await fetch(button?.formAction && button.hasAttribute("formaction") ? button.formAction : form.action, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
    });
    const said = await answer.json();
    if (!said.ok) {
      tell("refused");
      return say(said.error);
    }
    // A page that was opened for this one change has done its work.
    if (form.matches("[data-closes]") && !form.closest("dialog")) {
      sessionStorage.setItem(SAID, said.text);
      return location.assign(form.elements.next.value);
    }
    tell("sent");
    if (said.text) say(said.text);
    refresh();
  } catch {
    tell("refused");
    say(document.body.dataset.lost);
  }
}

const saidBefore = sessionStorage.getItem(SAID);
sessionStorage.removeItem(SAID);
if (saidBefore) say(saidBefore);

// The second press of a double click comes before anybody can have seen what the first one did: it
// is never meant for what the button has come to say since. (`detail` counts the presses of the
// system's own double click; whoever presses again on purpose needs longer.)
const SEEN_MS = 250;
let lastPress = -Infinity;

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button");
    if (button?.form?.method !== "post") return;
    const now = performance.now();
    const slip = event.detail > 1 && now - lastPress < SEEN_MS;
    lastPress = now;
    if (!slip) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (submitter?.dataset.sure && !submitter.hasAttribute("data-armed")) {
    event.preventDefault();
    arm(submitter);
    return;
  }
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  disarm(submitter);
  send(form, submitter);
});

// What cannot be meant by a slip of the finger asks once more, in its own place.
function arm(button) {
  const words = button.textContent;
  button.setAttribute("data-armed", words);
  button.textContent = button.dataset.sure;
  setTimeout(() => disarm(button), 4000);
}

function disarm(button) {
  if (!button?.hasAttribute("data-armed")) return;
  button.textContent = button.getAttribute("data-armed");
  button.removeAttribute("data-armed");
}

// A preference loads the page anew; whoever chooses with the keyboard goes on from the same place.
const PLACE = "place";

for (const form of document.querySelectorAll("form[data-at-once]")) {
  form.querySelector("button").hidden = true;
  form.addEventListener("change", ({ target }) => {
    if (target.matches(":focus-visible")) sessionStorage.setItem(PLACE, target.name);
    form.submit();
  });
  form.elements[sessionStorage.getItem(PLACE)]?.focus();
}
sessionStorage.removeItem(PLACE);
