// Only as many seats as players, and only the fields that what is chosen asks for.
"use strict";
(() => {
  const { elements } = document.querySelector("form.sheet");
  const valueOf = ({ type, checked, value }) => (type === "checkbox" ? (checked ? "on" : "") : value);
  const number = (name) => Number(elements[name].value);
  const players = () => (elements.each.checked ? number("players") : 1 + number("friends") + number("bots"));
  const show = () => document.querySelectorAll("[data-seat]").forEach((line) => {
    line.hidden = Number(line.dataset.seat) > players();
  });
  const names = () => document.querySelectorAll("[data-seat] input").forEach((input) => {
    input.hidden = input.closest("[data-seat]").querySelector("select").value !== "here";
  });
  const asked = () => document.querySelectorAll("[data-when]").forEach((more) => {
    const [name, value] = more.dataset.when.split("=");
    more.hidden = valueOf(elements[name]) !== value;
  });
  // No more friends and bots than there are seats: what was chosen last counts.
  const fit = ({ target }) => {
    const [one, other] = [elements.friends, elements.bots];
    const most = one.options.length - 1;
    if (target === one) other.value = Math.min(number("bots"), most - number("friends"));
    if (target === other) one.value = Math.min(number("friends"), most - number("bots"));
  };
  const draw = () => { names(); asked(); show(); };
  document.addEventListener("change", (event) => { fit(event); draw(); });
  draw();
})();
