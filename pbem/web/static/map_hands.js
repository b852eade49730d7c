/* Hands on a map: wheel, keys, dragging, double clicks, and what a click beside a unit means. Used by map.js alone, of whose View
each of them is given one. */
"use strict";

(() => {
  const STEP = 1.4;
  const MOVED = 6; // pixels: more than this is a drag, not a click
  const TWICE = 350; // milliseconds between the clicks of a double one
  const REACH = 12; // pixels around a small unit that are the unit's, for a mouse
  const FINGER = 24; // and for a finger

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

  /* One finger or the mouse moves a zoomed picture, two fingers zoom it. Says whether the last touch was more than a click. */
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
      moved = down.size > 1 ? MOVED + 1 : 0;
    });
    window.addEventListener("pointermove", (event) => {
      const was = down.get(event.pointerId);
      if (!was) return;
      const before = down.size === 2 ? spread() : null;
      down.set(event.pointerId, [event.clientX, event.clientY]);
      moved += Math.abs(event.clientX - was[0]) + Math.abs(event.clientY - was[1]);
      if (before) {
        const after = spread();
        const [x, y] = view.place(before[1], before[2]);
        view.zoom(after[0] / (before[0] || 1), [x, y]);
        const now = view.place(after[1], after[2]);
        view.set(view.now[0] + x - now[0], view.now[1] + y - now[1], view.now[2]);
      } else if (view.zoomed && moved > MOVED) {
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
    return () => moved > MOVED;
  }

  /* Two clicks or taps at one place zoom there. A finger's second tap is no double click everywhere, so they are counted here. */
  function byTwice(view) {
    let last = { at: -TWICE, x: 0, y: 0 };
    return (event) => {
      const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
      const twice = near && event.timeStamp - last.at < TWICE;
      last = twice ? { at: -TWICE, x: 0, y: 0 } : { at: event.timeStamp, x: event.clientX, y: event.clientY };
      if (twice) view.zoom(STEP * STEP, view.place(event.clientX, event.clientY));
      return twice;
    };
  }

  /* The unit that is meant by a click or tap beside it, the nearest in reach: {link, near}; `near`: the hand is in another cell.
     null if there is none. */
  function byReach(view) {
    let reach = REACH;
    view.frame.addEventListener("pointerdown", (event) => { reach = event.pointerType === "touch" ? FINGER : REACH; });
    return (x, y) => {
      const cell = view.pixels * Number(view.svg.dataset.cell || 0);
      let found = { link: null, away: reach, off: Infinity };
      for (const link of view.svg.querySelectorAll("a.unit")) {
        const box = link.getBoundingClientRect();
        const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
        const off = Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
        const nearer = away < found.away || (away === found.away && off < found.off);
        if (box.width && nearer) found = { link, away, off, near: off > cell / 2 };
      }
      return found.link && found;
    };
  }

  window.wardroomMapHands = { STEP, byWheel, byKeys, byDrag, byTwice, byReach };
})();
