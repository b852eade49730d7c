/* The checks of a turn's dice in the reader's own browser, from its proof file alone: docs/dice.md, step by step.

window.wardroomDice.check(proof, told) gives a list of {what, holds, made}; it is what the button calls. `told` is what
window.wardroomDice.toldIn(text, proof) finds in the reader's own mails: the root, and how many rolls they were shown. */
"use strict";

(() => {
  const LEAVES = 8;
  const WORD = 2 ** 32;
  const text = new TextEncoder();
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const joined = (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };

  const sha = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  async function mac(key, ...lines) {
    const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", made, text.encode(lines.join("\n"))));
  }

  /* 32-bit words modulo the sides; words too high for an even chance are left out. */
  async function faces(leaf, number, digest, purpose, n, sides) {
    const key = number < LEAVES - 1 ? leaf : await mac(leaf, number);
    const found = [];
    for (let block = 0; found.length < n; block += 1) {
      const row = new DataView((await mac(key, digest, `${n}d${sides} ${purpose}`, block)).buffer);
      for (let at = 0; at < 32; at += 4) {
        const word = row.getUint32(at);
        if (word < WORD - (WORD % sides)) found.push((word % sides) + 1);
      }
    }
    return found.slice(0, n);
  }

  async function rootOf(key, index, path, audiences) {
    let node = await sha(joined(Uint8Array.of(0), key));
    for (const [level, beside] of path.map(bytes).entries()) {
      const right = Math.floor(index / 2 ** level) % 2;
      node = await sha(right ? joined(Uint8Array.of(1), beside, node) : joined(Uint8Array.of(1), node, beside));
    }
    return hex(await sha(joined(Uint8Array.of(2), node, text.encode(audiences.join("\n")))));
  }

  /* What mails say of this proof file's dice, through quoting, tags and broken lines; "" for what they do not say. A root alone
     is taken as well. */
  function toldIn(text, proof) {
    const flat = text.replace(/<\/?[a-z][^<>]*>|>/gi, " ").trim().split(/\s+/).join(" ");
    if (/^[0-9a-f]{64}$/i.test(flat)) return { root: flat.toLowerCase(), rolls: "" };
    const literal = (words) => String(words).replace(/[^\w ]/g, "\\$&");
    const place = `turn ${proof.turn} of `;
    const saying = (name, value) =>
      [...flat.matchAll(new RegExp(`${literal(name)} ${literal(place)}([^\\s:]+)[: ]+(${value})\\b`, "g"))].map(([, game, found]) => ({ game, found }));
    const of = (all) => [...new Set(all.filter((each) => each.game === proof.game).map((each) => each.found))].join(" and ");
    const roots = saying("dice root of", "[0-9a-f]{64}");
    if (flat && !roots.length) throw new Error(`there is no line "dice root of ${place}${proof.game}: ..." in it, with 64 letters and digits`);
    const root = of(roots) || (roots.length ? `one of ${roots[0].game}` : "");
    return { root, rolls: of(saying(`rolls shown to ${proof.seat || "spectators"} in`, "\\d+")) };
  }

  async function check(proof, told) {
    const found = [];
    const say = (what, made, wanted) => found.push({ what, holds: made === wanted, made });
    if (proof.format !== "wardroom-proof/2") throw new Error(`unknown format ${proof.format}`);
    if (told.root) say("The root is the one in your mail", proof.root, told.root);
    if (told.rolls) say("As many rolls as your report says", String(proof.rolls.length), told.rolls);
    const seals = Object.keys(proof.commitments).sort().map((seat) => `${seat} ${proof.commitments[seat]}`);
    say("The digest is the hash of all sealed orders", hex(await sha(text.encode([`turn ${proof.turn}`, ...seals].join("\n")))), proof.digest);
    if (proof.own) {
      const made = hex(await mac(bytes(proof.own.salt), proof.own.orders, `luck: ${proof.own.luck}`));
      say("Your commitment follows from your orders", made, proof.own.commitment);
      say("Your orders are those that counted", proof.commitments[proof.seat], proof.own.commitment);
    }
    const numbers = {};
    for (const [place, roll] of proof.rolls.entries()) {
      const number = (numbers[roll.audience] = (numbers[roll.audience] ?? -1) + 1);
      const index = proof.audiences.indexOf(roll.audience) * LEAVES + Math.min(number, LEAVES - 1);
      const name = `Roll ${place + 1}, ${roll.n}d${roll.sides} ${roll.purpose}`;
      const fair = await faces(bytes(roll.k), number, proof.digest, roll.purpose, roll.n, roll.sides);
      say(`${name}: these faces follow`, fair.join(" "), roll.faces.join(" "));
      say(`${name}: its key leads to the root`, await rootOf(bytes(roll.k), index, roll.path, proof.audiences), proof.root);
    }
    return found;
  }

  window.wardroomDice = { check, toldIn };
  const here = document.querySelector("#here");
  if (!here) return;
  const said = here.querySelector("#said");
  here.hidden = false;

  const line = (tag, words, name = "") => {
    const made = document.createElement(tag);
    made.textContent = words;
    if (name) made.className = name;
    return made;
  };

  async function run() {
    if (!window.crypto?.subtle) throw new Error("this browser does its arithmetic only on pages that come by https; use the script below");
    const reply = await fetch(here.dataset.proof, { credentials: "same-origin" });
    if (!reply.ok) throw new Error(`the proof file did not come (${reply.status})`);
    const proof = await reply.json();
    const told = toldIn(here.querySelector("#told").value, proof);
    return [await check(proof, told), told];
  }

  here.querySelector("#check").addEventListener("click", async () => {
    said.replaceChildren(line("p", "Checking ..."));
    try {
      const [found, told] = await run();
      const wrong = found.filter((each) => !each.holds);
      const verdict = wrong.length ? `${wrong.length} of ${found.length} checks fail.` : `All ${found.length} checks hold, done by your own browser.`;
      const alone = " They were compared with nothing that you were sent before: paste the root from your mail to tie them to it.";
      const uncounted = " Rolls could still be left out: paste the line \"rolls shown to\" of this turn's own report, too.";
      const note = !told.root ? alone : told.rolls ? "" : uncounted;
      const list = document.createElement("ul");
      list.className = "checks";
      list.append(...found.map((each) => line("li", `${each.holds ? "\u2713" : "\u2717"} ${each.what}${each.holds ? "" : `: ${each.made}`}`, each.holds ? "check-good" : "check-bad")));
      said.replaceChildren(line("p", verdict + note, `notice ${wrong.length ? "bad" : "good"}`), list);
    } catch (error) {
      said.replaceChildren(line("p", `Not checked: ${error.message}.`, "notice bad"));
    }
  });
})();
