"""A machine's clock that was wrong: games whose log holds times that are not yet, and deadlines that were counted from them.

The log's order is that of its versions, so nothing in it depends on its times. But a deadline that was counted while the clock
was days ahead is days too late when the clock is right again. A clock that is set back while the service runs is noticed by the
next heartbeat, and the deadlines are mended at once. Across a restart the program cannot know which of the two clocks was wrong
(a machine may start in 1970, and be set right a minute later), so it only says so, and the operator mends it with one command.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from events.base import Draft, Entry
from events.platform import Actor, DeadlineSet
from events.store import Corrupt
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, NoSuchGame, ServiceContext, minute, parse_stamp, stamp
from pbem.service.decide import change, public
from pbem.service.history import ACTORS, OPERATOR
from pbem.service.outages.tables import ToTell, keep_to_tell

SLACK = timedelta(minutes=2)
"""Clocks differ by seconds, and are set by seconds; that is no jump."""
log = logging.getLogger(__name__)
WHY = "the service's clock had been ahead: the time that was left then is left now"


@dataclass(frozen=True)
class GameAhead:
    """A game that was written to at `at`, a time that is not yet. `due` is its deadline ("": none), `mended` what it should be.

    `mended` is "" for a deadline that was not counted from such a time, or that a game master or the operator set.
    """

    stream: str
    at: str
    due: str
    mended: str


def ahead(context: ServiceContext) -> list[GameAhead]:
    """The games that were written to while the clock was ahead of what it says now."""
    found = []
    for row in context.store.games():
        try:
            deadline = _deadline(context, row.stream, row.turn) if row.due else None
        except Corrupt:
            deadline = None  # `verify` says what is wrong with it
        at = max(context.store.written_at(row.stream), deadline.at if deadline else "")
        if at > stamp(context.now() + SLACK):
            found.append(GameAhead(row.stream, at, row.due or "", _mended(context.now(), deadline)))
    return found


def _deadline(context: ServiceContext, stream: str, turn: int) -> Entry | None:
    """What last set the deadline of the open turn."""
    return max(context.store.select(stream, [DeadlineSet], context.store.before_turn(stream, turn)), default=None, key=_version)


def _version(entry: Entry) -> int:
    return entry.version


def _mended(now: datetime, deadline: Entry | None) -> str:
    """The deadline that leaves as much time from now as there was when the clock set it; "" when there is nothing to mend."""
    if deadline is None or parse_stamp(deadline.at) <= now + SLACK:
        return ""
    assert isinstance(deadline.event, DeadlineSet)  # noqa: S101 (what `_deadline` looks for)
    if deadline.event.by in ACTORS:
        return ""
    return stamp(now + max(parse_stamp(deadline.event.due) - parse_stamp(deadline.at), timedelta(0)))


def mend(context: ServiceContext, stream: str, by: Actor = OPERATOR) -> str:
    """Move a deadline that was counted from a time that is not yet. Returns it; raises `ActRefused` where there is none."""

    def act(record: Record, now: datetime) -> list[Draft]:
        due = _mended(now, _deadline(context, stream, record.ledger.turn)) if record.ledger.due else ""
        if not due:
            raise ActRefused(f"{stream} has no deadline that was counted from a time that is not yet")
        return set_back(record, due, by, now)

    return change(context, stream, act).due


def set_back(record: Record, due: str, by: Actor, now: datetime) -> list[Draft]:
    """The event by which a deadline that was counted from a time that is not yet comes sooner. Raises ActRefused."""
    before = record.ledger.due
    if not before:
        raise ActRefused(f"{record.stream} has no deadline")
    if not stamp(now) <= due <= max(stamp(now), before):
        raise ActRefused(f"{minute(due)} is past, or later than the deadline was")
    return public(record, DeadlineSet(record.ledger.turn, due, WHY, "clock", by))


def mend_all(context: ServiceContext) -> None:
    """The clock was set back while the service ran: mend all deadlines at once. Their players are told."""
    for found in ahead(context):
        if not found.mended:
            continue
        row = context.store.game(found.stream)
        keep_to_tell(context, ToTell(found.stream, row.turn if row else 0, stamp(context.now())))
        try:
            mend(context, found.stream, by="")
        except (ActRefused, Corrupt, NoSuchGame) as e:
            log.warning("%s: its deadline was left as it is: %s", found.stream, e)


def words(found: GameAhead) -> str:
    """For logs and `doctor`."""
    return f"{found.stream} was written to at {minute(found.at)}, which is not yet"
