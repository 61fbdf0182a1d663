// Printing, or keeping as PDF, is what the browser does; without scripts its own menu has it.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
