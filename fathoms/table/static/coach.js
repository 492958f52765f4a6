// What the coach says of a finished game: asked for until it is there; its links scrub the replay.
"use strict";
(() => {
  const { table, last } = document.body.dataset;
  const coach = document.getElementById("coach");
  const at = document.getElementById("at");

  // The upright line of the curve stands where the replay is.
  const follow = (number) => {
    const now = document.getElementById("curve-now");
    if (!now) return;
    const { left, right } = now.ownerSVGElement.dataset;
    const x = Number(left) + ((right - left) * number) / last;
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
  };

  // Whoever came for the coach finds it in sight once it is there, unless they look at something else by then.
  let moved = false;
  for (const doing of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(doing, () => { moved = true; }, { once: true, passive: true });
  }

  const ask = async (wait) => {
    const answer = await fetch(`/t/${table}/coach`).catch(() => null);
    if (answer && answer.status === 200) {
      coach.innerHTML = await answer.text();
      coach.removeAttribute("aria-busy");
      if (location.hash === "#coach" && !moved) coach.scrollIntoView({ block: "start" });
      follow(Number(at.value));
      document.dispatchEvent(new CustomEvent("coached"));
    } else {
      setTimeout(ask, wait, Math.min(wait * 1.5, 15000));
    }
  };

  coach.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-at]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    at.value = link.dataset.at;
    at.dispatchEvent(new Event("input"));
    if (!link.matches(".try")) return void document.getElementById("timeline").scrollIntoView({ block: "start" });
    const choices = document.getElementById("otherwise"); // they are there with their moment, below the board
    document.addEventListener("shown", () => choices.scrollIntoView({ block: "end" }), { once: true });
  });

  document.addEventListener("moment", ({ detail }) => follow(detail));
  ask(1000);
})();
