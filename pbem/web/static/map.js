/* Pictures that can be zoomed, moved and asked. Without this script they are the same pictures, with links to their tables.

window.wardroomMap.of(figure) gives {zoomIn, zoomOut, whole, mark(units), replace(svgText)} of a <figure class="picture">.
A unit that is chosen with pointer or keyboard is announced on the figure: event "wardroom:unit" with detail.unit. */
"use strict";

(() => {
  const DEEPEST = 12;
  const STEP = 1.4;
  const SVG = "http://www.w3.org/2000/svg";
  const made = new WeakMap();

  const box = (svg) => svg.getAttribute("viewBox").split(/[ ,]+/).map(Number);
  const between = (low, value, high) => Math.max(low, Math.min(high, value));

  /* ------------------------------------------------------------ what is seen of the picture */

  class View {
    constructor(frame) {
      this.frame = frame;
      this.adopt();
    }

    adopt() {
      const zoomed = this.svg && this.zoomed;
      this.svg = this.frame.querySelector("svg");
      this.full = box(this.svg);
      this.set(...(zoomed ? this.now : this.full));
    }

    get zoomed() {
      return this.now[2] < this.full[2] * 0.999;
    }

    /* Width of the part that is seen; never more than all, never less than a twelfth of it. */
    set(x, y, width) {
      const [left, top, wide, high] = this.full;
      const w = between(wide / DEEPEST, width, wide);
      const h = (w * high) / wide;
      this.now = [between(left, x, left + wide - w), between(top, y, top + high - h), w, h];
      this.svg.setAttribute("viewBox", this.now.join(" "));
      this.frame.classList.toggle("zoomed", this.zoomed);
    }

    /* The place under a point of the window, in the picture's own units. */
    place(clientX, clientY) {
      const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      return [at.x, at.y];
    }

    /* Larger by a factor; the place that is given stays where it is. */
    zoom(factor, place) {
      const [x, y, w, h] = this.now;
      const [px, py] = place || [x + w / 2, y + h / 2];
      const wide = between(this.full[2] / DEEPEST, w / factor, this.full[2]);
      this.set(px - ((px - x) * wide) / w, py - ((py - y) * wide) / w, wide);
    }

    /* By shares of what is seen. */
    move(right, down) {
      const [x, y, w, h] = this.now;
      this.set(x + right * w, y + down * h, w);
    }

    whole() {
      this.set(...this.full);
    }
  }

  /* ------------------------------------------------------------ what things are called */

  /* The browser's own tooltips come late, and never by touch or keyboard: titles become data, and names of links. */
  function takeTitles(svg) {
    const named = svg.querySelector(":scope > title");
    if (named) {
      svg.setAttribute("aria-label", named.textContent);
      svg.removeAttribute("aria-labelledby");
      named.remove();
      const told = svg.querySelector(":scope > desc");
      if (told) svg.setAttribute("aria-describedby", told.id);
    }
    for (const title of svg.querySelectorAll("title")) {
      const shape = title.parentNode;
      shape.dataset.title = title.textContent;
      const link = shape.closest("a.unit");
      if (link) link.setAttribute("aria-label", title.textContent);
      title.remove();
    }
  }

  class Tip {
    constructor(frame) {
      this.frame = frame;
      this.box = document.createElement("div");
      this.box.className = "tip";
      this.box.setAttribute("aria-hidden", "true"); // a link's name says the same
      this.hide();
      frame.append(this.box);
    }

    hide() {
      this.box.hidden = true;
    }

    show(shape) {
      const words = shape.dataset.title || shape.querySelector("[data-title]")?.dataset.title;
      if (!words) return this.hide();
      this.box.textContent = words;
      this.box.hidden = false;
      const frame = this.frame.getBoundingClientRect();
      const at = shape.getBoundingClientRect();
      const left = at.left + at.width / 2 - frame.left - this.box.offsetWidth / 2;
      const above = at.top - frame.top - this.box.offsetHeight - 8;
      const top = above > 0 ? above : Math.min(at.bottom - frame.top + 8, frame.height - this.box.offsetHeight);
      this.box.style.left = `${between(2, left, Math.max(2, frame.width - this.box.offsetWidth - 4))}px`;
      this.box.style.top = `${Math.max(2, top)}px`;
      return undefined;
    }
  }

  /* ------------------------------------------------------------ hands */

  function byWheel(view) {
    view.frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        view.zoom(event.deltaY < 0 ? STEP : 1 / STEP, view.place(event.clientX, event.clientY));
      },
      { passive: false },
    );
    view.frame.addEventListener("dblclick", (event) => {
      event.preventDefault();
      view.zoom(STEP * STEP, view.place(event.clientX, event.clientY));
    });
  }

  const KEYS = {
    "+": (view) => view.zoom(STEP),
    "=": (view) => view.zoom(STEP),
    "-": (view) => view.zoom(1 / STEP),
    0: (view) => view.whole(),
    ArrowLeft: (view) => view.move(-0.15, 0),
    ArrowRight: (view) => view.move(0.15, 0),
    ArrowUp: (view) => view.move(0, -0.15),
    ArrowDown: (view) => view.move(0, 0.15),
  };

  /* Arrows move a picture that is zoomed; of one that is seen whole they are the page's. */
  function byKeys(view, tip) {
    view.frame.addEventListener("keydown", (event) => {
      if (event.key === "Escape") tip.hide();
      const act = KEYS[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== "+")) return;
      if (event.key.startsWith("Arrow") && !view.zoomed) return;
      event.preventDefault();
      event.stopPropagation();
      act(view);
      tip.hide();
    });
  }

  /* One finger or the mouse moves a zoomed picture, two fingers zoom it. */
  function byDrag(view, tip) {
    const down = new Map();
    let moved = 0;
    const spread = () => {
      const [a, b] = [...down.values()];
      return [Math.hypot(a[0] - b[0], a[1] - b[1]), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    };
    view.frame.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.target.closest("svg")) return;
      down.set(event.pointerId, [event.clientX, event.clientY]);
      moved = 0;
    });
    window.addEventListener("pointermove", (event) => {
      const was = down.get(event.pointerId);
      if (!was) return;
      const before = down.size === 2 ? spread() : null;
      down.set(event.pointerId, [event.clientX, event.clientY]);
      moved += Math.abs(event.clientX - was[0]) + Math.abs(event.clientY - was[1]);
      if (before) {
        const after = spread();
        view.zoom(after[0] / (before[0] || 1), view.place(after[1], after[2]));
      } else if (view.zoomed && moved > 4) {
        const from = view.place(...was);
        const to = view.place(event.clientX, event.clientY);
        view.set(view.now[0] + from[0] - to[0], view.now[1] + from[1] - to[1], view.now[2]);
        view.frame.classList.add("dragging");
        tip.hide();
      }
    });
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, (event) => {
        down.delete(event.pointerId);
        view.frame.classList.remove("dragging");
      });
    }
    view.frame.addEventListener("dragstart", (event) => event.preventDefault()); // links are not carried away
    return () => moved > 6;
  }

  /* ------------------------------------------------------------ asking */

  function byAsking(figure, frame, tip, dragged) {
    const shapeOf = (event) => event.target.closest("[data-title], a.unit");
    const light = (unit) => {
      for (const part of frame.querySelectorAll(".lit")) part.classList.remove("lit");
      if (unit) for (const part of frame.querySelectorAll(`[data-unit="${CSS.escape(unit)}"]`)) part.classList.add("lit");
    };
    const point = (event) => {
      const shape = shapeOf(event);
      light(shape?.closest("[data-unit]")?.dataset.unit);
      if (shape) tip.show(shape);
      else tip.hide();
    };
    frame.addEventListener("pointerover", point);
    frame.addEventListener("focusin", point);
    frame.addEventListener("pointerleave", () => (tip.hide(), light("")));
    frame.addEventListener("focusout", () => (tip.hide(), light("")));
    frame.addEventListener("click", (event) => {
      const link = event.target.closest("a.unit");
      if (!link) return point(event);
      if (event.detail > 0) event.preventDefault(); // by keyboard the link leads to the table
      if (dragged()) return undefined;
      tip.show(link);
      const unit = link.closest("[data-unit]").dataset.unit;
      figure.dispatchEvent(new CustomEvent("wardroom:unit", { bubbles: true, detail: { unit } }));
      return undefined;
    });
  }

  /* Rings around units, as the server draws them: below the first unit, so that they cover no counter and no name. */
  function mark(frame, units) {
    const svg = frame.querySelector("svg");
    let first = svg.querySelector("a.unit");
    while (first && first.parentNode !== svg) first = first.parentNode;
    for (const ring of svg.querySelectorAll(".role-marked, .role-marked-edge")) ring.remove();
    const [, , wide, high] = box(svg);
    const pen = Math.max(wide, high) / 1000;
    for (const unit of units) {
      const face = svg.querySelector(`[data-unit="${CSS.escape(unit)}"] a.unit`);
      if (!face) continue;
      const at = face.getBBox();
      const radius = Math.max((Math.max(at.width, at.height) / 2) * 1.35, 13 * pen);
      for (const [role, width, colour] of [["marked-edge", 6.5, "#FFFFFF"], ["marked", 3.2, "#8A0F8A"]]) {
        const ring = document.createElementNS(SVG, "circle");
        const form = { class: `role-${role}`, cx: at.x + at.width / 2, cy: at.y + at.height / 2, r: radius, fill: "none", stroke: colour, "stroke-width": width * pen };
        for (const [name, value] of Object.entries(form)) ring.setAttribute(name, value);
        svg.insertBefore(ring, first);
      }
    }
  }

  /* ------------------------------------------------------------ all together */

  function of(figure) {
    if (made.has(figure)) return made.get(figure);
    const frame = figure.querySelector(".frame");
    const view = new View(frame);
    const tip = new Tip(frame);
    takeTitles(view.svg);
    let dragged = () => false;
    if ("zoom" in frame.dataset) {
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      frame.setAttribute("aria-label", `${view.svg.getAttribute("aria-label")}. Plus and minus zoom, 0 shows all, arrows move.`);
      byWheel(view);
      byKeys(view, tip);
      dragged = byDrag(view, tip);
    }
    byAsking(figure, frame, tip, dragged);
    const api = {
      zoomIn: () => view.zoom(STEP),
      zoomOut: () => view.zoom(1 / STEP),
      whole: () => view.whole(),
      mark: (units) => mark(frame, units),
      replace: (text) => {
        const holder = document.createElement("template");
        holder.innerHTML = text;
        frame.querySelector("svg").replaceWith(holder.content.querySelector("svg"));
        tip.hide();
        view.adopt();
        takeTitles(view.svg);
      },
    };
    const tools = figure.querySelector(".picture-tools");
    if (tools) {
      tools.hidden = false;
      tools.addEventListener("click", (event) => {
        const button = event.target.closest("[data-do]");
        if (button) api[button.dataset.do]();
      });
    }
    made.set(figure, api);
    return api;
  }

  window.wardroomMap = { of };
  for (const figure of document.querySelectorAll("figure.picture")) of(figure);
})();
