// Sliders say what they stand at; a run says that it has begun; a report has its address in the browser's bar.
"use strict";
(() => {
  const language = document.documentElement.lang;
  for (const slide of document.querySelectorAll(".slide input")) {
    const called = JSON.parse(slide.dataset.called ?? "{}");
    const show = () => { slide.nextElementSibling.value = called[slide.value] ?? Number(slide.value).toLocaleString(language); };
    slide.addEventListener("input", show);
    show();
  }
  for (const form of document.querySelectorAll(".bench, .what-if")) {
    form.addEventListener("submit", () => form.setAttribute("aria-busy", "true"));
  }
  const link = document.getElementById("report-link");
  if (link) history.replaceState(null, "", link.href);
  document.getElementById("report")?.scrollIntoView();
})();
