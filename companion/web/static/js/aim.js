// Showing the program where the table lies: corners, areas and seats are dragged on the picture, or
// moved with the arrow keys. Nothing has to be touched; what was not changed is not sent.

import { refresh, say } from "./page.js";
import { angleOf, aspectOf, ellipse, inverse, mapped, onRim, throughCorners } from "./plan.js";

const box = document.querySelector("[data-plan]");
const panel = document.querySelector("[data-aim]");
const camera = document.querySelector("[data-camera]");
const STEP = 0.005;
const STEP_FAR = 0.04;
const TURN = 5;
const LEAST = 0.03;
const START = {
  corners: [[0, 0], [1, 0], [1, 1], [0, 1]],
  zones: { centre: [0.5, 0.5, 0.4, 0.4], talon: [0.17, 0.5, 0.1, 0.14], discard: [0.83, 0.5, 0.1, 0.14] },
};

const near = (value, low, high) => Math.min(high, Math.max(low, value));
const rounded = (values) => values.map((value) => Math.round(value * 1e4) / 1e4);

function aim() {
  const plan = JSON.parse(box.dataset.plan);
  const field = (name) => document.querySelector(`[data-field="${name}"]`);
  const names = () => [...document.querySelectorAll(".names input")].map((one) => one.value.trim()).filter(Boolean);
  const img = box.querySelector("img");
  const said = panel.querySelector("[data-aim-said]");
  let seats = plan.seats;

  const mode = () => panel.querySelector("[name=aim]:checked").value;
  const shape = () => (img.naturalWidth > 1 ? img.naturalWidth / img.naturalHeight : 16 / 9);
  const aspect = () => plan.aspect ?? aspectOf(plan.corners, shape());
  const toPicture = () => throughCorners(plan.corners);
  const points = (places) => places.map(([x, y]) => `${100 * x},${100 * y}`).join(" ");

  function seatsFor(count) {
    if (seats.length === count) return seats;
    const first = seats[0] ?? 90;
    return Array.from({ length: count }, (_, n) => (first + (360 * n) / count) % 360);
  }

  const where = new Map();

  function put(handle, [x, y]) {
    where.set(handle, [near(x, 0, 1), near(y, 0, 1)]);
    // The whole handle stays on the picture, so that it can be taken hold of.
    const inside = (share) => `clamp(1.3rem, ${100 * share}%, calc(100% - 1.3rem))`;
    [handle.style.left, handle.style.top] = where.get(handle).map(inside);
  }

  function seatHandles() {
    const players = names();
    const count = players.length || 4;
    const handles = [...box.querySelectorAll("[data-seat]")];
    while (handles.length > count) handles.pop().remove();
    while (handles.length < count) {
      const handle = document.createElement("button");
      handle.type = "button";
      handle.className = "handle seat";
      handle.dataset.seat = handles.length;
      box.append(handle);
      handles.push(handle);
    }
    handles.forEach((handle, n) => {
      handle.textContent = players[n] ?? n + 1;
      handle.setAttribute("aria-label", panel.dataset.seatName.replace("%s", players[n] ?? n + 1));
    });
    return handles;
  }

  function draw() {
    box.dataset.mode = panel.open ? mode() : "";
    if (!panel.open) return;
    const map = toPicture();
    box.querySelector("[data-outline]").setAttribute("points", points(plan.corners));
    for (const corner of box.querySelectorAll("[data-corner]")) put(corner, plan.corners[corner.dataset.corner]);
    for (const outline of box.querySelectorAll("[data-zone-shape]")) {
      const rim = ellipse(plan.zones[outline.dataset.zoneShape]).map((place) => mapped(map, place));
      outline.setAttribute("points", points(rim));
    }
    for (const handle of box.querySelectorAll("[data-zone]")) {
      const [x, y, rx, ry] = plan.zones[handle.dataset.zone];
      put(handle, mapped(map, "size" in handle.dataset ? [x + rx * Math.SQRT1_2, y + ry * Math.SQRT1_2] : [x, y]));
    }
    const handles = seatHandles();
    seatsFor(handles.length).forEach((angle, n) => put(handles[n], mapped(map, onRim(angle, aspect()))));
  }

  // ---- moving ----

  function moved(handle, place) {
    if (handle.dataset.corner) {
      plan.corners[handle.dataset.corner] = place.map((share) => near(share, 0, 1));
      field("corners").value = JSON.stringify(plan.corners.map(rounded));
    } else if (handle.dataset.zone) {
      const zone = plan.zones[handle.dataset.zone];
      const [x, y] = mapped(inverse(toPicture()), place);
      if ("size" in handle.dataset) {
        zone[2] = near((x - zone[0]) * Math.SQRT2, LEAST, 0.5);
        zone[3] = near((y - zone[1]) * Math.SQRT2, LEAST, 0.5);
      } else {
        zone[0] = near(x, 0, 1);
        zone[1] = near(y, 0, 1);
      }
      const sent = Object.entries(plan.zones).map(([name, numbers]) => [name, rounded(numbers)]);
      field("zones").value = JSON.stringify(Object.fromEntries(sent));
    } else {
      turned(handle, angleOf(mapped(inverse(toPicture()), place), aspect()));
    }
    draw();
    const [left, top] = where.get(handle).map((share) => `${Math.round(100 * share)} %`);
    said.textContent = `${handle.getAttribute("aria-label")}: ${left}, ${top}`;
  }

  function turned(handle, angle) {
    seats = [...seatsFor(box.querySelectorAll("[data-seat]").length)];
    seats[handle.dataset.seat] = Math.round((angle + 360) % 360);
    field("seats").value = JSON.stringify(seats);
  }

  box.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest(".handle");
    if (!handle) return;
    handle.setPointerCapture(event.pointerId);
    handle.focus();
    event.preventDefault();
    const follow = (now) => {
      const frame = box.getBoundingClientRect();
      moved(handle, [(now.clientX - frame.left) / frame.width, (now.clientY - frame.top) / frame.height]);
    };
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", follow), { once: true });
  });

  box.addEventListener("keydown", (event) => {
    const handle = event.target.closest(".handle");
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!handle || !way) return;
    event.preventDefault();
    if (handle.dataset.seat) {
      const now = seatsFor(box.querySelectorAll("[data-seat]").length)[handle.dataset.seat];
      turned(handle, now + TURN * (way[0] + way[1]));
      draw();
      said.textContent = `${handle.getAttribute("aria-label")}: ${seats[handle.dataset.seat]}°`;
      return;
    }
    const step = event.shiftKey ? STEP_FAR : STEP;
    moved(handle, where.get(handle).map((share, n) => share + step * way[n]));
  });

  // ---- keeping it ----

  async function keep() {
    const body = new URLSearchParams();
    for (const name of ["corners", "zones", "seats"]) body.set(name, field(name).value);
    try {
      const answer = await fetch(panel.dataset.keeps, { method: "POST", body, headers: { Accept: "application/json" } });
      const told = await answer.json();
      say(told.ok ? told.text : told.error);
      if (told.ok) for (const name of ["corners", "zones", "seats"]) field(name).value = "";
    } catch {
      say(document.body.dataset.lost);
    }
  }

  panel.querySelector("[data-keep-table]").addEventListener("click", keep);
  panel.querySelector("[data-first]").addEventListener("click", () => {
    Object.assign(plan, structuredClone(START), { zones: { ...plan.zones, ...structuredClone(START.zones) } });
    seats = [];
    field("corners").value = JSON.stringify(plan.corners);
    field("zones").value = JSON.stringify(plan.zones);
    field("seats").value = "[]";
    draw();
    keep();
  });
  panel.addEventListener("toggle", draw);
  panel.addEventListener("change", draw);
  img.addEventListener("load", draw);
  document.querySelector(".names").addEventListener("input", draw);
  panel.hidden = false;
  draw();
}

// ---- which camera ----

function chosen() {
  const other = document.querySelector("[data-other-source]");
  other.hidden = camera.value !== "other";
  document.querySelector("[data-looking]").hidden = !camera.value;
  const joins = document.querySelector("[data-phone-joins]");
  if (joins) joins.hidden = camera.value !== "phone";
}

async function look() {
  chosen();
  const typed = document.querySelector("[name=other_source]");
  if (camera.value === "other" && !typed.value.trim()) return typed.focus();
  const body = new URLSearchParams({ source: camera.value, other_source: typed.value });
  try {
    const answer = await fetch(camera.dataset.camera, { method: "POST", body, headers: { Accept: "application/json" } });
    const told = await answer.json();
    say(told.ok ? told.text : told.error);
    refresh();
  } catch {
    say(document.body.dataset.lost);
  }
}

if (camera) {
  chosen();
  camera.addEventListener("change", look);
  document.querySelector("[name=other_source]").addEventListener("change", look);
}
if (box && panel) aim();
