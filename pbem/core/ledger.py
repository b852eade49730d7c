"""The service's own state of a game, folded from its log: who sits where, what is filed, what is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from events.base import EVERYONE, NOBODY, Event
from events.platform import (
    AddressMisused,
    Blinded,
    DeadlineSet,
    GameEnded,
    GameOpened,
    GamePaused,
    GameResumed,
    OrdersFiled,
    OrdersHeld,
    OrdersRefused,
    PressSent,
    ReadyChanged,
    Rolled,
    SeatTaken,
    SeedDrawn,
    SeedRevealed,
    TurnClosed,
    TurnLocked,
    TurnOpened,
)

KEPT_SOURCES = 200


@dataclass
class Ledger:
    """`turn` is the turn whose orders are open (0 before the first), `closed` the last resolved one, `due` UTC or ""."""

    game: str = ""
    rules_version: int = 0
    scenario: str = ""
    title: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    crews: dict[str, str] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    seed_hash: str = ""
    rhythm_hours: float = 0.0
    turn: int = 0
    closed: int = 0
    due: str = ""
    paused: bool = False
    ended: bool = False
    winners: list[str] = field(default_factory=list)
    verdict: str = ""
    root: str = ""
    audiences: list[str] = field(default_factory=list)
    filed: dict[str, OrdersFiled] = field(default_factory=dict)
    ready: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    """The last mails taken, so that one delivered twice counts once."""
    commitments: dict[str, str] = field(default_factory=dict)
    digest: str = ""

    def reader(self, seat: str | None) -> frozenset[str]:
        """The ids that a reader in this seat answers to: seat, side and crew; None is a spectator."""
        if seat is None:
            return frozenset()
        crew = {self.crews[seat]} if seat in self.crews else set()
        return frozenset({seat, self.seats[seat]} | crew)

    def crewmates(self, seat: str) -> list[str]:
        """The other seats of this seat's crew."""
        crew = self.crews.get(seat)
        return [mate for mate, theirs in self.crews.items() if theirs == crew and mate != seat]

    def dump(self) -> dict[str, Any]:
        """As JSON, for snapshots."""
        return asdict(self)

    @staticmethod
    def load(data: dict[str, Any]) -> Ledger:
        """From that JSON."""
        filed = {seat: OrdersFiled(**x) for seat, x in data["filed"].items()}
        return Ledger(**{**data, "filed": filed})


def audiences(seats: dict[str, str], crews: dict[str, str]) -> list[str]:
    """The groups that dice may be rolled for: everyone, each side, each crew, each seat, nobody."""
    return [EVERYONE, *dict.fromkeys([*seats.values(), *crews.values(), *seats]), NOBODY]


def _opened(ledger: Ledger, e: GameOpened) -> None:
    ledger.game, ledger.rules_version, ledger.scenario, ledger.title = e.game, e.rules_version, e.scenario, e.title
    ledger.options, ledger.seats, ledger.crews = e.options, dict(e.seats), dict(e.crews)
    ledger.seed_hash, ledger.rhythm_hours = e.seed_hash, e.rhythm_hours


def _seed(ledger: Ledger, e: SeedDrawn | SeedRevealed) -> None:
    ledger.seed = e.seed


def _seated(ledger: Ledger, e: SeatTaken) -> None:
    ledger.players[e.seat] = e.player


def _turn_opened(ledger: Ledger, e: TurnOpened) -> None:
    ledger.turn, ledger.root, ledger.audiences = e.turn, e.root, e.audiences
    ledger.filed, ledger.ready, ledger.due = {}, [], ""


def _deadline(ledger: Ledger, e: DeadlineSet) -> None:
    ledger.due = e.due


def _filed(ledger: Ledger, e: OrdersFiled) -> None:
    ledger.filed[e.seat] = e
    _remember(ledger, e.source)


def _refused(ledger: Ledger, e: OrdersRefused) -> None:
    _remember(ledger, e.source)


def _remember(ledger: Ledger, source: str) -> None:
    """One mail may give rise to several events."""
    if source not in ledger.sources:
        ledger.sources = [*ledger.sources, source][-KEPT_SOURCES:]


def _ready(ledger: Ledger, e: ReadyChanged) -> None:
    others = [seat for seat in ledger.ready if seat != e.seat]
    ledger.ready = [*others, e.seat] if e.ready else others
    _remember(ledger, e.source)


def _press(ledger: Ledger, e: PressSent) -> None:
    _remember(ledger, e.source)


def _locked(ledger: Ledger, e: TurnLocked) -> None:
    ledger.commitments, ledger.digest = e.commitments, e.digest


def _closed(ledger: Ledger, e: TurnClosed) -> None:
    ledger.closed, ledger.due = e.turn, ""


def _paused(ledger: Ledger, e: GamePaused) -> None:
    ledger.paused = True


def _resumed(ledger: Ledger, e: GameResumed) -> None:
    ledger.paused = False


def _ended(ledger: Ledger, e: GameEnded) -> None:
    ledger.ended, ledger.winners, ledger.verdict, ledger.due = True, e.winners, e.verdict, ""
    ledger.closed = ledger.turn


def _nothing(ledger: Ledger, e: Event) -> None:
    """Facts that only the log itself needs."""


HANDLERS: dict[type[Event], Callable[[Ledger, Any], None]] = {
    GameOpened: _opened,
    SeedDrawn: _seed,
    SeedRevealed: _seed,
    SeatTaken: _seated,
    TurnOpened: _turn_opened,
    DeadlineSet: _deadline,
    OrdersFiled: _filed,
    OrdersRefused: _refused,
    OrdersHeld: _nothing,
    AddressMisused: _nothing,
    PressSent: _press,
    ReadyChanged: _ready,
    TurnLocked: _locked,
    Blinded: _nothing,
    Rolled: _nothing,
    TurnClosed: _closed,
    GamePaused: _paused,
    GameResumed: _resumed,
    GameEnded: _ended,
}
