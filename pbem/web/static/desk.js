/* The orders while they are written: kept as a draft, tried, and drawn into the map. Nothing is filed here but by the form.

window.wardroomDesk is null without a box, else
  plan(markup)            what is drawn over the map until the next answer; without markup that of the text as it is
  ghost(unit, text)       draw what the text would do with this order in it; ghost("") ends that
  add(unit, text, stay)   put the order into the text, and keep that; `stay`: without going there. A promise of the answer
  ordered()               the units that have orders in force or in the text
  post(address, body, signal)   ask the server, as JSON */
"use strict";

(() => {
  const DELAY = 120; // milliseconds: a hand that rests so long is answered
  const AGAIN = 3000; // milliseconds until the server is asked once more that gave no answer
  const MOST = 200; // answers that are remembered for what is pointed at
  const desk = window.wardroomBox;
  const said = window.wardroomSaid;
  window.wardroomDesk = null;
  if (!desk) return;

  const { box } = desk;
  const form = document.getElementById("order-form");
  const token = document.querySelector("meta[name=csrf-token]").content;
  const turn = form.elements.turn.value;
  const buttons = [...form.querySelectorAll("button")];
  const figure = document.querySelector("#map figure.picture");
  const map = figure && window.wardroomMap.of(figure);
  let kept = box.value; // what the server has, as far as is known
  let known = ""; // the text that the last answer is about
  let facts = null; // that answer
  let asking = null; // the request that keeps the draft
  let timer = 0;

  async function post(address, body, signal) {
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token };
    const reply = await fetch(address, { method: "POST", headers, body: JSON.stringify({ turn, ...body }), credentials: "same-origin", signal });
    const answer = await reply.json();
    if (!reply.ok) throw Object.assign(new Error(answer.error || String(reply.status)), { status: reply.status });
    return answer;
  }

  /* ------------------------------------------------------------ what is said of the text */

  const draft = document.getElementById("draft");
  function note(words, more = "") {
    draft.hidden = !words;
    draft.classList.toggle("warn", Boolean(more));
    document.getElementById("draft-words").textContent = words + more;
    document.getElementById("to-draft")?.remove();
  }

  /* ------------------------------------------------------------ the map */

  let past = false; // does the map show another moment than now?
  function plan(markup) {
    if (map) map.layer(past ? "" : markup ?? facts?.plan ?? "");
  }

  const scrub = document.getElementById("scrub");
  const table = document.getElementById("table");
  const isPast = (at, number) => String(at) !== form.dataset.closed || (scrub && number !== Number(scrub.max));
  document.addEventListener("wardroom:step", (event) => {
    past = isPast(event.detail.turn, event.detail.number);
    plan();
  });
  if (table) past = isPast(table.dataset.turn, Number(table.dataset.number));

  /* ------------------------------------------------------------ asking */

  function show(text, answer) {
    [known, facts] = [text, answer];
    desk.number(new Map(answer.checked.problems.filter((each) => each.line).map((each) => [each.line, each.words])));
    said.outcome(answer.checked);
    said.tables(answer.tables);
    plan();
    document.dispatchEvent(new CustomEvent("wardroom:draft"));
  }

  function fail(error) {
    if (error.status === 413) return said.words(`Too long: ${error.message}.`, "bad");
    said.words("It could not be checked just now. You can file your orders all the same: they are checked then.");
    note("Not kept: the server gives no answer.", " Your text is in this window alone.");
    clearTimeout(timer);
    timer = setTimeout(keep, AGAIN);
    return undefined;
  }

  /* One request after the other, so that an older text never takes the place of a newer one; the last text counts. */
  async function keep(body = {}, stay = false) {
    clearTimeout(timer);
    if (asking) return asking.catch(() => {}).then(() => keep(body, stay));
    const text = box.value;
    if (!body.add && text === kept && text === known) return undefined;
    asking = post(form.dataset.draft, { text, ...body });
    try {
      const answer = await asking;
      asking = null;
      if (!body.only) {
        kept = answer.text;
        note(answer.kept && `Draft kept ${answer.kept}; nothing of it is filed.`);
      }
      if (box.value !== text) return undefined; // the next answer is on its way
      if (body.add) written(answer, stay);
      show(answer.text, answer);
      return answer;
    } catch (error) {
      asking = null;
      fail(error);
      return undefined;
    } finally {
      asking = null;
    }
  }

  function written(answer, stay) {
    box.value = answer.text;
    copyMail();
    desk.number();
    desk.goTo(answer.line, !stay);
  }

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, DELAY);
  };

  /* ------------------------------------------------------------ what is pointed at */

  const ghosts = new Map();
  let pointing = null;
  async function ghost(unit, text) {
    pointing?.abort();
    pointing = null;
    if (text === undefined) return plan();
    const key = JSON.stringify([box.value, unit, text]);
    if (!ghosts.has(key)) {
      pointing = new AbortController();
      const mine = pointing;
      try {
        const answer = await post(form.dataset.draft, { text: box.value, add: { unit, text }, only: true }, mine.signal);
        if (ghosts.size > MOST) ghosts.clear();
        ghosts.set(key, answer.plan);
      } catch { return undefined; } // nothing is drawn, and nothing is lost
      if (mine !== pointing) return undefined;
    }
    return plan(ghosts.get(key));
  }

  function add(unit, text, stay) {
    pointing?.abort();
    return keep({ add: { unit, text } }, stay);
  }

  const ordered = () => new Set([...(facts?.checked.taken ?? []), ...(facts?.checked.kept ?? [])].map((each) => each.unit));

  /* ------------------------------------------------------------ sending */

  let sent = false;
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (sent) return event.preventDefault();
    const button = event.submitter;
    if (asking) { // a draft that comes after what was filed would be one again
      event.preventDefault();
      asking.catch(() => {}).then(() => setTimeout(() => form.requestSubmit(button)));
      return undefined;
    }
    sent = true;
    setTimeout(() => { for (const each of buttons) each.disabled = true; });
    return undefined;
  });
  window.addEventListener("pageshow", () => {
    sent = false;
    for (const each of buttons) each.disabled = false;
  });
  window.addEventListener("pagehide", () => {
    if (sent || box.value === kept) return;
    leave(box.value);
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    fetch(form.dataset.draft, { method: "POST", headers, body: JSON.stringify({ turn, text: box.value }), keepalive: true });
  });

  /* The page that comes next may be asked for before the draft has arrived: the text waits for it in this window. */
  const LEFT = `wardroom.left:${form.dataset.draft}`;
  function leave(text) {
    try { sessionStorage.setItem(LEFT, JSON.stringify({ turn, text })); } catch { /* there is no store: the draft alone is kept */ }
  }
  function comeBack() {
    let left = null;
    try {
      left = JSON.parse(sessionStorage.getItem(LEFT));
      sessionStorage.removeItem(LEFT);
    } catch { return false; }
    if (!left || left.turn !== turn || left.text === box.value) return false;
    box.value = left.text;
    return true;
  }

  const done = document.getElementById("done");
  const follows = () => done.setAttribute("aria-describedby", done.checked ? "if-ready" : "if-not-ready");
  done?.addEventListener("change", follows);

  /* ------------------------------------------------------------ the mail */

  const mail = document.getElementById("as-mail");
  function copyMail() {
    if (!mail) return;
    const { to, subject } = mail.dataset;
    const body = `${box.value}\n\nEND\n`;
    document.getElementById("mail-link").href = `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
    document.getElementById("mail-text").value = `To: ${to}\nSubject: ${subject}\n\n${body}`;
  }

  box.addEventListener("input", () => {
    if (known !== box.value) desk.number();
    copyMail();
    soon();
  });

  window.wardroomDesk = { plan, ghost, add, ordered, post };
  for (const each of document.querySelectorAll(".without-script")) each.hidden = true;
  if (done) follows();
  const brought = comeBack();
  copyMail();
  keep(brought ? {} : { only: true });
})();
