// The secret stands after the # of the address; it leaves the address bar and goes into the form.
"use strict";
(() => {
  const field = document.querySelector("#device [name=secret]");
  if (!location.hash) return;
  field.value = location.hash.slice(1);
  field.closest(".field").hidden = true;
  history.replaceState(null, "", location.pathname);
})();
