// This phone films the table: its newest picture is sent as soon as the one before has arrived.

const films = document.querySelector("[data-films]");
const WIDEST = 1920;
const QUALITY = 0.85;
const EVERY_MS = 100; // ten pictures a second are enough: the eye looks eight times
const SLOWEST_AGAIN_MS = 4000;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

if (films) {
  const works = window.isSecureContext && navigator.mediaDevices?.getUserMedia;
  films.hidden = !works;
  document.querySelector("[data-refused]").hidden = Boolean(works);
  // The code that let this browser in lets it in at the encrypted address too.
  const link = document.querySelector("[data-secure]");
  if (link && location.hash && !link.hash) link.hash = location.hash;
}

const part = (name) => films.querySelector(`[data-${name}]`);
const video = films?.querySelector("video");
const canvas = document.createElement("canvas");
let stream = null;
let turn = null;
let running = false;
let lock = null;

function say(text, kind = "") {
  const line = part("said");
  if (line.textContent !== text) line.textContent = text;
  line.className = `filming ${kind}`;
}

// ---- the camera ----

async function open(lens) {
  stream?.getTracks().forEach((track) => track.stop());
  const wanted = lens ? { deviceId: { exact: lens } } : { facingMode: { ideal: "environment" } };
  stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...wanted, width: { ideal: WIDEST }, height: { ideal: 1080 }, frameRate: { ideal: 15 } },
  });
  // A phone that was locked ends its pictures; they are asked for anew when it wakes.
  stream.getVideoTracks()[0].addEventListener("ended", () => (stream = null));
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
}

async function offerLenses() {
  const lenses = (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "videoinput");
  const select = part("lenses").querySelector("select");
  const now = stream.getVideoTracks()[0].getSettings().deviceId;
  select.replaceChildren(
    ...lenses.map((one, n) => new Option(one.label || String(n + 1), one.deviceId, false, one.deviceId === now)),
  );
  part("lenses").hidden = lenses.length < 2;
}

async function stayAwake() {
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    part("sleepless").textContent = films.dataset.sleepy;
    part("sleepless").hidden = false;
  }
}

// ---- sending ----

function shot() {
  const factor = Math.min(1, WIDEST / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * factor);
  canvas.height = Math.round(video.videoHeight * factor);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

const post = (url, body) => fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });

async function sendAll() {
  let again = 250;
  while (running) {
    const began = performance.now();
    if (document.hidden || !stream || !video.videoWidth) {
      await pause(EVERY_MS);
      continue;
    }
    try {
      if (turn === null) {
        const begun = await (await post(films.dataset.begin)).json();
        if (!begun.ok) return stop(begun.error);
        turn = begun.turn;
      }
      const answer = await post(`${films.dataset.picture}?turn=${turn}`, await shot());
      if (answer.redirected || answer.status === 403) return location.reload();
      const said = await answer.json();
      if (answer.status === 410) return stop(said.error);
      say(said.ok ? films.dataset.filming : said.error, said.ok ? "good" : "");
      again = 250;
      await pause(said.ok ? Math.max(0, EVERY_MS - (performance.now() - began)) : 1000);
    } catch {
      say(films.dataset.lost, "bad");
      turn = null; // after a restart of the program phones begin anew
      await pause(again);
      again = Math.min(2 * again, SLOWEST_AGAIN_MS);
    }
  }
}

async function start(lens) {
  try {
    await open(lens);
  } catch (fault) {
    return say(fault.name === "NotAllowedError" ? films.dataset.denied : films.dataset.missing, "bad");
  }
  part("before").hidden = part("start").hidden = true;
  part("stop").hidden = false;
  await offerLenses();
  await stayAwake();
  if (!running) {
    running = true;
    sendAll();
  }
}

function stop(text = "") {
  running = false;
  turn = null;
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  lock?.release();
  video.hidden = part("stop").hidden = part("lenses").hidden = true;
  part("start").hidden = false;
  say(text, text ? "bad" : "");
}

function sleeping() {
  if (running && turn !== null) navigator.sendBeacon(`${films.dataset.asleep}?turn=${turn}`);
}

if (films && !films.hidden) {
  part("start").addEventListener("click", () => start());
  part("stop").addEventListener("click", () => {
    sleeping();
    stop();
  });
  part("lenses").addEventListener("change", (event) => start(event.target.value));
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) return sleeping();
    if (!running) return;
    await stayAwake();
    if (!stream) await start();
  });
  addEventListener("pagehide", sleeping);
}
