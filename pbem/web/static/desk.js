// The order desk: checks the box while it is typed in, marks lines, writes picked orders into it, keeps a draft.
"use strict";
(() => {
  const form = document.getElementById("order-form");
  const box = document.getElementById("text");
  if (!form || !box) return;
  const said = document.getElementById("checked-said");
  const panel = document.getElementById("checked");
  const token = document.querySelector("meta[name=csrf-token]");
  const DELAY = 400;

  const make = (tag, words, name) => {
    const element = document.createElement(tag);
    if (words) element.textContent = words;
    if (name) element.className = name;
    return element;
  };

  // ---------------------------------------------------------------- the lines of the box

  const gutter = make("div", "", "gutter");
  gutter.setAttribute("aria-hidden", "true");
  const editor = make("div", "", "editor");
  box.before(editor);
  editor.append(gutter, box);
  box.wrap = "off";
  box.addEventListener("scroll", () => { gutter.scrollTop = box.scrollTop; });

  const number = (marked) => {
    const rows = box.value.split("\n").map((_, at) => {
      const row = make("span", String(at + 1));
      if (marked.has(at + 1)) {
        row.className = "marked";
        row.title = marked.get(at + 1);
      }
      return row;
    });
    gutter.replaceChildren(...rows);
    gutter.scrollTop = box.scrollTop;
  };

  const goTo = (line) => {
    const lines = box.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    box.focus();
    box.setSelectionRange(start, start + (lines[line - 1] || "").length);
    box.scrollTop = Math.max(0, (line - 4) * (box.scrollHeight / Math.max(lines.length, 1)));
  };

  // ---------------------------------------------------------------- checking

  const OUTCOMES = {
    accepted: "All of it can be filed.",
    partly: "A part of it can be filed; what is listed here would change nothing.",
    refused: "None of it can be filed as it stands.",
    unchanged: "There are no orders in the box.",
    preview: "It says preview, so filing it would file nothing.",
    late: "This turn has been resolved: your text is safe, open the page again for the new turn.",
    over: "The game is over.",
  };

  const listed = (title, items) => {
    if (!items.length) return [];
    const list = make("ul");
    list.append(...items);
    return [make("h3", title), list];
  };

  const problemItem = (problem) => {
    const item = make("li");
    const where = problem.line ? `line ${problem.line}: ` : "";
    const words = problem.words.startsWith(where) ? problem.words.slice(where.length) : problem.words;
    if (problem.line) {
      const button = make("button", `line ${problem.line}`, "to-line second");
      button.type = "button";
      button.addEventListener("click", () => goTo(problem.line));
      item.append(button, " ");
    }
    item.append(words);
    return item;
  };

  const blockItem = (unit) => make("li", `${unit.unit}${unit.name && unit.name !== unit.unit ? ` (${unit.name})` : ""}: ${unit.lines.join("; ")}`);

  const show = (checked) => {
    const marked = new Map(checked.problems.filter((each) => each.line).map((each) => [each.line, each.words]));
    number(marked);
    const head = make("p", OUTCOMES[checked.outcome] || "", `verdict ${checked.problems.length ? "bad" : checked.outcome === "accepted" ? "good" : ""}`);
    const problems = make("ul", "", "problems");
    problems.append(...checked.problems.map(problemItem));
    const current = make("pre", checked.standing || "Nothing.", "report");
    said.replaceChildren(
      head,
      ...(checked.problems.length ? [problems] : []),
      ...listed("Would be taken", checked.taken.map(blockItem)),
      ...listed("Stands from before, though not in the box", checked.kept.map(blockItem)),
      ...listed("Read as", checked.read_as.map((each) => make("li", each))),
      ...listed("Left out", checked.left_out.map((each) => make("li", each))),
      ...listed("Notes", checked.notes.map((each) => make("li", each))),
      ...listed("Press that would be sent", checked.press.map((each) => make("li", `to ${each.to.join(", ")}: ${each.text.length} characters`))),
    );
    if (checked.standing) {
      const more = make("details");
      more.append(make("summary", "All that would be in force"), current);
      said.append(more);
    }
  };

  const fail = (words) => {
    said.replaceChildren(make("p", `${words} You can file your orders all the same: they are checked then.`, "verdict"));
  };

  const ask = async (text) => {
    const body = JSON.stringify({ text, turn: form.elements.turn.value });
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token ? token.content : "" };
    const reply = await fetch(form.dataset.check, { method: "POST", headers, body, credentials: "same-origin" });
    const facts = await reply.json();
    return reply.ok ? facts : { error: facts.error, long: reply.status === 413, problems: [] };
  };

  let asked = 0;
  const check = async () => {
    const mine = ++asked;
    panel.hidden = false;
    try {
      const facts = await ask(box.value);
      if (mine !== asked) return;
      if (facts.error === undefined) show(facts);
      else if (facts.long) said.replaceChildren(make("p", `Too long: ${facts.error}.`, "verdict bad"));
      else fail(`It could not be checked just now: ${facts.error}.`);
    } catch {
      if (mine === asked) fail("It could not be checked just now: there is no answer.");
    }
  };

  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(check, DELAY);
  };

  // ---------------------------------------------------------------- the draft

  // What is typed is kept in this browser: {text, at, sent}. The server keeps what was sent and not filed; of the two counts what
  // was written last, and that is this browser's unless it was sent.
  const PREFIX = "wardroom-draft:";
  const MONTH = 30 * 24 * 3600 * 1000;
  const key = PREFIX + form.dataset.draft;
  const note = document.getElementById("draft");
  const other = document.getElementById("other-draft");
  const store = (() => {
    try { return window.localStorage; } catch { return null; }
  })();

  const read = (name) => {
    try {
      const kept = JSON.parse(store.getItem(name));
      return kept && typeof kept.text === "string" ? kept : null;
    } catch { return null; }
  };

  const keep = (sent) => {
    try { store.setItem(key, JSON.stringify({ text: box.value, at: Date.now(), sent })); } catch { return false; }
    return true;
  };

  const forget = (name) => {
    try { store.removeItem(name); } catch { /* there is no store: nothing is kept in it */ }
  };

  const typed = () => {
    if (keep(false)) note.hidden = false;
    other.hidden = true;
  };

  const write = (text) => {
    box.value = text;
    changed();
  };

  // Draw the words of `#other-draft` and what its link does from a text that this browser alone has.
  const offer = (words, text, name) => {
    const link = document.getElementById("to-draft");
    other.firstChild.textContent = `${words} `;
    other.hidden = false;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      write(text);
      if (name !== key) forget(name);
      typed();
    });
  };

  const names = () => (store ? Object.keys(store).filter((each) => each.startsWith(PREFIX)) : []);

  const sweep = () => {
    for (const each of names()) {
      const kept = read(each);
      if (!kept || Date.now() - kept.at > MONTH) forget(each);
    }
  };

  const earlier = () => {
    const [stream, , seat] = form.dataset.draft.split("/");
    return names().find((each) => each !== key && each.startsWith(`${PREFIX}${stream}/`) && each.endsWith(`/${seat}`));
  };

  // The page answers what was sent: its box is right, and what was accepted is no draft any more.
  const answered = (receipt) => {
    if (receipt && receipt.classList.contains("receipt-accepted")) forget(key);
    else keep(true);
  };

  const restore = () => {
    if (!store) return;
    sweep();
    const receipt = document.getElementById("receipt");
    if (receipt || document.getElementById("tried")) {
      answered(receipt);
      return;
    }
    const kept = read(key);
    if (kept && kept.text !== box.value && !(kept.sent && form.dataset.kept)) {
      if (form.dataset.chosen) {
        offer("Your draft is kept; nothing of it is filed.", kept.text, key);
        return;
      }
      box.value = kept.text;
      note.hidden = false;
      other.hidden = true;
      return;
    }
    const old = earlier();
    if (old === undefined || form.dataset.kept) return;
    offer(`You wrote something for turn ${old.split("/")[1]} that was not filed.`, read(old).text, old);
  };

  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.id === "drop") forget(key);
    else if (read(key)) keep(true);
  });

  // ---------------------------------------------------------------- picks

  const HEAD = /^\s*([A-Za-z][A-Za-z0-9_-]{0,11}) ?:(?!\/)/;
  const CLOSE = /^\s*(END|--)\s*$/i;

  // What a line opens: a unit's block, or something that is no part of one (luck, press to the next empty line); "" for neither.
  const opens = (line) => {
    if (/^\s*(luck|press)\b.*:/i.test(line)) return ":";
    const found = HEAD.exec(line);
    return found ? found[1].toUpperCase() : "";
  };

  // Where a line of the unit's block belongs: [index of the line before which it goes, is there a block already?]
  const placeFor = (lines, unit) => {
    const end = lines.findIndex((line) => CLOSE.test(line));
    const last = end < 0 ? lines.length : end;
    if (!unit) return [0, true];
    const head = lines.findIndex((line, at) => at < last && opens(line) === unit.toUpperCase());
    if (head < 0) return [last, false];
    let at = head + 1;
    for (let next = at; next < last && !opens(lines[next]); next += 1) if (lines[next].trim()) at = next + 1;
    return [at, true];
  };

  // The box with the order in the unit's block: [its lines, the place of the order in them].
  const added = (unit, text) => {
    const lines = box.value.split("\n");
    const [at, open] = placeFor(lines, unit);
    const gap = at && lines[at - 1].trim() ? [""] : [];
    const more = !unit ? [text] : open ? [`  ${text}`] : [...gap, `${unit}:`, `  ${text}`];
    lines.splice(at, 0, ...more);
    return [lines, at + more.length - 1];
  };

  // Lines of the block above `at` that begin with the order's first word: it may stand for one of them. The likest first.
  const rivals = (lines, at, text) => {
    const words = text.split(/\s+/);
    const like = (line) => {
      const said = line.trim().toUpperCase().split(/[\s;,]+/);
      const differ = words.findIndex((word, n) => said[n] !== word.toUpperCase());
      return differ < 0 ? words.length : differ;
    };
    const found = [];
    for (let each = at - 1; each >= 0 && !opens(lines[each]); each -= 1) if (like(lines[each])) found.push(each);
    return found.sort((a, b) => like(lines[b]) - like(lines[a])).slice(0, 3);
  };

  const complaints = async (lines, at) => {
    const { error, problems } = await ask(lines.join("\n"));
    if (error !== undefined) throw new Error(error);
    return problems.filter((each) => each.line === at + 1).length;
  };

  // An order that can stand once only takes the place of the line that it contradicts; the parser says which one that is.
  const swapped = async (lines, at, text) => {
    const likely = rivals(lines, at, text);
    if (!likely.length || !await complaints(lines, at)) return null;
    for (const rival of likely) {
      const tried = lines.filter((_, each) => each !== at);
      tried[rival] = `  ${text}`;
      if (!await complaints(tried, rival)) return [tried, rival];
    }
    return null;
  };

  const put = async (unit, text) => {
    const [lines, at] = added(unit, text);
    write(lines.join("\n"));
    goTo(at + 1);
    const before = box.value;
    const better = await swapped(lines, at, text).catch(() => null);
    if (!better || box.value !== before) return;
    write(better[0].join("\n"));
    goTo(better[1] + 1);
  };

  const buttons = () => {
    for (const code of document.querySelectorAll("code.pick")) {
      const button = make("button", code.dataset.text, "pick second");
      button.type = "button";
      button.addEventListener("click", () => put(code.dataset.unit, code.dataset.text));
      code.replaceWith(button);
    }
    for (const each of document.querySelectorAll(".with-script")) each.hidden = false;
    for (const each of document.querySelectorAll(".without-script")) each.hidden = true;
  };

  // ---------------------------------------------------------------- the mail

  const mail = document.getElementById("as-mail");
  const copyMail = () => {
    if (!mail) return;
    const { to, subject } = mail.dataset;
    const body = `${box.value}\n\nEND\n`;
    document.getElementById("mail-link").href = `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
    document.getElementById("mail-text").value = `To: ${to}\nSubject: ${subject}\n\n${body}`;
  };

  const changed = () => {
    number(new Map());
    copyMail();
    soon();
  };

  box.addEventListener("input", () => { typed(); changed(); });
  restore();
  buttons();
  copyMail();
  number(new Map());
  check();
})();
