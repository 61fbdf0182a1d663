// The wall's voice: a quiet chime for a new flag, and, if wanted, the sentence spoken aloud.
// Browsers let a page sound only after somebody pressed something on it.

const box = document.querySelector("[data-sound]");
const known = new Set(flags().map((flag) => flag.dataset.flag));
let audio = null;

function flags() {
  return [...document.querySelectorAll("[data-flag][data-announced]")];
}

function pressed(name) {
  return box.querySelector(`[data-${name}]`).getAttribute("aria-pressed") === "true";
}

function chime() {
  audio ??= new AudioContext();
  [659.3, 523.3].forEach((pitch, n) => {
    const start = audio.currentTime + n * 0.22;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.12, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.9);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 1);
  });
}

function speak(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  speechSynthesis.speak(words);
}

for (const name of ["chime", "speech"]) {
  const button = box.querySelector(`[data-${name}]`);
  if (name === "speech" && !("speechSynthesis" in window)) button.hidden = true;
  button.addEventListener("click", () => {
    const on = !pressed(name);
    button.setAttribute("aria-pressed", String(on));
    if (on && name === "chime") chime();
    if (on && name === "speech") speak(button.textContent);
  });
}

// What the judge says is spoken like a flag: each answer once, and the card that it repeats.
const word = () => document.querySelector("[data-word]");
const answered = new Set([word()?.dataset.word]);
let spoken = word()?.dataset.word;

document.addEventListener("table-changed", () => {
  const now = word()?.dataset.word;
  if (now !== spoken) {
    spoken = now;
    const again = answered.has(now);
    if (now && !now.startsWith("asks-")) answered.add(now);
    if (now && !again && pressed("speech")) speak(word().dataset.said);
  }
  for (const flag of flags()) {
    if (known.has(flag.dataset.flag)) continue;
    known.add(flag.dataset.flag);
    if (pressed("chime")) chime();
    if (pressed("speech")) speak(flag.dataset.said);
  }
});
