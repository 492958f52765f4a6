// What a tap opens: the log, the reference and the menu. One at a time, in the place of the board or of the side.
const frame = document.querySelector(".frame");
const toggles = [...document.querySelectorAll(".top [aria-controls]")];

export const opened = () => frame.dataset.open || "";

const mark = () => toggles.forEach((toggle) => {
  toggle.setAttribute("aria-expanded", String(toggle.getAttribute("aria-controls") === opened()));
});

export const open = (id) => {
  const was = opened();
  const toggle = toggles.find((one) => one.getAttribute("aria-controls") === was);
  const within = was && document.getElementById(was)?.contains(document.activeElement);
  if (id) frame.dataset.open = id; else delete frame.dataset.open;
  mark();
  if (id) document.querySelector(`#${id} [data-close]`)?.focus({ preventScroll: true });
  else if (within) toggle?.focus();
  document.dispatchEvent(new CustomEvent("drawer", { detail: { id } }));
};

export const toggle = (id) => open(opened() === id ? "" : id);

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(".top [aria-controls]");
  if (button) toggle(button.getAttribute("aria-controls"));
  else if (target.closest?.("[data-close]")) open("");
});

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && opened()) open("");
  const writes = event.target.matches?.("input, textarea, select");
  if (event.key === "?" && !writes && !event.ctrlKey && !event.metaKey) toggle("aid");
});
