// Lit cells smaller than a fingertip: a tap near one of them plays it, a tap near several magnifies that part of the
// board, in the board's own place, and the next tap plays. A board asks for it by `data-magnify` round its one picture.
import { announce, place } from "./page.js";
import { isNew } from "./press.js";
import { turnAll } from "./room.js";

const FINGER = 44; // px: what a finger hits
const COMFORT = 50; // px: how large the smallest of the cells becomes, where there is room
const EDGE = 12; // px between the cells and the edge of the view
const GAP = 6; // px that a finger may miss a magnified cell by

let view = null; // what is magnified: the decision that was asked for, and how far the picture is scaled and moved
let down = null; // where the last press began: a click tells it in whole pixels only
let aimed = ""; // what was lit there

const paneOf = () => place.querySelector("[data-magnify]");
const lit = (pane) => [...pane.querySelectorAll("[data-move]:not([disabled])")].filter((one) => one.checkVisibility());
const movesOf = (cells) => cells.map(({ dataset }) => dataset.move).join("|");
const sizeOf = ({ width, height }) => Math.min(width, height);

const distance = ({ left, right, top, bottom }, { clientX, clientY }) => (
  Math.hypot(Math.max(left - clientX, clientX - right, 0), Math.max(top - clientY, clientY - bottom, 0))
);
// The lit cells that a finger touches, the nearest first.
const near = (pane, event, reach = FINGER / 2) => lit(pane)
  .map((cell) => ({ cell, far: distance(cell.getBoundingClientRect(), event) }))
  .filter(({ far }) => far < reach).sort((a, b) => a.far - b.far).map(({ cell }) => cell);

const around = (boxes) => ({
  left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)),
  top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});
// How far the picture moves along one axis: the cells into the middle, and no bare edge where there is enough of it.
const shift = (scale, middle, start, end, from, to) => {
  const wanted = (start + end) / 2 - from - scale * (middle - from);
  const [least, most] = [end - from - scale * (to - from), start - from];
  return least > most ? wanted : Math.max(least, Math.min(wanted, most));
};

const viewOf = (pane, cells) => {
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const all = around(boxes);
  const [room, picture] = [pane, pane.firstElementChild].map((one) => one.getBoundingClientRect());
  const least = Math.min(...boxes.map(sizeOf));
  const fits = Math.min((room.width - 2 * EDGE) / (all.right - all.left), (room.height - 2 * EDGE) / (all.bottom - all.top));
  const scale = Math.max((FINGER + 1) / least, Math.min(COMFORT / least, fits));
  const x = shift(scale, (all.left + all.right) / 2, room.left, room.right, picture.left, picture.right);
  const y = shift(scale, (all.top + all.bottom) / 2, room.top, room.bottom, picture.top, picture.bottom);
  return { scale, x, y };
};

// The button that closes lies in a corner where nothing is lit.
const cornerOf = (pane, { scale, x, y }) => {
  const [room, picture] = [pane, pane.firstElementChild].map((one) => one.getBoundingClientRect());
  const seen = lit(pane).map((cell) => cell.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({
    left: picture.left + x + scale * (left - picture.left), right: picture.left + x + scale * (right - picture.left),
    top: picture.top + y + scale * (top - picture.top), bottom: picture.top + y + scale * (bottom - picture.top),
  }));
  const corners = [[0, 1], [0, 0], [1, 1], [1, 0]].map(([low, right]) => [
    right ? room.right - FINGER - 4 : room.left + 4, low ? room.bottom - FINGER - 4 : room.top + 4,
  ]);
  const isFree = ([left, top]) => seen.every((one) => (
    one.right < left || one.left > left + FINGER || one.bottom < top || one.top > top + FINGER
  ));
  const [left, top] = corners.find(isFree) || corners[0];
  const board = pane.closest(".board");
  const origin = board.getBoundingClientRect();
  return { left: `${left - origin.left - board.clientLeft}px`, top: `${top - origin.top - board.clientTop}px` };
};

const draw = () => {
  const pane = paneOf();
  const { scale, x, y, corner } = view;
  place.classList.add("magnified");
  Object.entries({ "--magnify": scale, "--magnify-x": `${x}px`, "--magnify-y": `${y}px` })
    .forEach(([name, value]) => place.style.setProperty(name, value));
  if (pane.parentElement.querySelector(".unmagnify")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "unmagnify";
  button.textContent = "×";
  button.setAttribute("aria-label", pane.dataset.magnify);
  Object.assign(button.style, corner);
  pane.after(button);
};

const open = (pane, cells) => {
  view = viewOf(pane, cells);
  view.corner = cornerOf(pane, view);
  view.moves = movesOf(lit(pane));
  draw();
  announce(pane.dataset.which);
};

const close = () => {
  if (!view) return;
  view = null;
  place.classList.remove("magnified");
  place.querySelector(".unmagnify")?.remove();
};

addEventListener("pointerdown", (event) => {
  const pane = event.target.closest?.("#table [data-magnify]");
  down = event;
  aimed = pane && !isNew() ? movesOf(near(pane, event)) : "";
}, true);

// A tap in the magnified view: on a cell it plays, elsewhere it closes.
const answer = (pane, event) => {
  const cell = event.target.closest("[data-move]") || near(pane, down, GAP)[0];
  if (!event.target.closest("[data-move]")) event.stopPropagation();
  if (cell && cell !== event.target.closest("[data-move]")) cell.click();
  close();
};

const ask = (pane, event) => {
  const cells = near(pane, down);
  const hit = event.target.closest("[data-move]");
  if (!cells.length || movesOf(cells) !== aimed) return; // it came meanwhile
  const [first] = cells;
  const isLarge = hit && sizeOf(hit.getBoundingClientRect()) >= FINGER;
  if (isLarge || (cells.length === 1 && hit === first)) return;
  event.stopPropagation();
  const small = cells.filter((cell) => sizeOf(cell.getBoundingClientRect()) < FINGER);
  if (cells.length === 1 || !small.length) first.click();
  else open(pane, cells);
};

document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.detail) return; // a key or a script names what it means
  const pane = event.target.closest("#table [data-magnify]");
  if (view && pane) answer(pane, event);
  else if (view) close();
  else if (pane && down?.pointerType === "touch") ask(pane, event);
}, true);

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !view) return;
  event.stopPropagation();
  close();
}, true);
addEventListener("resize", close);
document.addEventListener("drawer", close);

// The view stays as long as the decision does. Nothing glides out of a picture that is still growing.
document.addEventListener("showing", () => {
  paneOf()?.firstElementChild.getAnimations().forEach((one) => one.finish());
});
document.addEventListener("shown", () => {
  if (!view) return;
  if (paneOf() && movesOf(lit(paneOf())) === view.moves) return void draw();
  close();
  turnAll();
});
