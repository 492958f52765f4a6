// A sea wider than its place is seen through a window, which can be dragged. The window turns to what the table wants
// seen when that changes, or when something offered has been dragged out of sight.
const place = document.getElementById("table");

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

export const turnAll = () => {
  if (!place.matches(".magnified")) place.querySelectorAll("[data-pan]").forEach(turn);
};

const follow = ({ target }) => {
  if (!target.matches?.("[data-pan]")) return;
  remember(target);
  place.querySelector(".map .seen")?.setAttribute("x", seen.columns * 40 + 4);
};

document.addEventListener("scroll", follow, true);
document.addEventListener("shown", turnAll);
addEventListener("resize", turnAll);
turnAll();
