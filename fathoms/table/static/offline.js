// Without a network: what this device has kept, and back as soon as there is a network.
"use strict";
addEventListener("online", () => location.reload());
document.getElementById("again").addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});
document.querySelectorAll("[data-kept]").forEach(async (line) => {
  const kept = await caches.match(line.dataset.kept).catch(() => null);
  line.hidden = !kept;
  if (kept) document.getElementById("nothing-kept").hidden = true;
});
