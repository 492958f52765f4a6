// A finished game, scrubbed: the server draws each moment.
"use strict";
(() => {
  const { table, last } = document.body.dataset;
  const at = document.getElementById("at");
  const eyes = document.getElementById("eyes");
  const place = document.getElementById("table");
  let asked = 0;

  const name = () => place.querySelectorAll("[data-vt]").forEach((piece) => { piece.style.viewTransitionName = piece.dataset.vt; });

  const show = async () => {
    const number = ++asked;
    const address = `?at=${at.value}&seat=${eyes.value}`;
    const answer = await fetch(`/t/${table}/replay.json${address}`);
    if (!answer.ok || number !== asked) return;
    const moment = await answer.json();
    document.getElementById("number").textContent = `${moment.at} / ${last}`;
    document.getElementById("narration").textContent = moment.text;
    document.getElementById("moment").href = address;
    history.replaceState(null, "", address);
    document.dispatchEvent(new CustomEvent("moment", { detail: moment.at }));
    const put = () => {
      place.innerHTML = moment.html;
      name();
      document.dispatchEvent(new CustomEvent("shown"));
    };
    name();
    if (document.startViewTransition) document.startViewTransition(put); else put();
  };

  at.addEventListener("input", show);
  eyes.addEventListener("change", show);
  document.querySelectorAll("[data-step]").forEach((button) => button.addEventListener("click", () => {
    at.value = Number(at.value) + Number(button.dataset.step);
    show();
  }));
  name();
})();
