// Allies point out to each other what they think of, before they choose. Nobody else is told; nothing is played.
import { hush, warn } from "./notice.js";
import { announce, place, post, refusal, table } from "./page.js";

const mine = document.body.dataset.seats.split(" ").filter(Boolean);
let points = [];
let pointing = false; // the next tap points out, and does not choose

const toggle = () => place.querySelector("[data-pointing]");
const pieces = ({ of, move }) => [...place.querySelectorAll(
  mine.includes(of) ? `[data-move="${CSS.escape(move)}"]` : `[data-point="${CSS.escape(`${of} ${move}`)}"]`,
)].filter((piece) => piece instanceof HTMLElement);

const mark = (piece, by) => {
  const name = document.createElement("span");
  name.className = "pointer";
  name.textContent = by;
  name.setAttribute("aria-hidden", "true"); // it is said in words beside the choices
  piece.classList.add("pointed");
  piece.append(name);
};

const sayWhat = () => {
  const said = points.map(({ text }) => {
    const line = document.createElement("p");
    line.className = "pointed-out";
    line.textContent = text;
    return line;
  });
  place.querySelector(".choices .list")?.before(...said);
};

const draw = () => {
  place.querySelectorAll(".pointer, .pointed-out").forEach((old) => old.remove());
  place.querySelectorAll(".pointed").forEach((old) => old.classList.remove("pointed"));
  points.forEach((point) => pieces(point).forEach((piece) => mark(piece, point.by)));
  sayWhat();
};

// While one points, an ally's cards are buttons too.
const show = () => {
  const button = toggle();
  pointing = pointing && Boolean(button);
  document.body.classList.toggle("pointing", pointing);
  button?.setAttribute("aria-pressed", String(pointing));
  place.querySelectorAll("[data-point]").forEach((piece) => {
    piece.tabIndex = pointing ? 0 : -1;
    piece.toggleAttribute("data-ready", pointing);
    if (pointing) piece.setAttribute("role", "button");
    else piece.removeAttribute("role");
    if (pointing) piece.setAttribute("aria-label", piece.dataset.name);
    else piece.removeAttribute("aria-label");
  });
};

const turn = (on) => {
  pointing = on;
  show();
  if (on) warn(toggle().dataset.tap, true);
  else hush();
};

// Where it would be an ally's choice, that is said by the piece itself; a path begins with its first step.
const meant = (piece) => {
  if (piece.dataset.move) return { seat: piece.dataset.for || mine[0], move: piece.dataset.move.split(";")[0] };
  const [seat, ...move] = piece.dataset.point.split(" ");
  return { seat, move: move.join(" ") };
};

addEventListener("click", async (event) => {
  if (!pointing) return;
  const piece = event.target.closest?.("#table [data-point], #table [data-move]");
  if (!piece) return;
  event.stopPropagation();
  event.preventDefault();
  turn(false);
  const answer = await post(`/t/${table}/point`, meant(piece));
  if (!answer?.ok) warn(await refusal(answer));
}, true);

document.addEventListener("click", ({ target }) => { if (target.closest("[data-pointing]")) turn(!pointing); });
document.addEventListener("keydown", (event) => {
  if (!pointing) return;
  if (event.key === "Escape") turn(false);
  const piece = event.target.closest?.("[data-point]");
  if (!piece || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  piece.click();
});

document.addEventListener("heard", ({ detail }) => {
  if (detail.kind !== "points") return;
  const known = new Set(points.map(({ text }) => text));
  points = detail.points;
  points.filter(({ text }) => !known.has(text)).forEach(({ text }) => announce(text));
  draw();
});
document.addEventListener("shown", () => { show(); draw(); });
