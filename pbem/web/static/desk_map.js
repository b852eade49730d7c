/* Orders by hand on the map and in the lists: a unit is chosen, a place is pointed at, an order is drawn before it is taken.

Keys on the map and beside it: n the next unit without orders, o what the chosen unit can do toward the unit in focus; arrows,
Enter and Escape in a list; Escape from the box to the chosen unit on the map. */
"use strict";

(() => {
  const desk = window.wardroomDesk;
  const box = window.wardroomBox;
  if (!desk) return;

  const form = document.getElementById("order-form");
  const figure = document.querySelector("#map figure.picture");
  const map = figure && window.wardroomMap.of(figure);
  const tab = form.closest("section") || document.body;
  const units = [...tab.querySelectorAll("details.own-unit")];
  const own = (unit) => units.some((each) => each.dataset.unit === unit);
  let chosen = units.length === 1 ? units[0].dataset.unit : "";
  const below = matchMedia("(max-width: 55.99em), (max-height: 25.99em)"); // the box lies below the map, as in table.css

  const make = (tag, words, name) => {
    const element = document.createElement(tag);
    if (words) element.textContent = words;
    if (name) element.className = name;
    return element;
  };

  /* ------------------------------------------------------------ the chosen unit */

  /* `stay`: what is seen of the page stays where it is. */
  function choose(unit, focus, stay = false) {
    chosen = unit;
    for (const each of units) {
      const mine = each.dataset.unit === unit;
      each.classList.toggle("chosen", mine);
      each.open = mine;
      if (mine && !stay) each.scrollIntoView({ block: "nearest" });
    }
    map?.light(unit ? [unit] : []);
    const select = document.getElementById("toward-unit");
    if (select) select.value = unit;
    if (!box.goToUnit(unit, focus) && focus) box.box.focus();
  }

  for (const each of units) {
    each.querySelector("summary").addEventListener("click", (event) => {
      event.preventDefault();
      if (each.open) each.open = false;
      else choose(each.dataset.unit, false);
    });
  }

  function next() {
    const done = desk.ordered();
    const at = units.findIndex((each) => each.dataset.unit === chosen);
    const round = [...units.slice(at + 1), ...units.slice(0, at + 1)];
    const found = round.find((each) => !done.has(each.dataset.unit)) || round[0];
    if (found) choose(found.dataset.unit, true);
  }

  /* ------------------------------------------------------------ orders that can be taken */

  /* `taken` is called instead of showing the line in the box. */
  function button(order, words, taken) {
    const made = make("button", words || order.text, "pick second");
    made.type = "button";
    for (const name of ["pointerenter", "focus"]) made.addEventListener(name, () => desk.ghost(order.unit, order.text));
    for (const name of ["pointerleave", "blur"]) made.addEventListener(name, () => desk.ghost(""));
    made.addEventListener("click", () => {
      close(false);
      desk.add(order.unit, order.text, Boolean(taken)).then((answer) => { if (answer) taken?.(); });
    });
    return made;
  }

  for (const code of tab.querySelectorAll("code.pick")) {
    code.replaceWith(button(code.dataset, code.textContent));
  }

  const titled = (order) => (order.unit && order.unit !== chosen ? `${order.unit}: ${order.text}` : order.text);

  function list(orders, role) {
    const made = make("ul", "", "pick-list");
    if (role) made.setAttribute("role", "none");
    for (const order of orders) {
      const item = make("li");
      const one = button(order, titled(order), role && below.matches ? () => written(order) : undefined);
      if (role) [item.role, one.role, one.tabIndex] = ["none", "menuitem", -1];
      if (order.hint) one.append(" ", make("span", order.hint, "hint"));
      item.append(one);
      made.append(item);
    }
    return made;
  }

  /* ------------------------------------------------------------ the list beside a place of the map */

  let menu = null;
  let back = null;
  function close(focus = true) {
    if (!menu) return;
    menu.remove();
    menu = null;
    desk.ghost("");
    if (focus) back?.focus({ preventScroll: true });
  }

  function open(orders, x, y, target) {
    close(false);
    back = document.activeElement;
    menu = make("div", "", "toward-menu");
    const words = `${chosen || "Your units"} ${target ? `and ${target}` : "toward this place"}`;
    menu.append(make("p", orders.length ? words : `${words}: no order leads or aims there now.`, "fine"));
    menu.tabIndex = -1;
    menu.role = orders.length ? "menu" : "status";
    menu.ariaLabel = words;
    if (orders.length) menu.append(list(orders, true));
    document.body.append(menu);
    put(x, y);
    (menu.querySelector("button") || menu).focus({ preventScroll: true });
    menu.addEventListener("keydown", keys);
  }

  /* A few words in the place of the list. */
  function tell(words, x, y) {
    close(false);
    menu = make("div", "", "toward-menu");
    menu.role = "status";
    menu.append(make("p", words, "fine"));
    document.body.append(menu);
    put(x, y);
  }

  /* Of a page that is narrow the map stays in sight, and what was written is told at its foot. */
  const written = (order) => tell(`Written into the box: ${order.unit ? `${order.unit}: ` : ""}${order.text}`, 0, innerHeight);

  /* The list lies over the map, where it hides no button; of a map that is all but scrolled away it hangs down, as far as that goes. */
  const LEAST = 150; // pixels
  function put(x, y) {
    const seen = figure.querySelector(".frame").getBoundingClientRect();
    const [left, top, right] = [Math.max(4, seen.left + 4), Math.max(4, seen.top), Math.min(innerWidth, seen.right) - 4];
    const bottom = Math.max(Math.min(innerHeight, seen.bottom) - 4, top + LEAST);
    menu.style.maxWidth = `min(20rem, ${right - left}px)`;
    menu.style.maxHeight = `min(22rem, ${bottom - top}px)`;
    const { offsetWidth: wide, offsetHeight: high } = menu;
    menu.style.left = `${Math.max(left, x + 12 + wide <= right ? x + 12 : Math.min(x - 12, right) - wide)}px`;
    menu.style.top = `${Math.max(top, Math.min(y + 12, bottom - high))}px`;
  }

  function keys(event) {
    const all = [...menu.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (to !== undefined && all.length) all[to % all.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  let asked = 0;
  async function toward({ x, y, unit, clientX, clientY }) {
    const mine = ++asked;
    try {
      const { orders } = await desk.post(form.dataset.toward, { unit: chosen, x, y, at: unit || "" });
      if (mine === asked) open(orders, clientX, clientY, unit);
    } catch (error) {
      const words = error.status ? error.message : "The server gives no answer now: point again in a moment.";
      if (mine === asked) tell(words, clientX, clientY);
    }
  }

  figure?.addEventListener("wardroom:unit", (event) => {
    if (own(event.detail.unit)) event.preventDefault(); // Enter does not follow the link to the table
  });
  figure?.addEventListener("wardroom:place", (event) => {
    const { near } = event.detail;
    const unit = near && event.detail.unit === chosen ? "" : event.detail.unit; // beside the chosen one is where it could go
    const shown = tab.getClientRects().length > 0;
    close(false);
    if (!units.length || !(shown || own(unit))) return;
    event.preventDefault();
    if (!shown) document.querySelector('.table-tabs a[data-tab="orders"]')?.click();
    const byKey = document.activeElement.matches("a.unit:focus-visible"); // who is on the map goes on from there
    if (own(unit) && (unit !== chosen || !shown)) choose(unit, !byKey && !below.matches, below.matches);
    else toward({ ...event.detail, unit });
  });
  document.addEventListener("pointerdown", (event) => {
    if (menu && !(menu.contains(event.target) && menu.querySelector("button"))) close(false);
  });

  addEventListener("scroll", () => {
    if (menu?.role === "status") close(false);
  }, { passive: true });

  /* The unit in focus, pointed at by a key. */
  function towardFocused() {
    const link = document.activeElement.closest("a.unit");
    const unit = link?.closest("[data-unit]")?.dataset.unit;
    if (!unit) return false;
    const at = link.getBoundingClientRect();
    const [clientX, clientY] = [at.left + at.width / 2, at.top + at.height / 2];
    toward({ ...map.place(clientX, clientY), unit, clientX, clientY });
    return true;
  }

  /* ------------------------------------------------------------ a place that is named */

  const named = document.getElementById("toward");
  named?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const place = named.elements.toward.value.trim();
    const found = document.getElementById("toward-found");
    if (!place) return;
    try {
      const { orders, known } = await desk.post(form.dataset.toward, { unit: named.elements.unit.value, named: place });
      const none = known ? "No order leads there now, and none aims there." : `There is no ${place} on your map.`;
      found.replaceChildren(orders.length ? list(orders) : make("p", none));
    } catch {
      found.replaceChildren(make("p", "There is no answer just now."));
    }
  });

  /* ------------------------------------------------------------ keys */

  function backToMap() {
    const unit = CSS.escape(chosen);
    const link = figure?.querySelector(`[data-unit="${unit}"] a.unit, a.unit[data-unit="${unit}"]`);
    (link || figure?.querySelector(".frame"))?.focus({ preventScroll: true });
  }

  const letters = () => document.getElementById("letters")?.checked ?? true;
  const writing = (target) => target.closest("input:not([type=range]):not([type=checkbox]), textarea, select");
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (menu) return void close();
      desk.ghost("");
      if (event.target === box.box) backToMap();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writing(event.target) || !letters()) return;
    if (event.key === "n") next();
    else if (event.key !== "o" || !towardFocused()) return;
    event.preventDefault();
  });
})();
