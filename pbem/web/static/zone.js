// Offers the browser's own time zone when another one is set.
"use strict";
(() => {
  const field = document.getElementById("zone");
  const offer = document.getElementById("zone-offer");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!field || !offer || !zone || zone === field.value) return;
  document.getElementById("zone-name").textContent = zone;
  offer.hidden = false;
  offer.addEventListener("click", () => {
    field.value = zone;
    offer.hidden = true;
    field.focus();
  });
})();
