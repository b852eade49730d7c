"""Which reminders are due. The tables tell when one could be; only then is a game's record asked whether it is wanted."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from events.lists.game_list import ApproachingDeadline, SeatRow
from events.platform import DeadlineSet, OrdersFiled, ReadyChanged
from events.store import Corrupt
from pbem.accounts.people import People, Person
from pbem.accounts.reminder_choices import MOST_HOURS, ReminderChoice, ReminderChoices
from pbem.service.context import ServiceContext, parse_stamp, stamp
from pbem.service.reminders.night import sending_time
from pbem.service.reminders.owing import LAST, is_wanted, who_orders
from pbem.service.reminders.reminder_tables import Check, Reminder, ReminderTables
from pbem.service.repository import reading

FARTHEST = timedelta(hours=MOST_HOURS + 12)
"""A reminder comes at most so long before its deadline: half a day earlier than its hours, to be there before a night."""
LAST_AFTER = timedelta(hours=1)
"""So long after somebody last filed or was ready it is told that all others are: who is about to be ready needs no mail."""
RETRY = timedelta(hours=1)
MISSING = ("excuse", "grace", "absent", "sitter")

log = logging.getLogger(__name__)


class Timed(NamedTuple):
    """A reminder, and when it is sent if it is wanted then."""

    at: datetime
    reminder: Reminder


@dataclass(frozen=True)
class DeadlineFacts:
    """The open turn's deadline: when its turn's first one was set (`begun`) and when it was set itself (`set_at`).

    `missed`: it moved because orders were missing. `changed` is when somebody last filed or was ready.
    """

    due: datetime
    begun: datetime
    set_at: datetime
    missed: bool
    changed: datetime

    def reminded(self, hours: int) -> datetime | None:
        """When one is reminded so many hours before it; None for not at all.

        A turn that is not twice as long has no such reminder: it would come with the report, or soon after. Nor is there one
        whose time had passed when the deadline moved: the players have just been told of it. When it moved because their orders
        were missing it is sent at once.
        """
        span, planned = timedelta(hours=hours), self.due - timedelta(hours=hours)
        if self.due - self.begun < 2 * span or (planned < self.set_at and not self.missed):
            return None
        return max(planned, self.set_at)


class _Readers:
    """The persons who are reminded, each looked up once."""

    def __init__(self, context: ServiceContext) -> None:
        self.people = People(context.database, context.entropy)
        self.choices = ReminderChoices(context.database)
        self._found: dict[str, Person | None] = {}

    def person(self, person: str) -> Person | None:
        if person not in self._found:
            self._found[person] = self.people.by_id(person)
        return self._found[person]

    def choice(self, person: str, stream: str) -> ReminderChoice:
        return self.choices.in_game(person, stream)


def note_due(context: ServiceContext) -> None:
    """Note all reminders that are due and wanted, to be mailed. Cheap when there are none: no log is read for that."""
    now, tables = context.now(), ReminderTables(context.database)
    checked, readers = tables.checked(stamp(now)), _Readers(context)
    found: list[Reminder] = []
    checks: list[Check] = []
    for game in context.store.approaching(stamp(now), stamp(now + FARTHEST)):
        state = sha256("|".join(map(str, game)).encode()).hexdigest()
        if checked.get(game.stream) != state:
            due, next_at = _guarded(context, readers, game, now)
            found += due
            checks.append(Check(game.stream, state, stamp(next_at)))
    if checks:
        tables.give(found, checks)


def _guarded(
    context: ServiceContext, readers: _Readers, game: ApproachingDeadline, now: datetime
) -> tuple[list[Reminder], datetime]:
    """One game's trouble must not keep others from being reminded: it is logged, and tried again later."""
    try:
        return _look(context, readers, game, now)
    except Corrupt as e:
        log.error("%s: nobody can be reminded: %s", game.stream, e)
    except Exception:
        log.exception("%s: nobody was reminded", game.stream)
    return [], now + RETRY


def _look(
    context: ServiceContext, readers: _Readers, game: ApproachingDeadline, now: datetime
) -> tuple[list[Reminder], datetime]:
    """What is due and wanted of a game, and when it is to be looked at next."""
    given = ReminderTables(context.database).given(game.stream, game.turn, game.due)
    timed = [
        each
        for each in _timed(context, readers, game, now)
        if (each.reminder.person, each.reminder.kind) not in given and each.at < parse_stamp(game.due)
    ]
    due = [each.reminder for each in timed if each.at <= now]
    next_at = min((each.at for each in timed if each.at > now), default=parse_stamp(game.due))
    return (_wanted(context, game.stream, due, now) if due else []), next_at


def _wanted(context: ServiceContext, stream: str, due: list[Reminder], now: datetime) -> list[Reminder]:
    with reading(context, stream) as record:
        same = [each for each in due if (each.turn, each.due) == (record.ledger.turn, record.ledger.due)]
        return [each for each in same if is_wanted(record, each.seat, each.person, each.kind, now)]


def _timed(context: ServiceContext, readers: _Readers, game: ApproachingDeadline, now: datetime) -> Iterator[Timed]:
    """All reminders that the tables allow for, with their times."""
    seats, facts = context.store.seats(game.stream), _facts(context, game)
    if facts is None:
        return
    some_ready = any(seat.ready == game.turn for seat in seats)
    for seat in seats:
        kinds = _kinds(seat, game.turn, some_ready)
        for person in map(readers.person, who_orders(seat.player, seat.sitter)) if kinds else ():
            choice = readers.choice(person.id, game.stream) if person else ReminderChoice("off")
            if person is None or choice.mode != "reminders":
                continue
            for kind, planned in _planned(kinds, choice, facts).items():
                at = sending_time(planned, facts.due, person.zone, now)
                yield Timed(at, Reminder(person.id, game.stream, game.turn, game.due, kind, seat.seat))


def _kinds(seat: SeatRow, turn: int, some_ready: bool) -> str:
    """Which kind of reminder a seat may be due, as far as the tables tell: `hours`, `last` or none ("")."""
    if seat.ready == turn:
        return ""
    if seat.filed == turn:
        return LAST if some_ready else ""
    return "hours"


def _planned(kinds: str, choice: ReminderChoice, facts: DeadlineFacts) -> Mapping[str, datetime]:
    """When each kind is due by day."""
    if kinds == LAST:
        return {LAST: facts.changed + LAST_AFTER}
    return {str(hours): at for hours in choice.hours if (at := facts.reminded(hours)) is not None}


def _facts(context: ServiceContext, game: ApproachingDeadline) -> DeadlineFacts | None:
    """What the log says of the open turn's deadline."""
    set_at: list[tuple[str, DeadlineSet]] = []
    changed = ""
    first = context.store.before_turn(game.stream, game.turn)
    for entry in context.store.select(game.stream, [DeadlineSet, OrdersFiled, ReadyChanged], first):
        if isinstance(entry.event, DeadlineSet):
            set_at.append((entry.at, entry.event))
        else:
            changed = entry.at
    if not set_at:
        return None
    times = [parse_stamp(at) for at, _ in set_at]
    missed = set_at[-1][1].cause in MISSING
    return DeadlineFacts(parse_stamp(game.due), times[0], times[-1], missed, parse_stamp(changed) if changed else times[0])
