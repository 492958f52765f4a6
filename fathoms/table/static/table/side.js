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

// Moves that were taken back: a line each, after the event that was then the last.
export const noteTakenBack = (told = []) => told.forEach(({ after, text }, number) => {
  if (log.querySelectorAll(".taken-back").length > number) return;
  const item = document.createElement("li");
  item.className = "taken-back";
  item.value = after;
  item.textContent = text;
  log.append(item);
  follow();
});

// What was taken back.
export const dropAfter = (version) => [...log.children].filter(({ value, className }) => value > version && className !== "taken-back").forEach((line) => line.remove());

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

// Where the side has no place of its own it is opened by a button, with its newest lines in sight.

const side = document.getElementById("side");
const badge = document.querySelector("#side-toggle .unread");
const toEnd = () => side.querySelectorAll(".log, .chat").forEach((list) => { list.scrollTop = list.scrollHeight; });

export const unread = (number) => {
  badge.hidden = !number;
  badge.firstElementChild.textContent = number;
};
export const isInSight = () => !document.hidden && side.checkVisibility();
document.addEventListener("drawer", ({ detail }) => {
  if (detail.id !== "side") return;
  toEnd();
  unread(0);
});
toEnd();

// The same person on another device: a link that works once.
document.getElementById("other-device")?.addEventListener("click", async () => {
  const answer = await post(`/t/${table}/device`, {});
  if (answer?.ok) showLink(await answer.json());
  else warn(await refusal(answer));
});
