// Every page: follow the changes, send forms without leaving the page, remember preferences.
// Without this script all of it still works, by loading pages anew.

import { morph } from "./morph.js";

const live = document.querySelector("[data-live]");
let fetching = false;
let again = false;

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
      const holder = document.createElement("template");
      holder.innerHTML = await answer.text();
      const next = live.cloneNode(false);
      next.append(holder.content);
      morph(live, next);
      document.dispatchEvent(new CustomEvent("table-changed"));
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
  stream = new EventSource(`${document.body.dataset.changes}?seen=${encodeURIComponent(seen)}`);
  stream.addEventListener("open", () => {
    clearTimeout(lostTimer);
    lostTimer = null;
    lostSign?.remove();
    lostSign = null;
  });
  stream.addEventListener("change", refresh);
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
  const body = new URLSearchParams(new FormData(form, button));
  try {
    const answer = await fetch(button?.formAction && button.hasAttribute("formaction") ? button.formAction : form.action, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
    });
    const said = await answer.json();
    if (!said.ok) return say(said.error);
    if (said.text) say(said.text);
    form.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
    refresh();
  } catch {
    say(document.body.dataset.lost);
  }
}

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

for (const form of document.querySelectorAll("form[data-at-once]")) {
  form.querySelector("button").hidden = true;
  form.addEventListener("change", () => form.submit());
}
