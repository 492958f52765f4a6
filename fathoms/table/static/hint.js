// A hint on request: shown beneath the choices, the advised one marked; what others take is told in the log.
"use strict";
(() => {
  const { table } = document.body.dataset;
  const place = document.getElementById("table");
  const log = document.getElementById("log");

  const mark = (best) => place.querySelectorAll(".choices [data-move]").forEach((choice) => {
    choice.classList.toggle("advised", choice.dataset.move === best);
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-hint]");
    if (!button) return;
    const box = place.querySelector(".hint");
    button.disabled = true;
    box.textContent = button.dataset.hint;
    const seat = place.querySelector(".choices [data-for]")?.dataset.for || null;
    const answer = await fetch(`/api/tables/${table}/hint`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ seat }),
    }).catch(() => null);
    button.disabled = false;
    if (!answer) { box.textContent = ""; return; }
    const told = await answer.json();
    box.textContent = answer.ok ? told.text : told.message;
    if (answer.ok) box.dataset.best = told.best;
    if (answer.ok && box.isConnected) mark(told.best);
  });

  document.addEventListener("shown", () => mark(place.querySelector(".hint")?.dataset.best));

  document.addEventListener("hinted", ({ detail }) => {
    const item = document.createElement("li");
    item.className = `who-${detail.seat} took-hint`;
    item.textContent = `${detail.name} ${log.dataset.hinted}`;
    log.append(item);
    log.scrollTop = log.scrollHeight;
  });
})();
