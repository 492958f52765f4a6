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

  const ask = async (wait) => {
    const answer = await fetch(`/t/${table}/coach`).catch(() => null);
    if (answer && answer.status === 200) {
      coach.innerHTML = await answer.text();
      coach.removeAttribute("aria-busy");
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
    document.getElementById("timeline").scrollIntoView({ block: "start" });
  });

  document.addEventListener("moment", ({ detail }) => follow(detail));
  ask(1000);
})();
