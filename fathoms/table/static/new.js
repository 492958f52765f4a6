// Only as many seats as players.
"use strict";
(() => {
  const players = document.getElementById("players");
  const show = () => document.querySelectorAll("[data-seat]").forEach((line) => {
    line.hidden = Number(line.dataset.seat) > Number(players.value);
  });
  const names = () => document.querySelectorAll("[data-seat]").forEach((line) => {
    line.querySelector("input").hidden = line.querySelector("select").value !== "here";
  });
  players.addEventListener("change", show);
  document.addEventListener("change", names);
  names();
  show();
})();
