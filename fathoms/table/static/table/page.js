// What the parts of a table's page share: which table it is, how far it has been shown, and the elements they all use.
export const { table, board, game } = document.body.dataset;
export const place = document.getElementById("table");
export const log = document.getElementById("log");
export const offline = document.getElementById("offline");
const narration = document.getElementById("narration");

export const shown = { version: Number(document.body.dataset.version) };
export const unread = { now: false }; // words that belong to what can be chosen are still to come
export const leaving = { now: false }; // a form was sent: this page is about to go

export const announce = (text) => { narration.textContent = text; };
export const narrated = () => narration.textContent;
export const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

export const send = (address, body) => fetch(address, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
  signal: AbortSignal.timeout(15000),
});

// A lost answer is asked for again with the same body: what carries an id happens once.
export const post = async (address, body) => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    try { return await send(address, body); } catch { await wait(400 * 2 ** attempt); }
  }
  return null;
};

// What the server answered, in its words; without an answer, that the line is down.
export const refusal = async (answer) => (answer ? (await answer.json()).message : offline.textContent);
