"""Proof files: what a reader needs to check every roll of a turn that they may see, and nothing about the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.base import Draft, Entry, visible
from events.platform import Rolled
from pbem.core.dice.fair_dice import prover
from pbem.core.state.ledger import Ledger
from pbem.core.texts.envelope import OrderSheet

FORMAT = "wardroom-proof/2"


def proof_file(ledger: Ledger, stream: str, seat: str | None, entries: Iterable[Entry | Draft]) -> dict[str, Any]:
    """The proof of a turn's rolls for the reader in `seat` (None: a spectator), as JSON.

    `ledger` is the one after the turn was locked and before the next was opened; of `entries` only that turn's rolls
    count, and when the game has ended none is hidden. Set-up rolls (turn 0) have no published root: they are proved by
    the seed when the game is over.
    """
    if ledger.turn == 0:
        raise ValueError("the set-up has no proof file: its dice have no root")
    return {
        "format": FORMAT,
        "game": stream,
        "turn": ledger.turn,
        "seat": seat,
        "root": ledger.root,
        "audiences": ledger.audiences,
        "digest": ledger.digest,
        "commitments": dict(sorted(ledger.commitments.items())),
        "own": _own(ledger, seat),
        "rolls": _rolls(ledger, ledger.reader(seat), entries),
    }


def _own(ledger: Ledger, seat: str | None) -> dict[str, str] | None:
    """What the seat's commitment was made of; None when nothing of it was counted."""
    filed = None if seat is None else ledger.filed.get(seat)
    if filed is None:
        return None
    orders = OrderSheet(filed.sheet).text()
    return {"orders": orders, "luck": filed.luck, "salt": filed.salt, "commitment": filed.commitment}


def _rolls(ledger: Ledger, reader: frozenset[str], entries: Iterable[Entry | Draft]) -> list[dict[str, Any]]:
    prove = prover(bytes.fromhex(ledger.seed), ledger.turn, ledger.audiences)
    found = []
    for entry in entries:
        roll = entry.event
        if not isinstance(roll, Rolled) or entry.turn != ledger.turn or not (ledger.ended or visible(entry.audience, reader)):
            continue
        thrown = {"purpose": roll.purpose, "n": len(roll.faces), "sides": roll.sides, "faces": roll.faces}
        found.append({"audience": entry.audience, "number": roll.number, **thrown, **prove(entry.audience, roll.number)})
    return found
