"""The service's own state of a game, folded from its log: who sits where, what is filed, what is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from events.base import EVERYONE, NOBODY, Event
from events.platform import (
    AbsenceSet,
    AddressMisused,
    Announced,
    Blinded,
    DeadlineSet,
    ExtensionAsked,
    GameEnded,
    GameForked,
    GameOpened,
    GamePaused,
    GameReopened,
    GameResumed,
    MasterNamed,
    OrdersAwaited,
    OrdersFiled,
    OrdersHeld,
    OrdersRefused,
    PolicySet,
    PressSent,
    ReadyChanged,
    ResolvedNow,
    Rolled,
    RolledBack,
    SeatOffered,
    SeatTaken,
    SeatVacated,
    SeatWatched,
    SeedDrawn,
    SeedRevealed,
    StateRestored,
    StoodIn,
    TurnClosed,
    TurnLocked,
    TurnOpened,
)
from pbem.core.state.players import is_person

KEPT_SOURCES = 200


@dataclass(frozen=True)
class GamePolicy:
    """What a missed deadline does, as all players know from the start.

    `grace_hours` is added to the deadline once a turn when orders are missing. `absent` says who orders for a seat whose player
    is away: "standing" (its advance and standing orders), "wait" (the deadline does, until they are back) or `bot:NAME`.
    `open_seats`: whoever is signed in may take a free seat.
    """

    grace_hours: float
    absent: str
    open_seats: bool
    why: str


NO_POLICY = GamePolicy(0.0, "standing", False, "")
"""When nothing is said at the opening: a missed deadline is missed, and standing orders are used."""


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
    held: list[OrdersHeld] = field(default_factory=list)
    """Mails of the open turn that wait to be confirmed; each is told once."""
    misused: list[AddressMisused] = field(default_factory=list)
    """Mails of the open turn that came to a seat from another than its player; each is told once."""
    commitments: dict[str, str] = field(default_factory=dict)
    digest: str = ""
    master: str = ""
    """The id of the person who runs the game, "" if nobody but the operator does."""
    policy: GamePolicy = field(default_factory=lambda: NO_POLICY)
    vacant: list[str] = field(default_factory=list)
    """Seats that somebody has left: unlike one that was never taken, nobody waits for them."""
    offered: dict[str, str] = field(default_factory=dict)
    """Free seats that a person was invited to."""
    played: dict[str, list[str]] = field(default_factory=dict)
    """The seats that each person plays or has played, whoever has them now."""
    absent: dict[str, str] = field(default_factory=dict)
    """Until when the players of these seats are away (UTC); past times say nothing any more."""
    watchers: list[str] = field(default_factory=list)
    """Persons who have looked through a seat's eyes: none of them may play here."""
    watched: list[str] = field(default_factory=list)
    """The seats through whose eyes the game master looks in the open turn."""
    awaited: list[str] = field(default_factory=list)
    """Why the open turn's deadline has been moved already, of the causes of `OrdersAwaited`."""
    extensions: dict[str, float] = field(default_factory=dict)
    """The hours by which these seats want the present deadline moved; a new deadline is another."""
    back: dict[int, int] = field(default_factory=dict)
    """Turns that ended without being resolved, in a roll-back or with the game, and at the end of which turn they are."""
    undone: dict[int, str] = field(default_factory=dict)
    """Turns that do not lead to the present position, and why they were undone."""

    ends: list[int] = field(default_factory=list)
    """Turns in which the game ended: nothing follows from their positions, so no roll-back goes to one."""

    laid_open: bool = False
    """Is nothing hidden from anybody? So it is in a sandbox that was made from what one seat knew."""

    def line(self) -> set[int]:
        """The turns that lead to the present position, from turn 1 on."""
        found, turn = set(), self.closed
        while turn > 0:
            found.add(turn)
            turn = min(self.back.get(turn, turn - 1), turn - 1)  # a log that somebody made may go back to a turn to come
        return found

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


def audiences(seats: dict[str, str], crews: dict[str, str]) -> list[str]:
    """The groups that dice may be rolled for: everyone, each side, each crew, each seat, nobody."""
    return [EVERYONE, *dict.fromkeys([*seats.values(), *crews.values(), *seats]), NOBODY]


def _forked(ledger: Ledger, e: GameForked) -> None:
    ledger.turn = ledger.closed = e.turn
    ledger.laid_open = bool(e.seat)


def _opened(ledger: Ledger, e: GameOpened) -> None:
    ledger.game, ledger.rules_version, ledger.scenario, ledger.title = e.game, e.rules_version, e.scenario, e.title
    ledger.options, ledger.seats, ledger.crews = e.options, dict(e.seats), dict(e.crews)
    ledger.seed_hash, ledger.rhythm_hours = e.seed_hash, e.rhythm_hours


def _seed(ledger: Ledger, e: SeedDrawn | SeedRevealed) -> None:
    ledger.seed = e.seed


def _seated(ledger: Ledger, e: SeatTaken) -> None:
    _clear_seat(ledger, e.seat)
    ledger.players[e.seat] = e.player
    before = ledger.played.get(e.player, [])
    if is_person(e.player) and e.seat not in before:
        ledger.played[e.player] = [*before, e.seat]


