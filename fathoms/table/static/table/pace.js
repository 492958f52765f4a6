// How fast pieces move on this device: a slider, remembered. What goes over the wire waits for none of it.
const FACTORS = [0, 0.4, 1, 1.6, 2.4];
const slider = document.getElementById("pace");
export const pace = { factor: 1 };

const set = (level) => {
  pace.factor = FACTORS[level] ?? 1;
  document.documentElement.style.setProperty("--pace", pace.factor);
  slider?.setAttribute("aria-valuetext", slider.dataset.words.split("|")[level]);
};

try { if (slider) slider.value = localStorage.getItem("pace") ?? slider.value; } catch { /* private windows forget */ }
if (slider) set(Number(slider.value));
slider?.addEventListener("input", () => {
  set(Number(slider.value));
  try { localStorage.setItem("pace", slider.value); } catch { /* likewise */ }
});
