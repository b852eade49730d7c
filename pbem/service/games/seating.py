"""Who plays a seat: invitations, whoever comes to a free seat, leaving it, and being replaced."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from events.base import Draft
from events.platform import Actor, DeadlineSet, SeatOffered, SeatVacated
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.current_orders import check_seat, waiting
from pbem.service.decide import change, public, reason
from pbem.service.games.opening import sit_down
from pbem.service.history import ALL_READY, MASTER, PLAYER
from pbem.service.ladder.applicants import applicant, check_substitute, check_told
from pbem.service.ladder.newcomers import check_newcomer
from pbem.service.ladder.offers import opens
from pbem.service.ladder.reliability import check_reliable
from pbem.service.repository import reading

Taking = Callable[[Record, str, str, datetime, int | None], list[Draft]]
"""Who takes which seat, when, and how many per cent of their turns came in time: the events of it."""


def offer(context: ServiceContext, stream: str, seat: str, player: str, why: str, by: Actor = MASTER) -> None:
    """Invite a person to a free seat; an earlier invitation to that seat is worth nothing then."""
    change(context, stream, lambda record, now: offered(record, seat, player, why, by))


def offered(record: Record, seat: str, player: str, why: str, by: Actor) -> list[Draft]:
    """The event of an invitation. Raises NoSuchSeat, ActRefused."""
    _check_free(record, seat)
    check_newcomer(record, seat, player)
    return public(record, SeatOffered(seat, player, reason(why), by))


def accept(context: ServiceContext, stream: str, seat: str, player: str) -> None:
    """An invited person takes the seat."""
    who = applicant(context, stream, player)

    def act(record: Record, now: datetime) -> list[Draft]:
        drafts = accepted(record, seat, player, now)
        check_told(record, seat, who)
        return drafts

    change(context, stream, act)


def accepted(record: Record, seat: str, player: str, now: datetime) -> list[Draft]:
    """The events by which an invited person takes the seat. Raises NoSuchSeat, ActRefused."""
    if record.ledger.players.get(seat) == player:
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} is yours already")
    _check_free(record, seat)
    if record.ledger.offered.get(seat) != player:
        raise ActRefused(
            f"this invitation to {seat_title(record, seat)} of {record.stream} does not hold any more: another was sent since"
        )
    return _come(record, seat, player, now)


def join(context: ServiceContext, stream: str, seat: str, player: str) -> None:
    """A person takes a free seat of a game whose policy says that whoever comes may."""
    _take_uninvited(context, stream, seat, player, joined)


def joined(record: Record, seat: str, player: str, now: datetime, kept: int | None = None) -> list[Draft]:
    """The events by which whoever comes takes a free seat. Raises NoSuchSeat, ActRefused.

    `kept` per cent of their turns came in time (None: nobody can say yet).
    """
    _check_free(record, seat)
    if not record.ledger.policy.open_seats and record.ledger.opened.get(seat) != "anyone":
        raise ActRefused(f"the seats of {record.stream} are taken by invitation: ask its game master")
    if record.ledger.offered.get(seat) not in (None, player):
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} is kept for somebody who was invited")
    check_reliable(record, kept)
    return _come(record, seat, player, now)


def take_over(context: ServiceContext, stream: str, seat: str, person: str) -> None:
    """A person takes a seat that was opened to whoever answers first, or takes back one that they lost to the clock."""
    _take_uninvited(context, stream, seat, person, took_over)


def _take_uninvited(context: ServiceContext, stream: str, seat: str, person: str, events: Taking) -> None:
    who = applicant(context, stream, person)

    def act(record: Record, now: datetime) -> list[Draft]:
        drafts = events(record, seat, person, now, who.kept)
        check_told(record, seat, who)
        check_substitute(record, seat, who)
        return drafts

    change(context, stream, act)


def take_free(context: ServiceContext, stream: str, seat: str, person: str) -> None:
    """A person who comes by takes a free seat: one that was opened, or that they lost, or any where the policy lets them."""
    with reading(context, stream) as record:
        ledger = record.ledger
        over = seat in ledger.opened or ledger.lost.get(seat) == person
    _take_uninvited(context, stream, seat, person, took_over if over else joined)


def took_over(record: Record, seat: str, person: str, now: datetime, kept: int | None = None) -> list[Draft]:
    """The events by which the first to answer takes a seat that was opened. Raises NoSuchSeat, ActRefused.

    `kept` per cent of their turns came in time (None: nobody can say yet). Who lost the seat to the clock may take it back.
    """
    check_seat(record, seat)
    ledger = record.ledger
    if ledger.players.get(seat) == person:
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} is yours already")
    if seat in ledger.players:
        raise ActRefused(
            f"{seat_title(record, seat)} of {record.stream} is taken: somebody answered before you. Thank you all the same"
        )
    back = ledger.lost.get(seat) == person
    if seat not in ledger.opened and not back:
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} is taken by invitation: ask its game master")
    if ledger.offered.get(seat) not in (None, person):
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} is kept for somebody who was invited")
    if not back:
        check_reliable(record, kept)
    return _come(record, seat, person, now)


def seat_player(context: ServiceContext, stream: str, seat: str, player: str, why: str, by: Actor = MASTER) -> None:
    """Give a seat to a person or `bot:NAME` at once, whoever has it now."""
    who = applicant(context, stream, player)

    def act(record: Record, now: datetime) -> list[Draft]:
        drafts = given(record, seat, player, why, by, now)
        check_told(record, seat, who)
        return drafts

    change(context, stream, act)


def given(record: Record, seat: str, player: str, why: str, by: Actor, now: datetime) -> list[Draft]:
    """The events by which a seat is given to a player. Raises NoSuchSeat, ActRefused, NoScenario."""
    check_seat(record, seat)
    if record.ledger.players.get(seat) == player:
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} has that player already")
    clean, held = reason(why), seat in record.ledger.players
    before = SeatVacated(seat, clean, by) if held else SeatOffered(seat, player, clean, by)
    return [*public(record, before), *_seated(record, seat, player, now)]


def replace_player(context: ServiceContext, stream: str, seat: str, player: str, why: str, by: Actor = MASTER) -> None:
    """Take a seat from its player and invite another person to it."""
    change(context, stream, lambda record, now: replaced(record, seat, player, why, by, now))


def replaced(record: Record, seat: str, player: str, why: str, by: Actor, now: datetime) -> list[Draft]:
    """The events by which a seat is taken from its player and offered to another. Raises NoSuchSeat, ActRefused."""
    _check_held(record, seat)
    check_newcomer(record, seat, player)
    return [*_left(record, seat, why, now, by), *public(record, SeatOffered(seat, player, reason(why), by))]


def vacate(context: ServiceContext, stream: str, seat: str, why: str, by: Actor = MASTER) -> None:
    """Nobody plays the seat any more: it goes by its standing orders until somebody takes it."""
    change(context, stream, lambda record, now: vacated(record, seat, why, by, now))


def vacated(record: Record, seat: str, why: str, by: Actor, now: datetime) -> list[Draft]:
    """The events by which a seat is taken from its player. Raises NoSuchSeat, ActRefused."""
    _check_held(record, seat)
    return leave(record, seat, why, now, by)


def resign(context: ServiceContext, stream: str, seat: str, player: str, why: str) -> None:
    """A player leaves their seat."""

    def act(record: Record, now: datetime) -> list[Draft]:
        if record.ledger.players.get(seat) != player:
            raise ActRefused(f"{seat_title(record, seat)} of {stream} is not yours")
        return leave(record, seat, why, now, PLAYER)

    change(context, stream, act)


def leave(record: Record, seat: str, why: str, now: datetime, by: Actor) -> list[Draft]:
    """The events by which a seat is left, and opened to substitutes if the game's policy says so."""
    drafts = _left(record, seat, why, now, by)
    return [*drafts, *public(record, *opens(record, seat, why, by))]


