"""Checks in the open: every step of checking a turn's dice, with what went in and what came out; after the end the whole log.

A turn is checked from the reader's proof file, the root printed in the report before it and the number of rolls in its own
report, as anyone can do it at home with `tools/verify_dice.py`; nothing that only the server knows is used.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from events.platform import TurnOpened
from pbem.core.dice import fair_dice
from pbem.core.state.proof_file import proof_file
from pbem.service.audit.verify import Audit, audit
from pbem.service.context import ActRefused, NoSuchGame, ServiceContext
from pbem.service.reports.replay import record_at
from pbem.service.reports.turn_report import entries_of, rolls_shown
from pbem.service.repository import no_game


@dataclass(frozen=True)
class DiceCheck:
    """One thing that was looked at: the question, what went in by name, whether it holds, and what came out."""

    what: str
    inputs: dict[str, str]
    holds: bool
    outcome: str


@dataclass(frozen=True)
class DiceChecks:
    """All checks of a turn (or, `turn` None, of the whole log) for one reader. `told` says in a sentence what it amounts to."""

    stream: str
    turn: int | None
    seat: str | None
    checks: list[DiceCheck]
    told: str

    @property
    def sound(self) -> bool:
        """Does everything hold?"""
        return all(check.holds for check in self.checks)


def check_turn(context: ServiceContext, stream: str, turn: int, seat: str | None) -> DiceChecks:
    """Check what this reader's proof file of a resolved turn claims.

    Raises:
        NoSuchGame, NoSuchSeat: no such game, turn or seat.
    """
    row = context.store.game(stream)
    if row is None or not 0 <= turn <= row.closed:
        raise NoSuchGame(f"there is no resolved turn {turn} of {stream!r}")
    record, viewer = record_at(context, stream, turn, seat)
    entries = entries_of(context, record, turn)
    shown = rolls_shown(record, entries, viewer)
    if shown is None:
        return DiceChecks(stream, turn, seat, [], "No orders were locked in this turn, so it has no proof file.")
    published = next(e.event.root for e in entries if isinstance(e.event, TurnOpened))
    proof = proof_file(record.ledger, stream, viewer, entries)
    found = [_root(proof, published), _count(proof, shown), _digest(proof), *_own(proof), *_rolls(proof)]
    rolls = len(proof["rolls"])
    good = f"Everything holds: the dice of turn {turn} that can be seen from here ({rolls} rolls) are fair."
    return DiceChecks(stream, turn, seat, found, good if all(check.holds for check in found) else "Something does not hold.")


def check_log(context: ServiceContext, stream: str) -> DiceChecks:
    """Audit the whole log of a game that is over: its chain, every root, seal and die, and every turn played again.

    Raises:
        NoSuchGame: no such game.
        ActRefused: it goes on; its log still holds what only some may know.
    """
    row = context.store.game(stream)
    if row is None:
        raise no_game(context, stream)
    if row.status != "ended":
        raise ActRefused(f"{stream} goes on: its whole log can be checked in the open when it is over")
    found = audit(context, stream)
    good = f"Everything holds: {found.events} events, {found.rolls} rolls, {found.turns} turns."
    return DiceChecks(stream, None, None, list(_audited(found)), good if found.sound else "Something does not hold.")


# ---------------------------------------------------------------- a turn


def _check(what: str, inputs: Mapping[str, object], made: str, wanted: str) -> DiceCheck:
    """Does what was made from the inputs agree with what it should be?"""
    holds = hmac.compare_digest(made, wanted)
    return DiceCheck(
        what, {name: str(value) for name, value in inputs.items()}, holds, made if holds else f"{made}, not {wanted}"
    )


def _root(proof: Mapping[str, Any], published: str) -> DiceCheck:
    turn = proof["turn"]
    what = f"Is the root of the proof file the one that stood in the report before turn {turn}?"
    return _check(
        what, {f"dice root of turn {turn} of {proof['game']}, in the report before it": published}, proof["root"], published
    )


def _count(proof: Mapping[str, Any], shown: int) -> DiceCheck:
    turn, reader, found = proof["turn"], proof["seat"] or "spectators", str(len(proof["rolls"]))
    name = f"rolls shown to {reader} in turn {turn} of {proof['game']}, in its own report"
    return _check("Are these all the rolls that the report shows?", {name: str(shown)}, found, str(shown))


def _digest(proof: Mapping[str, Any]) -> DiceCheck:
    seals = {f"commitment of {seat}": seal for seat, seal in proof["commitments"].items()}
    made = fair_dice.digest(proof["turn"], proof["commitments"])
    return _check("Is the digest the hash of all sealed orders?", seals or {"commitments": "none"}, made, proof["digest"])


def _own(proof: Mapping[str, Any]) -> Iterator[DiceCheck]:
    """The reader's own orders are among those that were counted."""
    own = proof["own"]
    if own is None:
        return
    made = fair_dice.commitment(bytes.fromhex(own["salt"]), own["orders"], own["luck"])
    inputs = {"your orders": own["orders"] or "(none)", "luck": own["luck"] or "(none)", "salt": own["salt"]}
    yield _check("Does your commitment follow from your orders?", inputs, made, own["commitment"])
    counted = proof["commitments"].get(proof["seat"], "none")
    yield _check("Were these the orders that counted?", {"your commitment": own["commitment"]}, counted, own["commitment"])


