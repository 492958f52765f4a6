// Which pieces glide: those that the new drawing has elsewhere. The browser takes a picture of whatever has a name and
// lays all of them out for each frame, which takes longer than a frame with thirty of them: so a piece has a name only
// while it moves. What keeps its place, comes or goes is in the picture of the whole page, which fades.
import { keyOf } from "./patch.js";

const MARKS = new Set(["may", "turn", "acts"]); // say whose turn it is, and move nothing
const pieces = (root) => [...root.querySelectorAll("[data-vt]")];

// The place of a piece: within what, and beside whom. Where its whole panel goes, it goes along.
const places = (root) => {
  const known = new Map([[root, ""]]);
  const placeOf = (node) => {
    const alike = [...node.parentNode.children].filter((one) => one.classList[0] === node.classList[0]);
    return `${pathOf(node.parentNode)}/${alike.indexOf(node)}.${[...node.classList].filter((one) => !MARKS.has(one))}`;
  };
  const pathOf = (node) => {
    if (!known.has(node)) known.set(node, placeOf(node));
    return known.get(node);
  };
  return (piece) => `${placeOf(piece)} ${[...piece.parentNode.children].map(keyOf)}`;
};

// One that has just come out of another (a card off the deck) arrives under that one's name.
const nameOf = ({ dataset }) => dataset.arrive || dataset.vt;

const moving = (live, drawn) => {
  const [was, is] = [places(live), places(drawn)];
  const had = new Map(pieces(live).map((piece) => [piece.dataset.vt, piece]));
  const goes = (piece, old) => old && (piece.dataset.arrive || was(old) !== is(piece));
  return new Set(pieces(drawn).filter((piece) => goes(piece, had.get(nameOf(piece)))).map(nameOf));
};

export const nameMoving = (live, drawn) => {
  const names = moving(live, drawn);
  const call = (piece, name) => { piece.style.viewTransitionName = names.has(name) ? name : ""; };
  pieces(live).forEach((piece) => call(piece, piece.dataset.vt));
  pieces(drawn).forEach((piece) => call(piece, nameOf(piece)));
};

// For whoever wants no motion: the same pieces carry a quiet mark until the next event.
export const markMoved = (live, drawn) => {
  const names = moving(live, drawn);
  pieces(drawn).forEach((piece) => piece.toggleAttribute("data-moved", names.has(nameOf(piece))));
};
