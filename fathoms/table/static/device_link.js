// The link by which another device becomes the same person, in a box; it is gone from the page with the box.
export const showLink = ({ link, picture }) => {
  const box = document.getElementById("device");
  box.querySelector("img").src = picture;
  box.querySelector("code").textContent = link;
  box.showModal();
  box.addEventListener("close", () => {
    box.querySelector("img").removeAttribute("src");
    box.querySelector("code").textContent = "";
  }, { once: true });
};
