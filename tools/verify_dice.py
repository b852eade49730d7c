"""Check the dice of a Wardroom game offline. Needs only Python 3.9 or later; shares no code with the server.

  verify_dice.py PROOF.json --report PREVIOUS_REPORT.txt    a turn's rolls (or --root HEX, the root in that report)
  verify_dice.py EXPORT.jsonl --report ANY_REPORT.txt       a whole game (--report may be repeated)

Exit: 0 all fair, 1 something is wrong (listed), 2 not (or not ANCHORED) to be checked. docs/dice.md explains every step.
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
HASH = r"(?:<[^>]*>|[\s>:])*([0-9a-f]{64})"  # as reports print it; quoting, tags and line breaks may be before it
FIELDS = ["stream", "version", "type", "schema", "turn", "phase", "rule", "audience", "at", "data", "hash"]


def mac(key: bytes, *lines: object) -> bytes:
    return hmac.new(key, "\n".join(map(str, lines)).encode(), sha256).digest()


def fair_faces(leaf_key: bytes, number: int, digest: str, purpose: str, n: int, sides: int) -> list[int]:
    """The faces that these dice must show: 32-bit words modulo sides, words too high for an even chance left out."""
    key = leaf_key if number < LEAVES - 1 else mac(leaf_key, number)
    faces, block = list[int](), 0
    while len(faces) < n and 1 <= sides <= 2**32:
        words = struct.unpack(">8I", mac(key, digest, f"{n}d{sides} {purpose}", block))
        faces.extend(word % sides + 1 for word in words if word < 2**32 // sides * sides)
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


def check_proof(proof: dict[str, Any], roots: dict[int, str], anchored: bool) -> list[str]:
    if proof["format"] != "wardroom-proof/1":
        raise ValueError(f"unknown format {proof['format']!r}")
    turn, seat, own, wrong = proof["turn"], proof["seat"], proof["own"], []
    root = roots.get(turn, proof["root"])
    if anchored and turn not in roots:
        raise ValueError(f"no line 'dice root of turn {turn}: ...' there; it is in the report before that turn")
    if root != proof["root"]:
        wrong.append(f"root of turn {turn}: the proof file says {proof['root']}, the earlier report {root}")
    if digest_of(turn, proof["commitments"]) != proof["digest"]:
        wrong.append("digest: it is not the hash of the commitments")
    if own and mac(bytes.fromhex(own["salt"]), own["orders"], "luck: " + own["luck"]).hex() != own["commitment"]:
        wrong.append("own orders: the commitment does not follow from these orders, luck line and salt")
    if proof["commitments"].get(seat) != (own["commitment"] if own else None):
        wrong.append("own orders: the commitment is not the one that was counted")
    for place, roll in enumerate(proof["rolls"]):
        expected = sum(earlier["audience"] == roll["audience"] for earlier in proof["rolls"][:place])
        name = f"roll {roll['number']} of audience {roll['audience']!r} ({roll['purpose']})"
        wrong += [f"{name}: {what}" for what in check_roll(roll, proof, root, expected)]
    return wrong


def check_roll(roll: dict[str, Any], proof: dict[str, Any], root: str, expected: int) -> list[str]:
    wrong, key, number, audiences = [], bytes.fromhex(roll["k"]), roll["number"], proof["audiences"]
    if number != expected:
        wrong.append(f"number {expected} should come here")
    if roll["index"] != audiences.index(roll["audience"]) * LEAVES + min(number, LEAVES - 1):
        wrong.append(f"index {roll['index']} is not the place of this roll's key")
    if root_of_path(key, roll["index"], roll["path"], audiences) != root:
        wrong.append("key and path do not lead to the root")
    fair = fair_faces(key, number, proof["digest"], roll["purpose"], len(roll["faces"]), roll["sides"])
    if roll["faces"] != fair or roll["n"] != len(fair):
        wrong.append(f"faces {roll['faces']} should be {fair}")
    return wrong


class Export:  # the walk through an exported game; `wrong` collects its errors
    def __init__(self, events: list[dict[str, Any]], roots: dict[int, str]) -> None:
        self.events, self.roots, self.where, self.seed = events, roots, "", b""
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
        self.require(d["root"] == self.roots.get(turn, d["root"]), f"root of turn {turn} is not the one in the report")

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


def check(text: str, args: argparse.Namespace) -> tuple[int, list[str]]:
    reports = "\n".join(path.read_text(errors="replace") for path in args.report)
    found = set(re.findall(r"dice[\s>]+root[\s>]+of[\s>]+turn[\s>]+(\d+)" + HASH, reports))
    roots, heads = {int(turn): root for turn, root in found}, set(re.findall(r"log[\s>]+head" + HASH, reports))
    if len(roots) != len(found):
        raise ValueError("the reports name two different dice roots for one turn")
    if not text.startswith('{"stream":'):
        proof, anchored = json.loads(text), bool(args.report or args.root)
        return len(proof["rolls"]), check_proof(proof, {proof["turn"]: args.root} if args.root else roots, anchored)
    export = Export([json.loads(line) for line in text.splitlines()], roots)
    if not export.check() and not export.seeds:
        raise ValueError("the hash chain is whole, but the seed is still secret: the dice can be checked at the end")
    if args.root or (args.report and not heads and not roots.keys() & export.digests.keys()):
        raise ValueError("compare an export with --report FILE, a report of this game")
    lost = [f"log head {head} of a report: no event here has this hash" for head in heads - {e["hash"] for e in export.events}]
    return sum(e["type"] == "game.rolled" for e in export.events), export.wrong + lost


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--report", type=Path, action="append", default=[])
    parser.add_argument("--root", default="")
    args = parser.parse_args()
    try:
        rolls, wrong = check(args.file.read_text(), args)
    except (OSError, KeyError, TypeError, ValueError, AttributeError, IndexError) as e:
        print("this cannot be checked:", f"there is no field {e}" if isinstance(e, KeyError) else e, file=sys.stderr)
        return 2
    print("\n".join(f"WRONG: {line}" for line in wrong) or f"{rolls} rolls checked, all fair")
    if not args.report and not args.root:
        print("NOT ANCHORED: compared with nothing you were sent before, so all of it could be made up. Use --report")
    return 1 if wrong else 0 if args.report or args.root else 2


if __name__ == "__main__":
    sys.exit(main())
