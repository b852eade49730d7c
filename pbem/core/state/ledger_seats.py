"""What events about the people of a game do to the ledger: who has a seat, who orders for them, who runs it, who votes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.platform import (
    AbsenceSet,
    ComasterNamed,
    GamePaused,
    GameResumed,
    MasterNamed,
    MasterSilent,
    SeatOffered,
    SeatOpened,
    SeatTaken,
    SeatVacated,
    SeatWatched,
    SitterCalled,
    SitterLeft,
    SitterNamed,
    StoodIn,
    VoteCast,
)
from pbem.core.state.ledger import Ledger
from pbem.core.state.players import is_person

Handler = Callable[[Ledger, Any], None]
KEPT_SOURCES = 200


def remember(ledger: Ledger, source: str) -> None:
    """One mail may give rise to several events."""
    if source not in ledger.sources:
        ledger.sources = [*ledger.sources, source][-KEPT_SOURCES:]


def _seated(ledger: Ledger, e: SeatTaken) -> None:
    _clear_seat(ledger, e.seat)
    ledger.players[e.seat] = e.player
    _knows(ledger, e.player, e.seat)


def _knows(ledger: Ledger, person: str, seat: str) -> None:
    """A person has seen what the seat sees."""
    before = ledger.played.get(person, [])
    if is_person(person) and seat not in before:
        ledger.played[person] = [*before, seat]


def _vacated(ledger: Ledger, e: SeatVacated) -> None:
    _clear_seat(ledger, e.seat)
    player = ledger.players.pop(e.seat, "")
    if not e.by:
        ledger.lost[e.seat] = player
    ledger.vacant = [*ledger.vacant, e.seat]


def _clear_seat(ledger: Ledger, seat: str) -> None:
    """What was said of a seat was said of whoever held it then."""
    ledger.offered.pop(seat, None)
    ledger.absent.pop(seat, None)
    ledger.extensions.pop(seat, None)
    ledger.missed.pop(seat, None)
    ledger.sitters.pop(seat, None)
    ledger.sitting.pop(seat, None)
    ledger.opened.pop(seat, None)
    ledger.lost.pop(seat, None)
    ledger.vacant = [other for other in ledger.vacant if other != seat]
    _take_back(ledger, seat)


def _take_back(ledger: Ledger, seat: str) -> None:
    """All votes of a seat."""
    kept = {key: [other for other in seats if other != seat] for key, seats in ledger.votes.items()}
    ledger.votes = {key: seats for key, seats in kept.items() if seats}


def _offered(ledger: Ledger, e: SeatOffered) -> None:
    ledger.offered[e.seat] = e.player


def _absence(ledger: Ledger, e: AbsenceSet) -> None:
    if e.until:
        ledger.absent[e.seat] = e.until
    else:
        ledger.absent.pop(e.seat, None)


def _sitter_named(ledger: Ledger, e: SitterNamed) -> None:
    if e.sitter:
        ledger.sitters[e.seat] = e.sitter
    else:
        ledger.sitters.pop(e.seat, None)


def _sitter_called(ledger: Ledger, e: SitterCalled) -> None:
    ledger.sitting[e.seat] = e.sitter
    _knows(ledger, e.sitter, e.seat)


def _sitter_left(ledger: Ledger, e: SitterLeft) -> None:
    ledger.sitting.pop(e.seat, None)


def _seat_opened(ledger: Ledger, e: SeatOpened) -> None:
    ledger.opened[e.seat] = e.to


def _stood_in(ledger: Ledger, e: StoodIn) -> None:
    ledger.stood_in[e.seat] = e.cause


def _vote(ledger: Ledger, e: VoteCast) -> None:
    key = f"{e.on} {e.about}".strip()
    others = [seat for seat in ledger.votes.get(key, []) if seat != e.seat]
    ledger.votes[key] = [*others, e.seat] if e.yes else others
    if not ledger.votes[key]:
        del ledger.votes[key]
    remember(ledger, e.source)


def settled(ledger: Ledger, on: str) -> None:
    """What was voted on is done, or cannot be done any more."""
    ledger.votes = {key: seats for key, seats in ledger.votes.items() if not f"{key} ".startswith(f"{on} ")}


def _master(ledger: Ledger, e: MasterNamed) -> None:
    """Whoever takes over while a seat is looked at looks through its eyes, too. Of them nothing is known yet."""
    ledger.master, ledger.silent = e.player, ""
    ledger.co_masters = [person for person in ledger.co_masters if person != e.player]
    settled(ledger, "master")
    if ledger.watched:
        _note_watchers(ledger)


def _co_master(ledger: Ledger, e: ComasterNamed) -> None:
    others = [person for person in ledger.co_masters if person != e.player]
    ledger.co_masters = [*others, e.player] if e.runs else others
    if ledger.watched:
        _note_watchers(ledger)


def _silent(ledger: Ledger, e: MasterSilent) -> None:
    ledger.silent = e.decides


def _watched(ledger: Ledger, e: SeatWatched) -> None:
    ledger.watched = [*ledger.watched, e.seat]
    _note_watchers(ledger)


def _note_watchers(ledger: Ledger) -> None:
    """All who run the game look through the seats that are looked at."""
    runs = [ledger.master, *ledger.co_masters] if ledger.master else ledger.co_masters
    ledger.watchers = [*ledger.watchers, *(person for person in runs if person not in ledger.watchers)]


def _paused(ledger: Ledger, e: GamePaused) -> None:
    ledger.paused = True
    settled(ledger, "pause")


def _resumed(ledger: Ledger, e: GameResumed) -> None:
    ledger.paused = False
    settled(ledger, "go on")


SEAT_HANDLERS: dict[type[Event], Handler] = {
    SeatTaken: _seated,
    SeatVacated: _vacated,
    SeatOffered: _offered,
    AbsenceSet: _absence,
    SitterNamed: _sitter_named,
    SitterCalled: _sitter_called,
    SitterLeft: _sitter_left,
    SeatOpened: _seat_opened,
    StoodIn: _stood_in,
    VoteCast: _vote,
    MasterNamed: _master,
    ComasterNamed: _co_master,
    MasterSilent: _silent,
    SeatWatched: _watched,
    GamePaused: _paused,
    GameResumed: _resumed,
}
