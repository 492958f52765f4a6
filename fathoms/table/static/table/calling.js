// Called when it is my turn: by sound and vibration, and by a screen that does not go dark, each where it was chosen;
// and the way to the next table that waits.
import { showBadge } from "../app.js";
import { choose, chosen } from "./chosen.js";
import { place, table } from "./page.js";
import { ring } from "./sound.js";
import { isMyTurn } from "./turn.js";

const USUAL = { awake: matchMedia("(pointer: coarse)").matches, vibrate: false };
const boxes = [...document.querySelectorAll("[data-choice]")];
const mine = Boolean(document.body.dataset.seats);

boxes.forEach((box) => {
  const { choice } = box.dataset;
  box.checked = chosen(choice, USUAL[choice]);
  box.addEventListener("change", () => { choose(choice, box.checked); keepAwake(); });
});

document.addEventListener("my-turn", () => {
  ring();
  if (chosen("vibrate") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 80, 120]);
});

// The screen stays on while I am to choose. The browser lets go of it whenever the page is out of sight.
let held = null;
const keepAwake = async () => {
  const wanted = mine && isMyTurn() && !document.hidden && chosen("awake", USUAL.awake);
  if (!wanted) {
    held?.release();
    held = null;
  } else if (!held && navigator.wakeLock) {
    try {
      held = await navigator.wakeLock.request("screen");
      held.addEventListener("release", () => { held = null; });
    } catch { /* a device that saves power */ }
  }
};

// Where I am waited for next, beside the words that tell whom this table waits for.
const WORDS = document.querySelector(".notices").dataset.next;
let next = null;
let before = null; // whether it was my turn when that was last asked

const link = () => {
  const told = place.querySelector(".choices .waiting");
  const old = place.querySelector(".next-game");
  if (!next || !told || isMyTurn()) return void old?.remove();
  const shown = old || Object.assign(document.createElement("a"), { className: "next-game quiet" });
  shown.href = `/t/${next.table}`;
  shown.textContent = WORDS.replace("{}", next.title);
  if (!old) told.append(" ", shown);
};

const ask = async () => {
  const answer = await fetch(`/mine/waiting?at=${table}`).catch(() => null);
  if (!answer?.ok) return;
  const told = await answer.json();
  next = told.next;
  showBadge(told.waiting);
  link();
};

const look = () => {
  keepAwake();
  link();
  if (isMyTurn() !== before) {
    before = isMyTurn();
    ask();
  }
};

if (mine) {
  ["shown", "settled"].forEach((what) => document.addEventListener(what, look));
  document.addEventListener("visibilitychange", () => { keepAwake(); if (!document.hidden) ask(); });
  look();
}
