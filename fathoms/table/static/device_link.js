// The link by which another device becomes the same person, in a box; it is gone from the page with the box.
const fill = (box, link, picture) => {
  box.querySelector("code").textContent = link;
  box.querySelectorAll("[data-link]").forEach(({ dataset }) => {
    if (link) dataset[dataset.link] = link; // `data-share` or `data-copy`, which app.js listens to
    else delete dataset[dataset.link];
  });
  if (picture) box.querySelector("img").src = picture;
  else box.querySelector("img").removeAttribute("src");
};

export const showLink = ({ link, picture }) => {
  const box = document.getElementById("device");
  fill(box, link, picture);
  box.showModal();
  box.addEventListener("close", () => fill(box, "", ""), { once: true });
};
