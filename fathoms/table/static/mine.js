// My games: the link to another device, and a word where the list is the one that was last seen.
import { showLink } from "./device_link.js";

const button = document.getElementById("other-device");
button?.addEventListener("click", async () => {
  const answer = await fetch(button.dataset.offer, { method: "POST", headers: { accept: "application/json" } })
    .catch(() => null);
  if (answer?.ok) showLink(await answer.json());
  else button.parentElement.append(answer ? (await answer.json()).message : button.dataset.lost);
});

// The service worker writes into the page when it was kept, if it shows it without a network.
const { kept } = document.body.dataset;
const { lang } = document.documentElement;
if (kept) {
  const note = document.getElementById("last-seen");
  const when = new Date(Number(kept)).toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });
  note.textContent = note.textContent.replace("{}", when);
  note.hidden = false;
  addEventListener("online", () => location.reload());
}
