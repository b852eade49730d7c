/* A plan that goes on outside what is seen of a map: an arrow at the edge, where it leaves.

window.wardroomMapPlan.arrows(layer, [left, top, width, height], unit) draws the arrows anew; `unit` is a pixel of the screen in
units of the map. */
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const LONG = 13; // pixels

  /* Where a way that ends outside leaves the box, and the direction: [x, y, dx, dy]; null of one that ends inside. */
  function leaving(points, [left, top, width, height]) {
    const inside = ([x, y]) => x >= left && x <= left + width && y >= top && y <= top + height;
    if (inside(points[points.length - 1])) return null;
    for (let last = points.length - 2; last >= 0; last -= 1) {
      if (!inside(points[last])) continue;
      const [[x, y], [u, v]] = [points[last], points[last + 1]];
      const [dx, dy] = [u - x, v - y];
      const across = dx > 0 ? (left + width - x) / dx : dx < 0 ? (left - x) / dx : Infinity;
      const down = dy > 0 ? (top + height - y) / dy : dy < 0 ? (top - y) / dy : Infinity;
      const share = Math.min(across, down);
      const far = Math.hypot(dx, dy);
      return [x + dx * share, y + dy * share, dx / far, dy / far];
    }
    return null;
  }

  function arrows(layer, box, unit) {
    for (const old of layer.querySelectorAll(":scope > .plan-goes-on")) old.remove();
    for (const line of layer.querySelectorAll(".role-plan polyline, polyline.role-plan, .role-plan path, path.role-plan")) {
      const numbers = (line.getAttribute("points") ?? "").split(/[ ,]+/).map(Number);
      const points = numbers.flatMap((x, n) => (n % 2 ? [] : [[x, numbers[n + 1]]]));
      const found = points.length > 1 && leaving(points, box);
      if (!found) continue;
      const [x, y, dx, dy] = found;
      const [long, wide] = [LONG * unit, LONG * unit * 0.5];
      const head = document.createElementNS(SVG, "polygon");
      const corners = [[x, y], [x - dx * long - dy * wide, y - dy * long + dx * wide], [x - dx * long + dy * wide, y - dy * long - dx * wide]];
      head.setAttribute("class", "plan-goes-on role-plan-head");
      head.setAttribute("points", corners.map((corner) => corner.map((n) => n.toFixed(1)).join(",")).join(" "));
      layer.append(head);
    }
  }

  window.wardroomMapPlan = { arrows };
})();
