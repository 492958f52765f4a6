// Light or dark before the first paint; a choice is remembered on this device.
"use strict";
(() => {
  const root = document.documentElement;
  const read = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const chosen = read("theme");
  // The bar of an app or a browser takes the page's colour.
  const bars = [...document.querySelectorAll("meta[name=theme-color]")];
  const colours = bars.map(({ media, content }) => [media, content]);
  const colour = () => {
    const [, wanted] = colours.find(([media]) => media.includes(root.dataset.theme)) || [];
    if (wanted) bars.forEach((bar) => { bar.content = wanted; });
  };
  if (chosen) { root.dataset.theme = chosen; colour(); }
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    button.addEventListener("click", () => {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      colour();
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private windows forget */ }
    });
  });
})();
