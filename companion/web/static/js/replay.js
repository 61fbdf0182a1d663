// A past game runs by itself or by the arrow keys; without this script every step is a link.

import { morph } from "./morph.js";
import { say } from "./page.js";

const EVERY_MS = 1300;
const place = () => document.querySelector("[data-replay]");
let running = null;
let wanted = null;
let heading = null;
let fetching = false;

const now = () => Number(place().querySelector("[data-seek] input").getAttribute("value"));

// Whoever presses a key twice goes two steps, however long the first one takes to come.
function goBy(steps) {
  const next = Math.min(Math.max((heading ?? now()) + steps, 0), Number(place().dataset.count));
  if (next !== (heading ?? now())) go(`${location.pathname}?step=${next}`);
}

async function go(url) {
  wanted = url;
  heading = Number(new URL(url, location).searchParams.get("step") ?? 0);
  if (fetching) return;
  fetching = true;
  while (wanted) {
    const next = wanted;
    wanted = null;
    try {
      const answer = await fetch(next, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const focus = document.activeElement?.dataset.step;
      const shown = document.adoptNode(page.querySelector("[data-replay]"));
      dress(shown); // What is hidden for a moment loses the focus.
      morph(place(), shown);
      dress();
      history.replaceState(null, "", next);
      // At either end one of the two has nowhere to lead: the other one is next to it.
      if (focus && document.activeElement === document.body) {
        const places = [`[data-step=${focus}]`, "a[data-step=before]", "a[data-step=after]"];
        places.map((one) => place().querySelector(one)).find(Boolean)?.focus();
      }
    } catch {
      rest();
      say(document.body.dataset.lost);
    }
  }
  fetching = false;
  heading = null;
}

// Changing the page undoes what scripts have set: it is set again.
function dress(root = place()) {
  const run = root.querySelector("[data-run]");
  run.hidden = false;
  run.setAttribute("aria-pressed", String(Boolean(running)));
  run.querySelector("[data-runs]").hidden = Boolean(running);
  run.querySelector("[data-rests]").hidden = !running;
  const range = root.querySelector("[data-seek] input");
  if (document.activeElement !== range) range.value = range.getAttribute("value");
}

const link = (key) => place().querySelector(`a[data-step=${key}]`);

function rest() {
  clearInterval(running);
  running = null;
  dress();
}

function run() {
  if (running) return rest();
  if (!link("after")) go(link("first").href);
  running = setInterval(() => {
    if (fetching) return;
    const next = link("after");
    if (next) go(next.href);
    else rest();
  }, EVERY_MS);
  dress();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-run]")) return run();
  const step = event.target.closest("a[data-step]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(step.href);
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-seek]");
  if (!form) return;
  form.querySelector("output").textContent = `${event.target.value} / ${place().dataset.count}`;
  go(`${location.pathname}?step=${event.target.value}`);
});

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && !event.target.closest("button, a")) {
    event.preventDefault();
    run();
  } else if (STEPS[event.key]) {
    event.preventDefault();
    goBy(STEPS[event.key]);
  }
});

dress();
