"""Check the dice of a Wardroom game offline. Needs only Python 3.9 or later; shares no code with the server.

  verify_dice.py PROOF.json --report BEFORE.txt THIS.txt   a turn's rolls; the report before it (or --root HEX), and its own
  verify_dice.py EXPORT.jsonl --report ANY_REPORT.txt ...  a whole game
Exit: 0 all fair, 1 something is wrong (listed), 2 not (or not ANCHORED or COUNTED) to be checked. docs/dice.md has each step.
"""

import argparse
import hmac
import json
import re
import struct
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

LEAVES = 8  # keys in each audience's subtree; the last one makes the keys of all further rolls
TOLD = r"((?:dice root of|log head after|rolls shown to \S+ in) turn \d+) of ([^\s:]+)[: ]+([0-9a-f]{64}\b|\d+\b)"
UNANCHORED = "NOT ANCHORED: compared with nothing you were sent before, so all of it could be made up. Use --report"
FIELDS = ["stream", "version", "type", "schema", "turn", "phase", "rule", "audience", "at", "data", "hash"]


def mac(key: bytes, *lines: object) -> bytes:
    return hmac.new(key, "\n".join(map(str, lines)).encode(), sha256).digest()


def fair_faces(leaf_key: bytes, number: int, digest: str, purpose: str, n: int, sides: int) -> list[int]:
    key = leaf_key if number < LEAVES - 1 else mac(leaf_key, number)
    faces, block = list[int](), 0
    while len(faces) < n and 1 <= sides <= 2**32:
        words = struct.unpack(">8I", mac(key, digest, f"{n}d{sides} {purpose}", block))
        faces.extend(word % sides + 1 for word in words if word < 2**32 // sides * sides)  # too high for an even chance
        block += 1
    return faces[:n]


def digest_of(turn: int, commitments: dict[str, str]) -> str:
    return sha256("\n".join([f"turn {turn}", *map(" ".join, sorted(commitments.items()))]).encode()).hexdigest()


def root_of_path(key: bytes, index: int, path: list[str], audiences: list[str]) -> str:
    node = sha256(b"\0" + key).digest()
    for level, sibling in enumerate(map(bytes.fromhex, path)):
        node = sha256(b"\1" + (sibling + node if index >> level & 1 else node + sibling)).digest()
    return sha256(b"\2" + node + "\n".join(audiences).encode()).hexdigest()


def root_of_seed(seed: bytes, turn: int, audiences: list[str]) -> str:
    nodes = [sha256(b"\0" + mac(seed, "roll", turn, a, leaf)).digest() for a in audiences for leaf in range(LEAVES)]
    nodes += [bytes(32)] * (2 ** (len(nodes) - 1).bit_length() - len(nodes))
    while len(nodes) > 1:
        nodes = [sha256(b"\1" + nodes[i] + nodes[i + 1]).digest() for i in range(0, len(nodes), 2)]
    return sha256(b"\2" + nodes[0] + "\n".join(audiences).encode()).hexdigest()


def check_proof(proof: dict[str, Any], told: set[tuple[str, str, str]], given: str) -> tuple[int, list[str]]:
    if proof["format"] != "wardroom-proof/2":
        raise ValueError(f"unknown format {proof['format']!r}; the game's pages give every proof file in today's")
    game, turn, own, rolls, seals = (proof[name] for name in ("game", "turn", "own", "rolls", "commitments"))
    what, shown = f"dice root of turn {turn}", f"rolls shown to {proof['seat'] or 'spectators'} in turn {turn}"
    told |= {(what, game, given)} if given else set()
    games = {of for said, of, _ in told if said == what}
    if told and not games:
        raise ValueError(f"no line '{what} of {game}: ...' there; it is in the report before that turn")
    roots, counts = ({value for said, of, value in told if (said, of) == (name, game)} for name in (what, shown))
    sealed = own and own["commitment"]
    made = own and mac(bytes.fromhex(own["salt"]), own["orders"], "luck: " + own["luck"]).hex()
    facts = {
        f"WRONG: game: the proof file is of {game}, the earlier report of {' '.join(games)}": not told or game in games,
        f"WRONG: {what}: the proof file says {proof['root']}, the report {' '.join(roots)}": roots <= {proof["root"]},
        f"WRONG: rolls: the proof file has {len(rolls)}, the report {' '.join(counts)}": counts <= {str(len(rolls))},
        "WRONG: digest: it is not the hash of the commitments": digest_of(turn, seals) == proof["digest"],
        "WRONG: own orders: the commitment does not follow from these orders, luck line and salt": made == sealed,
        "WRONG: own orders: the commitment is not the one that was counted": seals.get(proof["seat"]) == sealed,
        f"NOT COUNTED: is any roll left out? Give the report of this turn, too, with '{shown} of {game}: ...'": bool(counts),
    }
    for place, roll in enumerate(rolls):
        expected = sum(earlier["audience"] == roll["audience"] for earlier in rolls[:place])
        facts.update(check_roll(roll, proof, min(roots or {proof["root"]}), expected))
    return len(rolls), [line for line, holds in facts.items() if not holds]


def check_roll(roll: dict[str, Any], proof: dict[str, Any], root: str, expected: int) -> dict[str, bool]:
    key, number, audiences = bytes.fromhex(roll["k"]), roll["number"], proof["audiences"]
    leaf = audiences.index(roll["audience"]) * LEAVES + min(number, LEAVES - 1)
    fair = fair_faces(key, number, proof["digest"], roll["purpose"], len(roll["faces"]), roll["sides"])
    name = f"WRONG: roll {number} of audience {roll['audience']!r} ({roll['purpose']})"
    return {
        f"{name}: number {expected} should come here": number == expected,
        f"{name}: index {roll['index']} is not the place of this roll's key": roll["index"] == leaf,
        f"{name}: key and path do not lead to the root": root_of_path(key, roll["index"], roll["path"], audiences) == root,
        f"{name}: faces {roll['faces']} should be {fair}": roll["faces"] == fair and roll["n"] == len(fair),
    }


class Export:  # the walk through an exported game; `wrong` collects its errors
    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.events, self.where, self.seed = events, "", b""
        self.seeds = [bytes.fromhex(e["data"]["seed"]) for e in events if e["type"].startswith("game.seed_")]
        self.wrong, self.filed, self.numbers = list[str](), dict[str, str](), dict[tuple[int, str], int]()
        self.digests, self.open_turn = dict[int, Any]({0: ""}), -1  # the set-up is rolled before anyone could order

    def require(self, right: bool, what: str) -> None:
        self.wrong += [] if right else [f"{self.where}: {what}"]

    def check(self) -> list[str]:
        head = bytes(32)
        for number, e in enumerate(self.events, 1):
            self.where = f"version {e['version']} ({e['type']})"
            text = "\n".join([*(str(e[x]) for x in FIELDS[:-2]), json.dumps(e["data"], separators=(",", ":"))])
            linked = sha256(head + text.encode()).hexdigest() == e["hash"] and e["version"] == number
            self.require(linked and list(e) == FIELDS, "the hash chain is broken here")
            head = bytes.fromhex(e["hash"])
            if e["type"].startswith("game.seed_"):
                self.require(e["data"]["seed"] == self.seed.hex(), "it is not the seed whose hash was published")
            step = getattr(self, e["type"].replace("reopened", "opened").replace("game.", "on_", 1), None)
            if step and self.seeds:
                step(self.seed, e["data"], e["turn"], e["audience"])
        print(f"head of the log: {head.hex()}")
        return self.wrong

    def on_opened(self, seed: bytes, d: dict[str, Any], turn: int, *_: Any) -> None:
        self.seed = next((x for x in self.seeds if sha256(x).hexdigest() == d["seed_hash"] and x != seed), b"")
        self.require(self.seed != b"", "seed_hash is not the seed's, or the seed is not a new one")
        self.digests.setdefault(max(turn - 1, 0), None)  # the game master may have ended the game in an open turn

    def on_turn_opened(self, seed: bytes, d: dict[str, Any], *_: Any) -> None:
        turn, self.open_turn, self.filed = d["turn"], d["turn"], {}
        self.require(turn == len(self.digests), f"turn {len(self.digests)} should be opened here")
        self.require(d["root"] == root_of_seed(seed, turn, d["audiences"]), f"root of turn {turn} is not the seed's")

    def on_orders_filed(self, seed: bytes, d: dict[str, Any], *_: Any) -> None:
        name, salt = f"orders of {d['seat']}", mac(seed, "salt", d["turn"], d["seat"])
        orders = "\n".join("\n  ".join([unit + ":", *lines]) for unit, lines in d["sheet"].items() if lines)
        made = mac(salt, orders, "luck: " + d["luck"]).hex()
        self.require(d["turn"] == self.open_turn, f"{name}: filed when turn {d['turn']} took no orders")
        self.require(d["salt"] == salt.hex(), f"{name}: the salt is not the seed's")
        self.require(d["commitment"] == made, f"{name}: the commitment is not that of these orders and luck line")
        self.filed[d["seat"]] = d["commitment"]

    def on_turn_locked(self, seed: bytes, d: dict[str, Any], *_: Any) -> None:
        self.require(d["turn"] == self.open_turn, f"turn {d['turn']} was not open")
        self.require(d["commitments"] == self.filed, "the commitments are not those of the orders filed last")
        self.require(d["digest"] == digest_of(d["turn"], d["commitments"]), "the digest is not the commitments' hash")
        self.digests[d["turn"]], self.open_turn = d["digest"], -1

    def on_rolled_back(self, seed: bytes, d: dict[str, Any], *_: Any) -> None:
        self.digests[d["turn"]], self.open_turn = None, -1  # it ended without being resolved: no roll can be of it

    def on_blinded(self, seed: bytes, d: dict[str, Any], turn: int, *_: Any) -> None:
        self.require(d["blind"] == mac(seed, "blind", turn).hex(), f"blind of turn {turn} is not the seed's")

    def on_rolled(self, seed: bytes, d: dict[str, Any], turn: int, audience: str) -> None:
        number, expected, digest = d["number"], self.numbers.get((turn, audience), 0), self.digests.get(turn)
        name = f"turn {turn}, roll {number} of audience {audience!r} ({d['purpose']})"
        self.numbers[turn, audience] = expected + 1
        key = mac(seed, "roll", turn, audience, min(number, LEAVES - 1))
        fair = fair_faces(key, number, digest or "", d["purpose"], len(d["faces"]), d["sides"])
        self.require(digest is not None, f"{name}: rolled before the orders were locked")
        self.require(number == expected, f"{name}: number {expected} should come here")
        self.require(d["faces"] == fair, f"{name}: faces {d['faces']} should be {fair}")


def check_export(events: list[dict[str, Any]], told: set[tuple[str, str, str]]) -> tuple[int, list[str]]:
    export, game = Export(events), events[0]["stream"]
    if not export.check() and not export.seeds:
        raise ValueError("the hash chain is whole, but the seed is still secret: the dice can be checked at the end")
    ours = [(what, value) for what, of, value in told if of == game and not what.startswith("rolls")]
    if told and not ours:
        raise ValueError(f"compare an export with --report FILE, a report of {game}")
    known = {x for e in events for x in (e["hash"], f"dice root of turn {e['data'].get('turn')}: {e['data'].get('root')}")}
    lost = [f"{what}: a report says {value}, not this log" for what, value in ours if not known & {value, f"{what}: {value}"}]
    return sum(e["type"] == "game.rolled" for e in events), [f"WRONG: {line}" for line in export.wrong + lost]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--report", type=Path, action="extend", nargs="+", default=[])
    parser.add_argument("--root", default="")
    args = parser.parse_args()
    try:
        text, reports = args.file.read_text(), " ".join(path.read_text(errors="replace") for path in args.report)
        told = set(re.findall(TOLD, " ".join(re.sub(r"</?[a-zA-Z][^<>]*>|>", " ", reports).split())))
        if text.startswith('{"stream":'):
            rolls, found = check_export([json.loads(line) for line in text.splitlines()], told)
        else:
            rolls, found = check_proof(json.loads(text), told, args.root)
    except (OSError, KeyError, TypeError, ValueError, AttributeError, IndexError) as e:
        print("this cannot be checked:", f"there is no field {e}" if isinstance(e, KeyError) else e, file=sys.stderr)
        return 2
    wrong = [line for line in found if line.startswith("WRONG")]
    print("\n".join(wrong or [f"{rolls} rolls checked, all fair", *found, *([] if told else [UNANCHORED])]))
    return 1 if wrong else 2 if found or not told else 0


if __name__ == "__main__":
    sys.exit(main())
