/* Pictures that can be zoomed, moved and asked. Without this script they are the same pictures, with links to their tables.

window.wardroomMap.of(figure), of a <figure class="picture">, gives
  zoomIn(), zoomOut(), whole()   as the buttons do
  mark(units)                    rings around units, as the server draws them
  light(units)                   units that stay lit until others are; [] for none
  layer(markup)                  a <g class="layer"> over the picture; "" takes it away
  replace(svgText)               another picture in its place; what is seen of a zoomed one stays, and so does the layer
  svg()                          the <svg> of now
  place(clientX, clientY)        a point of the window as {x, y} of the map
On the figure it dispatches
  wardroom:unit   detail.unit: a unit chosen by click, finger or Enter; preventDefault() keeps Enter from following the link
  wardroom:hover  detail.unit: the unit below the pointer or in focus, "" for none
  wardroom:place  detail {x, y, unit, near, clientX, clientY}: a place chosen by click, finger or Enter, in units of the map; `near`:
                  it is in the cell beside the unit
The <svg> has the class far, mid or near, by the size of a hex (data-cell) on the screen. */
"use strict";

(() => {
  const DEEPEST = 12;
  const SVG = "http://www.w3.org/2000/svg";
  const LEVELS = [["far", 0], ["mid", 17], ["near", 44]]; // from so many pixels a cell on
  const SLACK = 0.08; // a level is left a little later than it is reached, so that it does not flicker
  const { STEP, byWheel, byKeys, byDrag, byTwice, byReach } = window.wardroomMapHands;
  const GAP = 4; // pixels between the picture and what lies over its frame
  const made = new WeakMap();

  const box = (svg) => svg.getAttribute("viewBox").split(/[ ,]+/).map(Number);
  const joined = ([left, top, wide, high], more) => {
    const [x, y] = [Math.min(left, more.x), Math.min(top, more.y)];
    return [x, y, Math.max(left + wide, more.x + more.width) - x, Math.max(top + high, more.y + more.height) - y];
  };
  const between = (low, value, high) => Math.max(low, Math.min(high, value));

  /* ------------------------------------------------------------ what is seen of the picture */

  class View {
    constructor(frame) {
      this.frame = frame;
      this.level = 0;
      this.reach = null;
      this.laid = null;
      this.words = null;
      this.below = 0;
      this.adopt();
      const resized = new ResizeObserver(() => this.fit());
      for (const each of [frame, this.beside(".now")]) if (each) resized.observe(each);
    }

    beside(name) {
      return this.frame.closest(".board")?.querySelector(name);
    }

    /* How much of the frame lies below the row of buttons and behind the caption, in pixels. A caption that was long leaves its room
       free, so that the map does not jump from step to step. */
    covered({ top, bottom }) {
      const [tools, caption] = [".picture-tools", ".now"].map((name) => this.beside(name)?.getBoundingClientRect());
      if (caption?.height) this.below = Math.max(this.below, bottom - caption.top + GAP);
      return [tools?.height ? tools.bottom - top + GAP : 0, Math.min(this.below, (bottom - top) / 3)];
    }

    /* The picture that is in the frame now. */
    adopt() {
      const was = this.svg && this.zoomed ? this.now : null;
      this.svg = this.frame.querySelector("svg");
      this.home = box(this.svg);
      this.now = was;
      this.fit();
      if (this.svg.dataset.cell) {
        if (this.words) this.words.adopt();
        else this.words = window.wardroomMapWords?.of(this);
      }
    }

    /* What is laid over the picture, null for nothing. Where it leaves the picture one can see it all from farther away, but what
       is seen stays as it is. */
    lay(layer) {
      this.laid = layer;
      const held = layer?.getBBox();
      const [left, top, wide, high] = this.home;
      const out = held?.width && (held.x < left || held.y < top || held.x + held.width > left + wide || held.y + held.height > top + high);
      const was = this.now;
      this.reach = out ? held : null;
      this.measure();
      this.set(was[0], was[1], was[2]);
      this.words?.soon();
    }

    /* The whole: the picture with what reaches out of it, in the frame's own shape, where nothing covers it. */
    measure() {
      const frame = this.frame.getBoundingClientRect();
      const { width, height } = frame;
      const [left, top, wide, high] = this.reach ? joined(this.home, this.reach) : this.home;
      this.full = [left, top, wide, high];
      if (!width || !height) return;
      const [above, below] = this.covered(frame);
      const w = Math.max(wide, (high * width) / (height - above - below));
      const h = (w * height) / width;
      const free = h - ((above + below) * w) / width;
      if (w > wide * 1.002 || h > high * 1.002) this.full = [left - (w - wide) / 2, top - (above * w) / width - (free - high) / 2, w, h];
    }

    /* Pixels of the screen that a unit of the picture takes. */
    get pixels() {
      return (this.svg.clientWidth || this.svg.getBoundingClientRect().width) / this.now[2];
    }

    /* All of the picture in a view of the frame's own shape; a part that is seen keeps its middle and its size. */
    fit() {
      const was = this.now && this.full && this.zoomed ? this.now : null;
      this.svg.setAttribute("viewBox", this.home.join(" "));
      this.measure();
      if (!was) return this.set(...this.full);
      const h = (was[2] * this.full[3]) / this.full[2];
      return this.set(was[0], was[1] + (was[3] - h) / 2, was[2]);
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
      this.grade();
      if (this.laid) window.wardroomMapPlan?.arrows(this.laid, this.now, 1 / this.pixels);
    }

    /* How much is shown, by the size of a cell on the screen. */
    grade() {
      const pixels = this.pixels * (Number(this.svg.dataset.cell) || 40);
      while (this.level < LEVELS.length - 1 && pixels >= LEVELS[this.level + 1][1] * (1 + SLACK)) this.level += 1;
      while (this.level > 0 && pixels < LEVELS[this.level][1] * (1 - SLACK)) this.level -= 1;
      LEVELS.forEach(([name], number) => this.svg.classList.toggle(name, number === this.level));
      if (this.pixels !== this.was) this.words?.soon();
      this.was = this.pixels;
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

  /* ------------------------------------------------------------ asking */

  const unitOf = (shape) => shape?.closest("[data-unit]")?.dataset.unit || "";

  /* Units lit by a script stay lit; the one that is pointed at is lit as long as it is. */
  class Lights {
    constructor(frame) {
      this.frame = frame;
      this.held = [];
    }

    show(more) {
      for (const part of this.frame.querySelectorAll(".lit")) part.classList.remove("lit");
      for (const unit of more ? [...this.held, more] : this.held) {
        for (const part of this.frame.querySelectorAll(`[data-unit="${CSS.escape(unit)}"]`)) part.classList.add("lit");
      }
    }

    hold(units) {
      this.held = [...units];
      this.show("");
    }
  }

  function byAsking(figure, view, tip, lights, hands) {
    const { frame } = view;
    let over = "";
    const tell = (name, detail) => figure.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));
    const hover = (unit) => {
      if (unit === over) return;
      over = unit;
      lights.show(unit);
      tell("wardroom:hover", { unit });
    };
    const point = (event, meant) => {
      const shape = meant || event.target.closest("[data-title], a.unit");
      hover(unitOf(shape));
      if (shape) tip.show(shape);
      else tip.hide();
    };
    const leave = () => {
      tip.hide();
      hover("");
    };
    const choose = (clientX, clientY, unit, near = false) => {
      const [x, y] = view.place(clientX, clientY);
      const taken = unit && !tell("wardroom:unit", { unit });
      return !tell("wardroom:place", { x, y, unit, near, clientX, clientY }) || taken;
    };
    for (const name of ["pointerover", "focusin"]) frame.addEventListener(name, (event) => point(event));
    frame.addEventListener("pointerleave", leave);
    frame.addEventListener("focusout", leave);
    frame.addEventListener("click", (event) => {
      if (!event.target.closest("svg")) return;
      const link = event.target.closest("a.unit");
      const byHand = event.detail > 0; // by keyboard the link leads to the table, unless somebody has another use for it
      if (link && byHand) event.preventDefault();
      if (byHand && (hands.dragged() || hands.twice(event))) return;
      const hit = event.target.closest("a.unit, [data-unit] text"); // arcs and tracks of a unit are places, not the unit
      const meant = hit || !byHand ? null : hands.reach(event.clientX, event.clientY);
      point(event, meant?.link);
      const at = link && !byHand ? link.getBoundingClientRect() : null;
      const taken = choose(at ? at.left + at.width / 2 : event.clientX, at ? at.top + at.height / 2 : event.clientY, unitOf(hit || meant?.link), Boolean(meant?.near));
      if (taken) event.preventDefault();
    });
    frame.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target !== frame) return;
      const at = view.svg.getBoundingClientRect();
      choose(at.left + at.width / 2, at.top + at.height / 2, "");
      event.preventDefault();
    });
  }

  /* Rings around units, as the server draws them: below the first unit, so that they cover no counter and no name. */
  function mark(view, units) {
    const { svg } = view;
    let first = svg.querySelector("a.unit");
    while (first && first.parentNode !== svg) first = first.parentNode;
    for (const ring of svg.querySelectorAll(".role-marked, .role-marked-edge")) ring.remove();
    const pen = Number(svg.dataset.pen) || Math.max(view.home[2], view.home[3]) / 1000;
    const [edge, colour] = svg.classList.contains("night") ? ["#11171D", "#F58CF5"] : ["#FFFFFF", "#8A0F8A"];
    for (const unit of units) {
      const face = svg.querySelector(`[data-unit="${CSS.escape(unit)}"] a.unit`);
      if (!face) continue;
      const at = face.getBBox();
      const radius = Math.max((Math.max(at.width, at.height) / 2) * 1.35, 13 * pen);
      for (const [role, width, stroke] of [["marked-edge", 6.5, edge], ["marked", 3.2, colour]]) {
        const ring = document.createElementNS(SVG, "circle");
        const form = { class: `role-${role}`, cx: at.x + at.width / 2, cy: at.y + at.height / 2, r: radius, fill: "none", stroke, "stroke-width": width * pen };
        for (const [name, value] of Object.entries(form)) ring.setAttribute(name, value);
        svg.insertBefore(ring, first);
      }
    }
  }

  /* ------------------------------------------------------------ all together */

  /* Markup of a picture or of a part of one, as elements. */
  function parsed(markup) {
    const holder = document.createElement("template");
    holder.innerHTML = markup;
    return holder.content.firstElementChild;
  }

  function of(figure) {
    if (made.has(figure)) return made.get(figure);
    const frame = figure.querySelector(".frame");
    const tools = figure.querySelector(".picture-tools");
    if (tools) tools.hidden = false;
    takeTitles(frame.querySelector("svg"));
    const view = new View(frame);
    const tip = new Tip(frame);
    const lights = new Lights(frame);
    const hands = { dragged: () => false, twice: () => false, reach: byReach(view) };
    let laid = null;
    if ("zoom" in frame.dataset) {
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      const name = view.svg.getAttribute("aria-label");
      frame.setAttribute("aria-label", `${name}. Plus and minus zoom, 0 shows all, arrows move, Enter chooses the middle.`);
      byWheel(view);
      byKeys(view, tip);
      hands.dragged = byDrag(view, tip);
      hands.twice = byTwice(view);
    }
    byAsking(figure, view, tip, lights, hands);
    const api = {
      zoomIn: () => view.zoom(STEP),
      zoomOut: () => view.zoom(1 / STEP),
      whole: () => view.whole(),
      mark: (units) => mark(view, units),
      light: (units) => lights.hold(units || []),
      layer: (markup) => {
        laid?.remove();
        laid = markup ? parsed(`<svg xmlns="${SVG}">${markup}</svg>`).querySelector(".layer") : null;
        if (laid) {
          takeTitles(laid);
          view.svg.append(laid);
        }
        view.lay(laid);
      },
      replace: (text) => {
        view.svg.replaceWith(parsed(text));
        tip.hide();
        takeTitles(frame.querySelector("svg"));
        view.adopt();
        if (laid) view.svg.append(laid);
        lights.show("");
      },
      svg: () => view.svg,
      place: (clientX, clientY) => {
        const [x, y] = view.place(clientX, clientY);
        return { x, y };
      },
    };
    if (tools) {
      tools.addEventListener("click", (event) => {
        const button = event.target.closest("[data-do]");
        if (button) api[button.dataset.do]();
      });
    }
    made.set(figure, api);
    return api;
  }

  window.wardroomMap = { of, takeTitles };
  for (const figure of document.querySelectorAll("figure.picture")) of(figure);
})();
