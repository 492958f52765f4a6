// Words of one's own for the sea: their hash goes first, and the words once every seat has sent a hash, and the root that
// binds them all is kept here. They are told under one root only: to be told twice would leave somebody a choice.
import { commitment, keepSea, keptOf, publishedRoot, wordsOf } from "../sea.js";
import "../stir.js";
import { post, table } from "./page.js";

const mine = document.body.dataset.seats.split(" ").filter(Boolean);
let asked = ""; // what was sent last
let known = false; // the table has been told of before

const once = async (path, body) => {
  const said = path + JSON.stringify(body);
  if (said === asked) return;
  asked = said;
  const answer = await post(`/api/tables/${table}/${path}`, body);
  if (!answer?.ok) asked = "";
};

// The root is worked out here, from what every seat has committed to.
const holds = (sea) => sea.root === publishedRoot(sea.secrets, sea.commitments, sea.by_server);
const toldBefore = (words) => { const kept = keptOf(table); return kept?.words?.includes(words) ? kept.root : null; };

const keepRoot = (sea, version) => {
  const kept = keptOf(table);
  if (sea.root && holds(sea) && (!kept || (version === 0 && !kept.words?.length))) keepSea(table, { root: sea.root, version, words: [] });
};

const tell = (sea, words) => {
  const before = toldBefore(words);
  if (!holds(sea) || (before && before !== sea.root)) return;
  keepSea(table, { root: sea.root, version: 0, words: [words] });
  once("words", { words });
};

// The sea is drawn anew and wants another hash; or this browser does not have the words: they sat down at another one.
const isLost = (hash) => !hash || (!known && !wordsOf(hash));

const stir = (sea, version) => {
  keepRoot(sea, version);
  const seat = mine.find((one) => sea.owed.includes(one));
  const words = seat && wordsOf(sea.commitments[seat]);
  if (words && sea.root) tell(sea, words);
  if (mine.some((one) => sea.own.includes(one) && isLost(sea.commitments[one])) && !sea.root) {
    const hash = commitment();
    if (hash) once("commit", { commitment: hash });
  }
  known = true;
};

document.addEventListener("heard", ({ detail }) => { if (detail.kind === "state" && !detail.sea.lesson) stir(detail.sea, detail.version); });
