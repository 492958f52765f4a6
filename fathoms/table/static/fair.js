// The whole sea of a finished game, worked out again, and compared with what this browser has kept of it.
import { hashOf, hex, hmac, join, keptOf, publishedRoot, sha256, text } from "./sea.js";

const { table, seats } = document.body.dataset;
const mine = seats.split(" ").filter(Boolean);
const bytes = (said) => Uint8Array.from(said.match(/../g) || [], (pair) => parseInt(pair, 16));
const leaf = (secret) => sha256(join([0], secret));
const node = (left, right) => sha256(join([1], left, right));

const rootOf = ({ secrets, leaves, frontier }) => {
  let row = secrets.map((secret) => leaf(bytes(secret)));
  const rest = frontier.map(bytes);
  for (let width = leaves; width > 1; width /= 2) {
    if (row.length % 2) row.push(rest.shift());
    const above = [];
    for (let i = 0; i < row.length; i += 2) above.push(node(row[i], row[i + 1]));
    row = above;
  }
  return rest.length ? null : hex(row[0]);
};

const fateOf = (secret, number, entropy, weights) => {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const fair = ((1n << 256n) / total) * total;
  const stirred = Object.keys(entropy).sort().map((seat) => `|${[...entropy[seat]].length}:${seat}=${entropy[seat]}`).join("");
  for (let attempt = 0; ; attempt += 1) {
    let left = BigInt(`0x${hex(hmac(bytes(secret), text(`fathoms|${number}|${attempt}${stirred}`)))}`);
    if (left >= fair) continue;
    left %= total;
    return weights.findIndex((weight) => { left -= BigInt(weight); return left < 0n; });
  }
};

const note = (number, line, good) => {
  const item = document.createElement("li");
  item.value = number;
  item.textContent = `${good ? "✓" : "✗"} ${line}`;
  if (!good) item.className = "bad";
  document.getElementById("fates").append(item);
};

const say = (id, name, mark) => {
  const place = document.getElementById(id);
  place.textContent = document.querySelector(`[data-text="${name}"]`).textContent;
  place.className = mark;
  place.dataset.said = name;
};

const seatsOf = (tide) => Object.keys({ ...tide.commitments, ...tide.entropy });
const wordsHold = (tide) => (
  !Object.keys(tide.commitments).length || seatsOf(tide).every((seat) => tide.commitments[seat] === hashOf(tide.entropy[seat] || ""))
);

const holds = (tide) => {
  let good = rootOf(tide) === tide.root && wordsHold(tide);
  tide.events.forEach((event, number) => {
    const weights = tide.fates[number].map(([, weight]) => weight);
    const index = fateOf(tide.secrets[number], number, tide.entropy, weights);
    const due = `sea ${tide.fates[number][index][0]}` === tide.lines[number];
    note(event, tide.told[number], due);
    good = good && due;
  });
  return good;
};

// What this browser saw before the game, against what the server says after it.
const compareRoot = (tide, kept) => {
  if (!kept || !tide) return say("kept", "root-none", "");
  if (kept.root !== publishedRoot(tide.root, tide.commitments, tide.by_server)) return say("kept", "root-other", "bad");
  return say("kept", kept.version ? "root-late" : "root-same", "good");
};

const compareWords = (tide, kept) => {
  if (!tide || !mine.length) return;
  const told = mine.map((seat) => tide.entropy[seat]);
  if (kept?.words?.length) return say("words", told.includes(kept.words[0]) ? "words-own" : "words-other", told.includes(kept.words[0]) ? "good" : "bad");
  say("words", "words-server", "");
};

const check = ({ tides }) => {
  const good = tides.map(holds).every(Boolean) && (tides.length > 0 || Number(document.body.dataset.given) > 0); // all of it may come from elsewhere
  const kept = keptOf(table);
  say("verdict", good ? "good" : "bad", good ? "good" : "bad");
  document.getElementById("verdict").dataset.good = String(good);
  compareRoot(tides[0], kept);
  compareWords(tides[0], kept);
};

fetch(`/t/${table}/fair.json`).then((answer) => answer.json()).then(check);
