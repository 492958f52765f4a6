// The big screen: whatever its size, the table is drawn as for one 800 high, and read from three metres.
import { board, place } from "./page.js";

const HIGH = 800;
const WIDE = 1280;
let least = 1; // a table that has once needed more height keeps its size: nothing breathes with every event

const fit = () => {
  const zoom = Math.max(Math.min(innerHeight / HIGH, innerWidth / WIDE), 0.75);
  const set = () => document.documentElement.style.setProperty("--zoom", (zoom * least).toFixed(3));
  set();
  const over = place.getBoundingClientRect().bottom + scrollY - innerHeight;
  if (over < 2) return;
  least = Math.max(least * (innerHeight / (innerHeight + over)), 0.7);
  set();
};

if (board) {
  addEventListener("resize", () => { least = 1; fit(); });
  document.addEventListener("shown", fit);
  fit();
}
