"""The act that moves a deadline for an outage, and when a game waits for one to end. Both are pure."""

from __future__ import annotations

from datetime import datetime, timedelta

from events.base import Draft
from events.platform import DeadlineSet, OutageHealed
from pbem.core.state.record import Record
from pbem.service.context import parse_stamp, stamp
from pbem.service.current_orders import waiting
from pbem.service.decide import public
from pbem.service.outages.merge import Outage

LONGEST_NOTICE = timedelta(days=14)
HELD_FOR = timedelta(days=7)
"""No game waits longer than that for a door to open."""
WHY = "the time that the outage took is given back"


def healed(record: Record, outage: Outage, now: datetime) -> list[Draft]:
    """The events by which a deadline moves that fell into an outage, or less than the policy's notice after it.

    It moves by the time that was lost and not given back before, and by the notice. Nothing, when none was lost, or nobody
    waits for the deadline: the game is over or paused, or all are ready.
    """
    ended, due = parse_stamp(outage.ended), _due(record)
    if due is None or ended > now:
        return []
    notice = min(timedelta(hours=record.ledger.policy.notice_hours), LONGEST_NOTICE)
    lost = ended - max(parse_stamp(outage.began), _given(record, now))
    if lost <= timedelta(0) or not parse_stamp(outage.began) <= due < ended + notice:
        return []
    turn = record.ledger.turn
    told = OutageHealed(turn, outage.began, outage.ended, list(outage.doors), outage.why)
    return public(record, told, DeadlineSet(turn, stamp(due + lost + notice), WHY, "outage"))


def held(record: Record, outage: Outage, now: datetime) -> bool:
    """Does the game wait, though its deadline has come, because the outage goes on?

    It waits once, for a week at most: then its deadline is moved by what was lost so far.
    """
    due, began = _due(record), parse_stamp(outage.began)
    return due is not None and began <= due and now < due + HELD_FOR and _given(record, now) < began + HELD_FOR


def held_too_long(record: Record, outage: Outage, now: datetime) -> bool:
    """Has it waited for as long as a game may?"""
    due, began = _due(record), parse_stamp(outage.began)
    return due is not None and began <= due <= now - HELD_FOR and _given(record, now) < began + HELD_FOR


def _due(record: Record) -> datetime | None:
    """The deadline that somebody waits for; None when there is none, or the clock stands still, or all are ready."""
    ledger = record.ledger
    if not ledger.due or ledger.ended or ledger.paused or ledger.closed >= ledger.turn:
        return None
    if ledger.policy.early and not waiting(record):
        return None
    return parse_stamp(ledger.due)


def _given(record: Record, now: datetime) -> datetime:
    """Until when time was given back. What was given while the clock was ahead of what it says now was for no real outage."""
    healed_until = record.ledger.healed
    if not healed_until or parse_stamp(healed_until) > now:
        return datetime.min.replace(tzinfo=now.tzinfo)
    return parse_stamp(healed_until)
