// Hints of a first game: step through them without loading the page again, and frame the part that one is about.
(() => {
  "use strict";
  const box = document.getElementById("hints");
  if (!box) return;
  const all = [...box.querySelectorAll(".one-hint")];

  const frame = (part) => {
    for (const each of document.querySelectorAll(".hinted")) each.classList.remove("hinted");
    const found = part && document.getElementById(part);
    if (found) found.classList.add("hinted");
  };

  // A part that is a tab is opened by its own link, as the reader would.
  const open = (part) => {
    frame(part);
    document.querySelector(`.table-tabs a[data-tab="${part}"]`)?.click();
  };

  const show = (number) => {
    all.forEach((each, index) => { each.hidden = index + 1 !== number; });
    const shown = all[number - 1];
    if (!shown) {
      frame("");
      box.remove();
      return;
    }
    open(shown.dataset.hint);
  };

  box.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form, event.submitter);
    // How far the reader is is kept; when that fails, only the next visit begins with an earlier hint.
    fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } }).catch(() => {});
    const number = Number(data.get("at"));
    show(number);
    const heading = all[number - 1]?.querySelector("h3");
    if (heading) {
      heading.tabIndex = -1;
      heading.focus();
    }
  });

  box.addEventListener("click", (event) => {
    const link = event.target.closest(".to-part");
    if (!link) return;
    open(link.hash.slice(1));
  });

  frame(box.dataset.part);
})();
