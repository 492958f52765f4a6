// A lesson beside the table: its words come with the events they are about and are shown when those have been; the
// pieces talked about are outlined; a choice that does not go on is answered with the reason, and so is an answer to a
// question.
import { warn } from "./notice.js";
import { place, post, refusal, shown, table, unread } from "./page.js";

const box = document.getElementById("lesson");
let told = null; // words that wait until the table shows what they are about, and the version at which it does
let said = null; // the words as they came

const choices = () => place.querySelector(".choices [data-move]:not([disabled])");

// The pieces talked about: the first of the places named that this screen shows.
const seen = (point) => [...place.querySelectorAll(point)].filter((one) => one.getClientRects().length);
const pieces = () => {
  const point = box.querySelector(".lesson")?.dataset.point;
  return (point ? point.split(" | ") : []).map(seen).find((found) => found.length) || [];
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

const mark = () => {
  const lit = pieces();
  place.querySelectorAll("[data-lit]").forEach((one) => { if (!lit.includes(one)) one.removeAttribute("data-lit"); });
  lit.forEach((one) => one.setAttribute("data-lit", ""));
};

// A piece is outlined when it lies still.
const light = async () => {
  await still();
  mark();
};

// The choice that goes on, or the heading it is under.
const wanted = () => {
  const want = box.querySelector(".lesson")?.dataset.want;
  const choice = want && place.querySelector(`.choices [data-move="${CSS.escape(want)}"]`);
  return choice ? (choice.closest("details:not([open])")?.querySelector("summary") || choice) : null;
};
const bringIntoSight = async () => {
  await still();
  [wanted(), pieces()[0]].forEach((one) => one?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" }));
};

// Whoever goes by keyboard is led on: to what can be chosen, or to the button that goes on.
const leadOn = (was) => {
  if (![document.body, place].includes(document.activeElement) && !was) return;
  (box.querySelector("[data-answer], [data-lesson]") || choices() || place).focus({ preventScroll: true });
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
document.addEventListener("shown", () => {
  if (told && shown.version >= told.at) tell();
  light();
});
addEventListener("resize", light);

const reply = (text, right = false) => {
  const room = box.querySelector(".try");
  room.textContent = text;
  room.classList.toggle("right", right);
  room.scrollIntoView({ block: "nearest" });
};

// Not that one: why, and nothing was played.
document.addEventListener("refused", (event) => {
  if (!box.querySelector(".try") || event.detail.status !== 422) return;
  event.preventDefault();
  reply(event.detail.message);
});

// A question: the thing on the board or its button answers it, and is told why. Nothing is played.
const give = (answer) => {
  const right = answer.dataset.answer === "right";
  answer.dataset.given = answer.dataset.answer;
  reply(answer.dataset.why, right);
  if (!right) return;
  const next = box.querySelector("[data-next]");
  next.textContent = next.dataset.next;
  next.className = "go";
  next.focus({ preventScroll: true });
};
document.addEventListener("click", (event) => {
  const open = box.querySelector(".asks:not(:has([data-given=right]))");
  const answer = open && [...open.querySelectorAll("[data-answer]")].find((one) => (
    one.contains(event.target) || event.target.closest?.(`#table :is(${one.dataset.point})`)));
  if (!answer) return;
  event.stopPropagation(); // a tap on a rival's chip opens nothing now
  give(answer);
}, true);
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey || target.matches("input, textarea, select")) return;
  box.querySelectorAll("[data-answer]")[Number(key) - 1]?.click();
});

// A step that asks to hold or point at something: done once the explanation is there.
const explanation = document.getElementById("explain");
new MutationObserver(() => {
  const { held } = box.querySelector(".lesson")?.dataset || {};
  if (held && !explanation.hidden) reply(held, true);
}).observe(explanation, { attributeFilter: ["hidden"] });

const request = ({ lesson, to }) => (to === undefined ? { step: Number(lesson) } : { step: 0, to: Number(to) });
box.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-lesson], [data-to]");
  if (!button || button.disabled) return;
  button.disabled = true;
  const answer = await post(`/t/${table}/lesson`, request(button.dataset));
  button.disabled = Boolean(answer?.ok);
  if (!answer?.ok) warn(await refusal(answer));
});

bringIntoSight();
light();
if (box.querySelector("[data-lesson]")) leadOn(false);