def _vacated(ledger: Ledger, e: SeatVacated) -> None:
    _clear_seat(ledger, e.seat)
    ledger.players.pop(e.seat, None)
    ledger.vacant = [*ledger.vacant, e.seat]


def _clear_seat(ledger: Ledger, seat: str) -> None:
    """What was said of a seat was said of whoever held it then."""
    ledger.offered.pop(seat, None)
    ledger.absent.pop(seat, None)
    ledger.extensions.pop(seat, None)
    ledger.vacant = [other for other in ledger.vacant if other != seat]


def _offered(ledger: Ledger, e: SeatOffered) -> None:
    ledger.offered[e.seat] = e.player


def _absence(ledger: Ledger, e: AbsenceSet) -> None:
    if e.until:
        ledger.absent[e.seat] = e.until
    else:
        ledger.absent.pop(e.seat, None)


def _turn_opened(ledger: Ledger, e: TurnOpened) -> None:
    ledger.turn, ledger.root, ledger.audiences = e.turn, e.root, e.audiences
    ledger.filed, ledger.ready, ledger.due, ledger.awaited, ledger.watched, ledger.extensions = {}, [], "", [], [], {}
    ledger.held, ledger.misused = [], []


def _deadline(ledger: Ledger, e: DeadlineSet) -> None:
    ledger.due, ledger.extensions = e.due, {}


def _extension(ledger: Ledger, e: ExtensionAsked) -> None:
    ledger.extensions[e.seat] = e.hours
    _remember(ledger, e.source)


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


def _held(ledger: Ledger, e: OrdersHeld) -> None:
    ledger.held = [*ledger.held, e]


def _misused(ledger: Ledger, e: AddressMisused) -> None:
    ledger.misused = [*ledger.misused, e]


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
    """Whoever ends it by hand does so in an open turn, which is not resolved."""
    if ledger.closed < ledger.turn:
        ledger.back[ledger.turn] = ledger.turn - 1
    ledger.ends = [*ledger.ends, ledger.turn]
    ledger.ended, ledger.winners, ledger.verdict, ledger.due = True, e.winners, e.verdict, ""
    ledger.closed = ledger.turn


def _master(ledger: Ledger, e: MasterNamed) -> None:
    """Whoever takes over while a seat is looked at looks through its eyes, too."""
    ledger.master = e.player
    if ledger.watched:
        _note_watcher(ledger)


def _policy(ledger: Ledger, e: PolicySet) -> None:
    ledger.policy = GamePolicy(e.grace_hours, e.absent, e.open_seats, e.why)


def _watched(ledger: Ledger, e: SeatWatched) -> None:
    ledger.watched = [*ledger.watched, e.seat]
    _note_watcher(ledger)


def _note_watcher(ledger: Ledger) -> None:
    if ledger.master and ledger.master not in ledger.watchers:
        ledger.watchers = [*ledger.watchers, ledger.master]


def _awaited(ledger: Ledger, e: OrdersAwaited) -> None:
    ledger.awaited = [*ledger.awaited, e.cause]


def _rolled_back(ledger: Ledger, e: RolledBack) -> None:
    """A turn that leads to the position again is undone no more: a roll-back can itself be rolled back."""
    ledger.back[e.turn] = e.to
    ledger.closed, ledger.due = e.turn, ""
    stand = ledger.line()
    ledger.undone = {turn: ledger.undone.get(turn, e.why) for turn in range(1, e.turn) if turn not in stand}


def _reopened(ledger: Ledger, e: GameReopened) -> None:
    """What was said when it ended is void. The clock runs: whoever had paused it did so in another position."""
    ledger.ended, ledger.winners, ledger.verdict, ledger.paused = False, [], "", False
    ledger.turn, ledger.seed, ledger.seed_hash = e.turn, "", e.seed_hash
    ledger.filed, ledger.ready, ledger.watched, ledger.extensions = {}, [], [], {}
    ledger.held, ledger.misused = [], []


def _nothing(ledger: Ledger, e: Event) -> None:
    """Facts that only the log itself needs."""


HANDLERS: dict[type[Event], Callable[[Ledger, Any], None]] = {
    GameForked: _forked,
    GameOpened: _opened,
    SeedDrawn: _seed,
    SeedRevealed: _seed,
    SeatTaken: _seated,
    TurnOpened: _turn_opened,
    DeadlineSet: _deadline,
    OrdersFiled: _filed,
    OrdersRefused: _refused,
    OrdersHeld: _held,
    AddressMisused: _misused,
    PressSent: _press,
    ReadyChanged: _ready,
    ExtensionAsked: _extension,
    TurnLocked: _locked,
    Blinded: _nothing,
    Rolled: _nothing,
    TurnClosed: _closed,
    GamePaused: _paused,
    GameResumed: _resumed,
    GameEnded: _ended,
    MasterNamed: _master,
    PolicySet: _policy,
    SeatOffered: _offered,
    SeatVacated: _vacated,
    AbsenceSet: _absence,
    Announced: _nothing,
    SeatWatched: _watched,
    OrdersAwaited: _awaited,
    StoodIn: _nothing,
    RolledBack: _rolled_back,
    StateRestored: _nothing,
    GameReopened: _reopened,
    ResolvedNow: _nothing,
}
