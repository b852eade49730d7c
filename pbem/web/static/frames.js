/* The steps of a turn in one picture: each step changes what it must, forth and back, and asks the server for nothing.
   `data` is what pbem/present/frames.py writes. */
"use strict";

(() => {
  /* The list of numbers after the changes [place, how many go, which come]. */
  function patched(list, changes) {
    const made = list.slice();
    for (const [place, gone, come] of changes) made.splice(place, gone, ...come);
    return made;
  }

  function unfolded(frames) {
    let parts = [], words = [], box = "", title = "", manners = {};
    return frames.map((frame) => {
      parts = patched(parts, frame[0]);
      words = patched(words, frame[1]);
      box = frame[2] || box;
      title = frame[3] || title;
      if (Object.keys(frame[4]).length) manners = frame[4];
      return { parts, words, box, title, manners };
    });
  }

  function of(data, svg) {
    const all = unfolded(data.frames);
    const steps = data.shown || all.map((_, number) => number);
    const nodes = new Map();
    const numbers = new Map();
    const mould = document.createElement("template");
    let now = null;

    function node(number) {
      if (!nodes.has(number)) {
        mould.innerHTML = `<svg>${data.pieces[number]}</svg>`;
        window.wardroomMap?.takeTitles(mould.content.firstChild); // as those of the picture that is shown
        keep(number, mould.content.firstChild.firstChild);
      }
      return nodes.get(number);
    }

    function keep(number, element) {
      nodes.set(number, element);
      numbers.set(element, number);
    }

    const own = (element) => !element.matches("title, desc, .layer");

    /* The picture as it came with the page: what is in this frame as it is there stays. */
    function adopt(frame) {
      const there = [...svg.children].filter(own);
      for (const number of frame.parts) {
        const same = there.findIndex((element) => element.isEqualNode(node(number)));
        if (same < 0) continue;
        keep(number, there[same]);
        there.splice(same, 1);
      }
      for (const element of there) element.remove();
    }

    function paint(frame) {
      const wanted = new Set(frame.parts);
      for (const element of [...svg.children]) {
        if (numbers.has(element) && !wanted.has(numbers.get(element))) element.remove();
      }
      let next = svg.firstElementChild;
      while (next && !numbers.has(next) && !next.matches(".layer")) next = next.nextElementSibling;
      for (const number of frame.parts) {
        const element = node(number);
        if (element === next) next = next.nextElementSibling;
        else svg.insertBefore(element, next);
      }
    }

    const words = (frame) => frame.words.map((number) => data.clauses[number]).join(" ");

    /* The frame that came with the page, by its words: its box is not asked of the picture, which may be zoomed. */
    function first() {
      const said = svg.querySelector(":scope > desc")?.textContent;
      return all.find((frame) => words(frame) === said);
    }

    function say(name, text) {
      const element = svg.querySelector(`:scope > ${name}`);
      if (element && element.textContent !== text) element.textContent = text;
      else if (!element && name === "title" && svg.ariaLabel) svg.ariaLabel = text;
    }

    /* Another part of the plane is shown: whoever zooms the picture may do it in their way (wardroom:box, prevented). */
    function move(box) {
      const detail = { box: box.split(" ").map(Number) };
      const asked = new CustomEvent("wardroom:box", { bubbles: true, cancelable: true, detail });
      if (svg.dispatchEvent(asked)) svg.setAttribute("viewBox", box);
    }

    /* A map in space is light on dark, one at sea is not; and what is near on the one is far on the other. */
    function wear(manners) {
      const { class: look, ...attributes } = manners;
      svg.classList.toggle("night", look === "night");
      for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
    }

    /* Show the picture of step n. */
    function show(n) {
      const frame = all[steps[n]];
      if (!frame || frame === now) return;
      const before = now || first();
      if (!now) adopt(frame);
      paint(frame);
      if (frame.manners !== before?.manners) wear(frame.manners);
      if (frame.box !== before?.box) move(frame.box);
      say("title", frame.title);
      say("desc", words(frame));
      now = frame;
    }

    return { count: steps.length, show };
  }

  window.wardroomFrames = { of };
})();
