// The end of a game: it comes into sight, what decided it is asked for once, and a tap hands it on to others.
import { place, table } from "./page.js";

let seen = Boolean(place.querySelector(".finale"));
let asked = false;

const fill = async () => {
  if (asked || !place.querySelector("[data-ending]")) return;
  asked = true;
  const answer = await fetch(`/t/${table}/ending`).catch(() => null);
  const box = place.querySelector("[data-ending]");
  if (!answer?.ok || !box) { asked = false; return; } // the next change of the table asks again
  box.innerHTML = await answer.text();
};

// Whoever has scrolled down to the last choice would not see that the page has begun anew above.
const bringIntoSight = () => {
  const end = place.querySelector(".finale");
  if (!end || seen) return;
  seen = true;
  if (end.getBoundingClientRect().top < 0) end.scrollIntoView({ block: "start" });
};

const show = () => {
  bringIntoSight();
  if (!place.querySelector("[data-ending] > *")) { asked = false; fill(); }
};

// Without a safe line (https, or this machine) browsers do not copy for a page: then the link stands there to be taken.
const copy = async (button, url) => {
  const done = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  button.textContent = done ? button.dataset.copied : `${button.dataset.byHand} ${url}`;
};

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-hand-on]");
  if (!button) return;
  const url = new URL(`/t/${table}/replay`, location.href).href;
  const text = place.querySelector(".finale")?.dataset.told || document.title;
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return void copy(button, url);
  await navigator.share({ title: document.title, text, url }).catch(({ name: why }) => {
    if (why !== "AbortError") copy(button, url);
  });
});

document.addEventListener("shown", show);
show();
