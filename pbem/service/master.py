"""The game master's box: pause, resume, move a deadline, end a game. Each act is an event with a reason."""

from __future__ import annotations

from datetime import timedelta

from events.base import Draft
from events.platform import DeadlineSet, GameEnded, GamePaused, GameResumed, SeedRevealed
from pbem.core.record import Record
from pbem.service.loading import load
from pbem.service.room import Refused, Room, moment, next_deadline, stamp


def _running(room: Room, stream: str) -> Record:
    record = load(room, stream)
    if record.ledger.ended:
        raise Refused(f"{stream} is over")
    return record


def _append(room: Room, record: Record, *drafts: Draft) -> None:
    room.store.append(record.stream, drafts, record.head, stamp(room.now()))


def pause(room: Room, stream: str, why: str) -> None:
    """Stop the clock. Orders are still taken."""
    record = _running(room, stream)
    if record.ledger.paused:
        raise Refused(f"{stream} is paused already")
    _append(room, record, Draft(GamePaused(why), record.ledger.turn))


def resume(room: Room, stream: str, why: str) -> str:
    """Start the clock again, with a full rhythm to the next deadline. Returns that deadline ("" without a rhythm)."""
    record = _running(room, stream)
    ledger = record.ledger
    if not ledger.paused:
        raise Refused(f"{stream} is not paused")
    drafts, due = [Draft(GameResumed(why), ledger.turn)], ""
    if ledger.due and ledger.rhythm_hours:
        due = next_deadline(room.now(), "", ledger.rhythm_hours)
        drafts.append(Draft(DeadlineSet(ledger.turn, due, why), ledger.turn))
    _append(room, record, *drafts)
    return due


def extend(room: Room, stream: str, hours: float, why: str) -> str:
    """Move the deadline by so many hours (back, if negative), never into the past. Returns it."""
    record = _running(room, stream)
    ledger = record.ledger
    if not ledger.due:
        raise Refused(f"{stream} has no deadline to move: not all seats are taken, or it has no rhythm")
    due = stamp(max(room.now(), moment(ledger.due) + timedelta(hours=hours)))
    _append(room, record, Draft(DeadlineSet(ledger.turn, due, why), ledger.turn))
    return due


def end(room: Room, stream: str, why: str) -> None:
    """End the game without a winner and lay everything open; the players are mailed a last report."""
    record = _running(room, stream)
    ledger = record.ledger
    _append(
        room,
        record,
        Draft(GameEnded([], f"Ended by the game master: {why}"), ledger.turn),
        Draft(SeedRevealed(ledger.seed), ledger.turn),
    )
