// The line to the server. It says something at least every 25 seconds: a line that is silent for longer is dead,
// whatever it claims (a laptop that slept, a phone that changed networks), and another is opened.
import { board, leaving, offline, shown, table } from "./page.js";
import { show } from "./showing.js";
import { say } from "./side.js";

const DEAD_AFTER = 60000;
let line = null;
let heard = 0;
let retry = 500;

const comeBack = () => {
  offline.hidden = retry < 1500;
  setTimeout(connect, retry);
  retry = Math.min(retry * 2, 4000);
};

const check = () => {
  if (!line || Date.now() - heard < DEAD_AFTER) return;
  line.onmessage = line.onclose = null;
  line.close();
  line = null;
  comeBack();
};

const hear = (message) => {
  if (message.kind === "ping") return;
  document.dispatchEvent(new CustomEvent("heard", { detail: message }));
  if (message.kind === "changed") { if (!leaving.now) location.reload(); return; }
  if (message.kind === "chat") return void say(message);
  if (message.kind === "hint") return void document.dispatchEvent(new CustomEvent("hinted", { detail: message }));
  if (message.kind === "state" || message.kind === "event") show(message);
};

export const connect = () => {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const asked = `after=${shown.version}${board ? "&board=1" : ""}`;
  line = new WebSocket(`${scheme}://${location.host}/t/${table}/live?${asked}`);
  heard = Date.now();
  line.onopen = () => { offline.hidden = true; retry = 500; };
  line.onmessage = ({ data }) => { heard = Date.now(); hear(JSON.parse(data)); };
  line.onclose = comeBack;
};

setInterval(check, 5000);
addEventListener("online", check);
document.addEventListener("visibilitychange", check);
