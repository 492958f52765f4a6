// Sound: small, synthesised, off until asked for; the choice is remembered on this device.
import { choose, chosen } from "./chosen.js";

let speaker = null;
let wanted = chosen("sound");
const button = document.getElementById("sound");

const mark = () => button?.setAttribute("aria-pressed", String(wanted));
const begin = () => { if (wanted && !speaker) speaker = new AudioContext(); };
button?.addEventListener("click", () => {
  wanted = !wanted;
  choose("sound", wanted);
  mark();
  if (wanted) begin();
  else { speaker?.close(); speaker = null; }
});
mark();
// A browser lets nothing sound before its reader has touched the page.
["pointerdown", "keydown"].forEach((what) => addEventListener(what, begin, { once: true, capture: true }));

const tone = (from, to, seconds, kind, loud) => {
  const now = speaker.currentTime;
  const wave = speaker.createOscillator();
  const gain = speaker.createGain();
  wave.type = kind;
  wave.frequency.setValueAtTime(from, now);
  wave.frequency.exponentialRampToValueAtTime(to, now + seconds);
  gain.gain.setValueAtTime(loud, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  wave.connect(gain).connect(speaker.destination);
  wave.start(now);
  wave.stop(now + seconds);
};

export const sound = (line, remark) => {
  if (!speaker) return;
  if (remark) tone(180, 60, 0.4, "triangle", 0.2);
  else if (line.startsWith("sea ")) tone(320, 640, 0.12, "sine", 0.12);
  else tone(520, 420, 0.08, "triangle", 0.08);
};

// It is one's turn: a bell of two tones.
export const ring = () => {
  if (!speaker) return;
  tone(660, 650, 0.25, "sine", 0.16);
  setTimeout(() => speaker && tone(880, 870, 0.4, "sine", 0.16), 140);
};
