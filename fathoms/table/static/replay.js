// A game looked back at: stepped through, left to run, or jumped about in. The server draws each moment.
"use strict";
(() => {
  const { table, last } = document.body.dataset;
  const at = document.getElementById("at");
  const eyes = document.getElementById("eyes");
  const place = document.getElementById("table");
  const link = document.getElementById("moment");
  const copied = document.getElementById("copied");
  const turns = document.getElementById("turns");
  const otherwise = document.getElementById("otherwise");
  const point = document.getElementById("point");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let asked = 0;

  const name = () => place.querySelectorAll("[data-vt]").forEach((piece) => { piece.style.viewTransitionName = piece.dataset.vt; });

  const put = (moment) => {
    place.innerHTML = moment.html;
    otherwise.innerHTML = moment.otherwise;
    name();
    document.dispatchEvent(new CustomEvent("shown"));
  };

  const show = async () => {
    const number = ++asked;
    const address = `/t/${table}/replay?at=${at.value}&seat=${eyes.value}`;
    const answer = await fetch(address.replace("/replay?", "/replay.json?")).catch(() => null);
    if (!answer?.ok || number !== asked) return;
    const moment = await answer.json();
    document.getElementById("number").textContent = `${moment.at} / ${last}`;
    document.getElementById("narration").textContent = moment.text;
    link.setAttribute("href", address);
    copied.textContent = "";
    history.replaceState(null, "", address);
    mark();
    document.dispatchEvent(new CustomEvent("moment", { detail: moment.at }));
    name();
    if (!document.startViewTransition || still.matches) return put(moment);
    const change = document.startViewTransition(() => put(moment));
    change.ready.catch(() => {}); // skipped by the next step: the moment is there all the same
  };

  const go = (number) => {
    at.value = number;
    return show();
  };
  const step = (by) => go(Number(at.value) + by);

  // The list of turns: the line of this moment is marked, and kept in sight within its own window.
  const lines = () => [...turns.querySelectorAll("[data-at]")];
  const mark = () => {
    const here = lines().find((line) => Number(line.dataset.at) >= Number(at.value));
    turns.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (!here || at.value === "0") return;
    here.setAttribute("aria-current", "step");
    const { top, bottom } = turns.getBoundingClientRect();
    const line = here.getBoundingClientRect();
    if (line.top < top || line.bottom > bottom) turns.scrollTop += line.top - (top + bottom) / 2;
  };
  const list = async () => {
    const answer = await fetch(`/t/${table}/turns?seat=${eyes.value}`).catch(() => null);
    if (!answer?.ok) return;
    turns.innerHTML = await answer.text();
    markPoints();
    mark();
  };

  // A turn ends with its last line: stepping by turns goes from end to end.
  const ends = () => [0, ...[...turns.querySelectorAll(".turn")].map((turn) => Number([...turn.querySelectorAll("[data-at]")].pop().dataset.at))];
  const turn = (by) => {
    const now = Number(at.value);
    const found = by > 0 ? ends().find((end) => end > now) : ends().findLast((end) => end < now);
    return go(found ?? (by > 0 ? last : 0));
  };

  // What decided the game, as soon as the coach has said so.
  const points = () => [...document.querySelectorAll("#coach .moments [data-at]")].map((one) => Number(one.dataset.at)).sort((a, b) => a - b);
  const markPoints = () => {
    point.hidden = !points().length;
    points().forEach((number) => {
      const line = lines().find((one) => Number(one.dataset.at) >= number);
      if (!line || line.querySelector(".star")) return;
      const star = document.createElement("span");
      star.className = "star";
      star.title = turns.dataset.point;
      star.append("★ ");
      line.prepend(star);
    });
  };
  document.addEventListener("coached", markPoints);
  point.addEventListener("click", () => go(points().find((one) => one > Number(at.value)) ?? points()[0]));

  // Left to run: each moment stays as long as the speed says once it is there; at the end it begins anew.
  const playing = document.getElementById("play");
  const speed = document.getElementById("speed");
  let running = 0;
  const stop = () => {
    running += 1;
    playing.setAttribute("aria-pressed", "false");
    playing.textContent = playing.dataset.play;
  };
  const run = async () => {
    const mine = ++running;
    playing.setAttribute("aria-pressed", "true");
    playing.textContent = playing.dataset.pause;
    if (at.value === last) await go(0);
    while (mine === running && at.value !== last) {
      await new Promise((done) => { setTimeout(done, Number(speed.value)); });
      if (mine === running) await step(1);
    }
    if (mine === running) stop();
  };
  playing.addEventListener("click", () => (playing.getAttribute("aria-pressed") === "true" ? stop() : run()));

  const byHand = (move) => (event) => {
    stop();
    return move(event);
  };
  at.addEventListener("input", byHand(show));
  eyes.addEventListener("change", () => { show(); list(); });
  document.querySelectorAll("[data-step]").forEach((button) => {
    button.addEventListener("click", byHand(() => step(Number(button.dataset.step))));
  });
  document.querySelectorAll("[data-turn]").forEach((button) => {
    button.addEventListener("click", byHand(() => turn(Number(button.dataset.turn))));
  });
  const jump = (event) => {
    const line = event.target.closest("a[data-at]");
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    event.preventDefault();
    stop();
    go(line.dataset.at);
    return true;
  };
  turns.addEventListener("click", jump);

  // Arrows step wherever one has clicked, with Shift by turns; the slider, fields and what scrolls sideways have their
  // own use for them. The space bar runs and stops, where it presses no button.
  const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), " ": () => playing.click() };
  const shifted = { ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) };
  document.addEventListener("keydown", (event) => {
    const act = (event.shiftKey ? shifted : keys)[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable], .scroll")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    act();
  });

  // What each choice was worth: asked for once, and gone with the moment.
  otherwise.addEventListener("click", async (event) => {
    if (jump(event)) return;
    const button = event.target.closest("[data-worth]");
    if (!button) return;
    const told = button.parentElement.querySelector(".worth");
    told.textContent = told.dataset.thinking;
    button.disabled = true;
    const answer = await fetch(`/t/${table}/worth?at=${at.value}&seat=${button.dataset.worth}`, { headers: { accept: "text/html, application/json" } }).catch(() => null);
    if (answer?.ok) told.innerHTML = await answer.text();
    else told.textContent = (await answer?.json().catch(() => null))?.message ?? "";
    button.disabled = Boolean(answer?.ok);
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
  list();
})();
