// Only as many seats as players.
"use strict";
(() => {
  const players = document.getElementById("players");
  const show = () => document.querySelectorAll("[data-seat]").forEach((line) => {
    line.hidden = Number(line.dataset.seat) > Number(players.value);
  });
  players.addEventListener("change", show);
  show();
})();
