// Talk: what is said to all, and among allies; what of it is unread; whom one does not want to read.
import { warn } from "./notice.js";
import { post, refusal, table } from "./page.js";
import { follow, isInSight, unread } from "./side.js";

const chat = document.getElementById("chat");
const apart = document.getElementById("apart");
const muting = document.getElementById("muting");
const lists = [chat, apart].filter(Boolean);
const lines = () => lists.flatMap((list) => [...list.children]);

// Private windows forget, and may even refuse to remember.
const recall = (key, otherwise) => {
  try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
};
const remember = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* so be it */ } };

// Muting: for oneself, in this browser, at every table. The server has a name for each author that only this reader knows.
const MOST_MUTED = 200;
const muted = new Set(recall("muted", []));
const isFor = ({ dataset }) => !muted.has(dataset.author);
const fill = (text, name) => text.replace("{}", name);

const offer = ([author, name]) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.dataset.author = author;
  button.textContent = fill(muted.has(author) ? muting.dataset.unmute : muting.dataset.mute, name);
  return button;
};

const drawMuting = () => {
  if (!muting) return;
  lines().forEach((line) => { line.hidden = !isFor(line); });
  const others = lines().filter(({ dataset }) => !("mine" in dataset));
  const speakers = new Map(others.map(({ dataset }) => [dataset.author, dataset.name]));
  muting.hidden = !speakers.size;
  muting.querySelector(".list").replaceChildren(...[...speakers].map(offer));
};

muting?.addEventListener("click", ({ target }) => {
  const author = target.closest("[data-author]")?.dataset.author;
  if (!author) return;
  if (!muted.delete(author)) muted.add(author);
  remember("muted", [...muted].slice(-MOST_MUTED));
  drawMuting();
  muting.querySelector(`[data-author="${author}"]`)?.focus();
});

// What came while the chat was out of sight, or while one was away from the table, is unread.
const key = `read:${table}`;
const readAll = () => {
  const latest = lines().map(({ dataset }) => Number(dataset.at)).reduce((a, b) => Math.max(a, b), 0);
  if (latest > recall(key, 0)) remember(key, latest);
};
const isNew = (line) => isFor(line) && !("mine" in line.dataset) && Number(line.dataset.at) > recall(key, 0);

const take = () => {
  if (isInSight()) readAll();
  else {
    const fresh = lines().filter(isNew);
    fresh.forEach((line) => line.classList.add("unheard"));
    unread(fresh.length);
  }
};

document.addEventListener("drawer", () => {
  if (isInSight()) readAll();
  else lines().forEach((line) => line.classList.remove("unheard"));
});

const SEEN = 5000; // ms after which what was new no longer is
document.addEventListener("visibilitychange", () => {
  if (!isInSight() || !lines().some(isNew)) return;
  readAll();
  setTimeout(() => lines().forEach((line) => line.classList.remove("unheard")), SEEN);
});

export const hear = (said) => {
  const list = said.apart ? apart : chat;
  if (!list) return;
  const item = document.createElement("li");
  const bold = document.createElement("b");
  const name = said.name || chat.dataset.looker;
  bold.textContent = said.watching ? `${name} (${chat.dataset.watching})` : name;
  item.append(bold, ` ${said.text}`);
  Object.assign(item.dataset, { author: said.author, name, at: said.at }, said.mine ? { mine: "" } : {});
  list.append(item);
  drawMuting();
  list.scrollTop = list.scrollHeight;
  follow(); // what is said takes some of the log's room
  take();
};

const speak = async (text, to) => {
  const answer = await post(`/t/${table}/say`, { text, to });
  if (!answer?.ok) warn(await refusal(answer));
  return Boolean(answer?.ok);
};

document.querySelectorAll("form.say").forEach((form) => form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = form.elements.text;
  const { value } = input;
  if (!value.trim()) return;
  input.value = "";
  if (!(await speak(value, form.dataset.to))) input.value = input.value || value;
}));

document.querySelectorAll("[data-say]").forEach((button) => button.addEventListener("click", () => {
  speak(button.dataset.say, "all");
}));

drawMuting();
take();
