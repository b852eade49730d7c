/* What the server says of a text of orders, below the box.

window.wardroomSaid has
  outcome(checked)     whether it can be filed, its problems with ways to their lines, notes
  words(text, kind)    a sentence in place of that
  tables(all)          the tables of the dry run */
"use strict";

(() => {
  const place = document.getElementById("outcome");

  const make = (tag, words, name) => {
    const element = document.createElement(tag);
    if (words) element.textContent = words;
    if (name) element.className = name;
    return element;
  };

  const OUTCOMES = {
    accepted: "All of it can be filed.",
    partly: "A part of it can be filed; what is listed here would change nothing.",
    refused: "None of it can be filed as it stands.",
    unchanged: "There are no orders in the box.",
    preview: "It says preview, so filing it would file nothing.",
    late: "This turn has been resolved: press File orders, and your text comes back in the form of the open turn.",
    over: "The game is over.",
  };

  function problemItem(problem) {
    const item = make("li");
    const where = problem.line ? `line ${problem.line}: ` : "";
    const words = problem.words.startsWith(where) ? problem.words.slice(where.length) : problem.words;
    if (problem.line) {
      const button = make("button", `line ${problem.line}`, "to-line second");
      button.type = "button";
      button.addEventListener("click", () => window.wardroomBox.goTo(problem.line));
      item.append(button, " ");
    }
    item.append(words);
    return item;
  }

  function folded(title, items) {
    if (!items.length) return [];
    const more = make("details");
    const list = make("ul");
    list.append(...items.map((each) => make("li", each)));
    more.append(make("summary", `${title} (${items.length})`), list);
    return [more];
  }

  const block = (each) => `${each.unit}${each.name && each.name !== each.unit ? ` (${each.name})` : ""}: ${each.lines.join("; ")}`;

  function outcome(checked) {
    const kind = checked.problems.length ? "bad" : checked.outcome === "accepted" ? "good" : "";
    const problems = make("ul", "", "problems");
    problems.append(...checked.problems.map(problemItem));
    place.replaceChildren(
      make("p", OUTCOMES[checked.outcome] || "", `verdict ${kind}`),
      ...(checked.problems.length ? [problems] : []),
      ...folded("In force from before, though not in the box", checked.kept.map(block)),
      ...folded("Read as", checked.read_as),
      ...folded("Left out", checked.left_out),
      ...folded("Notes", checked.notes),
      ...folded("Press that would be sent", checked.press.map((each) => `to ${each.to.join(", ")}: ${each.text.length} characters`)),
    );
  }

  /** The tables of the dry run, as the server has written them. */
  function tables(markup) {
    const holder = document.getElementById("dry-run-tables");
    if (!holder) return;
    document.getElementById("dry-run").hidden = !markup.trim();
    holder.innerHTML = markup;
  }

  const words = (text, kind = "") => place.replaceChildren(make("p", text, `verdict ${kind}`));

  window.wardroomSaid = { outcome, words, tables };
})();
