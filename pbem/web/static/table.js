/* The page of a game: its tabs, and stepping through the turn under the map. Without this script links do the same.

Keys: arrows, Shift and arrows, Home, End; and, unless they are switched off, Space, + - 0, 1 to 9, [ / and ?. */
"use strict";

(() => {
  const REMEMBERED = "wardroom.letters";
  const SPEED = "wardroom.speed";
  const main = document.querySelector("main");
  let table, side, figure, frames, loading, timer, addressed, number;

  const way = (name) => table.querySelector(`[data-way="${name}"]`);
  const lines = () => [...table.querySelectorAll(".lines li[data-number]")];
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const kept = (name) => {
    try { return localStorage.getItem(name); } catch { return null; }
  };
  const keep = (name, value) => {
    try { localStorage.setItem(name, value); } catch { /* there is no store: it is forgotten with the page */ }
  };

  /* ------------------------------------------------------------ tabs */

  function open(name, focus) {
    const panel = document.getElementById(name);
    if (!panel) return;
    for (const each of side.querySelectorAll(":scope > .tab")) each.toggleAttribute("data-open", each === panel);
    for (const link of side.querySelectorAll(".table-tabs a")) {
      if (link.dataset.tab === name) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    table.dataset.tab = name;
    table.classList.remove("wide-map");
    if (focus) panel.focus({ preventScroll: true });
    fill(panel);
  }

  /* A tab that came without its contents gets them when it is first opened. Where that fails, its link leads to them. */
  async function fill(panel) {
    const link = panel.querySelector("a[data-contents]");
    if (!link || panel.ariaBusy) return;
    panel.ariaBusy = "true";
    const page = await fetch(link.href, { credentials: "same-origin" }).then((reply) => reply.text()).catch(() => "");
    panel.ariaBusy = null;
    const found = new DOMParser().parseFromString(page, "text/html").getElementById(panel.id);
    if (!found) return;
    panel.replaceChildren(...found.childNodes);
    for (const each of panel.querySelectorAll("figure.picture")) window.wardroomMap.of(each);
    uncover(location.hash.slice(1));
  }

  /* The tab in which an element of the page is. */
  function uncover(id) {
    const found = id ? document.getElementById(id) : null;
    const tab = found?.closest(".tab");
    if (!tab) return;
    open(tab.id);
    for (let fold = found.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (found !== tab) found.scrollIntoView({ block: "nearest" });
  }

  function choose(link) {
    open(link.dataset.tab, true);
    if (link.dataset.address) history.replaceState(null, "", link.dataset.address);
  }

  /* ------------------------------------------------------------ steps */

  /* The steps of the turn, fetched once, when they are first wanted. */
  function load() {
    loading ||= fetch(table.dataset.frames, { credentials: "same-origin" }).then(async (reply) => {
      if (!reply.ok) throw new Error(String(reply.status));
      const data = await reply.json();
      frames = { data, shown: window.wardroomFrames.of(data, figure.svg()) };
      return frames;
    });
    loading.catch(() => { loading = null; });
    return loading;
  }

  async function step(to) {
    const got = await load().catch(() => null);
    if (!got) location.href = stepAddress(to);
    else if (to >= 0 && to < got.data.steps.length) {
      number = to;
      got.shown.show(to);
      tell(got.data.steps[to]);
    }
  }

  function tell(now) {
    const turn = Number(table.dataset.turn);
    table.dataset.number = now.number;
    const [where, what] = table.querySelectorAll("#now .now-where, #now strong");
    const heading = turn ? `Turn ${turn}` : "Set-up";
    where.textContent = now.phase && now.phase !== heading ? `${heading}, ${now.phase}` : heading;
    what.textContent = now.text;
    figure.mark(now.units);
    for (const link of table.querySelectorAll(".lines [aria-current]")) link.removeAttribute("aria-current");
    const line = lines().find((each) => Number(each.dataset.number) === now.number);
    line?.querySelector("a")?.setAttribute("aria-current", "step");
    if (line?.closest("[data-open]")) {
      for (let fold = line.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      line.scrollIntoView({ block: "nearest" });
    }
    const scrub = table.querySelector("#scrub");
    scrub.value = now.number;
    scrub.setAttribute("aria-valuetext", now.said);
    table.querySelector("#step-count").textContent = `${now.number} / ${scrub.max}`;
    if (document.activeElement !== scrub) table.querySelector("#live").textContent = now.said;
    point("back", now.number > 0);
    point("on", now.number < Number(scrub.max));
    pointTurnBack(turn, now.number);
    document.dispatchEvent(new CustomEvent("wardroom:step", { detail: { turn, number: now.number, units: now.units } }));
    clearTimeout(addressed);
    addressed = setTimeout(() => history.replaceState(null, "", stepAddress(now.number)), 300);
  }

  const stepAddress = (to) => `${table.dataset.steps}${to}${table.dataset.query}`;

  /* Of the links of the time line those to the next step are as true as the others. */
  function point(name, inTurn) {
    const link = way(name);
    link.dataset.far ||= link.getAttribute("href") || "";
    const to = number + (name === "on" ? 1 : -1);
    if (inTurn) link.setAttribute("href", stepAddress(to));
    else if (link.dataset.far.startsWith(table.dataset.steps)) link.removeAttribute("href");
    else link.setAttribute("href", link.dataset.far);
    if (link.hasAttribute("href")) link.removeAttribute("aria-disabled");
    else link.setAttribute("aria-disabled", "true");
  }

  /* A turn back is the start of this turn, and from there that of the one before. */
  function pointTurnBack(turn, at) {
    const link = way("turn_back");
    if (at > 0) link.setAttribute("href", stepAddress(0));
    else if (turn > 0) link.setAttribute("href", `${table.dataset.steps.replace(/\d+\/e\/$/, `${turn - 1}/e/0`)}${table.dataset.query}`);
    else link.removeAttribute("href");
    link.removeAttribute("aria-disabled");
    if (!link.hasAttribute("href")) link.setAttribute("aria-disabled", "true");
  }

  /* To an address of the time line: a step of this turn without a request, any other by its page. */
  function go(address) {
    if (!address) return stop();
    const [path] = address.replace(location.origin, "").split("?");
    const found = path.startsWith(table.dataset.steps) && path.slice(table.dataset.steps.length);
    if (found === "last") return void step(Number(table.querySelector("#scrub").max));
    if (found && /^\d+$/.test(found)) return void step(Number(found));
    location.href = address;
    return undefined;
  }

  /* ------------------------------------------------------------ playing */

  function label(playing) {
    const button = table.querySelector("#play");
    button.textContent = playing ? "Stop" : "Play";
    button.setAttribute("aria-pressed", String(playing));
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    label(false);
  }

  function play() {
    if (timer) return stop();
    const last = Number(table.querySelector("#scrub").max);
    const pace = () => Number(table.querySelector("#speed").value) * (still() ? 1.5 : 1);
    let at = number >= last ? -1 : number; // from the end it begins again
    const next = async () => {
      if (at >= last) return stop();
      at += 1;
      await step(at);
      if (timer) timer = setTimeout(next, pace());
      return undefined;
    };
    label(true);
    timer = setTimeout(next, 0);
    return undefined;
  }

  /* ------------------------------------------------------------ hands */

  const letters = () => table.querySelector("#letters").checked;
  const writing = (target) => target.closest("input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]");
  const plain = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" };
  const shifted = { ArrowLeft: "turn_back", ArrowRight: "turn_on" };

  const acts = {
    "+": () => figure.zoomIn(),
    "=": () => figure.zoomIn(),
    "-": () => figure.zoomOut(),
    0: () => figure.whole(),
    "[": () => table.classList.toggle("wide-map"),
    "/": () => (open("orders"), document.getElementById("text")?.focus()),
    "?": () => { const keys = table.querySelector("#keys"); keys.open = !keys.open; },
  };

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writing(event.target)) return;
    const name = (event.shiftKey ? shifted : plain)[event.key];
    if (name) {
      if (event.target.closest("input[type=range]") && name !== "turn_back" && name !== "turn_on") return;
      event.preventDefault();
      stop();
      if (way(name).href) go(way(name).getAttribute("href"));
      return;
    }
    if (!letters()) return;
    if (event.key === " " && !event.target.closest("button, summary, input, a")) play();
    else if (acts[event.key]) acts[event.key]();
    else if (/^[1-9]$/.test(event.key)) document.querySelector(`[data-view="${event.key}"]`)?.click();
    else return;
    event.preventDefault();
  }

  function clicked(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (event.target.closest("#play")) return void play();
    const link = event.target.closest("a[data-tab], a[data-way], a[data-contents], .lines li > a:first-child");
    if (!link || link.getAttribute("href") === null) return;
    event.preventDefault();
    if (link.dataset.tab) return void choose(link);
    // The page may have the link's address by now: a place within it would ask nothing.
    if (link.matches("[data-contents]")) return void location.assign(link.href.split("#")[0]);
    stop();
    go(link.getAttribute("href"));
  }

  /* Menus close when something else is chosen. */
  function close(event) {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  }

  /* ------------------------------------------------------------ lines and map are one */

  function lightLines(unit) {
    for (const line of lines()) line.classList.toggle("lit", Boolean(unit) && (line.dataset.units || "").split(" ").includes(unit));
  }

  function byPointing() {
    const board = table.querySelector("figure.picture");
    board.addEventListener("wardroom:hover", (event) => lightLines(event.detail.unit));
    for (const name of ["pointerover", "focusin"]) {
      side.addEventListener(name, (event) => {
        const line = event.target.closest("[data-units]");
        figure.light(line ? line.dataset.units.split(" ").filter(Boolean) : []);
      });
    }
    side.addEventListener("pointerleave", () => figure.light([]));
  }

  /* ------------------------------------------------------------ beginning */

  function begin() {
    table = document.querySelector("#table");
    side = document.querySelector("#side");
    figure = window.wardroomMap.of(table.querySelector("figure.picture"));
    number = Number(table.dataset.number);
    for (const part of [".scrub", "#play", "#keys", ".speed"]) table.querySelector(part).hidden = false;
    side.dataset.live = "";
    open(table.dataset.tab);
    uncover(location.hash.slice(1));
    byPointing();
    const scrub = table.querySelector("#scrub");
    scrub.addEventListener("input", () => (stop(), step(Number(scrub.value))));
    const box = table.querySelector("#letters");
    box.checked = kept(REMEMBERED) !== "off";
    box.addEventListener("change", () => keep(REMEMBERED, box.checked ? "on" : "off"));
    const speed = table.querySelector("#speed");
    if (kept(SPEED)) speed.value = kept(SPEED);
    speed.addEventListener("change", () => keep(SPEED, speed.value));
  }

  begin();
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", close);
  window.addEventListener("hashchange", () => uncover(location.hash.slice(1)));
  main.addEventListener("click", clicked);
})();
