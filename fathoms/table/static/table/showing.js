// Events are shown one after the other, at a pace people can follow; a tap skips ahead.
import { markMoved, nameMoving } from "./glide.js";
import { announce, place, shown, table } from "./page.js";
import { pace } from "./pace.js";
import { patch } from "./patch.js";
import { released, rememberPlaces, stoodAt } from "./press.js";
import { dropAfter, note, noteTakenBack, retell } from "./side.js";
import { sound } from "./sound.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const waiting = [];
let showing = false;
let hurry = false;
let skip = () => {}; // a tap goes on at once
let gliding = Promise.resolve();

const linkAfterwards = () => place.querySelectorAll("[data-after]").forEach((links) => {
  links.hidden = false;
  links.querySelectorAll("[data-href]").forEach((link) => { link.href = `/t/${table}/${link.dataset.href}`; });
});

// Whoever adds something to the table does so again after "shown"; "showing" comes before the change.
const tell = (what, detail) => document.dispatchEvent(new CustomEvent(what, { detail }));

const drawnFrom = (html) => {
  const sheet = document.createElement("template");
  sheet.innerHTML = html;
  return sheet.content;
};

// A decision: who has it, and between what. What was said about it (a hint) goes with it.
const decision = (root) => [...root.querySelectorAll(".choices [data-move]")].map(({ dataset }) => (
  `${dataset.for}:${dataset.move}`
)).join("|");
const forget = (drawn, movers) => {
  const decided = movers.includes(place.querySelector(".choices [data-for]")?.dataset.for);
  if (decided || decision(place) !== decision(drawn)) place.querySelectorAll("[data-kept]").forEach((one) => one.remove());
};

let movers = []; // who has moved since the table was last drawn

const swap = async (html, version = shown.version) => {
  tell("showing");
  const drawn = drawnFrom(html);
  const put = () => {
    rememberPlaces();
    forget(drawn, movers);
    patch(place, drawn);
    shown.version = version; // what is seen, and so what a choice is made for
    linkAfterwards();
    tell("shown", { movers });
    movers = [];
  };
  const moved = version !== shown.version; // seats and questions change without an event: no piece has far to go
  if (moved && still.matches) markMoved(place, drawn);
  if (!document.startViewTransition || !moved || still.matches || hurry || !pace.factor || document.hidden) return put();
  nameMoving(place, drawn);
  const change = document.startViewTransition(put);
  change.ready.catch(() => {}); // skipped, or the page is hidden: the table is there all the same
  skip = () => change.skipTransition();
  gliding = change.finished.catch(() => {});
  await gliding;
};

export const showAtOnce = async (html) => {
  hurry = true;
  await swap(html);
  hurry = false;
};

// Nobody looks at a hidden page, whose timers are slow.
const pause = async (ms) => {
  if (!document.hidden) await new Promise((done) => { skip = done; setTimeout(done, hurry ? 0 : ms * pace.factor); });
};
// What the sea has just done is looked at for as long as it asks.
const held = () => Math.max(0, ...[...place.querySelectorAll("[data-hold]")].map(({ dataset }) => Number(dataset.hold)));

// Where a device is passed round: whoever has drawn the curtain aside keeps it so while nothing happens at the table.
const isUnveiled = ({ html, version }) => {
  const hand = drawnFrom(html).querySelector(".curtain [data-hand]")?.dataset.hand;
  return hand && version === shown.version && place.querySelector(`.choices [data-for="${hand}"]`);
};

const showState = async (message) => {
  dropAfter(message.version);
  retell(message.retold);
  message.missed.forEach((line) => note(line));
  noteTakenBack(message.taken_back);
  if (!isUnveiled(message)) await swap(message.html, message.version);
};

// A swim is one glide, to where it ends: a step that was passed comes without a table, and the next one follows it.
// So are the steps that somebody takes one by one, where they have come together.
// And whoever hurries sees the newest table: those before it would be gone before they could be looked at.
const isPassed = ({ log, passed }, next) => passed || (next?.kind === "event" && (hurry || next.log.from === log.from));

const showEvent = async (message) => {
  const { log, remark } = message;
  retell(message.retold);
  note(log);
  announce(remark ? `${log.text} ${remark}` : log.text);
  sound(log.line, remark);
  movers.push(log.who);
  if (isPassed(message, waiting[0])) return;
  await swap(message.html, message.version);
  await pause(Math.max(held(), still.matches ? 60 : log.who === "sea" ? 350 : 150));
};

// Whoever does not want to look on goes to the newest event.
const ahead = document.getElementById("ahead");
const offer = () => ahead?.toggleAttribute("hidden", hurry || waiting.length < 2);

export const show = async (message) => {
  waiting.push(message);
  offer();
  if (showing) return;
  showing = true;
  while (waiting.length) {
    await released();
    const next = waiting.shift();
    hurry = hurry || waiting.length > 12;
    offer();
    if (next.kind === "state") await showState(next);
    else if (next.version > shown.version) await showEvent(next);
    if (!waiting.length) hurry = false;
  }
  showing = false;
  tell("settled");
};

export const goOn = () => {
  hurry = waiting.length > 0;
  offer();
  skip();
};
ahead?.addEventListener("click", goOn);
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (event.key.toLowerCase() === "s" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) goOn();
});

// While pieces glide nothing below them can be hit: a tap goes on at once, and reaches what stands beside the table,
// or the choice that has stood there all the time.
const reach = async ({ clientX, clientY }) => {
  goOn();
  await gliding;
  const there = document.elementFromPoint(clientX, clientY);
  const choice = there?.closest("#table [data-move]");
  if (choice ? choice.dataset.move === stoodAt(clientX, clientY) : !there?.closest("#table")) {
    there.closest("button, a, [data-move]")?.click();
  }
};

document.addEventListener("click", (event) => {
  if (event.target === document.documentElement) reach(event);
  else if (event.target.closest("#table")) goOn();
});

linkAfterwards();
