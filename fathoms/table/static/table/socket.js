// The line to the server. It says something at least every 5 seconds: a line that is silent for longer is dead,
// whatever it claims (a laptop that slept, a phone that changed networks), and another is opened.
import { board, leaving, offline, shown, table } from "./page.js";
import { show } from "./showing.js";
import { hear as chat } from "./talk.js";

const DEAD_AFTER = 12000;
const LONGEST = 1500; // between two attempts: a server that is back is found within two seconds
const SAID_AFTER = 700; // a line that is back sooner was never missed
let line = null;
let heard = 0;
let retry = 500;
let next = 0; // the timer of the next attempt
let banner = 0; // the timer of the word that the line is lost
let waiting = []; // who wants to know when it is back

const sayLost = () => {
  if (!offline.hidden) return;
  offline.hidden = false;
  document.dispatchEvent(new Event("lost"));
};

const hangUp = () => {
  if (!line) return;
  line.onopen = line.onmessage = line.onclose = null;
  line.close();
  line = null;
};

const comeBack = () => {
  hangUp();
  clearTimeout(next);
  banner = banner || setTimeout(sayLost, SAID_AFTER);
  next = setTimeout(connect, retry);
  retry = Math.min(retry * 2, LONGEST);
};

const isBack = () => {
  clearTimeout(banner);
  banner = 0;
  if (!offline.hidden) document.dispatchEvent(new Event("found"));
  offline.hidden = true;
  retry = 500;
  waiting.forEach((told) => told());
  waiting = [];
};

// Something was not answered: the line may be dead too, and is tried anew.
export const doubt = () => {
  sayLost();
  comeBack();
};
export const back = () => new Promise((told) => { waiting.push(told); });

const check = () => { if (line && Date.now() - heard >= DEAD_AFTER) comeBack(); };
const again = () => {
  if (offline.hidden) return check();
  retry = 500;
  hangUp();
  clearTimeout(next);
  connect();
};

// A word to the server, if there is a line.
export const say = (text) => { if (line?.readyState === WebSocket.OPEN) line.send(text); };

// After the first time the server sends what is new of the table: tags of the last drawing by their numbers, and texts.
let drawn = "";
const whole = ({ html, pieces }) => {
  if (!pieces) return html ?? drawn;
  const old = drawn.split("<");
  const parts = [];
  for (let at = 0; at < pieces.length; at += 1) {
    if (typeof pieces[at] === "string") parts.push(pieces[at]);
    else parts.push(...old.slice(pieces[at], pieces[at] + pieces[(at += 1)]));
  }
  return parts.join("<");
};

const hear = (message) => {
  if (message.html || message.pieces) {
    drawn = whole(message);
    message.html = drawn;
  }
  if (message.kind === "ping") return void document.dispatchEvent(new Event("pinged"));
  document.dispatchEvent(new CustomEvent("heard", { detail: message }));
  if (message.kind === "state" && !board && message.seats.join(" ") !== document.body.dataset.seats) message.kind = "changed";
  if (message.kind === "changed") { if (!leaving.now) location.reload(); return; }
  if (message.kind === "chat") return void chat(message);
  if (message.kind === "hint") return void document.dispatchEvent(new CustomEvent("hinted", { detail: message }));
  if (message.kind === "state" || message.kind === "event") show(message);
};

export const connect = () => {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const asked = `pieces=1&swims=1&after=${shown.version}${board ? "&board=1" : ""}`;
  line = new WebSocket(`${scheme}://${location.host}/t/${table}/live?${asked}`);
  heard = Date.now();
  line.onopen = () => {
    isBack();
    document.dispatchEvent(new Event("pinged"));
  };
  line.onmessage = ({ data }) => { heard = Date.now(); hear(JSON.parse(data)); };
  line.onclose = comeBack;
};

setInterval(check, 2000);
addEventListener("offline", doubt);
addEventListener("online", again);
document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
