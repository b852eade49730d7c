/* Words of a map that is seen small: as large as they can be read, on no unit and on no other words, or not at all.

window.wardroomMapWords.of(view), of a View of map.js, gives arrange(), which is also done after each change of the picture. Names
of units come first: each goes to a free side of its unit. Where words are large enough as they are drawn, nothing is touched. */
"use strict";

(() => {
  const SMALL = 9; // pixels: smaller words are enlarged,
  const READ = 10.5; // to so many
  const GAP = 1.5; // pixels between words and units
  const BETWEEN = 3; // pixels between words beside each other
  const SHRUNK = 0.85; // of the size, where there is no room for all of it: READ * SHRUNK is not below SMALL by much
  const DIRECTION = /^(NE|SE|S|SW|NW)$/;
  const RANKS = [/word-(side-|unit-label|contact|missile|mine)/, /word-label/];
  const UNITS = "a.unit, .layer .role-plan-end, .role-compass polyline, polyline.role-compass";

  const touch = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  const around = (x, y, width, height) => ({ x: x - width / 2, y: y - height / 2, width, height });

  const joined = (a, b) => {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
  };

  /* What says how a word is painted is on the text itself or on the group that it shares with others. */
  const painted = (text, name) => text.getAttribute(name) ?? text.parentNode.getAttribute(name) ?? "";

  /* Names of units choose first, then the words of the scale, then all others. */
  const rank = (role) => [...RANKS, /^/].findIndex((each) => each.test(role));

  class Words {
    constructor(view) {
      this.view = view;
      this.touched = new Set();
      this.waits = 0;
      this.watch = new MutationObserver(() => this.soon());
      this.adopt();
    }

    /* Another picture is in the frame. */
    adopt() {
      this.watch.disconnect();
      this.watch.observe(this.view.svg, { childList: true });
      this.touched.clear();
      this.boxes = new WeakMap();
      this.soon();
    }

    soon() {
      cancelAnimationFrame(this.waits);
      this.waits = requestAnimationFrame(() => this.arrange());
    }

    /* Of a text as it is drawn; nothing is known of one that is not displayed. */
    box(text) {
      if (!this.boxes.has(text)) {
        const box = text.getBBox();
        if (!box.width) return null;
        this.boxes.set(text, box);
      }
      return this.boxes.get(text);
    }

    arrange() {
      const { svg } = this.view;
      const pixels = this.view.pixels;
      for (const text of this.touched) {
        text.removeAttribute("transform");
        text.classList.remove("no-room");
        if (!text.classList.length) text.removeAttribute("class");
      }
      this.touched.clear();
      const texts = [...svg.querySelectorAll("text")].filter((text) => !text.closest(".near-only"));
      const all = texts.map((text) => ({ text, size: Number(painted(text, "font-size")) * pixels, rank: rank(painted(text, "class")) }));
      const small = all.some((each) => each.size < SMALL);
      if (!pixels || !(small || this.view.laid?.querySelector(".role-plan-end"))) return;
      const shown = all.map((each) => ({ ...each, box: this.box(each.text) })).filter((each) => each.box && !this.spared(each));
      const seen = (mark) => getComputedStyle(mark).visibility !== "hidden"; // the plan is, beside other tabs than the orders
      const units = [...svg.querySelectorAll(UNITS)].filter(seen).map((unit) => ({ of: unit.closest("[data-unit]")?.dataset.unit, box: unit.getBBox(), end: unit.matches(".role-plan-end") }));
      if (!small) return this.clear(shown, units, pixels);
      const taken = [];
      for (const each of shown.sort((a, b) => a.rank - b.rank)) this.put(each, units, taken, pixels);
    }

    /* Names that a plan's ends lie on move to another side of their unit, all lines of a name together, if one is free. */
    clear(shown, units, pixels) {
      const ends = units.filter((each) => each.end).map((each) => each.box);
      const names = Map.groupBy(shown, ({ text, rank }) => (rank === 0 && !text.closest(".layer") && text.closest("[data-unit]")?.dataset.unit) || "");
      for (const [unit, lines] of names) {
        const whole = lines.map((line) => line.box).reduce(joined);
        if (!unit || !ends.some((end) => touch(end, whole))) continue;
        const others = [...units.map((each) => each.box), ...shown.filter((each) => !lines.includes(each)).map((each) => each.box)];
        const free = [...this.sides(unit, whole, whole, units, pixels)].find((place) => !others.some((other) => touch(other, place)));
        if (!free) continue;
        for (const line of lines) {
          const { x, y, width, height } = line.box;
          const box = { x: x + free.x - whole.x, y: y + free.y - whole.y, width, height };
          this.draw(line, box, 1);
          line.box = box;
        }
      }
    }

    /* Of the directions of a small rose, north alone can be read. */
    spared({ text, size }) {
      if (size >= SMALL) return false;
      const sign = text.previousElementSibling ?? text.parentNode.previousElementSibling;
      if (!DIRECTION.test(text.textContent) || !sign?.matches(".role-compass, .role-compass *")) return false;
      this.touched.add(text);
      text.classList.add("no-room");
      return true;
    }

    /* At the first of its places that is free: in its size, or somewhat smaller. */
    put(each, units, taken, pixels) {
      const full = Math.max(1, READ / each.size);
      for (const grown of each.size < SMALL ? [full, Math.max(1, full * SHRUNK)] : [1]) {
        for (const place of this.places(each, units, grown, pixels)) {
          if (taken.some((box) => touch(box, place)) || units.some((unit) => touch(unit.box, place))) continue;
          taken.push({ ...place, x: place.x - BETWEEN / pixels, width: place.width + (2 * BETWEEN) / pixels });
          this.draw(each, place, grown);
          return;
        }
      }
      this.touched.add(each.text);
      each.text.classList.add("no-room");
    }

    *places({ text, box, rank }, units, grown, pixels) {
      const [width, height] = [box.width * grown, box.height * grown * 0.8];
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      yield this.inside(around(x, y, width, height));
      const id = rank === 0 && text.closest("[data-unit]")?.dataset.unit;
      if (id) yield* this.sides(id, box, { width, height }, units, pixels);
    }

    /* The places around a unit, of this size; the side on which it is drawn comes first. */
    *sides(id, box, { width, height }, units, pixels) {
      const gap = GAP / pixels;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const mark = units.find((unit) => unit.of === id)?.box;
      if (!mark) return;
      const [mx, my] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
      const [out, down] = [(mark.width + width) / 2 + gap, (mark.height + height) / 2 + gap];
      const sides = [[out, 0], [-out, 0], [0, down], [0, -down], [out, down], [-out, down], [out, -down], [-out, -down]];
      const near = ([dx, dy]) => Math.hypot(mx + dx - x, my + dy - y);
      for (const [dx, dy] of sides.sort((a, b) => near(a) - near(b))) yield around(mx + dx, my + dy, width, height);
    }

    /* Moved into the picture: numbers at its edge have less room there than they need. */
    inside(place) {
      const [left, top, wide, high] = this.view.full;
      const within = (low, value, high) => Math.max(low, Math.min(high, value));
      return { ...place, x: within(left, place.x, left + wide - place.width), y: within(top, place.y, top + high - place.height) };
    }

    draw({ text, box }, place, grown) {
      const [x, y] = [place.x + place.width / 2 - grown * (box.x + box.width / 2), place.y + place.height / 2 - grown * (box.y + box.height / 2)];
      if (grown === 1 && Math.abs(x) + Math.abs(y) < 0.01) return;
      this.touched.add(text);
      text.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${grown.toFixed(3)})`);
    }
  }

  window.wardroomMapWords = { of: (view) => new Words(view) };
})();
