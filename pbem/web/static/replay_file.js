/* The replay file by itself: one stage for all steps, by clicks and keys. Put into the file when it is made; without it, and in browsers that cannot unpack its maps, the steps unfold. */
"use strict";

(async () => {
  if (!window.DecompressionStream) return;
  const steps = [...document.querySelectorAll("details.step")];
  const stage = document.querySelector("#stage");
  const figure = window.wardroomMap.of(stage.querySelector("figure"));
  const frames = window.wardroomFrames.of(await unpacked(document.querySelector("#frames").textContent), figure.svg());
  const behind = stage.querySelector("#behind");
  const words = stage.querySelector("#words");
  let at = 0;
  let timer = 0;

  function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  function show(number, first = false) {
    at = Math.max(0, Math.min(steps.length - 1, number));
    const step = steps[at];
    for (const other of steps) other.removeAttribute("aria-current");
    step.setAttribute("aria-current", "step");
    frames.show(at);
    figure.mark(step.dataset.units.split(" ").filter(Boolean));
    words.textContent = `${step.dataset.where} ${step.querySelector("summary").textContent}`;
    behind.textContent = step.querySelector(".behind")?.textContent || "";
    if (first) return;
    step.scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", `#${step.id}`);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    stage.querySelector("#play").textContent = "Play";
  }

  function play() {
    if (timer) return stop();
    timer = setInterval(() => (at + 1 < steps.length ? show(at + 1) : stop()), 900);
    stage.querySelector("#play").textContent = "Stop";
    return undefined;
  }

  const turnOf = (number) => steps[number]?.dataset.turn;
  function turn(way) {
    let to = at;
    if (way < 0 && at > 0 && turnOf(at - 1) !== turnOf(at)) to -= 1;
    if (way < 0) while (to > 0 && turnOf(to - 1) === turnOf(to)) to -= 1;
    else while (to + 1 < steps.length && turnOf(to) === turnOf(at)) to += 1;
    show(to);
  }

  const acts = {
    start: () => show(0),
    turnBack: () => turn(-1),
    back: () => show(at - 1),
    play,
    on: () => show(at + 1),
    turnOn: () => turn(1),
    end: () => show(steps.length - 1),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    let act = keys[event.key];
    if (event.shiftKey && act === "back") act = "turnBack";
    if (event.shiftKey && act === "on") act = "turnOn";
    if (event.key === " " && !event.target.closest("button, summary")) act = "play";
    if (!act) return;
    event.preventDefault();
    if (act !== "play") stop();
    acts[act]();
  });
  stage.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.act !== "play") stop();
    acts[button.dataset.act]();
  });
  for (const [number, step] of steps.entries()) {
    step.addEventListener("click", (event) => {
      event.preventDefault();
      stop();
      show(number);
    });
  }
  document.body.classList.add("live");
  stage.querySelector(".bar").hidden = false;
  const named = steps.findIndex((step) => `#${step.id}` === location.hash);
  show(Math.max(0, named), named < 0);
})();
