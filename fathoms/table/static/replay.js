// A finished game, scrubbed: the server draws each moment.
"use strict";
(() => {
  const { table, last } = document.body.dataset;
  const at = document.getElementById("at");
  const eyes = document.getElementById("eyes");
  const place = document.getElementById("table");
  const link = document.getElementById("moment");
  const copied = document.getElementById("copied");
  let asked = 0;

  const name = () => place.querySelectorAll("[data-vt]").forEach((piece) => { piece.style.viewTransitionName = piece.dataset.vt; });

  const show = async () => {
    const number = ++asked;
    const address = `/t/${table}/replay?at=${at.value}&seat=${eyes.value}`;
    const answer = await fetch(address.replace("/replay?", "/replay.json?"));
    if (!answer.ok || number !== asked) return;
    const moment = await answer.json();
    document.getElementById("number").textContent = `${moment.at} / ${last}`;
    document.getElementById("narration").textContent = moment.text;
    link.setAttribute("href", address);
    copied.textContent = "";
    history.replaceState(null, "", address);
    document.dispatchEvent(new CustomEvent("moment", { detail: moment.at }));
    const put = () => {
      place.innerHTML = moment.html;
      name();
      document.dispatchEvent(new CustomEvent("shown"));
    };
    name();
    if (!document.startViewTransition) return put();
    const change = document.startViewTransition(put);
    change.ready.catch(() => {}); // skipped by the next step: the moment is there all the same
  };

  const step = (by) => {
    at.value = Number(at.value) + by;
    show();
  };

  at.addEventListener("input", show);
  eyes.addEventListener("change", show);
  document.querySelectorAll("[data-step]").forEach((button) => {
    button.addEventListener("click", () => step(Number(button.dataset.step)));
  });

  // Arrows step wherever one has clicked; the slider, fields and what scrolls sideways have their own use for them.
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable], .scroll")) return;
    event.preventDefault();
    step(by);
  });

  // Without a safe line (https, or this machine) browsers do not copy for a page: then the link stands there to be taken.
  const copy = async (address) => {
    try {
      await navigator.clipboard.writeText(address);
      copied.textContent = copied.dataset.copied;
    } catch {
      copied.textContent = `${copied.dataset.byHand} ${address}`;
    }
  };

  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return void copy(link.href);
    await navigator.share({ title: document.title, url: link.href }).catch(({ name: why }) => {
      if (why !== "AbortError") copy(link.href);
    });
  });
  name();
})();
