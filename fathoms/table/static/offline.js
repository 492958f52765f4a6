// Without a network: back as soon as there is one.
"use strict";
addEventListener("online", () => location.reload());
document.getElementById("again").addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});
