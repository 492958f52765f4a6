// My games: the link to another device.
import { showLink } from "./device_link.js";

const button = document.getElementById("other-device");
button?.addEventListener("click", async () => {
  const answer = await fetch(button.dataset.offer, { method: "POST", headers: { accept: "application/json" } })
    .catch(() => null);
  if (answer?.ok) showLink(await answer.json());
  else button.parentElement.append(answer ? (await answer.json()).message : button.dataset.lost);
});
