// The rule book: search as you type, print, and numbers on pictures where the browser cannot anchor them itself.
"use strict";
(() => {
  const place = () => {
    for (const picture of document.querySelectorAll(".picture")) {
      const frame = picture.getBoundingClientRect();
      for (const number of picture.querySelectorAll(".callout")) {
        const piece = picture.querySelector(`[data-callout="${number.textContent}"]`);
        const box = piece && piece.getBoundingClientRect();
        number.hidden = !box || !box.width;
        if (number.hidden) continue;
        number.style.left = `${box.left - frame.left}px`;
        number.style.top = `${box.top - frame.top}px`;
      }
    }
  };
  if (!CSS.supports("anchor-name: --a")) {
    document.documentElement.classList.add("by-hand");
    addEventListener("load", place);
    addEventListener("resize", place);
  }

  const print = document.querySelector("[data-print]");
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }

  const input = document.getElementById("q");
  if (!input) return;
  const word = document.querySelector("[data-missing]");
  const tellMissing = () => {
    const asked = /^#([A-Z]\d+)$/.exec(location.hash);
    if (!asked) return;
    word.hidden = Boolean(document.getElementById(asked[1]));
    word.textContent = word.hidden ? "" : word.dataset.missing.replace("{}", asked[1]);
  };
  tellMissing();
  const plain = (text) => text.toLowerCase().replaceAll("'", "’");
  const texts = ".part > p, .part > :is(ul, ol) > li, tr[id]"; // rules, and questions, examples, options beside them
  const sections = [...document.querySelectorAll(".rules .part")];
  const found = document.getElementById("found");
  const search = () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const section of sections) {
      const told = [...section.querySelectorAll(texts)];
      for (const one of told) one.hidden = !words.every((word) => plain(one.textContent).includes(word));
      section.hidden = told.every((one) => one.hidden);
      count += told.filter((one) => one.id && !one.hidden).length;
    }
    document.querySelector(".book").classList.toggle("searching", words.length > 0);
    const said = count ? (count === 1 ? found.dataset.one : found.dataset.some) : found.dataset.none;
    found.textContent = words.length ? said.replace("{}", count) : "";
    document.querySelector(".hits")?.remove();
  };
  input.form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", search);
  if (input.value) search();
  addEventListener("hashchange", () => {
    tellMissing();
    // A link may lead to a rule that the search has hidden.
    if (document.querySelector(":target")?.closest("[hidden]")) {
      input.value = "";
      search();
      document.querySelector(":target").scrollIntoView();
    }
  });
})();
