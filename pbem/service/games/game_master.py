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
from pbem.service.context import ActRefused, ServiceContext, minute, next_deadline, parse_stamp, stamp
from pbem.service.current_orders import check_seat
from pbem.service.decide import change, public, reason
from pbem.service.history import ACTORS, MASTER

MAX_WORDS = 2000
FARTHEST = timedelta(days=366)
"""No deadline is set later than that from now: a slip of the pen must not put a game to sleep for ever."""


def pause(context: ServiceContext, stream: str, why: str, by: Actor = MASTER) -> None:
    """Stop the clock. Orders are still taken."""
    clean = reason(why)

    def act(record: Record) -> list[Draft]:
        if record.ledger.paused:
            raise ActRefused(f"{stream} is paused already")
        return public(record, GamePaused(clean, by))

    change(context, stream, act)


def resume(context: ServiceContext, stream: str, why: str, by: Actor = MASTER) -> str:
    """Start the clock again, with a full rhythm to the next deadline. Returns that deadline ("" without a rhythm)."""
    clean = reason(why)

    def act(record: Record) -> list[Draft]:
        ledger = record.ledger
        if not ledger.paused:
            raise ActRefused(f"{stream} is not paused")
        events: list[Event] = [GameResumed(clean, by)]
        if ledger.due and ledger.rhythm_hours:
            events.append(DeadlineSet(ledger.turn, next_deadline(context.now(), "", ledger.rhythm_hours), clean, by=by))
        return public(record, *events)

    return change(context, stream, act).due


def extend(context: ServiceContext, stream: str, hours: float, why: str, by: Actor = MASTER) -> str:
    """Move the deadline by so many hours (back, if negative), never into the past. Returns it."""
    clean = reason(why)

    def act(record: Record) -> list[Draft]:
        ledger = record.ledger
        if not ledger.due:
            raise ActRefused(f"{stream} has no deadline to move: not all seats are taken, or it has no rhythm")
        if not abs(hours) <= FARTHEST.total_seconds() / 3600:  # also what is no number at all
            raise ActRefused(f"a deadline is moved by {FARTHEST.days} days at most")
        due = max(context.now(), parse_stamp(ledger.due) + timedelta(hours=hours))
        return public(record, DeadlineSet(ledger.turn, stamp(due), clean, by=by))

    return change(context, stream, act).due


def set_deadline(context: ServiceContext, stream: str, due: datetime, why: str, by: Actor = MASTER) -> str:
    """Orders are due at this time (aware; not in the past). Returns it."""
    clean, at = reason(why), due.astimezone(UTC)

    def act(record: Record) -> list[Draft]:
        ledger = record.ledger
        free = [seat for seat in ledger.seats if seat not in ledger.players and seat not in ledger.vacant]
        if free:
            raise ActRefused(f"the clock of {stream} starts when all seats are taken; free are: {', '.join(free)}")
        if not context.now() <= at <= context.now() + FARTHEST:
            raise ActRefused(f"{minute(stamp(at))} is past, or more than a year away")
        return public(record, DeadlineSet(ledger.turn, stamp(at), clean, by=by))

    return change(context, stream, act).due


def end(context: ServiceContext, stream: str, why: str, by: Actor = MASTER) -> None:
    """End the game without a winner and lay everything open; the players are mailed a last report."""
    verdict = f"Ended by {ACTORS[by]}: {reason(why)}"
    change(context, stream, lambda record: public(record, GameEnded([], verdict, by), SeedRevealed(record.ledger.seed)))


def announce(context: ServiceContext, stream: str, words: str, by: Actor = MASTER) -> None:
    """Say something to all players: on the pages, in the next report, and (whoever mails it) at once."""
    lines = ["".join(filter(str.isprintable, line)).rstrip() for line in words.strip().splitlines()]
    clean = "\n".join(lines).strip()
    if not clean:
        raise ActRefused("there is nothing to announce")
    if len(clean) > MAX_WORDS:
        raise ActRefused(f"the announcement is {len(clean)} letters long; {MAX_WORDS} is the most")
    change(context, stream, lambda record: public(record, Announced(clean, by)))


def name_master(context: ServiceContext, stream: str, player: str, why: str, by: Actor = MASTER) -> None:
    """Another person runs the game from now on ("": nobody but the operator)."""
    clean = reason(why)

    def act(record: Record) -> list[Draft]:
        if record.ledger.master == player:
            raise ActRefused(f"{stream} has that game master already")
        if record.ledger.watched and player in record.ledger.players.values():
            raise ActRefused("a player can run the game when the turn is resolved: its game master has looked at a seat in it")
        return public(record, MasterNamed(player, clean, by))

    change(context, stream, act)


def watch(context: ServiceContext, stream: str, seat: str, why: str, by: Actor = MASTER) -> None:
    """Look through a seat's eyes until the open turn is resolved, as all players are told.

    A player of the game may not: they would know what is hidden from them. For the same reason whoever has looked may not play.
    """
    clean = reason(why)

    def act(record: Record) -> list[Draft]:
        check_seat(record, seat)
        ledger = record.ledger
        if not ledger.master:
            raise ActRefused(f"{stream} has no game master who could look")
        if seat in ledger.watched:
            raise ActRefused(f"you look through the eyes of {seat} already, until turn {ledger.turn} is resolved")
        if ledger.master in ledger.players.values():
            raise ActRefused("a player of the game cannot look through another seat's eyes, even if they run it")
        return public(record, SeatWatched(seat, ledger.turn, clean, by))

    change(context, stream, act)
