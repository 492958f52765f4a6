// Ambient movement (waves, a bobbing boat, lit choices) rests after ten seconds in which nothing happens, and on hidden
// pages: drawing it costs a fifth of a processor core. The style sheet pauses animations under `.idle`.
const REST_AFTER = 10_000; // ms
const root = document.documentElement;
let timer = 0;

const rest = () => root.classList.add("idle");
const wake = () => {
  clearTimeout(timer);
  root.classList.toggle("idle", document.hidden);
  timer = setTimeout(rest, REST_AFTER);
};

["pointerdown", "pointermove", "keydown", "wheel"].forEach((what) => addEventListener(what, wake, { passive: true }));
["showing", "moment", "visibilitychange"].forEach((what) => document.addEventListener(what, wake));
wake();