def _left(record: Record, seat: str, why: str, now: datetime, by: Actor) -> list[Draft]:
    """A seat without a player keeps nobody waiting: when it was the last that was not ready, the turn is resolved
    (unless turns last until their deadlines).
    """
    ledger = record.ledger
    drafts = public(record, SeatVacated(seat, reason(why), by))
    if ledger.due and ledger.ready and ledger.policy.early and not waiting(record, but=seat):
        drafts += public(record, DeadlineSet(ledger.turn, stamp(now), ALL_READY, "all_ready", by))
    return drafts


def _come(record: Record, seat: str, player: str, now: datetime) -> list[Draft]:
    """A person takes the seat themselves; bots are given theirs."""
    if not is_person(player):
        raise ActRefused(f"only a person takes {seat_title(record, seat)} of {record.stream} by themselves")
    return _seated(record, seat, player, now)


def _seated(record: Record, seat: str, player: str, now: datetime) -> list[Draft]:
    check_newcomer(record, seat, player)
    return sit_down(record, seat, player, now)


def _check_held(record: Record, seat: str) -> None:
    check_seat(record, seat)
    if seat not in record.ledger.players:
        raise ActRefused(f"nobody plays {seat_title(record, seat)} of {record.stream}")


def _check_free(record: Record, seat: str) -> None:
    check_seat(record, seat)
    if seat in record.ledger.players:
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} is taken")
