/* Stepping through a replay without loading each page. Without this script its links do the same.

Keys: arrows, Shift and arrows, Home, End; with the focus in the replay also Space, + - 0, 1 to 9 and ?, which can be switched off. */
"use strict";

(() => {
  const main = document.querySelector("main");
  const PACE = 900;
  const REMEMBERED = "wardroom.letters";
  const kept = new Map();
  let replay, figure, steps, asked, timer, addressed;

  const moment = () => replay.querySelector("#moment");
  const at = () => Number(moment().dataset.number);
  const way = (name) => moment().querySelector(`[data-way="${name}"]`)?.href || "";
  const onSteps = (address) => /\/t\/\d+\/e\/(\d+|last)$/.test(new URL(address, location.href).pathname);
  /* Is it a step of the turn and the view that the page holds? Then only a part of it is fetched. */
  function ofThisPage(address) {
    const [to, here] = [new URL(address, location.href), new URL(replay.dataset.steps, location.href)];
    return to.search === here.search && to.pathname.replace(/\/e\/\d+$/, "/steps.json") === here.pathname;
  }

  /* A page or a part of one, fetched once. */
  function fetched(address) {
    if (!kept.has(address)) {
      if (kept.size > 60) kept.delete(kept.keys().next().value);
      const answer = fetch(address, { credentials: "same-origin" }).then(async (reply) => {
        if (!reply.ok) throw new Error(String(reply.status));
        return { address: reply.url, page: new DOMParser().parseFromString(await reply.text(), "text/html") };
      });
      answer.catch(() => kept.delete(address));
      kept.set(address, answer);
    }
    return kept.get(address);
  }

  function partOf(address) {
    const found = new URL(address, location.href);
    found.pathname += "/part";
    found.hash = "";
    return found.href;
  }

  /* ------------------------------------------------------------ showing */

  function replaceParts(fresh) {
    const old = moment();
    for (const name of ["number", "turn", "said", "title"]) old.dataset[name] = fresh.dataset[name];
    for (const part of ["#now", '[data-part="behind"]', ".twin", ".legend"]) {
      const [from, to] = [fresh.querySelector(part), old.querySelector(part)];
      if (!from || !to) continue;
      const open = [...to.querySelectorAll("details")].map((each) => each.open);
      to.replaceChildren(...document.importNode(from, true).childNodes);
      to.querySelectorAll("details").forEach((each, n) => (each.open = Boolean(open[n])));
    }
    for (const link of old.querySelectorAll("[data-way]")) {
      const to = fresh.querySelector(`[data-way="${link.dataset.way}"]`);
      for (const name of ["href", "aria-disabled"]) {
        if (to.hasAttribute(name)) link.setAttribute(name, to.getAttribute(name));
        else link.removeAttribute(name);
      }
    }
    figure.replace(fresh.querySelector(".frame svg").outerHTML);
  }

  /* The list is scrolled to the current line; the page stays where it is. */
  function uncover(line) {
    const list = line.closest(".events");
    const [box, place] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
    if (place.top < box.top || place.bottom > box.bottom) list.scrollTop += place.top - box.top - box.height / 3;
  }

  /* All that follows from the step that is shown now. */
  function follow(address) {
    const number = at();
    const said = moment().dataset.said;
    document.title = `${moment().dataset.title} - Wardroom`;
    for (const line of steps) line.removeAttribute("aria-current");
    steps[number].setAttribute("aria-current", "step");
    uncover(steps[number]);
    const scrub = replay.querySelector("#scrub");
    scrub.value = number;
    scrub.setAttribute("aria-valuetext", said);
    if (document.activeElement !== scrub) replay.querySelector("#live").textContent = said;
    clearTimeout(addressed);
    addressed = setTimeout(() => history.replaceState(null, "", address), 300);
    for (const next of [way("back"), way("on")]) if (next && ofThisPage(next)) fetched(partOf(next)).catch(() => {});
  }

  async function go(address) {
    if (!address) return stop();
    if (!onSteps(address)) return void (location.href = address);
    asked = address;
    try {
      const inTurn = ofThisPage(address);
      const got = await fetched(inTurn ? partOf(address) : address);
      if (asked !== address) return undefined;
      if (inTurn) replaceParts(got.page.querySelector("#moment"));
      else adopt(got.page);
      follow(inTurn ? address : got.address);
    } catch {
      location.href = address;
    }
    return undefined;
  }

  /* Another turn, or another seat: the whole of the page's contents. */
  function adopt(page) {
    const held = replay.contains(document.activeElement) && document.activeElement.id;
    const playing = Boolean(timer);
    main.replaceChildren(...document.importNode(page.querySelector("main"), true).childNodes);
    begin();
    if (held) document.getElementById(held)?.focus();
    label(playing);
  }

  /* ------------------------------------------------------------ playing */

  function label(playing) {
    const button = replay.querySelector("#play");
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
    const next = async () => {
      const on = way("on");
      if (!on || !onSteps(on)) return stop();
      await go(on);
      if (timer) timer = setTimeout(next, PACE);
      return undefined;
    };
    timer = setTimeout(next, 0);
    label(true);
    return undefined;
  }

  /* ------------------------------------------------------------ hands */

  const letters = () => replay.querySelector("#letters").checked;
  const writing = (target) => target.closest("input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]");
  const plain = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" };
  const shifted = { ArrowLeft: "turn_back", ArrowRight: "turn_on" };
  const zooming = { "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", 0: "whole" };

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
    const name = (event.shiftKey ? shifted : plain)[event.key];
    if (name) {
      event.preventDefault();
      if (way(name) && (onSteps(way(name)) || name !== "end")) {
        stop();
        go(way(name));
      }
      return;
    }
    const inside = replay.contains(event.target) || event.target.closest(".tabs");
    if (!inside || !letters()) return;
    if (event.key === " " && !event.target.closest("button, summary, input, a")) play();
    else if (zooming[event.key]) figure[zooming[event.key]]();
    else if (/^[1-9]$/.test(event.key)) go(document.querySelector(`[data-view="${event.key}"]`)?.href);
    else if (event.key === "?") replay.querySelector("#keys").open = !replay.querySelector("#keys").open;
    else return;
    event.preventDefault();
  }

  function clicked(event) {
    if (event.target.closest("#play")) return void play();
    const link = event.target.closest("a[data-way], [data-number] > a, a[data-view], .turns a");
    if (!link || !link.href || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return undefined;
    event.preventDefault();
    stop();
    go(link.href);
    return undefined;
  }

  /* A unit that is chosen on the map shows its lines; the first of them is brought into view. */
  function chosen(event) {
    const lines = [...replay.querySelectorAll("[data-units]")];
    for (const line of lines) line.classList.toggle("of-unit", line.dataset.units.split(" ").includes(event.detail.unit));
    lines.find((line) => line.classList.contains("of-unit"))?.scrollIntoView({ block: "nearest" });
  }

  /* ------------------------------------------------------------ beginning */

  function begin() {
    replay = document.querySelector("#replay");
    figure = window.wardroomMap.of(replay.querySelector("figure.picture"));
    steps = replay.querySelectorAll("[data-number] > a");
    for (const part of [".scrub", "#play", "#keys"]) replay.querySelector(part).hidden = false;
    uncover(steps[at()]);
    replay.addEventListener("wardroom:unit", chosen);
    const scrub = replay.querySelector("#scrub");
    scrub.addEventListener("input", () => {
      stop();
      go(steps[Number(scrub.value)].href);
    });
    const box = replay.querySelector("#letters");
    box.checked = localStorage.getItem(REMEMBERED) !== "off";
    box.addEventListener("change", () => localStorage.setItem(REMEMBERED, box.checked ? "on" : "off"));
  }

  begin();
  document.addEventListener("keydown", pressed);
  main.addEventListener("click", clicked);
})();
