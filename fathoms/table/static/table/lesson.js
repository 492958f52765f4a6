// A lesson beside the table: its words come with the events they are about and are shown when those have been; a ring
// of light shows the piece talked about; a choice that does not go on is answered with the reason.
import { warn } from "./notice.js";
import { place, post, refusal, shown, table, unread } from "./page.js";

const MARGIN = 6; // of the ring round its piece
const box = document.getElementById("lesson");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const ring = document.createElement("div");
const trail = document.createElementNS("http://www.w3.org/2000/svg", "svg"); // of bubbles, from the words to the ring
let told = null; // words that wait until the table shows what they are about, and the version at which it does
let said = null; // the words as they came

ring.className = "lesson-ring";
ring.hidden = true;
trail.setAttribute("class", "lesson-trail");
trail.innerHTML = "<path/>";
document.body.append(ring, trail);

const choices = () => place.querySelector(".choices [data-move]:not([disabled])");

// The pieces talked about: the first of the places named that this screen shows.
const seen = (point) => [...place.querySelectorAll(point)].filter((one) => one.getClientRects().length);
const pieces = () => {
  const point = box.querySelector(".lesson")?.dataset.point;
  return (point ? point.split(" | ") : []).map(seen).find((found) => found.length) || [];
};

// From the words to the nearest edge of the ring, where there is a way between them.
const lead = () => {
  const from = box.querySelector(".lesson")?.getBoundingClientRect();
  const to = ring.getBoundingClientRect();
  const room = !ring.hidden && from ? from.left - to.right : 0;
  trail.toggleAttribute("hidden", room < 24);
  if (room < 24) return;
  const [x, y] = [from.left - 8, from.top + 28];
  const [toX, toY] = [to.right + 10, to.top + to.height / 2];
  trail.firstChild.setAttribute("d", `M${x} ${y}C${(x + toX) / 2} ${y} ${toX + room / 3} ${toY} ${toX} ${toY}`);
};

// What still moves a piece: it turns over, or glides to its place. (What bobs for ever is as good as still.)
const isMoving = ({ effect, playState }) => (
  playState === "running" && effect?.target && effect.getComputedTiming().endTime !== Infinity
  && pieces().some((one) => one.contains(effect.target) || effect.target.contains(one))
);
const moving = () => document.getAnimations().filter(isMoving);
const still = async () => {
  for (let on = moving(); on.length; on = moving()) await Promise.allSettled(on.map(({ finished }) => finished));
};

const frame = () => {
  const boxes = pieces().map((one) => one.getBoundingClientRect());
  ring.hidden = !boxes.length;
  if (!boxes.length) return lead();
  const edge = (side, most) => most(...boxes.map((one) => one[side]));
  const [left, top] = [edge("left", Math.min) - MARGIN, edge("top", Math.min) - MARGIN];
  ring.style.transform = `translate(${left}px, ${top}px)`;
  ring.style.width = `${edge("right", Math.max) + MARGIN - left}px`;
  ring.style.height = `${edge("bottom", Math.max) + MARGIN - top}px`;
  lead();
};

// Light falls on a piece when it lies still; one that is lit already is followed.
const light = async () => {
  if (!ring.hidden) frame();
  await still();
  frame();
};

// Nothing lies over it: not the words above, nor one's hand and the choices below.
const isInSight = (piece) => {
  const { left, right, top, bottom } = piece.getBoundingClientRect();
  return [top + 4, (top + bottom) / 2, bottom - 4].every((y) => {
    const there = document.elementFromPoint((left + right) / 2, y);
    return there && (piece.contains(there) || there.contains(piece) || !there.closest(".own, .choices, #lesson"));
  });
};
const into = (one, block) => one?.scrollIntoView({ block, inline: "center", behavior: calm.matches ? "auto" : "smooth" });

// The choice that goes on, or the heading it is under.
const wanted = () => {
  const want = box.querySelector(".lesson")?.dataset.want;
  const choice = want && place.querySelector(`.choices [data-move="${CSS.escape(want)}"]`);
  return choice && (choice.closest("details:not([open])")?.querySelector("summary") || choice);
};
const isAside = ({ left, right }) => left < 0 || right > innerWidth;
const bringIntoSight = async () => {
  await still();
  const [choice, [piece]] = [wanted(), pieces()];
  if (choice && isAside(choice.getBoundingClientRect())) into(choice, "nearest");
  if (piece && !isInSight(piece)) into(piece, "center");
};

// Whoever goes by keyboard is led on: to what can be chosen, or to the button that goes on.
const leadOn = (was) => {
  if (![document.body, place].includes(document.activeElement) && !was) return;
  (box.querySelector("[data-lesson]") || choices() || place).focus({ preventScroll: true });
};

// Hints come with the free game.
const isFree = () => Boolean(box.querySelector('.lesson[data-step="0"]'));
let hints = isFree(); // then the page has brought them along
const bringHints = () => {
  if (hints || !isFree()) return;
  hints = true;
  import("../hint.js");
};

const say = (next) => {
  const was = box.contains(document.activeElement);
  box.querySelector(".lesson")?.setAttribute("data-want", next.content.querySelector(".lesson")?.dataset.want || "");
  if (next.innerHTML.trim() === box.innerHTML.trim()) return;
  box.replaceChildren(next.content);
  bringHints();
  leadOn(was);
};

const tell = () => {
  if (told === null) return;
  const next = document.createElement("template");
  next.innerHTML = said = told.words;
  told = null;
  unread.now = false;
  document.dispatchEvent(new Event("read"));
  say(next);
  bringIntoSight();
};

// Nothing can be chosen before the words that go with it are there: both come with the last event they are about.
document.addEventListener("heard", ({ detail }) => {
  if (!detail.lesson) return;
  told = { words: detail.lesson, at: detail.lesson_at ?? detail.version };
  unread.now = detail.lesson !== said;
  document.dispatchEvent(new Event("unread"));
});
document.addEventListener("settled", () => { tell(); light(); });
const darken = () => { ring.hidden = true; lead(); };
document.addEventListener("showing", darken);
document.addEventListener("shown", () => {
  darken(); // it may have been lit again before the table changed
  if (told && shown.version >= told.at) tell();
  light();
});
document.addEventListener("scroll", light, { capture: true, passive: true });
addEventListener("resize", light);
const grown = new ResizeObserver(light); // a reason makes the words longer
[place, box].forEach((one) => grown.observe(one));

// Not that one: why, and nothing was played.
document.addEventListener("refused", (event) => {
  const room = box.querySelector(".try");
  if (!room || event.detail.status !== 422) return;
  event.preventDefault();
  room.textContent = event.detail.message;
  bringIntoSight(); // the words have grown
});

box.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-lesson]");
  if (!button || button.disabled) return;
  button.disabled = true;
  const answer = await post(`/t/${table}/lesson`, { step: Number(button.dataset.lesson) });
  button.disabled = Boolean(answer?.ok);
  if (!answer?.ok) warn(await refusal(answer));
});

bringIntoSight();
light();
