// A notification when it is my turn, where the browser can and its reader says yes. It can be tried and taken back here
// too, and whatever is in the way is said in words.
import { isInstalled, needsHomeScreen } from "./app.js";

const box = document.getElementById("pushing");
const button = document.getElementById("push");
const test = document.getElementById("push-test");
const said = document.getElementById("push-said");
const WORKER_SECONDS = 10;

const say = (text) => {
  said.textContent = text;
  said.hidden = !text;
};

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const post = async (address, body) => {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(told.message), { name: "Refused" });
  return told;
};

// `ready` waits for ever where no worker could be registered.
const manager = async () => {
  const late = new Promise((_, fail) => { setTimeout(fail, WORKER_SECONDS * 1000, { name: "NoWorker" }); });
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
};

const draw = (subscribed) => {
  button.parentElement.hidden = false;
  button.setAttribute("aria-pressed", String(Boolean(subscribed)));
  button.textContent = subscribed ? button.dataset.stop : button.dataset.start;
  test.hidden = !subscribed;
};

const denied = () => (isInstalled() ? box.dataset.deniedApp : box.dataset.denied);

// Why it cannot be done here at all; nothing where it can.
const hindrance = () => {
  if (needsHomeScreen()) return box.dataset.ios;
  if (!window.isSecureContext) return box.dataset.insecure;
  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) return box.dataset.none;
  return "";
};

// Why it did not work this time.
const reason = ({ name, message }) => {
  if (name === "Refused") return message;
  if (name === "NoWorker") return box.dataset.worker;
  if (name === "NotAllowedError") return denied();
  if (!navigator.onLine || name === "TypeError") return box.dataset.lost;
  return box.dataset.service.replace("{}", message || name);
};

const subscribe = async (key) => {
  const given = await (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  try {
    return await post("/mine/push", given.toJSON());
  } catch (fault) {
    await given.unsubscribe();
    throw fault;
  }
};

const start = async (key) => {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return say(permission === "denied" ? denied() : box.dataset.unanswered);
  await subscribe(key);
  draw(true);
};

const stop = async (given) => {
  await post("/mine/push/stop", { endpoint: given.endpoint });
  await given.unsubscribe();
  draw(false);
};

// The server drops a browser that the push service refuses: that one needs a new subscription. Otherwise it is told
// again, since the reader's language may have changed.
const remind = async (given, key) => {
  if ((await post("/mine/push", given.toJSON())).known) return;
  await given.unsubscribe();
  await subscribe(key);
  say(box.dataset.renewed);
};

const attempt = async (work) => {
  button.disabled = true;
  test.disabled = true;
  say("");
  try {
    await work();
  } catch (fault) {
    say(reason(fault));
  }
  button.disabled = false;
  test.disabled = false;
};

const current = async () => (await manager()).getSubscription();

const prepare = async () => {
  const { key } = await (await fetch("/mine/push")).json();
  if (!key) return say(box.dataset.off);
  const known = await current();
  draw(known);
  button.addEventListener("click", () => attempt(async () => {
    const given = await current();
    await (given ? stop(given) : start(key));
  }));
  test.addEventListener("click", () => attempt(async () => {
    const told = await post("/mine/push/test", { endpoint: (await current()).endpoint });
    say(told.message);
  }));
  if (Notification.permission === "denied") {
    button.parentElement.hidden = true; // the browser would not ask
    say(denied());
  } else if (known) await remind(known, key);
};

if (box) {
  const why = hindrance();
  if (why) say(why);
  else prepare().catch((fault) => say(reason(fault)));
}
