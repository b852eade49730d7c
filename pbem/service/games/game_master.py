"""The game master's box: the clock, the players' news, who runs the game. Each act is an event with a reason."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from events.base import Draft, Event
from events.platform import (
    Actor,
    Announced,
    DeadlineSet,
    GameEnded,
    GamePaused,
    GameResumed,
    MasterNamed,
    SeatWatched,
    SeedRevealed,
)
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title, titles_of
from pbem.service.context import ActRefused, ServiceContext, minute, parse_stamp, stamp
from pbem.service.current_orders import check_owed, check_seat
from pbem.service.decide import change, public, reason
from pbem.service.history import MASTER, WHO
from pbem.service.policy.pace import next_deadline

MAX_WORDS = 2000
FARTHEST = timedelta(days=366)
"""No deadline is set later than that from now: a slip of the pen must not put a game to sleep for ever."""


def pause(context: ServiceContext, stream: str, why: str, by: Actor = MASTER) -> None:
    """Stop the clock. Orders are still taken."""
    change(context, stream, lambda record, now: paused(record, why, by))


def paused(record: Record, why: str, by: Actor) -> list[Draft]:
    """The event that stops the clock. Raises ActRefused."""
    if record.ledger.paused:
        raise ActRefused(f"{record.stream} is paused already")
    return public(record, GamePaused(reason(why), by))


def resume(context: ServiceContext, stream: str, why: str, by: Actor = MASTER) -> str:
    """Start the clock again, with a full rhythm to the next deadline. Returns that deadline ("" without a rhythm)."""
    return change(context, stream, lambda record, now: resumed(record, why, by, now)).due


def resumed(record: Record, why: str, by: Actor, now: datetime) -> list[Draft]:
    """The events that start the clock again. Raises ActRefused."""
    ledger, clean = record.ledger, reason(why)
    if not ledger.paused:
        raise ActRefused(f"{record.stream} is not paused")
    events: list[Event] = [GameResumed(clean, by)]
    if ledger.due and (due := next_deadline(now, ledger.policy, ledger.rhythm_hours)):
        events.append(DeadlineSet(ledger.turn, due, clean, by=by))
    return public(record, *events)


def extend(context: ServiceContext, stream: str, hours: float, why: str, by: Actor = MASTER) -> str:
    """Move the deadline by so many hours (back, if negative), never into the past. Returns it."""

    def act(record: Record, now: datetime) -> list[Draft]:
        if not abs(hours) <= FARTHEST.total_seconds() / 3600:  # also what is no number at all
            raise ActRefused(f"a deadline is moved by {FARTHEST.days} days at most")
        before = record.ledger.due
        due = max(now, parse_stamp(before) + timedelta(hours=hours)) if before else now
        return moved(record, due, why, by, now)

    return change(context, stream, act).due


def moved(record: Record, due: datetime, why: str, by: Actor, now: datetime) -> list[Draft]:
    """The event that moves a deadline. Raises ActRefused."""
    before = record.ledger.due
    if not before:
        raise ActRefused(f"{record.stream} has no deadline to move: not all seats are taken, or it has no rhythm")
    if not now <= due <= max(now, parse_stamp(before) + FARTHEST):
        raise ActRefused(f"{minute(stamp(due))} is past, or more than {FARTHEST.days} days after the deadline there was")
    return public(record, DeadlineSet(record.ledger.turn, stamp(due), reason(why), by=by))


def set_deadline(context: ServiceContext, stream: str, due: datetime, why: str, by: Actor = MASTER) -> str:
    """Orders are due at this time (aware; not in the past). Returns it."""
    return change(context, stream, lambda record, now: chosen(record, due.astimezone(UTC), why, by, now)).due


def chosen(record: Record, due: datetime, why: str, by: Actor, now: datetime) -> list[Draft]:
    """The event that sets a deadline, whatever it was before. Raises ActRefused."""
    ledger = record.ledger
    free = [seat for seat in ledger.seats if seat not in ledger.players and seat not in ledger.vacant]
    if free:
        raise ActRefused(f"the clock of {record.stream} starts when all seats are taken; free are: {titles_of(record, free)}")
    check_owed(record)
    if not now <= due <= now + FARTHEST:
        raise ActRefused(f"{minute(stamp(due))} is past, or more than a year away")
    return public(record, DeadlineSet(ledger.turn, stamp(due), reason(why), by=by))


def end(context: ServiceContext, stream: str, why: str, by: Actor = MASTER) -> None:
    """End the game without a winner and lay everything open; the players are mailed a last report."""
    change(context, stream, lambda record, now: ended(record, why, by))


def ended(record: Record, why: str, by: Actor) -> list[Draft]:
    """The events of an end by hand. Raises ActRefused."""
    return public(record, GameEnded([], f"{ended_by(by)}{reason(why)}", by), SeedRevealed(record.ledger.seed))


def ended_by(by: Actor) -> str:
    """What the verdict of an end by hand begins with; the reason follows."""
    return f"Ended by {WHO[by]}: "


def announce(context: ServiceContext, stream: str, words: str, by: Actor = MASTER) -> None:
    """Say something to all players: on the pages, in the next report, and (whoever mails it) at once."""
    change(context, stream, lambda record, now: announced(record, words, by))


def announced(record: Record, words: str, by: Actor) -> list[Draft]:
    """The event of an announcement. Raises ActRefused."""
    lines = ["".join(filter(str.isprintable, line)).rstrip() for line in words.strip().splitlines()]
    clean = "\n".join(lines).strip()
    if not clean:
        raise ActRefused("there is nothing to announce")
    if len(clean) > MAX_WORDS:
        raise ActRefused(f"the announcement is {len(clean)} letters long; {MAX_WORDS} is the most")
    return public(record, Announced(clean, by))


def name_master(context: ServiceContext, stream: str, player: str, why: str, by: Actor = MASTER) -> None:
    """Another person runs the game from now on ("": the first co-master, else nobody but the operator)."""
    change(context, stream, lambda record, now: master_named(record, player, why, by))


def master_named(record: Record, player: str, why: str, by: Actor) -> list[Draft]:
    """The event by which another person runs the game. Raises ActRefused."""
    ledger = record.ledger
    successor = player or next(iter(ledger.co_masters), "")
    if ledger.master == successor:
        raise ActRefused(f"{record.stream} has that game master already")
    check_may_run(record, successor)
    return public(record, MasterNamed(successor, reason(why), by))


def check_may_run(record: Record, player: str) -> None:
    """Whoever runs the game while a seat is looked at looks through its eyes, too: nobody who plays. Raises ActRefused."""
    if record.ledger.watched and player in _orders_given_by(record):
        raise ActRefused("a player can run the game when the turn is resolved: its game master has looked at a seat in it")


def _orders_given_by(record: Record) -> set[str]:
    """Who plays a seat, or orders for its player."""
    return {*record.ledger.players.values(), *record.ledger.sitting.values()}


def watch(context: ServiceContext, stream: str, seat: str, why: str, by: Actor = MASTER) -> None:
    """Look through a seat's eyes until the open turn is resolved, as all players are told.

    A player of the game may not: they would know what is hidden from them. For the same reason whoever has looked may not play.
    """
    change(context, stream, lambda record, now: watched(record, seat, why, by))


def watched(record: Record, seat: str, why: str, by: Actor) -> list[Draft]:
    """The event by which the game master looks through a seat's eyes. Raises NoSuchSeat, ActRefused."""
    check_seat(record, seat)
    ledger = record.ledger
    if not ledger.master:
        raise ActRefused(f"{record.stream} has no game master who could look")
    if seat in ledger.watched:
        raise ActRefused(
            f"you look through the eyes of {seat_title(record, seat)} already, until turn {ledger.turn} is resolved"
        )
    if _orders_given_by(record).intersection({ledger.master, *ledger.co_masters}):
        raise ActRefused("nobody looks through a seat's eyes while a player of the game runs it: all who run it would see")
    return public(record, SeatWatched(seat, ledger.turn, reason(why), by))
