// Clocks: the server tells how many seconds everybody has left, and between two messages the page counts down itself.
import { warn } from "./notice.js";
import { announce, place } from "./page.js";

const LOW = 10; // seconds: from here on one is warned
const LONG = 4 * 3600; // whoever has that long for a move is warned earlier, and may not be looking
const LONG_LOW = 3600;
const words = document.querySelector(".notices")?.dataset;
let told = null;
let toldAt = 0;
let warned = false;
let stopped = 0; // since when the server is away: no clock runs meanwhile. Without a network of one's own they may run.

const written = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (number) => String(number).padStart(2, "0");
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))}`;
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
};

// The time for the move runs first, then the bank. The sea may still be shown: until then nothing runs.
const reading = ({ left, bank, running }) => {
  const rest = left - (running ? ((stopped || performance.now()) - toldAt) / 1000 : 0);
  return { rest, move: Math.min(told.move, Math.max(0, rest - bank)), bank: Math.max(0, Math.min(bank, rest)) };
};

const lowAt = () => (told.move >= LONG ? LONG_LOW : LOW);

const warnOfTime = (face) => {
  if (warned || !face.closest(".seat.me")) return;
  warned = true;
  announce(told.move >= LONG ? words.hour : words.low);
};

const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };

const draw = (face) => {
  const clock = told?.seats[face.dataset.clock];
  face.hidden = !clock;
  if (!clock) return;
  const { rest, move, bank } = reading(clock);
  const low = clock.running && !stopped && rest <= lowAt();
  face.classList.toggle("running", clock.running);
  face.classList.toggle("paused", Boolean(stopped));
  face.classList.toggle("low", low);
  // At the end one figure is enough: there is no room for two and a word, and nobody has time to add them up.
  write(face.querySelector("b"), written(low ? rest : told.move ? move : bank));
  write(face.querySelector("small"), !low && told.move && clock.bank ? ` +${written(bank)}` : "");
  write(face.querySelector("em"), low ? ` ${words.hurry}` : "");
  if (low) warnOfTime(face);
};

const drawAll = () => place.querySelectorAll("[data-clock]").forEach(draw);

document.addEventListener("heard", ({ detail }) => {
  if (detail.notice) warn(detail.notice);
  if (!("clock" in detail)) return;
  told = detail.clock;
  toldAt = performance.now();
  stopped = 0;
  const own = told?.seats[place.querySelector(".seat.me [data-clock]")?.dataset.clock];
  warned = warned && Boolean(own?.running) && own.left <= lowAt(); // once for each decision
  drawAll();
});
document.addEventListener("shown", drawAll);
document.addEventListener("lost", () => {
  if (navigator.onLine) stopped = performance.now();
  drawAll();
});
setInterval(() => { if (told) drawAll(); }, 250);
