"use strict";
// Everything is computed anew from the file, SHA-256 included: a browser that is offline, or a page
// that came over a plain address, has no cryptography of its own.

const words = JSON.parse(document.getElementById("words").textContent);
const say = (name, parts = {}) => words[name].replace(/\{(\w+)\}/g, (_, part) => String(parts[part]));
const TAG = "card-table-companion/seal/1";
const DIGEST = /^[0-9a-f]{64}$/;
const CARD = /^[A-Za-z0-9_-]+$/;
const CARDS = 5;

// ---- SHA-256, FIPS 180-4 ----

const CONSTANTS = [];
const START = [];
for (let n = 2; CONSTANTS.length < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  const bits = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
  if (START.length < 8) START.push(bits(Math.sqrt(n)));
  CONSTANTS.push(bits(Math.cbrt(n)));
}

function sha256(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const length = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(shift > 31 ? 0 : (length >>> shift) & 255);
  const state = [...START];
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < bytes.length; block += 64) {
    const w = [];
    for (let n = 0; n < 64; n++) {
      if (n < 16) {
        const at = block + 4 * n;
        w.push((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]);
        continue;
      }
      const s0 = turn(w[n - 15], 7) ^ turn(w[n - 15], 18) ^ (w[n - 15] >>> 3);
      const s1 = turn(w[n - 2], 17) ^ turn(w[n - 2], 19) ^ (w[n - 2] >>> 10);
      w.push((w[n - 16] + s0 + w[n - 7] + s1) | 0);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[n] + w[n]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = (state[n] + word) | 0));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const hash = (...lines) => sha256([TAG, ...lines].join("\n"));

// ---- the file ----

class NoAudit extends Error {}

function read(bytes) {
  let text;
  let content;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    content = JSON.parse(text);
  } catch {
    throw new NoAudit(say("no_json"));
  }
  const key = keyTwice(text);
  if (key !== null) throw new NoAudit(say("twice", { key }));
  return content;
}

// JSON.parse takes the last of two keys in silence; another reader might take the first.
function keyTwice(text) {
  const open = [];
  let string = null;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") string = JSON.parse(token);
    else {
      const keys = open.at(-1);
      if (keys.has(string)) return string;
      keys.add(string);
    }
  }
  return null;
}

const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const KINDS = {
  seal: Number.isInteger, round: Number.isInteger, layer: isText, cards: Array.isArray, root: isText,
  commitments: Array.isArray, sealed_by_event: Number.isInteger, answers: Array.isArray,
  disputed: (value) => typeof value === "boolean", openings: Array.isArray,
};

function roundsOf(content) {
  if (!isMapping(content) || content.format !== "vier-engel-audit" || content.version !== 1 || !Array.isArray(content.rounds)) {
    throw new NoAudit(say("no_audit"));
  }
  content.rounds.forEach((one, n) => {
    const whole =
      isMapping(one) &&
      Object.entries(KINDS).every(([key, fits]) => Object.hasOwn(one, key) && fits(one[key])) &&
      [...one.cards, ...one.commitments].every(isText) &&
      [...one.answers, ...one.openings].every((part) => isMapping(part) && isText(part.card) && isText(part.verdict)) &&
      one.answers.every((answer) => Number.isInteger(answer.event)) &&
      one.openings.every((opening) => Number.isInteger(opening.position) && isText(opening.nonce));
    if (!whole) throw new NoAudit(say("incomplete", { n: n + 1 }));
  });
  return content.rounds;
}

// ---- what does not fit ----

const verdictSaid = (verdict) => (verdict === "angel" || verdict === "devil" ? words[verdict] : verdict);
const isVerdict = (verdict) => verdict === "angel" || verdict === "devil";

function faultsOf(one) {
  const { cards, commitments, openings } = one;
  const faults = [];
  const fault = (name, parts) => faults.push(say(name, parts));
  if (cards.length !== CARDS || new Set(cards).size !== CARDS) return [say("cards")];
  if (!cards.every((card) => CARD.test(card))) return [say("code")];
  if (!DIGEST.test(one.root)) fault("no_root");
  if (commitments.length && commitments.length !== CARDS) return [...faults, say("count", { n: commitments.length })];
  if (commitments.length && hash("root", ...commitments) !== one.root) fault("root");
  if (openings.length && !commitments.length) return [...faults, say("uncommitted")];
  faultsOfOpenings(one, fault);
  faultsOfAnswers(one, fault);
  const devils = openings.filter((opening) => opening.verdict === "devil").length;
  if (devils > 1) fault("devils", { n: devils });
  if (openings.length === CARDS && devils === 0) fault("no_devil");
  if (one.disputed && commitments.length && openings.length !== CARDS) fault("disputed");
  return faults;
}

