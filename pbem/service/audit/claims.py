"""What was published of a game, and what of it a log contradicts: a log that was cut or written anew is found by it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from events.base import Entry, visible
from events.platform import OrdersFiled, Rolled, TurnLocked, TurnOpened
from pbem.core.state.ledger import Ledger
from pbem.core.state.ledger_handlers import HANDLERS

Kind = Literal["head", "root", "digest", "rolls", "commitment", "salt"]

CUT = "the log was cut, or written anew"
SHORT = 12


@dataclass(frozen=True)
class Claim:
    """Something that a report or a receipt says of a game's log.

    `kind` is what: the log's head after `turn`, the dice root or the digest of `turn`, how many rolls of it `seat` was shown
    ("": a spectator), or the commitment or the salt of the orders that `seat` had filed for it. `turn` is None where an older
    mail did not say it. `value` is hex, of rolls a number. `where` says where it was read; the same said twice is one claim.
    """

    kind: Kind
    stream: str
    turn: int | None
    seat: str
    value: str
    where: str = field(default="", compare=False)

    @property
    def short(self) -> str:
        """The value for sentences."""
        return shortened(self.value)


def shortened(value: str) -> str:
    """The beginning of a hash; a number as it is."""
    return value if len(value) <= SHORT else f"{value[:SHORT]}..."


def contradictions(entries: Iterable[Entry], claims: Iterable[Claim]) -> list[str]:
    """A sentence for each claim that a stream's entries, from the first on, contradict. All claims must be of that stream."""
    log = _PublishedFacts()
    for entry in entries:
        log.add(entry)
    return [said for claim in dict.fromkeys(claims) for said in log.against(claim)]


class _PublishedFacts:
    """Whatever of a log is published at some time: all its hashes, and by turn and seat what reports and receipts print."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.hashes: set[str] = set()
        self.roots: dict[int, str] = {}
        self.digests: dict[int, str] = {}
        self.sealed: dict[tuple[str, int], set[str]] = {}
        self.rolled: dict[int, list[str]] = {}

    def add(self, entry: Entry) -> None:
        """The next event."""
        event = entry.event
        self.hashes.add(entry.hash.hex())
        if handler := HANDLERS.get(type(event)):
            handler(self.ledger, event)
        if isinstance(event, TurnOpened):
            self.roots[event.turn] = event.root
        elif isinstance(event, TurnLocked):
            self.digests[event.turn] = event.digest
        elif isinstance(event, OrdersFiled):
            self.sealed.setdefault((event.seat, event.turn), set()).update((event.commitment, event.salt))
        elif isinstance(event, Rolled):
            self.rolled.setdefault(entry.turn, []).append(entry.audience)

    def against(self, claim: Claim) -> list[str]:
        """What contradicts a claim: one sentence, or none."""
        if claim.kind == "head":
            return self._head(claim)
        if claim.kind in ("commitment", "salt"):
            return self._sealed(claim)
        if claim.turn is None:
            return []
        if claim.kind == "root":
            return _differs(f"the dice root of turn {claim.turn}", self.roots.get(claim.turn), claim)
        if claim.kind == "digest":
            return _differs(f"the digest of turn {claim.turn}", self.digests.get(claim.turn), claim)
        shown = self._shown(claim.turn, claim.seat) if claim.turn in self.digests else None
        return _differs(f"the number of rolls shown to {claim.seat or 'spectators'} in turn {claim.turn}", shown, claim)

    def _head(self, claim: Claim) -> list[str]:
        """A head is the hash of all events up to the end of a turn, so that every one of them must be in the log."""
        if claim.value in self.hashes:
            return []
        after = "" if claim.turn is None else f" after turn {claim.turn}"
        return [f"the head {claim.short}{after} ({claim.where}) is the hash of no event: {CUT}"]

    def _sealed(self, claim: Claim) -> list[str]:
        found = (
            value
            for (seat, turn), values in self.sealed.items()
            if (seat, claim.turn) == (claim.seat, turn)
            for value in values
        )
        if claim.value in found:
            return []
        of = f"the {claim.kind} {claim.short} of {claim.seat} for turn {claim.turn}"
        return [f"{of} ({claim.where}) is that of no orders here: they were left out, or {CUT}"]

    def _shown(self, turn: int, seat: str) -> str | None:
        """How many rolls of a turn a reader is shown: all, when the game ended with it. None: there is no such seat."""
        if seat and seat not in self.ledger.seats:
            return None
        reader = self.ledger.reader(seat or None)
        over = turn in self.ledger.ends
        return str(sum(over or visible(to, reader) for to in self.rolled.get(turn, ())))


def _differs(what: str, ours: str | None, claim: Claim) -> list[str]:
    """What a turn of the log has against what was published of it."""
    if ours == claim.value:
        return []
    if ours is None:
        return [f"{what} was published as {claim.short} ({claim.where}), but this log has none: {CUT}"]
    return [f"{what} was published as {claim.short} ({claim.where}), but in this log it is {shortened(ours)}: {CUT}"]
