// Beside the table: the log and why, the sheet they are on, and the link that takes one's seat to another device.
import { showLink } from "../device_link.js";
import { warn } from "./notice.js";
import { game, log, post, refusal, table } from "./page.js";

const MOST_LINES = 200;

const told = (name, { text, rules }) => {
  const span = document.createElement("span");
  span.className = name;
  span.append(text);
  if (rules.length) span.append(" ", whyButton(rules));
  return span;
};

// Whoever has scrolled to an earlier line is left there; otherwise the newest line stays in sight, however lines grow.
let following = true;
export const follow = () => { if (following) log.scrollTop = log.scrollHeight; };
log.addEventListener("scroll", () => { following = log.scrollHeight - log.scrollTop - log.clientHeight < 40; });

const mark = (line) => {
  const item = document.createElement("li");
  item.value = line.number;
  item.className = "turn-mark";
  item.textContent = line.turn;
  return item;
};

// The steps of a swim are one line: it grows, and keeps what each of them brought about.
const lineOf = ({ number, from, who }) => {
  const last = [...log.querySelectorAll(":scope > li[data-from]")].at(-1);
  const item = from < number && Number(last?.dataset.from) === from ? last : document.createElement("li");
  item.value = number;
  item.dataset.from = from;
  item.className = `who-${who}`;
  return item;
};

export const note = (line) => {
  if (log.querySelector(`li[value="${line.number}"]`)) return; // told again after something was taken back
  const item = lineOf(line);
  const said = item.querySelector(".told");
  if (said) said.replaceWith(told("told", line));
  else item.append(told("told", line));
  item.append(...line.so.map((one) => told("so", one)));
  if (Object.keys(line.hurt).length) item.dataset.hurt = JSON.stringify(line.hurt);
  log.append(item);
  if (line.turn) log.append(mark(line));
  while (log.children.length > MOST_LINES) log.firstChild.remove();
  follow();
};

// Lines that may be read whole now: a card that was chosen in secret, and is turned up.
export const retell = (lines = []) => {
  lines.forEach((line) => {
    const item = log.querySelector(`li[value="${line.number}"]`);
    item?.querySelector(".told")?.replaceWith(told("told", line));
  });
  follow();
};

// What was taken back.
export const dropAfter = (version) => [...log.children].filter(({ value }) => value > version).forEach((line) => line.remove());

const whyButton = (rules) => {
  const why = document.createElement("button");
  why.className = "why";
  why.type = "button";
  why.dataset.rules = rules.join(" ");
  why.textContent = log.dataset.why;
  return why;
};

export const explain = async (rules) => {
  const box = document.getElementById("why");
  const asked = rules.split(" ").map(async (rule) => (await fetch(`/rules/${game}/${rule}`)).json());
  box.querySelector("dl").replaceChildren(...(await Promise.all(asked)).flatMap(({ rule, text }) => {
    const id = document.createElement("dt");
    const said = document.createElement("dd");
    id.textContent = rule;
    said.textContent = text;
    return [id, said];
  }));
  box.showModal();
};

// On a phone the side is a sheet that comes up from below, with its newest lines in sight.

const side = document.getElementById("side");
const toggle = document.getElementById("side-toggle");
const closer = document.getElementById("side-close");
const badge = toggle.querySelector(".unread");

const isSheet = () => toggle.offsetWidth > 0;

const toEnd = () => side.querySelectorAll(".log, .chat").forEach((list) => { list.scrollTop = list.scrollHeight; });

export const unread = (number) => {
  badge.hidden = !number;
  badge.firstElementChild.textContent = number;
};

const open = (wanted) => {
  side.classList.toggle("open", wanted);
  toggle.setAttribute("aria-expanded", String(wanted));
  if (wanted) {
    toEnd();
    closer.focus({ preventScroll: true });
  }
  unread(0);
  document.dispatchEvent(new CustomEvent("side", { detail: { open: wanted } }));
};

const close = () => {
  const within = side.contains(document.activeElement);
  open(false);
  if (within) toggle.focus();
};

const isOpen = () => isSheet() && side.classList.contains("open");
export const isInSight = () => !document.hidden && (!isSheet() || isOpen());
toggle.addEventListener("click", () => (isOpen() ? close() : open(true)));
closer.addEventListener("click", close);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && isOpen() && !document.querySelector("dialog[open]")) close();
});
// A tap beside the sheet puts it away, and does nothing else.
document.addEventListener("click", (event) => {
  if (!isOpen() || !event.isTrusted || event.target.closest("#side, .top, dialog, .notices")) return;
  event.stopPropagation();
  close();
}, true);
toEnd();

// The same person on another device: a link that works once.
document.getElementById("other-device")?.addEventListener("click", async () => {
  const answer = await post(`/t/${table}/device`, {});
  if (answer?.ok) showLink(await answer.json());
  else warn(await refusal(answer));
});
