// What makes the pages an app, where the browser can: the service worker, the badge, sharing and copying a link.
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
