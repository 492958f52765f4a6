// Where a reader likes large letters, a window holds as few of them as a phone's, and is laid out like one: the board
// grows with the letters, its pieces too, as far as there is room.
"use strict";
(() => {
  const root = document.documentElement;
  const USUAL = 16; // pixels
  const PHONE = { wide: 360, high: 0 };
  const SIDEWAYS = { wide: 667, high: 375 };
  const narrow = matchMedia("(max-width: 53.75em)");
  const low = matchMedia("(orientation: landscape) and (min-width: 35.0625em) and (max-height: 31.25em)");
  const room = ({ wide, high }) => Math.min(innerWidth / wide, innerHeight / high);
  const fit = () => {
    const larger = parseFloat(getComputedStyle(root).fontSize) / USUAL;
    const most = low.matches ? room(SIDEWAYS) : narrow.matches ? room(PHONE) : 1;
    root.style.setProperty("--letters", Math.max(1, Math.min(larger, most)).toFixed(2));
  };
  addEventListener("resize", fit);
  fit();
})();
