// Hints of a first game: step through them without loading the page again, and frame the part that one is about.
(() => {
  "use strict";
  const box = document.getElementById("hints");
  if (!box) return;
  const all = [...box.querySelectorAll(".one-hint")];
  const side = document.getElementById("side");
  const stays = () => getComputedStyle(box).position === "sticky"; // in sight, however far the column is scrolled

  const frame = (part) => {
    for (const each of document.querySelectorAll(".hinted")) each.classList.remove("hinted");
    const found = part && document.getElementById(part);
    if (found) found.classList.add("hinted");
  };

  // The tab of a part is opened by its own link, as the reader would.
  const open = (part) => {
    frame(part);
    const tab = document.getElementById(part)?.closest(".side > .tab");
    if (tab && !tab.hasAttribute("data-open")) document.querySelector(`.table-tabs a[data-tab="${tab.id}"]`)?.click();
  };

  const seek = (part) => {
    const found = document.getElementById(part);
    found?.scrollIntoView({ block: found.matches(".tab") ? "start" : "nearest" });
  };

  // What is brought into sight in the column lies below its tabs and the hint, not behind them.
  const room = () => {
    const tabs = side.querySelector(".table-tabs");
    side.style.scrollPaddingBlockStart = box.isConnected ? `${tabs.offsetHeight + box.offsetHeight + 8}px` : "";
  };

  const show = (number) => {
    all.forEach((each, index) => { each.hidden = index + 1 !== number; });
    const shown = all[number - 1];
    if (!shown) {
      frame("");
      box.remove();
      room();
      return;
    }
    room();
    open(shown.dataset.hint);
    if (stays()) seek(shown.dataset.hint);
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
      heading.focus({ preventScroll: stays() });
    }
  });

  box.addEventListener("click", (event) => {
    const link = event.target.closest(".to-part");
    if (!link) return;
    event.preventDefault();
    const part = link.hash.slice(1);
    open(part);
    seek(part);
  });

  new ResizeObserver(room).observe(box);
  frame(box.dataset.part);
})();
