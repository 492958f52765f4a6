// What a player must not miss, said above the bar of choices: for a while, until the next move, or until put away.
const STAYS = 6000;
const box = document.getElementById("notice");
export const words = box.dataset;
let timer = 0;

export const hush = () => {
  clearTimeout(timer);
  box.replaceChildren();
};

export const warn = (text, lasting = false) => {
  hush();
  const said = document.createElement("p");
  const close = document.createElement("button");
  said.textContent = text;
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", words.close);
  close.addEventListener("click", hush);
  said.append(close);
  box.append(said);
  if (!lasting) timer = setTimeout(hush, STAYS);
};
