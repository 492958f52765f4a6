// Whose turn it is: told once when it becomes ours, in the title for as long as it lasts; the focus comes along.
import { announce, narrated, place } from "./page.js";

const title = document.title;
const turn = place.dataset.turn;
let last = null; // the seat that was to choose here when the table last stood still
let passed = false; // somebody else has moved since
let pointing = false; // the mouse or a finger was used last, not the keys

const choices = () => place.querySelectorAll(".choices [data-move]");
const seat = () => (choices().length ? choices()[0].dataset.for || "me" : null);

export const isMyTurn = () => Boolean(seat() && turn);

// The title and the icon of the tab: seen from another one.
const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon.href;
const entitle = () => {
  document.title = isMyTurn() ? `● ${turn} · ${title.replace(/\s·\sFathoms$/, "")}` : title;
  const wanted = isMyTurn() ? icon.dataset.turn : plainIcon;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
};

// Never away from somebody who writes or reads elsewhere, and without a jump of the page.
const focusFirst = () => {
  if (pointing || ![document.body, place].includes(document.activeElement)) return;
  place.querySelector(".choices summary, .choices [data-move]:not([disabled])")?.focus({ preventScroll: true });
};

document.addEventListener("shown", ({ detail }) => {
  passed = passed || detail.movers.some((who) => !["sea", last].includes(who));
  entitle();
});

document.addEventListener("settled", () => {
  const now = seat();
  if (now && turn && (passed || now !== last)) {
    announce(`${narrated()} ${turn}.`.trim());
    document.dispatchEvent(new Event("my-turn"));
    focusFirst();
  }
  [last, passed] = [now, false];
});

addEventListener("pointerdown", () => { pointing = true; }, true);
addEventListener("keydown", () => { pointing = false; }, true);
last = seat();
entitle();
