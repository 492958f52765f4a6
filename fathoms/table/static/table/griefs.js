// Who came to grief stays marked to the end of the turn and through the next one, with a word for it.
import { log, place } from "./page.js";

// What the log has told since the turn before this one began.
const hurt = () => {
  const lines = [...log.children];
  const ends = lines.flatMap((line, number) => (line.matches(".turn-mark") ? [number] : []));
  const since = lines.slice(ends.at(-2) ?? 0).filter(({ dataset }) => dataset.hurt);
  return Object.assign({}, ...since.map(({ dataset }) => JSON.parse(dataset.hurt)));
};

const mark = () => {
  const words = hurt();
  place.querySelectorAll(".seat[data-seat]").forEach((seat) => {
    const word = words[seat.dataset.seat];
    const known = seat.querySelector(".grief");
    seat.classList.toggle("hurt", Boolean(word));
    if (!word) return known?.remove();
    const said = known || document.createElement("span");
    said.className = "grief";
    if (said.textContent !== word) said.textContent = word;
    if (!known) seat.append(said);
  });
};

document.addEventListener("shown", mark);
mark();
