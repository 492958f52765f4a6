// Only as many seats as players, and only the fields that what is chosen asks for.
"use strict";
(() => {
  const players = document.getElementById("players");
  const show = () => document.querySelectorAll("[data-seat]").forEach((line) => {
    line.hidden = Number(line.dataset.seat) > Number(players.value);
  });
  const names = () => document.querySelectorAll("[data-seat] input").forEach((input) => {
    input.hidden = input.closest("[data-seat]").querySelector("select").value !== "here";
  });
  const asked = () => document.querySelectorAll("[data-when]").forEach((more) => {
    const [name, value] = more.dataset.when.split("=");
    more.hidden = players.form.elements[name].value !== value;
  });
  players.addEventListener("change", show);
  document.addEventListener("change", () => { names(); asked(); });
  names();
  asked();
  show();
})();