function faultsOfOpenings({ cards, commitments, openings }, fault) {
  const opened = new Set();
  for (const { position, card, verdict, nonce } of openings) {
    if (position < 1 || position > CARDS) {
      fault("position", { n: position });
      continue;
    }
    if (opened.has(position)) fault("position_twice", { n: position });
    opened.add(position);
    const found = cards[position - 1];
    if (found !== card) fault("lies", { n: position, found, card });
    if (!isVerdict(verdict)) fault("verdict", { verdict });
    if (!DIGEST.test(nonce)) fault("nonce", { card });
    if (hash("card", position, card, verdict, nonce) !== commitments[position - 1]) {
      fault("not_sealed", { card, verdict: verdictSaid(verdict) });
    }
  }
}

function faultsOfAnswers({ cards, commitments, openings, answers, disputed, sealed_by_event }, fault) {
  const opened = new Map(openings.map((opening) => [opening.card, opening.verdict]));
  const asked = new Set();
  for (const { card, verdict, event } of answers) {
    if (!cards.includes(card)) fault("not_there", { card });
    if (asked.has(card)) fault("asked_twice", { card });
    asked.add(card);
    if (event <= sealed_by_event) fault("early", { card });
    if (commitments.length && !opened.has(card)) fault("not_opened", { card });
    else if (commitments.length && opened.get(card) !== verdict) {
      fault("otherwise", { card, verdict: verdictSaid(verdict), found: verdictSaid(opened.get(card)) });
    }
    if (!isVerdict(verdict)) fault("no_answer", { verdict });
  }
  if (!disputed && [...opened.keys()].some((card) => !asked.has(card))) fault("too_much");
}

function faultsBetween(rounds) {
  const faults = [];
  if (rounds.some((one, n) => one.seal !== n + 1)) faults.push(say("missing"));
  if (rounds.some((one, n) => n > 0 && one.sealed_by_event <= rounds[n - 1].sealed_by_event)) faults.push(say("order"));
  const nonces = rounds.flatMap((one) => one.openings.map((opening) => opening.nonce));
  if (new Set(nonces).size !== nonces.length) faults.push(say("nonce_twice"));
  return faults;
}

function told(one) {
  const first = Math.min(...one.answers.map((answer) => answer.event));
  const parts = [say("sealed", { event: one.sealed_by_event })];
  parts.push(one.answers.length ? say("answered", { event: first }) : say("unanswered"));
  if (!one.commitments.length) return [...parts, say("root_only")].join("; ");
  parts.push(say("opened", { n: one.openings.length }));
  for (const { card, verdict } of one.openings) if (verdict === "devil") parts.push(say("devil_is", { card }));
  if (one.openings.length !== CARDS) parts.push(say("rest"));
  return parts.join("; ");
}

// ---- the page ----

function element(name, text, kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = kind;
  return made;
}

function show(bytes, noted) {
  const result = document.getElementById("result");
  let rounds;
  try {
    rounds = roundsOf(read(bytes));
  } catch (fault) {
    if (!(fault instanceof NoAudit)) throw fault;
    result.replaceChildren(element("p", fault.message, "verdict wrong"));
    return;
  }
  const list = document.createElement("ul");
  const faults = [];
  for (const one of rounds) {
    const name = say("round", one);
    list.append(element("li", `${name}: ${told(one)}.`));
    faults.push(...faultsOf(one).map((text) => `${name}: ${text}.`));
  }
  faults.push(...faultsBetween(rounds));
  const known = new Set(rounds.map((one) => one.root));
  for (const root of noted) if (!known.has(root.toLowerCase())) faults.push(say("unknown_root", { root }));
  const found = document.createElement("ul");
  for (const text of faults) found.append(element("li", text, "fault"));
  const unchecked = rounds.filter((one) => !one.commitments.length).length;
  let verdict = say("fits", { n: rounds.length });
  if (!rounds.length) verdict = say("no_seal");
  if (unchecked) verdict = say("unchecked", { n: unchecked });
  if (faults.length) verdict = say("wrong", { n: faults.length });
  const proved = rounds.length && !unchecked && !faults.length;
  result.replaceChildren(element("p", verdict, proved ? "verdict" : "verdict wrong"), found, list);
}

const file = document.getElementById("file");
const roots = document.getElementById("roots");

async function check() {
  if (!file.files.length) return;
  // A fingerprint is shown in groups of eight, and a code holds capital letters.
  const noted = roots.value.split("\n").map((line) => line.replace(/\s+/g, "")).filter(Boolean);
  show(new Uint8Array(await file.files[0].arrayBuffer()), noted);
}

file.addEventListener("change", check);
roots.addEventListener("input", check);

// Where the page was saved its links lead nowhere.
document.getElementById("links").hidden = location.protocol === "file:";
