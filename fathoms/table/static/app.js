// What makes the pages an app, where the browser can: the service worker, the badge, installing it, sharing and copying
// a link.
// Nothing here is needed to play.
const { lang } = document.documentElement;

const register = async () => {
  try {
    await navigator.serviceWorker.register("/sw.js");
    (await navigator.serviceWorker.ready).active.postMessage({ lang });
  } catch { /* a browser or a reader that does not want it */ }
};
if (navigator.serviceWorker) addEventListener("load", register);

// How many tables wait, on the app's icon.
export const showBadge = (count) => {
  (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
};
if (document.body.dataset.waiting) showBadge(Number(document.body.dataset.waiting));

// Choices of what this device cannot do are not offered.
document.querySelectorAll("[data-needs]").forEach((part) => { part.hidden = !(part.dataset.needs in navigator); });

// An invitation to install it: a button where the browser offers that, the steps on an iPhone or iPad, nothing where it
// is installed. An iPad says that it is a Mac.
const isIos = () => /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
export const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

const invite = (how) => document.querySelectorAll("[data-install]").forEach((box) => {
  box.hidden = !how;
  box.querySelectorAll("[data-install-how]").forEach((part) => { part.hidden = part.dataset.installHow !== how; });
});
let offer = null;
addEventListener("beforeinstallprompt", (event) => {
  if (isInstalled() || !document.querySelector("[data-install]")) return;
  event.preventDefault(); // our own button asks
  offer = event;
  invite("offered");
});
addEventListener("appinstalled", () => invite(""));
document.addEventListener("click", async ({ target }) => {
  if (!target.closest("[data-install-now]") || !offer) return;
  offer.prompt();
  await offer.userChoice;
  offer = null; // it can be asked once
  invite("");
});
// Notifications need the home screen there too, and `push.js` gives the same steps where it offers them.
export const needsHomeScreen = () => isIos() && !isInstalled() && !window.PushManager;
if (isIos() && !isInstalled() && !(needsHomeScreen() && document.getElementById("pushing"))) invite("ios");

// The invitation to a table. What a device cannot do it does not offer.
const canShare = Boolean(navigator.share);
document.documentElement.classList.toggle("can-share", canShare);
document.documentElement.classList.toggle("can-copy", Boolean(navigator.clipboard));

const say = (button, text) => {
  const before = button.textContent;
  button.textContent = text;
  setTimeout(() => { button.textContent = before; }, 2500);
};

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share], [data-copy]");
  if (!button) return;
  const { share, copy, title, done } = button.dataset;
  try {
    if (share) await navigator.share({ title, url: share });
    else {
      await navigator.clipboard.writeText(copy);
      say(button, done);
    }
  } catch { /* the reader thought better of it, or the browser does not allow it */ }
});
