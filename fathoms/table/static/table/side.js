// Beside the table: the log and why, the chat, and the link that takes one's seat to another device.
import { announce, game, log, post, refusal, table } from "./page.js";

const MOST_LINES = 200;

export const note = (line, remark) => {
  const item = document.createElement("li");
  item.value = line.number;
  item.className = `who-${line.who}`;
  item.textContent = remark ? `${line.text} ${remark} ` : `${line.text} `;
  if (line.rules.length) item.append(whyButton(line.rules));
  log.append(item);
  while (log.children.length > MOST_LINES) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
};

// What was taken back.
export const forget = (version) => [...log.children].filter(({ value }) => value > version).forEach((line) => line.remove());

const whyButton = (rules) => {
  const why = document.createElement("button");
  why.className = "why";
  why.type = "button";
  why.dataset.rules = rules.join(" ");
  why.textContent = log.dataset.why;
  return why;
};

export const explain = async (rules) => {
  const box = document.getElementById("why");
  const asked = rules.split(" ").map(async (rule) => (await fetch(`/rules/${game}/${rule}`)).json());
  box.querySelector("dl").replaceChildren(...(await Promise.all(asked)).flatMap(({ rule, text }) => {
    const id = document.createElement("dt");
    const said = document.createElement("dd");
    id.textContent = rule;
    said.textContent = text;
    return [id, said];
  }));
  box.showModal();
};

const side = document.getElementById("side");
const toggle = document.getElementById("side-toggle");
toggle?.addEventListener("click", () => {
  const open = side.classList.toggle("open");
  toggle.setAttribute("aria-expanded", String(open));
});
log.scrollTop = log.scrollHeight;

// Chat

export const say = ({ name: who, text, watching }) => {
  const chat = document.getElementById("chat");
  if (!chat) return;
  const item = document.createElement("li");
  const bold = document.createElement("b");
  bold.textContent = watching ? `${who || chat.dataset.looker} (${chat.dataset.watching})` : who;
  item.append(bold, ` ${text}`);
  chat.append(item);
  chat.scrollTop = chat.scrollHeight;
};

// Whether it was said; if not, why stands below, and what was typed stays.
const trySaying = async (text) => {
  const answer = await post(`/t/${table}/say`, { text });
  const why = document.getElementById("unsaid");
  why.hidden = Boolean(answer?.ok);
  why.textContent = answer?.ok ? "" : await refusal(answer);
  return answer?.ok;
};

document.getElementById("say")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = event.target.elements.text;
  const text = input.value;
  if (text.trim() && (await trySaying(text)) && input.value === text) input.value = "";
});

document.querySelectorAll("[data-say]").forEach((button) => button.addEventListener("click", () => {
  trySaying(button.dataset.say);
}));

// The same person on another device: a link that works once.
document.getElementById("other-device")?.addEventListener("click", async () => {
  const answer = await post(`/t/${table}/device`, {});
  if (!answer?.ok) return announce(await refusal(answer));
  const { link, picture } = await answer.json();
  const box = document.getElementById("device");
  box.querySelector("img").src = picture;
  box.querySelector("code").textContent = link;
  box.showModal();
  box.addEventListener("close", () => {
    box.querySelector("img").removeAttribute("src");
    box.querySelector("code").textContent = "";
  }, { once: true });
});
