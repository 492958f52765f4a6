// What is wrong with the page of a table as it stands, in sentences.
async () => {
  await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
  const found = [];
  const host = document.querySelector(".host");
  const frame = document.querySelector(".frame");
  const isTiny = host.clientWidth < 20 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const told = (one) => {
    const words = (one.getAttribute("aria-label") || one.textContent).trim().replace(/\s+/g, " ").slice(0, 30);
    const about = one.closest(".seat, .board, .choices, .lesson, .side")?.className.split(" ")[0];
    return `${about}: ${one.localName}.${[...one.classList].join(".")} “${words}”`;
  };
  if (!isTiny && host.scrollHeight > host.clientHeight + 1) found.push(`the page scrolls by ${host.scrollHeight - host.clientHeight}`);
  if (host.scrollWidth > host.clientWidth + 1) found.push("the page scrolls sideways");

  // No two places share a point.
  const PLACES = [".title", ".state", ".tools", ".seats", ".board", ".mine", ".choices", ".side", ".lesson .words"];
  const boxes = PLACES.map((name) => [name, frame.querySelector(name)])
    .filter(([, one]) => one?.checkVisibility({ visibilityProperty: true }))
    .map(([name, one]) => [name, one.getBoundingClientRect()]);
  boxes.forEach(([name, a], number) => {
    if (!isTiny && (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1)) found.push(`${name} leaves the window`);
    boxes.slice(number + 1).forEach(([other, b]) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) found.push(`${name} lies over ${other}`);
    });
  });

  // What can be chosen, what the lesson shows, what the others have and the clocks are hit at their middle.
  const THINGS = "#table [data-move], #table summary.choice, [data-lit], .seat .things > *, .seat [data-clock], .rail button, .lesson .on > *";
  const isHit = (one) => {
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    if (width < 4 || height < 4) return `has no size (${width} x ${height})`;
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!there) return `lies outside (${Math.round(left)}, ${Math.round(top)})`;
    const ok = one === there || one.contains(there) || (there.dataset?.move && there.closest("li, .things > *") === one);
    return ok ? "" : `is covered by ${there.localName}.${[...there.classList].join(".")}`;
  };
  for (const one of document.querySelectorAll(THINGS)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.matches("[aria-hidden=true]")) continue;
    if (getComputedStyle(one).display === "contents") continue;
    let fault = isHit(one);
    const window = one.closest("[data-pan], .choices .list, .lesson .words");
    if (fault && (isTiny || window)) {
      one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      fault = isHit(one);
    }
    if (fault) found.push(`${told(one)} ${fault}`);
  }

  // Nothing is cut.
  const WHOLE = ".rival, .mine, .choices, .board, .things, .things > *, .tools, .card, .sub, [data-whole]";
  for (const one of frame.querySelectorAll(WHOLE)) {
    if (isTiny || !one.checkVisibility() || one.closest("[data-pan]")) continue;
    if (one.matches(".sub")) continue;
    if (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 2) {
      if (getComputedStyle(one).display === "inline") continue;
      found.push(`${told(one)} is cut: ${one.scrollWidth} x ${one.scrollHeight} in ${one.clientWidth} x ${one.clientHeight}`);
    }
  }

  // A finger finds what it wants.
  for (const one of frame.querySelectorAll(".choices .choice, .rail button, .tools .tool")) {
    if (!one.checkVisibility()) continue;
    const { width, height } = one.getBoundingClientRect();
    if (width < 44 || height < 44) found.push(`${told(one)} is ${Math.round(width)} x ${Math.round(height)}`);
  }
  const list = frame.querySelector(".choices .list");
  const shown = list ? [...list.querySelectorAll(":scope > .choice, :scope > .group > .choice")] : [];
  const floor = list?.getBoundingClientRect().bottom + 1;
  list?.scrollTo(0, 0);
  const inSight = shown.filter((one) => one.getBoundingClientRect().bottom <= floor).length;
  if (!isTiny && inSight < Math.min(shown.length, 6)) found.push(`${inSight} of ${shown.length} choices in sight`);
  host.scrollTo(0, 0);
  return found;
}
