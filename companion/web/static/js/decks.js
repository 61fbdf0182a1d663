// Teaching a deck: a short sound for every card, so that nobody has to look up from the table.

let context = null;
let heard = document.querySelector("[data-newest]")?.dataset.newest ?? "";
const TONES = { taken: [880, 0.09], again: [440, 0.09], asked: [330, 0.22], refused: [220, 0.3] };

function sound(kind) {
  if (!context || !TONES[kind]) return;
  const [pitch, length] = TONES[kind];
  const tone = new OscillatorNode(context, { frequency: pitch });
  const loud = new GainNode(context, { gain: 0.12 });
  loud.gain.setTargetAtTime(0, context.currentTime + length, 0.03);
  tone.connect(loud).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + length + 0.2);
}

// A browser lets a page sound only after somebody touched it.
addEventListener("pointerdown", () => (context ??= new AudioContext()), { once: true });

document.addEventListener("table-changed", () => {
  const newest = document.querySelector("[data-newest]");
  if (!newest || newest.dataset.newest === heard) return;
  heard = newest.dataset.newest;
  sound(newest.dataset.kind);
});
