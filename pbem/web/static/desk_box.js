/* The box of orders: its lines numbered and marked, the rows that a long line takes beside its first, and the blocks of units in it.

window.wardroomBox is null without a box, else
  box               the textarea
  number(marked)    the numbers beside the lines; `marked` is a Map of a line's number to what is wrong with it
  goTo(line)        the cursor to a line, from 1; goTo(line, false) without taking the focus
  goToUnit(unit)    the cursor to the end of the unit's block, if it has one; the same second argument
  write(text)       another text into the box, as if it had been typed: false if it is there already
  unit()            the unit in whose block the cursor is, "" for none */
"use strict";

(() => {
  const HEAD = /^\s*([A-Za-z][A-Za-z0-9_-]{0,11}) ?:(?!\/)/;
  const BESIDE = /^\s*(luck|press)\b.*:/i;
  const box = document.querySelector("#order-form textarea");
  window.wardroomBox = null;
  if (!box) return;

  const lines = () => box.value.split("\n");

  /* ------------------------------------------------------------ numbers */

  const gutter = document.createElement("div");
  gutter.className = "gutter";
  gutter.setAttribute("aria-hidden", "true");
  const editor = document.createElement("div");
  editor.className = "editor";
  box.before(editor);
  editor.append(gutter, box);
  box.addEventListener("scroll", () => { gutter.scrollTop = box.scrollTop; });

  /* Long lines go on in the next row. How many rows each takes is measured of the same words, set in the same way, out of sight. */
  const copy = document.createElement("div");
  copy.className = "orders copy";
  copy.setAttribute("aria-hidden", "true");
  editor.append(copy);
  function rowsOf(all) {
    copy.style.width = `${box.clientWidth}px`;
    copy.replaceChildren(...all.map((line) => {
      const made = document.createElement("div");
      made.textContent = line || "\u200b";
      return made;
    }));
    const heights = [...copy.children].map((made) => made.getBoundingClientRect().height);
    copy.replaceChildren();
    const one = parseFloat(getComputedStyle(box).lineHeight);
    return heights.map((height) => Math.max(1, Math.round(height / one)));
  }

  let marks = new Map();
  function number(marked = new Map()) {
    marks = marked;
    const rows = rowsOf(lines()).map((many, at) => {
      const row = document.createElement("span");
      row.textContent = [at + 1, ...Array(many - 1).fill("\u21b3")].join("\n");
      if (marked.has(at + 1)) {
        row.className = "marked";
        row.title = marked.get(at + 1);
      }
      return row;
    });
    gutter.replaceChildren(...rows);
    gutter.scrollTop = box.scrollTop;
  }

  new ResizeObserver(() => number(marks)).observe(box);

  /* ------------------------------------------------------------ places */

  function select(line, from, to, focus) {
    const all = lines();
    const start = all.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    if (focus) box.focus({ preventScroll: true });
    box.setSelectionRange(start + from, start + to);
    box.scrollTop = (gutter.children[Math.max(0, line - 4)]?.offsetTop ?? 0) - (gutter.children[0]?.offsetTop ?? 0);
    if (focus) box.scrollIntoView({ block: "nearest" });
  }

  const goTo = (line, focus = true) => select(line, 0, (lines()[line - 1] || "").length, focus);

  /* What a line opens: a unit's block, ":" for what is part of none; "" for a line within a block. */
  function opens(line) {
    if (BESIDE.test(line)) return ":";
    const found = HEAD.exec(line);
    return found ? found[1].toUpperCase() : "";
  }

  function goToUnit(unit, focus = true) {
    const all = lines();
    const head = all.findIndex((line) => opens(line) === unit.toUpperCase());
    if (head < 0) return false;
    let last = head;
    for (let at = head + 1; at < all.length && !opens(all[at]); at += 1) if (all[at].trim()) last = at;
    select(last + 1, all[last].length, all[last].length, focus);
    return true;
  }

  function unit() {
    const above = box.value.slice(0, box.selectionStart).split("\n");
    const head = above.findLast((line, at) => opens(at === above.length - 1 ? lines()[at] : line));
    const found = head === undefined ? "" : opens(head) || opens(lines()[above.length - 1]);
    return found === ":" ? "" : found;
  }

  function write(text) {
    if (text === box.value) return false;
    box.value = text;
    box.dispatchEvent(new Event("input"));
    return true;
  }

  number();
  window.wardroomBox = { box, number, goTo, goToUnit, write, unit };
})();
