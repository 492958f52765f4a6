// Under the finger: the table does not change while a choice is pressed, and a tap counts for what was aimed at.
import { warn, words } from "./notice.js";
import { place } from "./page.js";

const LONGEST_PRESS = 3000;
const UNTIL_CLICK = 100; // a lifted finger becomes a click a little later
const GRACE = 250; // nobody sees a change and aims anew sooner

const choices = "[data-move]:not([disabled])";
let held = Promise.resolve();
let letGo = () => {};
let aimed = null; // the choice that was pressed, and whether another one stood there when the finger set out
let stood = []; // where the choices were before the last change
let changed = -Infinity;

export const released = () => held;

export const rememberPlaces = () => {
  stood = [...place.querySelectorAll(choices)].map((choice) => [choice.dataset.move, choice.getBoundingClientRect()]);
  changed = performance.now();
};

const within = ({ left, right, top, bottom }, x, y) => x >= left && x <= right && y >= top && y <= bottom;

// The move that stood at a point before the last change.
export const stoodAt = (x, y) => stood.findLast(([, box]) => within(box, x, y))?.[0];

// The table has changed so lately that nobody has aimed at what it shows now.
export const isNew = () => performance.now() - changed < GRACE;

const isMistaken = (move, { clientX, clientY }) => {
  const before = isNew() && stoodAt(clientX, clientY);
  return Boolean(before) && before !== move;
};

addEventListener("pointerdown", (event) => {
  const choice = event.target.closest?.(`#table ${choices}`);
  aimed = choice ? { move: choice.dataset.move, mistaken: isMistaken(choice.dataset.move, event) } : null;
  if (!choice) return;
  held = new Promise((done) => { letGo = done; });
  setTimeout(letGo, LONGEST_PRESS);
}, true);
addEventListener("pointerup", () => setTimeout(letGo, UNTIL_CLICK), true);
addEventListener("pointercancel", () => letGo(), true);

// A key and a script press what they name; only a pointer can miss.
addEventListener("click", (event) => {
  const choice = event.detail && event.isTrusted && event.target.closest?.("#table [data-move]");
  if (choice && aimed && (aimed.mistaken || aimed.move !== choice.dataset.move)) {
    event.stopPropagation();
    warn(words.jumped);
  }
  setTimeout(letGo);
}, true);
