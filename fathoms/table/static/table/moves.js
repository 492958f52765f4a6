// Choosing: by a tap, by keyboard, or by itself where there is no choice. Moves are posted.
import { hush, warn, words } from "./notice.js";
import { leaving, place, refusal, send, shown, table, unread, wait } from "./page.js";
import { showAtOnce } from "./showing.js";
import { explain } from "./side.js";
import { back, doubt } from "./socket.js";

// The first choice that can be seen: a heading, where they are grouped.
const FIRST = ".choices summary, .choices .list > [data-move]:not([disabled]), .choices [data-move]:not([disabled])";
let sending = false; // a move is on its way: nothing else can be chosen
let choosing = false; // whoever was choosing by keyboard goes on choosing
let focused = null; // the choice that had the focus before the table changed

const isLocked = () => sending || unread.now;
const lock = () => place.querySelectorAll("[data-move]").forEach((choice) => {
  choice.toggleAttribute("disabled", isLocked());
  choice.setAttribute("aria-disabled", String(isLocked()));
});

const refocus = () => {
  if (!choosing || ![document.body, place].includes(document.activeElement)) return;
  const same = focused && place.querySelector(`[data-move="${CSS.escape(focused)}"]:not([disabled])`);
  (same || place.querySelector(FIRST) || place).focus({ preventScroll: true });
};

document.addEventListener("showing", () => {
  focused = document.activeElement?.dataset?.move;
  choosing = choosing || place.contains(document.activeElement);
});
document.addEventListener("shown", () => { lock(); refocus(); });
document.addEventListener("unread", lock);
document.addEventListener("read", () => { lock(); refocus(); });

// Until the table shows what a move has led to.
const settle = async (wanted) => {
  for (let i = 0; i < 500 && shown.version < wanted; i += 1) await wait(20);
};

// Without a line a move waits for it, and its player is told so; sent twice, it is played once.
const deliver = async (body, label) => {
  for (let kept = false; ; kept = true) {
    try { return { kept, answer: await send(`/api/tables/${table}/moves`, body) }; } catch {
      warn(words.unsent.replace("{}", label), true);
      doubt();
      await back();
    }
  }
};

// Why a move was refused: a lesson says it in its own place.
const tellWhy = (status, message) => {
  const refused = new CustomEvent("refused", { cancelable: true, detail: { status, message } });
  if (document.dispatchEvent(refused)) warn(message);
};

// A move is for the position that was seen: if the table has moved on, the player looks and chooses again. A path is
// one request: all of it is played, or none, or as far as the sea lets it.
const play = async (path, who, label) => {
  const id = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
  const move = path.length > 1 ? path : path[0];
  const { kept, answer } = await deliver({ move, id, version: shown.version, seat: who || null }, label);
  hush(); // it is sent
  if (!answer.ok && kept) return void warn(words.lost.replace("{}", label), true);
  if (!answer.ok) return void tellWhy(answer.status, answer.status === 409 ? words.stale : await refusal(answer));
  const { version, rest } = await answer.json();
  await settle(version);
  if (rest) warn(words.rest);
};

const choose = async (choice) => {
  choosing = true;
  sending = true;
  hush();
  lock();
  const who = choice.dataset.for || place.querySelector("[data-for]")?.dataset.for;
  const label = choice.getAttribute("aria-label") || choice.textContent.trim();
  await play(choice.dataset.move.split(";"), who, label);
  sending = false;
  focused = null;
  lock();
  refocus();
};

// Behind the curtain of a device that is passed round.
const showHand = async (seat) => {
  const answer = await fetch(`/t/${table}/hand?seat=${seat}`);
  if (answer.ok) await showAtOnce((await answer.json()).html);
};

document.addEventListener("click", (event) => {
  const found = (what) => event.target.closest(what);
  const other = found("[data-hand], :is(.log, .finale) [data-rules]");
  if (other?.dataset.hand) return void showHand(other.dataset.hand);
  if (other) return void explain(other.dataset.rules);
  const choice = found("[data-move]");
  if (choice && !isLocked()) choose(choice);
});

document.addEventListener("submit", (event) => {
  leaving.now = leaving.now || (event.target.method === "post" && !event.defaultPrevented);
});

// Keys: Enter and space on a drawn piece, numbers for the choices in their order.

document.addEventListener("keydown", (event) => {
  const piece = event.target.closest?.("[data-move][role=button]");
  if (!piece || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
});

// Headings count as long as no group is open; then its choices do.
const inSight = () => {
  const open = place.querySelector(".choices details[open] .within");
  const all = [...(open || place).querySelectorAll(open ? "[data-move]" : ".choices [data-move], .choices summary")];
  return all.filter((one) => one.checkVisibility?.() ?? true);
};

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const number = Number(event.key);
  const buttons = inSight();
  if (number >= 1 && number <= buttons.length) buttons[number - 1].click();
});

// A decision with one choice can be made for the player, if they like.

const forced = document.getElementById("forced");
const playForced = () => {
  const buttons = place.querySelectorAll(".choices [data-move]");
  const seen = shown.version;
  if (forced?.checked && buttons.length === 1) setTimeout(() => seen === shown.version && buttons[0].click(), 600);
};
try { if (forced) forced.checked = localStorage.getItem("forced") === "1"; } catch { /* private windows forget */ }
forced?.addEventListener("change", () => {
  try { localStorage.setItem("forced", forced.checked ? "1" : "0"); } catch { /* likewise */ }
  playForced();
});
document.addEventListener("settled", playForced);
