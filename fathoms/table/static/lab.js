// The slider says its number; a run says that it has begun.
"use strict";
(() => {
  const form = document.querySelector(".bench");
  const slide = form.querySelector("input[type=range]");
  const show = () => { form.querySelector("output").value = Number(slide.value).toLocaleString(document.documentElement.lang); };
  slide.addEventListener("input", show);
  form.addEventListener("submit", () => form.setAttribute("aria-busy", "true"));
  document.getElementById("report")?.scrollIntoView();
  show();
})();
