// What the people at a table ask each other, and the parts of the page beside the table that change without an event:
// seats to take, one's own seat, questions. They come as HTML with the table's state; nobody's page is loaded anew.
import { hush, warn, words } from "./notice.js";
import { board, post, refusal, shown, table } from "./page.js";

const told = new Map();
const asking = document.getElementById("asking");
const mine = document.body.dataset.seats.split(" ").filter(Boolean);

// What somebody is typing or has chosen outlives a change of the form around it.
const keepTyped = (part, change) => {
  const fields = () => [...part.querySelectorAll("input:not([type=hidden]), select")];
  const typed = new Map(fields().map((field) => [field.name, field.value]));
  const focused = part.contains(document.activeElement) && document.activeElement.name;
  const unfolded = Boolean(part.querySelector("details[open]"));
  change();
  part.querySelector("details")?.toggleAttribute("open", unfolded);
  fields().filter(({ name }) => typed.has(name)).forEach((field) => {
    const known = field.matches("input") || [...field.options].some(({ value }) => value === typed.get(field.name));
    if (known) field.value = typed.get(field.name);
    if (field.name === focused) field.focus({ preventScroll: true });
  });
};

const fill = (id, html) => {
  const part = document.getElementById(id);
  if (!part || told.get(id) === html) return;
  told.set(id, html);
  const next = document.createElement("template");
  next.innerHTML = html;
  if (next.innerHTML.trim() === part.innerHTML.trim()) return;
  keepTyped(part, () => part.replaceChildren(next.content));
};

// All go to the rematch together, but for those who said no; what was being typed comes along.
const draft = document.querySelector("#say input");
const move = ({ table: next, without }) => {
  if (mine.length && mine.every((seat) => without.includes(seat))) return;
  try { if (draft?.value) sessionStorage.setItem("draft", draft.value); } catch { /* private windows forget */ }
  location.assign(board ? `/t/${next}/board` : `/t/${next}`);
};
try {
  if (draft) draft.value = sessionStorage.getItem("draft") || draft.value;
  sessionStorage.removeItem("draft");
} catch { /* likewise */ }

// Who asks to have a move back, and neither gets it nor leaves it, is told so.
let withdrawn = false;
const iAsk = () => Boolean(asking.querySelector("[data-asked=undo] [data-answer=no]") && !asking.querySelector("[data-answer=yes]"));
const tellOutcome = (asked, { kind, version }) => {
  if (!asked && iAsk()) { withdrawn = false; hush(); }
  if (asked && !iAsk() && !withdrawn && kind === "state" && version === shown.version) warn(words.stands);
};
document.addEventListener("click", ({ target }) => { withdrawn = withdrawn || Boolean(target.closest("[data-answer=no]")); });

document.addEventListener("heard", ({ detail }) => {
  const asked = iAsk();
  if (detail.parts) Object.entries(detail.parts).forEach(([id, html]) => fill(id, html));
  if (detail.kind === "event" && asking.querySelector("[data-asked=undo]")) fill("asking", ""); // that was before
  if (detail.kind === "moved") move(detail);
  tellOutcome(asked, detail);
});

// Whatever is asked, one tap asks and one tap answers.
// Whoever agrees to a rematch sits down there: with words of their own for its sea.
const hashFor = async (kind, agree) => (kind === "rematch" && agree ? (await import("../sea.js")).commitment() : "");
const ask = async ({ ask: kind, about = "" }) => post(`/t/${table}/ask`, { kind, about, commitment: await hashFor(kind, true) });
const reply = async (said, { asked: kind }) => {
  const agree = said !== "no";
  return post(`/t/${table}/answer`, { kind, agree, start: said === "start", commitment: await hashFor(kind, agree) });
};

document.addEventListener("click", async ({ target }) => {
  const asked = target.closest("[data-ask]");
  const said = target.closest("[data-answer]");
  if (!asked && !said) return;
  const answer = await (asked ? ask(asked.dataset) : reply(said.dataset.answer, said.closest("[data-asked]").dataset));
  if (!answer?.ok) warn(await refusal(answer));
});

// A form that changes the table and not the page: what it did comes over the socket.
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-stay]")) return;
  event.preventDefault();
  const { action, dataset } = event.target;
  if (dataset.sure && !confirm(dataset.sure)) return;
  const body = new URLSearchParams(new FormData(event.target));
  fetch(action, { method: "POST", body, redirect: "manual", headers: { accept: "application/json" } })
    .then(async (answer) => { if (answer.status >= 400) warn(await refusal(answer)); })
    .catch(async () => warn(await refusal(null)));
}, { capture: true });
