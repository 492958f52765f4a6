// Who is there: a mark and a word at every seat, and what can be done about somebody whom the table waits for.
import { hush, warn } from "./notice.js";
import { board, place, post, refusal, table } from "./page.js";
import { say } from "./socket.js";
import { sound } from "./sound.js";

const words = document.querySelector(".notices").dataset;
const box = document.getElementById("gone");
const MARKS = { here: "●", away: "◐", offline: "○" };
const patient = new Set(); // those one has chosen to wait for
let present = {};
let nudged = false;

const draw = (mark) => {
  const state = present[mark.dataset.presence];
  mark.hidden = !state;
  if (!state) return;
  mark.className = `presence ${state}`;
  mark.querySelector("i").textContent = MARKS[state];
  mark.querySelector("span").textContent = words[state];
};
const drawAll = () => {
  place.querySelectorAll("[data-presence]").forEach(draw);
  box.querySelectorAll("[data-gone]").forEach((one) => { one.hidden = patient.has(one.dataset.gone); });
};

// How many look on, and who.
const watchers = document.getElementById("watchers");
const count = (names) => {
  const { one, some, nameless } = watchers.dataset;
  const said = (names.length === 1 ? one : some).replace("{n}", names.length);
  watchers.hidden = !names.length;
  watchers.textContent = said.replace("{}", names.map((name) => name || nameless).join(", "));
};

const listen = ({ detail }) => {
  if (detail.kind === "presence") {
    present = detail.seats;
    count(detail.watchers);
    patient.forEach((seat) => { if (present[seat] === "here") patient.delete(seat); });
  }
  if (detail.kind === "nudge") {
    nudged = true;
    warn(words.nudge, true);
    sound("nudge");
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  }
  drawAll();
};

const nudge = async (seat) => {
  const answer = await post(`/t/${table}/nudge`, { seat });
  warn(answer?.ok ? words.nudged : await refusal(answer));
};

document.addEventListener("heard", listen);
document.addEventListener("shown", () => {
  drawAll();
  if (nudged && !place.querySelector("[data-move]")) { nudged = false; hush(); } // nobody waits any more
});
document.addEventListener("click", ({ target }) => {
  const seat = target.closest("[data-wait]")?.dataset.wait;
  const whom = target.closest("[data-nudge]:not(.notices)")?.dataset.nudge;
  if (seat) patient.add(seat);
  if (seat) drawAll();
  if (whom) nudge(whom);
});

// The server asks now and then, and is told at once when somebody turns to another page, or back.
const tell = () => { if (!board) say(document.hidden ? "away" : "here"); };
document.addEventListener("visibilitychange", tell);
document.addEventListener("pinged", tell);
