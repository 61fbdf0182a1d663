// Starting a game: only what the chosen game asks for, move players up and down, tap remembered
// names, fewer lines to look at.

const list = document.querySelector(".names");
const inputs = () => [...list.querySelectorAll("input")];
const more = document.querySelector("[data-more]");
const remembered = document.querySelector(".remembered");
const cards = document.querySelector("[name=cards_in_play]");
const counts = cards.closest("[data-allowed]").dataset;

for (const spare of list.querySelectorAll("[data-spare]")) spare.hidden = true;
for (const moves of list.querySelectorAll(".moves")) moves.hidden = false;
if (remembered) remembered.hidden = false;

const game = () => document.querySelector("[name=game]:checked")?.value;

function update() {
  let most = Infinity;
  for (const part of document.querySelectorAll("[data-only]")) {
    const wanted = part.dataset.only.split(" ").includes(game());
    part.toggleAttribute("hidden", !wanted); // also what is drawn, which knows no `hidden`
    if (wanted && part.dataset.most) most = Number(part.dataset.most);
  }
  const filled = inputs().filter((input) => input.value.trim()).length;
  const lines = [...list.children];
  const shown = lines.filter((line) => !line.hidden).length;
  more.hidden = shown >= lines.length || shown >= Math.max(most, filled);
  const names = inputs().map((input) => input.value.trim()).filter(Boolean);
  for (const select of document.querySelectorAll("[data-seat-names]")) {
    [...select.options].forEach((option, n) => {
      if (n === 0) return;
      option.hidden = option.disabled = names.length > 0 && n > names.length;
      option.dataset.plain ??= option.textContent;
      option.textContent = names[n - 1] ?? option.dataset.plain;
    });
    if (select.selectedOptions[0]?.disabled) select.value = "";
  }
  const allowed = JSON.parse(counts.allowed)[names.length];
  const usual = JSON.parse(counts.usual)[names.length];
  for (const option of cards.options) {
    if (!option.value) {
      option.dataset.plain ??= option.textContent;
      option.textContent = option.dataset.plain + (usual ? ` (${usual})` : "");
    } else option.hidden = option.disabled = Boolean(allowed) && !allowed.includes(Number(option.value));
  }
  if (cards.selectedOptions[0]?.disabled) cards.value = "";
  for (const button of document.querySelectorAll("[data-name]")) {
    button.disabled = names.includes(button.dataset.name);
  }
}

for (const choice of document.querySelectorAll("[name=game]")) {
  choice.addEventListener("change", update);
}
list.addEventListener("input", update);
list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-up], [data-down]");
  if (!button) return;
  const line = button.closest("li");
  const other = button.matches("[data-up]") ? line.previousElementSibling : line.nextElementSibling;
  if (!other || other.hidden) return;
  const [mine, theirs] = [line, other].map((one) => one.querySelector("input"));
  [mine.value, theirs.value] = [theirs.value, mine.value];
  other.querySelector(button.matches("[data-up]") ? "[data-up]" : "[data-down]").focus();
  update();
});
list.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  const lines = [...list.children];
  const next = lines[lines.indexOf(event.target.closest("li")) + 1];
  if (next?.hidden && event.target.value.trim()) next.hidden = false;
  if (next && !next.hidden) next.querySelector("input").focus();
  update();
});

more.addEventListener("click", () => {
  const line = [...list.children].find((one) => one.hidden);
  line.hidden = false;
  line.querySelector("input").focus();
  update();
});

remembered?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-name]");
  if (!button) return;
  const line = [...list.children].find((one) => !one.querySelector("input").value.trim());
  if (!line) return;
  line.hidden = false;
  line.querySelector("input").value = button.dataset.name;
  update();
});

update();

// Whoever has a keyboard types at once, or, where all is as before, starts at once; and the page
// stays at its beginning, where the game is chosen. Who has just chosen a language stays there.
if (matchMedia("(any-hover: hover)").matches && document.activeElement === document.body) {
  const asBefore = document.querySelector(".before [aria-current]");
  (asBefore ? document.querySelector(".go button") : inputs()[0]).focus({ preventScroll: true });
}
