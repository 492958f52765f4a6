// A lesson beside the table: its words come with the events they are about and are shown when those have been; a ring
// of light shows the piece talked about; a choice that does not go on is answered with the reason.
import { warn } from "./notice.js";
import { place, post, refusal, table } from "./page.js";

const MARGIN = 6; // of the ring round its piece
const box = document.getElementById("lesson");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const ring = document.createElement("div");
const trail = document.createElementNS("http://www.w3.org/2000/svg", "svg"); // of bubbles, from the words to the ring
let told = null; // words that wait until the table shows what they are about

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

// Nothing lies over it: not the words above, nor one's hand and the choices below.
const isInSight = (piece) => {
  const { left, right, top, bottom } = piece.getBoundingClientRect();
  return [top + 4, (top + bottom) / 2, bottom - 4].every((y) => {
    const there = document.elementFromPoint((left + right) / 2, y);
    return there && (piece.contains(there) || there.contains(piece) || !there.closest(".own, .choices, #lesson"));
  });
};
const bringIntoSight = () => {
  const [piece] = pieces();
  if (!piece || isInSight(piece)) return;
  piece.scrollIntoView({ block: "center", inline: "center", behavior: still.matches ? "auto" : "smooth" });
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

const tell = () => {
  if (told === null) return;
  const was = box.contains(document.activeElement);
  const next = document.createElement("template");
  next.innerHTML = told;
  told = null;
  if (next.innerHTML.trim() === box.innerHTML.trim()) return;
  box.replaceChildren(next.content);
  bringHints();
  bringIntoSight();
  leadOn(was);
};

document.addEventListener("heard", ({ detail }) => { if (detail.lesson) told = detail.lesson; });
document.addEventListener("settled", () => { tell(); frame(); });
document.addEventListener("showing", () => { ring.hidden = true; lead(); });
document.addEventListener("shown", frame);
document.addEventListener("scroll", frame, { capture: true, passive: true });
addEventListener("resize", frame);
const grown = new ResizeObserver(frame); // a reason makes the words longer
[place, box].forEach((one) => grown.observe(one));

// Not that one: why, and nothing was played.
document.addEventListener("refused", (event) => {
  const room = box.querySelector(".try");
  if (!room || event.detail.status !== 422) return;
  event.preventDefault();
  room.textContent = event.detail.message;
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
frame();
