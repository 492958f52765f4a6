// Numbers that change say by how much: the difference floats up from them for a moment.
import { place } from "./page.js";

const STAYS = 1600;
const floats = document.getElementById("floats");
let before = new Map();

const read = () => new Map([...place.querySelectorAll("[data-tally]")].map((element) => (
  [element.dataset.tally, [element, parseInt(element.textContent.replace("−", "-"), 10)]]
)));

const isInSight = (number) => {
  const { left, top, width, height } = number.getBoundingClientRect();
  const seen = height && document.elementFromPoint(left + width / 2, top + height / 2);
  return Boolean(seen) && (number.contains(seen) || seen.contains(number));
};

// Above its number, wherever that is by now; not above what has come to lie on it.
const put = (said) => {
  const number = place.querySelector(`[data-tally="${said.dataset.of}"]`);
  if (!number?.checkVisibility()) return said.remove();
  const { left, top, width } = number.getBoundingClientRect();
  const visibility = isInSight(number) ? "" : "hidden";
  Object.assign(said.style, { left: `${left + width / 2}px`, top: `${top}px`, visibility });
};
const putAll = () => floats.querySelectorAll(".float").forEach(put);

const float = (element, change) => {
  if (document.hidden || !isInSight(element)) return;
  const said = document.createElement("span");
  floats.querySelectorAll(`[data-of="${element.dataset.tally}"]`).forEach((earlier) => earlier.remove());
  said.dataset.of = element.dataset.tally;
  said.className = change > 0 ? "float more" : "float less";
  said.textContent = `${change > 0 ? "+" : "−"}${Math.abs(change)}`;
  put(said);
  floats.append(said);
  setTimeout(() => said.remove(), STAYS);
};

["settled", "scroll"].forEach((when) => document.addEventListener(when, putAll, true));
addEventListener("resize", putAll);
document.addEventListener("showing", () => { before = read(); });
document.addEventListener("shown", ({ detail }) => {
  putAll();
  read().forEach(([element, now], name) => {
    const was = before.get(name)?.[1];
    if (detail.movers.length && Number.isFinite(was) && Number.isFinite(now) && was !== now) float(element, now - was);
  });
});
