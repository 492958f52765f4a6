// A table on a page: events come over a socket and are shown one after the other; moves are posted.
"use strict";
(() => {
  const { table, board, game } = document.body.dataset;
  let version = Number(document.body.dataset.version);
  let seat = document.body.dataset.seat;
  const place = document.getElementById("table");
  const log = document.getElementById("log");
  const narration = document.getElementById("narration");
  const offline = document.getElementById("offline");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const waiting = [];
  let showing = false;
  let hurry = false;
  let retry = 500;
  let sending = false; // a move is on its way: nothing else can be chosen
  let leaving = false; // a form was sent: this page is about to go
  let begun = false; // the socket has told its first state

  // Pieces keep a name while they move, so that the browser lets them glide. One that has just come out of another
  // (a card off the deck) arrives under that one's name.
  const name = (arriving) => place.querySelectorAll("[data-vt]").forEach(({ style, dataset }) => {
    style.viewTransitionName = (arriving && dataset.arrive) || dataset.vt;
  });

  const after = () => place.querySelectorAll("[data-after]").forEach((links) => {
    links.hidden = false;
    links.querySelectorAll("[data-href]").forEach((link) => { link.href = `/t/${table}/${link.dataset.href}`; });
  });

  const lock = () => place.querySelectorAll("[data-move]").forEach((choice) => {
    choice.toggleAttribute("disabled", sending);
    choice.setAttribute("aria-disabled", String(sending));
  });

  // Whoever was choosing by keyboard goes on choosing.
  let choosing = false;
  const refocus = (move) => {
    if (!choosing || document.activeElement !== document.body) return;
    const same = move && place.querySelector(`[data-move="${CSS.escape(move)}"]:not([disabled])`);
    (same || place.querySelector(".choices [data-move]:not([disabled])") || place).focus({ preventScroll: true });
  };

  let gliding = Promise.resolve();
  const swap = async (html) => {
    const focused = document.activeElement?.dataset?.move;
    choosing = choosing || place.contains(document.activeElement);
    const put = () => {
      place.innerHTML = html;
      name(true);
      after();
      lock();
      refocus(focused);
      document.dispatchEvent(new CustomEvent("shown"));
    };
    if (!document.startViewTransition || hurry || document.hidden) return put();
    name(false);
    const change = document.startViewTransition(put);
    change.ready.catch(() => {}); // skipped, or the page is hidden: the table is there all the same
    skip = () => change.skipTransition();
    gliding = change.finished.catch(() => {});
    await gliding;
  };

  const note = (line, remark) => {
    const item = document.createElement("li");
    item.value = line.number;
    item.className = `who-${line.who}`;
    item.textContent = remark ? `${line.text} ${remark} ` : `${line.text} `;
    if (line.rules.length) {
      const why = document.createElement("button");
      why.className = "why";
      why.type = "button";
      why.dataset.rules = line.rules.join(" ");
      why.textContent = log.dataset.why;
      item.append(why);
    }
    log.append(item);
    while (log.children.length > 200) log.firstChild.remove();
    log.scrollTop = log.scrollHeight;
  };

  let skip = () => {}; // a tap goes on at once
  const pause = (ms) => new Promise((done) => { skip = done; setTimeout(done, hurry ? 0 : ms); });
  // What the sea has just done is looked at for as long as it asks.
  const held = () => Math.max(0, ...[...place.querySelectorAll("[data-hold]")].map(({ dataset }) => Number(dataset.hold)));

  const showAll = async () => {
    if (showing) return;
    showing = true;
    while (waiting.length) {
      const message = waiting.shift();
      hurry = hurry || waiting.length > 12;
      if (message.kind === "state") {
        const news = begun || message.version !== version;
        begun = true;
        message.missed.forEach((line) => note(line));
        version = message.version;
        if (news) await swap(message.html);
      } else if (message.version > version) {
        version = message.version;
        note(message.log, message.remark);
        narration.textContent = message.remark ? `${message.log.text} ${message.remark}` : message.log.text;
        play(message.log.line, message.remark);
        await swap(message.html);
        await pause(Math.max(held(), still.matches ? 60 : message.log.who === "sea" ? 350 : 150));
      }
      if (!waiting.length) hurry = false;
    }
    showing = false;
    playForced();
  };

  // The server says something at least every 25 seconds: a line that is silent for longer is dead, whatever it claims
  // (a laptop that slept, a phone that changed networks), and another is opened.
  const DEAD_AFTER = 60000;
  let line = null;
  let heard = 0;
  const comeBack = () => {
    offline.hidden = retry < 1500;
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 4000);
  };
  const check = () => {
    if (!line || Date.now() - heard < DEAD_AFTER) return;
    line.onmessage = line.onclose = null;
    line.close();
    line = null;
    comeBack();
  };
  setInterval(check, 5000);
  addEventListener("online", check);
  document.addEventListener("visibilitychange", check);

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/t/${table}/live?after=${version}${board ? "&board=1" : ""}`);
    line = socket;
    heard = Date.now();
    socket.onopen = () => { offline.hidden = true; retry = 500; };
    socket.onmessage = ({ data }) => {
      heard = Date.now();
      const message = JSON.parse(data);
      if (message.kind === "ping") return;
      if (message.kind === "changed") return leaving ? undefined : void location.reload();
      if (message.kind === "chat") return say(message);
      if (message.kind === "hint") return void document.dispatchEvent(new CustomEvent("hinted", { detail: message }));
      waiting.push(message);
      showAll();
    };
    socket.onclose = comeBack;
  };

  // Moves

  // A move is for the position that was seen: if the table has moved on, the player looks and chooses again.
  const send = async (move, who) => {
    const id = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
    const answer = await post(`/api/tables/${table}/moves`, { move, id, version, seat: who || null });
    if (!answer || !answer.ok) {
      narration.textContent = answer ? (await answer.json()).message : offline.textContent;
      return false;
    }
    await settle((await answer.json()).version);
    return true;
  };

  // A lost answer is asked for again with the same id: it plays once.
  const post = async (address, body) => {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      try {
        return await fetch(address, {
          method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
        });
      } catch { await new Promise((done) => setTimeout(done, 400 * 2 ** attempt)); }
    }
    return null;
  };

  // While pieces glide nothing below them can be hit: a tap goes on at once, and reaches what stands beside the table.
  const reach = async ({ clientX, clientY }) => {
    hurry = waiting.length > 0;
    skip();
    await gliding;
    const there = document.elementFromPoint(clientX, clientY);
    if (there && !there.closest("#table")) there.closest("button, a")?.click();
  };

  document.addEventListener("click", async (event) => {
    if (event.target === document.documentElement) return void reach(event);
    if (event.target.closest("#table")) { hurry = waiting.length > 0; skip(); }
    const again = event.target.closest("[data-rematch]");
    if (again) { event.preventDefault(); leaving = true; again.form.action = `/t/${table}/rematch`; again.form.submit(); return; }
    const other = event.target.closest("[data-undo], [data-hand], .log [data-rules]");
    if (other) return void extra(other);
    const choice = event.target.closest("[data-move]");
    if (!choice || sending) return;
    choosing = true;
    sending = true;
    lock();
    const who = choice.dataset.for || place.querySelector("[data-for]")?.dataset.for;
    for (const move of choice.dataset.move.split(";")) {
      if (!(await send(move, who))) break;
    }
    sending = false;
    lock();
    refocus(null);
  });

  document.addEventListener("submit", (event) => { leaving = leaving || event.target.method === "post"; });

  // Taking back, looking behind the curtain of a shared device, and "why?".
  const extra = async ({ dataset }) => {
    if (dataset.undo) {
      const answer = await post(`/t/${table}/undo`, { agree: dataset.undo === "ask" ? null : dataset.undo === "yes" });
      if (answer && !answer.ok) narration.textContent = (await answer.json()).message;
    } else if (dataset.hand) {
      const answer = await fetch(`/t/${table}/hand?seat=${dataset.hand}`);
      if (answer.ok) { hurry = true; await swap((await answer.json()).html); hurry = false; }
    } else {
      const box = document.getElementById("why");
      const found = await Promise.all(dataset.rules.split(" ").map(async (rule) => (await fetch(`/rules/${game}/${rule}`)).json()));
      box.querySelector("dl").replaceChildren(...found.flatMap(({ rule, text }) => {
        const id = document.createElement("dt");
        const said = document.createElement("dd");
        id.textContent = rule;
        said.textContent = text;
        return [id, said];
      }));
      box.showModal();
    }
  };

  document.addEventListener("keydown", (event) => {
    const piece = event.target.closest?.("[data-move][role=button]");
    if (piece && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); piece.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
  });

  const settle = async (wanted) => {
    for (let i = 0; i < 150 && version < wanted; i += 1) await new Promise((done) => setTimeout(done, 20));
  };

  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const number = Number(event.key);
    const buttons = place.querySelectorAll(".choices [data-move]");
    if (number >= 1 && number <= buttons.length) buttons[number - 1].click();
  });

  // Side: log and chat

  const side = document.getElementById("side");
  const toggle = document.getElementById("side-toggle");
  toggle?.addEventListener("click", () => {
    const open = side.classList.toggle("open");
    toggle.setAttribute("aria-expanded", String(open));
  });

  const say = ({ name: who, text }) => {
    const chat = document.getElementById("chat");
    if (!chat) return;
    const item = document.createElement("li");
    const bold = document.createElement("b");
    bold.textContent = who;
    item.append(bold, ` ${text}`);
    chat.append(item);
    chat.scrollTop = chat.scrollHeight;
  };

  document.getElementById("say")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = event.target.elements.text;
    if (input.value.trim()) await post(`/t/${table}/say`, { text: input.value });
    input.value = "";
  });

  document.querySelectorAll("[data-say]").forEach((button) => button.addEventListener("click", () => {
    post(`/t/${table}/say`, { text: button.dataset.say });
  }));

  // The same person on another device: a link that works once.
  document.getElementById("other-device")?.addEventListener("click", async () => {
    const answer = await post(`/t/${table}/device`, {});
    if (!answer?.ok) { narration.textContent = answer ? (await answer.json()).message : offline.textContent; return; }
    const { link, picture } = await answer.json();
    const box = document.getElementById("device");
    box.querySelector("img").src = picture;
    box.querySelector("code").textContent = link;
    box.showModal();
    box.addEventListener("close", () => { box.querySelector("img").removeAttribute("src"); box.querySelector("code").textContent = ""; }, { once: true });
  });

  // A decision with one choice can be made for the player, if he likes.
  const forced = document.getElementById("forced");
  try { if (forced) forced.checked = localStorage.getItem("forced") === "1"; } catch { /* private windows forget */ }
  forced?.addEventListener("change", () => {
    try { localStorage.setItem("forced", forced.checked ? "1" : "0"); } catch { /* likewise */ }
    playForced();
  });
  const playForced = () => {
    const buttons = place.querySelectorAll(".choices [data-move]");
    if (forced?.checked && buttons.length === 1) setTimeout(() => buttons[0].isConnected && buttons[0].click(), 600);
  };

  // Sound: small, synthesised, off until asked for.

  let sound = null;
  const soundButton = document.getElementById("sound");
  soundButton?.addEventListener("click", () => {
    sound = sound ? (sound.close(), null) : new AudioContext();
    soundButton.setAttribute("aria-pressed", String(Boolean(sound)));
  });

  const tone = (from, to, seconds, kind, loud) => {
    const now = sound.currentTime;
    const wave = sound.createOscillator();
    const gain = sound.createGain();
    wave.type = kind;
    wave.frequency.setValueAtTime(from, now);
    wave.frequency.exponentialRampToValueAtTime(to, now + seconds);
    gain.gain.setValueAtTime(loud, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
    wave.connect(gain).connect(sound.destination);
    wave.start(now);
    wave.stop(now + seconds);
  };

  const play = (line, remark) => {
    if (!sound) return;
    if (remark) return tone(180, 60, 0.4, "triangle", 0.2);
    if (line.startsWith("sea ")) return tone(320, 640, 0.12, "sine", 0.12);
    return tone(520, 420, 0.08, "triangle", 0.08);
  };

  const entropy = document.getElementById("entropy");
  if (entropy) entropy.value = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

  name(false);
  after();
  log.scrollTop = log.scrollHeight;
  connect();
})();
