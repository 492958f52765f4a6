// Only as many seats as players, and only the fields that what is chosen asks for.
"use strict";
(() => {
  const { elements } = document.querySelector("form.sheet");
  const valueOf = ({ type, checked, value }) => (type === "checkbox" ? (checked ? "on" : "") : value);
  const number = (name) => Number(elements[name].value);
  const each = () => elements.each.checked;
  const players = () => (each() ? number("players") : 1 + number("friends") + number("bots"));
  // Who is to sit in a seat, counted from 1: as chosen for the seat itself, or friends first and then bots.
  const sitter = (seat) => {
    const letter = "ABCDEF"[seat - 1];
    if (each()) return elements[`seat_${letter}`].value;
    if (seat > 1 + number("friends")) return elements.level.value;
    return elements.where.value === "here" ? "here" : "open";
  };
  const lines = () => document.querySelectorAll("[data-seat]").forEach((line) => {
    const seat = Number(line.dataset.seat), name = line.querySelector("input");
    line.hidden = seat > players();
    if (!name) return;
    name.hidden = line.hidden || sitter(seat) !== "here";
    line.querySelector("select").hidden = !each();
    line.hidden ||= !each() && name.hidden;
  });
  const asked = () => document.querySelectorAll("[data-when]").forEach((more) => {
    const [name, value] = more.dataset.when.split("=");
    more.hidden = valueOf(elements[name]) !== value;
  });
  // Which seats can be chosen as a partner, each with who is to sit there.
  const partners = () => [...elements.partner?.options || []].slice(1).forEach((option) => {
    const seat = "ABCDEF".indexOf(option.value) + 1;
    const choice = elements[`seat_${option.value}`].querySelector(`[value="${sitter(seat)}"]`);
    option.hidden = seat > players();
    option.textContent = `${option.value}: ${choice.textContent}`;
  });
  const list = () => {
    const lone = document.querySelector(".seatlines");
    lone.hidden = !each() && ![...lone.querySelectorAll("[data-seat]")].some((line) => !line.hidden);
  };
  // No more friends and bots than there are seats: what was chosen last counts.
  const fit = ({ target }) => {
    const [one, other] = [elements.friends, elements.bots];
    const most = one.options.length - 1;
    if (target === one) other.value = Math.min(number("bots"), most - number("friends"));
    if (target === other) one.value = Math.min(number("friends"), most - number("bots"));
  };
  const draw = () => { asked(); lines(); list(); partners(); };
  document.addEventListener("change", (event) => { fit(event); draw(); });
  draw();
})();
