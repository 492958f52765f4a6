// What things are: whatever an entry of the aid describes shows it in a small box when it is pointed at, focused or
// held under a finger.
const DESCRIBED = "[aria-describedby^=aid-]";
const CHOICES = "#table [data-move]";
const PIECES = `#table ${DESCRIBED}:not(.choices *)`; // reached by the arrow keys, with one stop of the tab key
const SOON = 350; // ms that a mouse rests before the box opens
const LINGERS = 180; // ms to reach the box with the mouse
const HELD = 450; // ms that make a press a long one
const SLIP = 10; // px that a finger may move meanwhile

const box = document.getElementById("explain");
let shownFor = null; // what the box explains
let focused = false; // because it has the focus: then a mouse that rests elsewhere does not close it
let timer = 0;
let byKeys = false; // the keyboard was used last
let press = null; // where a finger went down, and whether it has become a long press

// The box

const line = (name, text) => {
  const made = document.createElement("p");
  made.className = name;
  made.textContent = text;
  return made;
};

const entryOf = (target) => document.getElementById(target.getAttribute("aria-describedby")?.split(" ")[0]);

// What a choice says of itself: its words, and what it certainly does.
const ownWords = (choice) => {
  const what = choice.querySelector(".what")?.textContent || choice.getAttribute("aria-label") || choice.textContent;
  const certain = choice.querySelector(".certain")?.textContent;
  return [line("named", what.trim()), ...(certain ? [line("so", certain)] : [])];
};

const fill = (target) => {
  const entry = entryOf(target)?.cloneNode(true);
  box.replaceChildren(...(target.matches(CHOICES) ? ownWords(target) : []), ...(entry ? entry.childNodes : []));
  const { worth, follows } = target.dataset;
  if (worth) box.append(line("worth", `${box.dataset.worth} ${worth}`));
  if (follows) box.append(line("follows", box.dataset.follows), ...follows.split("\n").map((text) => line("so", text)));
};

const apart = (a, b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
const clamp = (value, least, most) => Math.max(least, Math.min(value, Math.max(least, most)));

// Beside what it explains, and never over the choices at hand.
const place = (target) => {
  const own = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const bar = document.querySelector(".choices .list")?.getBoundingClientRect();
  const x = clamp(own.left + own.width / 2 - width / 2, 8, innerWidth - width - 8);
  const y = clamp(own.top + own.height / 2 - height / 2, 8, innerHeight - height - 8);
  const above = (bar?.height ? bar.top : innerHeight) - height - 12;
  const spots = [
    [x, own.top - height - 8], [x, own.bottom + 8], [own.right + 8, y], [own.left - width - 8, y],
    [x, above], [8, above], [innerWidth - width - 8, above], [x, 8],
  ];
  const free = spots.find(([left, top]) => {
    const spot = { left, top, right: left + width, bottom: top + height };
    const inside = left >= 0 && top >= 0 && spot.right <= innerWidth && spot.bottom <= innerHeight;
    return inside && [own, bar].every((other) => !other?.height || apart(spot, other));
  });
  const [left, top] = free || [x, clamp(above, 8, innerHeight - height - 8)];
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
};

const hide = () => {
  clearTimeout(timer);
  shownFor = null;
  box.hidden = true;
};

const show = (target, hasFocus = false) => {
  const known = target.isConnected && (entryOf(target) || target.matches(CHOICES));
  if (!known) return;
  clearTimeout(timer);
  shownFor = target;
  focused = hasFocus;
  fill(target);
  box.hidden = false;
  place(target);
};

const later = (action, ms) => {
  clearTimeout(timer);
  timer = setTimeout(action, ms);
};

// By mouse. One that rests where it clicked points at nothing, whatever the next drawing puts there.

let rests = ""; // where the mouse is
const note = ({ clientX, clientY }) => { rests = `${clientX} ${clientY}`; };
["pointermove", "pointerdown"].forEach((what) => addEventListener(what, note, { capture: true, passive: true }));

document.addEventListener("pointerover", (event) => {
  const { target, pointerType } = event;
  if (pointerType !== "mouse") return;
  const came = `${event.clientX} ${event.clientY}` === rests;
  const found = target.closest?.(DESCRIBED);
  if (found && found !== shownFor && !came) later(() => show(found), shownFor ? LINGERS : SOON);
  else if ((found && found === shownFor) || box.contains(target)) clearTimeout(timer);
  else if (shownFor && !focused) later(hide, LINGERS);
  else if (!shownFor) clearTimeout(timer);
});

// By keyboard: the pieces share one stop of the tab key, and the arrow keys go from one to the next.

addEventListener("keydown", () => { byKeys = true; }, true);
addEventListener("pointerdown", () => { byKeys = false; }, true);
document.addEventListener("focusin", ({ target }) => {
  if (byKeys && target.matches(DESCRIBED)) show(target, true);
  else if (byKeys && !box.contains(target)) hide();
});

const pieces = () => [...document.querySelectorAll(PIECES)].filter((piece) => piece.checkVisibility?.() ?? true);
const rove = () => {
  const all = pieces().filter((piece) => !piece.matches("button, [role=button]"));
  const stop = all.includes(document.activeElement) ? document.activeElement : all[0];
  if (stop) stop.tabIndex = 0;
};
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || !event.target.matches?.(PIECES)) return;
  const all = pieces();
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  event.preventDefault();
  if (next.tabIndex < 0) next.tabIndex = -1; // a drawn piece can take the focus, too
  next.focus();
});

// By finger: a long press explains, everywhere, and never plays; a tap plays.

const give = () => {
  press.long = true;
  show(press.target);
};
addEventListener("pointerdown", (event) => {
  const target = event.target.closest?.(`${DESCRIBED}, ${CHOICES}`);
  if (shownFor && !box.contains(event.target) && target !== shownFor) hide();
  const holds = target && event.pointerType !== "mouse";
  press = holds ? { target, since: event.timeStamp, x: event.clientX, y: event.clientY, slipped: false, long: false } : null;
  if (press) later(give, HELD);
}, true);
const letGo = () => { if (press && !press.long) clearTimeout(timer); };
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (!press || Math.hypot(clientX - press.x, clientY - press.y) <= SLIP) return;
  press.slipped = true;
  letGo();
}, { capture: true, passive: true });
// A busy page hears of both late and within a moment of each other: their own times tell how long the finger was down.
addEventListener("pointerup", ({ timeStamp }) => {
  if (press && !press.slipped && timeStamp - press.since >= HELD) give();
  letGo();
}, true);
addEventListener("pointercancel", letGo, true);
addEventListener("click", (event) => {
  if (!press?.long || !event.detail || box.contains(event.target)) return; // keys and scripts click without a detail
  press = null;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
addEventListener("contextmenu", (event) => { if (press) event.preventDefault(); }, true);

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !shownFor) return;
  event.stopImmediatePropagation();
  hide();
}, true);
document.addEventListener("drawer", hide);

document.addEventListener("shown", () => {
  rove();
  if (shownFor && !shownFor.isConnected) hide();
  else if (shownFor) show(shownFor, focused);
});
addEventListener("scroll", () => { if (shownFor) place(shownFor); }, { capture: true, passive: true });
addEventListener("resize", hide);
rove();
