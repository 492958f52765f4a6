// Whoever sits down by a form sends the hash of words of their own for the sea.
import { commitment } from "./sea.js";

document.addEventListener("submit", ({ target }) => {
  const field = target.querySelector?.("input[name=commitment]");
  if (field && !field.value) field.value = commitment();
}, { capture: true });
