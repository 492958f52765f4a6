// Room on the screen: one's own hand stays above the bar of choices, and what the sea offers is in its window.
const place = document.getElementById("table");

const measure = () => {
  const bar = place.querySelector(".choices, .end:not(.finale)");
  document.documentElement.style.setProperty("--bar", `${bar ? bar.offsetHeight : 0}px`);
};
const grown = new ResizeObserver(() => { // a hint makes the bar higher
  measure();
  bringInSight();
});

// A sea wider than the screen has a window of its own, which can be dragged; the page stays where it is. It turns to
// what the table wants seen when that changes, or when something offered has been dragged out of sight.
let seen = null;
const offers = (part) => [...part.querySelectorAll("[data-move]")].filter((one) => one.checkVisibility());
const column = (pane) => pane.scrollWidth / Number(pane.dataset.width);
const offersOutside = (pane) => {
  const { left, right } = pane.getBoundingClientRect();
  return offers(pane).some((one) => {
    const box = one.getBoundingClientRect();
    return box.left < left - 2 || box.right > right + 2;
  });
};
const remember = (pane) => {
  seen = { pan: pane.dataset.pan, columns: pane.scrollLeft / column(pane) };
};
const turn = (pane) => {
  if (seen?.pan === pane.dataset.pan) pane.scrollLeft = column(pane) * seen.columns;
  if (seen?.pan !== pane.dataset.pan || offersOutside(pane)) pane.scrollLeft = column(pane) * Number(pane.dataset.pan);
  remember(pane);
};

// What a decision is about is in sight: where one's hand or the bar lies on it, the page moves up, and back for the next;
// not once the reader has moved it.
let asked = "";
let lifted = { at: scrollY, by: 0 };
const edge = () => {
  const [board, bar, hand] = [".board", ".choices", ".board .own"]
    .map((one) => place.querySelector(one)?.getBoundingClientRect());
  const floor = bar && bar.left < board.right ? bar.top : innerHeight; // or it stands beside the board
  return hand && hand.bottom >= floor - 2 ? Math.min(hand.top, floor) : floor;
};
const scrollUp = (by) => scrollBy({ top: by, behavior: "instant" });
const boxesOf = (offered) => offered.map((one) => (one.closest(".panel") || one).getBoundingClientRect());
const cutAbove = (offered) => Math.min(0, ...boxesOf(offered).map(({ top }) => top));
const hidden = (offered) => {
  const boxes = boxesOf(offered);
  const hand = place.querySelector(".board .own")?.getBoundingClientRect().top ?? Infinity;
  const above = Math.min(hand, ...boxes.map(({ top }) => top)); // none of this leaves the screen for it
  return Math.max(0, Math.min(Math.max(...boxes.map(({ bottom }) => bottom)) - edge(), above));
};
const bringInSight = () => {
  if (document.body.matches(".learning")) return; // a lesson shows what it talks about
  const offered = offers(place).filter((one) => one.closest(".board") && !one.closest(".own"));
  const question = offered.map((one) => one.dataset.move).join();
  const isUntouched = Math.abs(scrollY - lifted.at) < 2;
  if (!offered.length || (question === asked && !isUntouched)) return;
  asked = question;
  if (isUntouched) scrollUp(-lifted.by);
  scrollUp(cutAbove(offered));
  const from = scrollY;
  scrollUp(hidden(offered));
  lifted = { at: scrollY, by: scrollY - from };
};

const makeRoom = () => {
  grown.disconnect();
  place.querySelectorAll(".choices, .end:not(.finale)").forEach((bar) => grown.observe(bar));
  measure();
  place.querySelectorAll("[data-pan]").forEach(turn);
  requestAnimationFrame(bringInSight); // when everybody has said their word
};

const follow = ({ target }) => {
  if (!target.matches?.("[data-pan]")) return;
  remember(target);
  place.querySelector(".map .frame")?.setAttribute("x", seen.columns * 40 + 4);
};

document.addEventListener("scroll", follow, true);
document.addEventListener("shown", makeRoom);
makeRoom();
