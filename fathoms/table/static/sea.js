// What a browser does for the sea: words of its own and their hash, the root of a table, and keeping both, so that they
// can be compared when the game is over. SHA-256 is written out here, since browsers hide theirs on plain HTTP.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) | 0;
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (x, by) => (x >>> by) | (x << (32 - by));

const padded = (bytes) => {
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  whole.set(bytes);
  whole[bytes.length] = 128;
  new DataView(whole.buffer).setUint32(whole.length - 4, bytes.length * 8);
  return new DataView(whole.buffer);
};

const block = (view, at, state) => {
  const w = Array.from({ length: 16 }, (_, i) => view.getInt32(at + i * 4));
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [w[i - 15], w[i - 2]];
    w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
};

export const sha256 = (bytes) => {
  const view = padded(bytes);
  let state = START;
  for (let at = 0; at < view.byteLength; at += 64) state = block(view, at, state);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(i * 4, word));
  return new Uint8Array(out.buffer);
};
export const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
export const hmac = (key, message) => {
  const pad = (by) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] || 0) ^ by);
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), message))));
};
export const text = (said) => new TextEncoder().encode(said);
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const hashOf = (words) => hex(sha256(text(words)));

// As `published_root` of the engine: the root of the secrets, bound to what each seat has committed to.
export const publishedRoot = (root, commitments, byServer) => {
  const seats = Object.keys(commitments).sort();
  if (!seats.length) return root;
  return hashOf(`fathoms root|${root}${seats.map((seat) => `|${seat}:${byServer.includes(seat) ? "server" : "own"}=${commitments[seat]}`).join("")}`);
};

// Kept by this browser: the words behind each hash, and of each table the root it saw first.
const MOST = 200;
const read = (name) => { try { return JSON.parse(localStorage.getItem(name) || "{}"); } catch { return {}; } };
const keep = (name, key, value) => {
  const entries = Object.entries(read(name)).filter(([one]) => one !== key).slice(1 - MOST);
  try { localStorage.setItem(name, JSON.stringify(Object.fromEntries([...entries, [key, value]]))); } catch { return false; }
  return true;
};

// The hash of new words; nothing where the browser cannot keep them: then the server stirs for the seat.
export const commitment = () => {
  const words = hex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = hashOf(words);
  return keep("fathoms-words", `c${hash}`, words) ? hash : "";
};
export const wordsOf = (hash) => read("fathoms-words")[`c${hash}`];
export const keptOf = (table) => read("fathoms-seas")[`t${table}`];
export const keepSea = (table, seen) => keep("fathoms-seas", `t${table}`, seen);
