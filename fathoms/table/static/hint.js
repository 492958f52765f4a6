// A hint on request: shown above the choices, the advised one marked; what others take is told in the log.
// The table is drawn anew at every event, and says so ("shown"): the hint then goes where the choices are now, for as
// long as its decision is to be made.
"use strict";
(() => {
  const { table } = document.body.dataset;
  const place = document.getElementById("table");
  const log = document.getElementById("log");
  const spoken = document.getElementById("hint-spoken"); // not drawn anew, so that it is read out once
  let told = null; // the hint that stands
  let thinking = ""; // what is said while one is thought of
  let word = ""; // why there is none

  const seat = () => place.querySelector(".choices [data-for]")?.dataset.for;

  // The number of a seat's last event. The log holds the latest only: where it has none, nothing speaks against a hint.
  const lastOf = (one, otherwise) => [...log.querySelectorAll(`li[value].who-${one}`)].at(-1)?.value ?? otherwise;

  const stands = () => told && told.seat === seat() && lastOf(told.seat, told.decision) === told.decision;

  const text = () => thinking || (stands() ? told.text : word);

  const box = () => {
    const found = place.querySelector(".hint");
    if (found || !word) return found;
    const added = document.createElement("p");
    added.className = "hint";
    added.tabIndex = 0;
    place.querySelector(".choices")?.append(added);
    return added;
  };

  const show = () => {
    if (told && lastOf(told.seat, told.decision) > told.decision) told = null;
    const now = text();
    const where = box();
    if (where && where.textContent !== now) where.textContent = now;
    const best = stands() && told.sure !== "close" ? told.best : null;
    place.querySelectorAll(".choices [data-move]").forEach((choice) => {
      choice.classList.toggle("advised", choice.dataset.move === best);
      if (choice.dataset.move === best) choice.closest("details")?.setAttribute("open", "");
    });
    place.querySelectorAll("[data-hint]").forEach((button) => { button.disabled = Boolean(thinking); });
  };

  const say = (now) => {
    word = now;
    setTimeout(() => { if (word === now) { word = ""; show(); } }, 8000);
  };

  const ask = async () => {
    const answer = await fetch(`/api/tables/${table}/hint`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ seat: seat() || null }),
    }).catch(() => null);
    const body = await answer?.json().catch(() => null);
    thinking = "";
    if (answer?.ok && body) told = body; else say(body?.message || document.getElementById("offline").textContent);
    show();
    spoken.textContent = text();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-hint]");
    if (!button || thinking) return;
    thinking = button.dataset.hint;
    word = "";
    show();
    ask();
  });

  document.addEventListener("shown", show);

  document.addEventListener("hinted", ({ detail }) => {
    const item = document.createElement("li");
    item.className = `who-${detail.seat} took-hint`;
    item.textContent = `${detail.name} ${log.dataset.hinted}`;
    log.append(item);
    log.scrollTop = log.scrollHeight;
  });
})();