def _rolls(proof: Mapping[str, Any]) -> Iterator[DiceCheck]:
    numbers: dict[str, int] = {}
    for place, roll in enumerate(proof["rolls"], 1):
        expected = numbers.get(roll["audience"], 0)
        numbers[roll["audience"]] = expected + 1
        key = bytes.fromhex(roll["k"])
        thrown = f"{roll['n']}d{roll['sides']} {roll['purpose']}"
        inputs = {"key": roll["k"], "digest": proof["digest"], "roll": thrown, "number": str(expected)}
        fair = fair_dice.faces(_key(key, expected), proof["digest"], roll["purpose"], roll["n"], roll["sides"])
        yield _check(f"Roll {place}, {thrown}: do these faces follow?", inputs, _faces(fair), _faces(roll["faces"]))
        index = proof["audiences"].index(roll["audience"]) * fair_dice.LEAVES + min(expected, fair_dice.LAST)
        path = {"key": roll["k"], "leaf": str(index), "path": " ".join(roll["path"])}
        made = root_of_path(key, index, roll["path"], proof["audiences"])
        yield _check(f"Roll {place}: does its key lead to the root?", path, made, proof["root"])


def _key(leaf: bytes, number: int) -> bytes:
    """The first rolls have keys of their own under the root, all later ones a key made from the last of these."""
    return leaf if number < fair_dice.LAST else hmac.digest(leaf, str(number).encode(), "sha256")


def _faces(faces: list[int]) -> str:
    return " ".join(map(str, faces))


def root_of_path(key: bytes, index: int, path: list[str], audiences: list[str]) -> str:
    """The root (hex) to which a key and the hashes beside its way up lead."""
    node = sha256(b"\0" + key).digest()
    for level, beside in enumerate(map(bytes.fromhex, path)):
        node = sha256(b"\1" + (beside + node if index >> level & 1 else node + beside)).digest()
    return sha256(b"\2" + node + "\n".join(audiences).encode()).hexdigest()


# ---------------------------------------------------------------- the log


def _audited(found: Audit) -> Iterator[DiceCheck]:
    """Whatever was found, under the head that everything hangs on."""
    head = {"head of the log": found.head or "none"}
    chain = f"Is the log of {found.events} events what was written: its chain, its roots, its seals, its dice?"
    again = f"Do today's rules play all {found.turns} turns the same again?"
    yield DiceCheck(chain, head, not found.broken, "; ".join(found.broken) or f"yes, {found.rolls} rolls among them")
    yield DiceCheck(again, head, not found.different, "; ".join(found.different) or "yes, event by event")
