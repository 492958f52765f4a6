// A notification when it is my turn, where the browser can and its reader says yes. It can be taken back here too.
const button = document.getElementById("push");
const able = Boolean(button && navigator.serviceWorker && window.PushManager && window.Notification);

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const post = (address, body) => fetch(address, {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify(body),
});
const manager = async () => (await navigator.serviceWorker.ready).pushManager;

const draw = (subscribed) => {
  button.hidden = false;
  button.setAttribute("aria-pressed", String(Boolean(subscribed)));
  button.textContent = subscribed ? button.dataset.stop : button.dataset.start;
};

const start = async (key) => {
  if ((await Notification.requestPermission()) !== "granted") return void (button.textContent = button.dataset.refused);
  const given = await (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const answer = await post("/mine/push", given.toJSON());
  if (answer.ok) return draw(true);
  await given.unsubscribe();
  button.textContent = (await answer.json()).message;
};

const stop = async (given) => {
  await post("/mine/push/stop", { endpoint: given.endpoint });
  await given.unsubscribe();
  draw(false);
};

const prepare = async () => {
  const { key } = await (await fetch("/mine/push")).json();
  if (!key) return;
  const known = await (await manager()).getSubscription();
  if (known) post("/mine/push", known.toJSON()); // the server may have forgotten, or the reader's language has changed
  draw(known);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const given = await (await manager()).getSubscription();
      await (given ? stop(given) : start(key));
    } catch {
      button.textContent = button.dataset.failed;
    }
    button.disabled = false;
  });
};
if (able) prepare().catch(() => {});
