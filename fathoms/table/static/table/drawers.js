// What a tap opens: the log, the reference, the menu, and what the rivals have where their seats are chips. One at a
// time, in the place of the board or of the side.
const frame = document.querySelector(".frame");
const TOGGLES = ".top [aria-controls], .rival [aria-controls]";

export const opened = () => frame.dataset.open || "";

const mark = () => frame.querySelectorAll(TOGGLES).forEach((toggle) => {
  toggle.setAttribute("aria-expanded", String(toggle.getAttribute("aria-controls") === opened()));
});

export const open = (id) => {
  const was = opened();
  const within = was && document.getElementById(was)?.contains(document.activeElement);
  if (id) frame.dataset.open = id; else delete frame.dataset.open;
  mark();
  if (id === "rivals") document.getElementById(id).scrollIntoView({ block: "nearest" }); // where the page scrolls
  if (id) document.querySelector(`:is(#${id}, #${id} ~ .back-to-board)[data-close], #${id} [data-close]`)?.focus({ preventScroll: true });
  else if (within) frame.querySelector(`:is(${TOGGLES})[aria-controls="${was}"]`)?.focus();
  document.dispatchEvent(new CustomEvent("drawer", { detail: { id } }));
};

export const toggle = (id) => open(opened() === id ? "" : id);

const isChip = (rival) => rival?.querySelector(".things")?.checkVisibility() === false;

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(TOGGLES);
  if (button) toggle(button.getAttribute("aria-controls"));
  else if (target.closest?.("[data-close]")) open("");
  else if (isChip(target.closest?.(".rival"))) open("rivals");
});
document.addEventListener("shown", mark);
addEventListener("resize", () => { if (opened() === "rivals") open(""); }); // they may be no chips any more

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && opened()) open("");
  const writes = event.target.matches?.("input, textarea, select");
  if (event.key === "?" && !writes && !event.ctrlKey && !event.metaKey) toggle("aid");
});
