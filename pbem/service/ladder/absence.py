"""Players who are away, and the policy that says what a missed deadline does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from events.base import Draft
from events.platform import AbsenceSet, Actor, PolicySet
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.service.context import ActRefused, ServiceContext, minute, parse_stamp, stamp
from pbem.service.current_orders import check_seat
from pbem.service.decide import change, public, reason
from pbem.service.history import MASTER
from pbem.service.ladder.sitters import following
from pbem.service.policy.check import check_policy

MAX_ABSENCE = timedelta(days=365)


def set_policy(context: ServiceContext, stream: str, policy: PolicySet, by: Actor = MASTER) -> None:
    """Change what a missed deadline does, from this turn on."""
    change(context, stream, lambda record, now: policy_changed(record, policy, by))


def policy_changed(record: Record, policy: PolicySet, by: Actor) -> list[Draft]:
    """The event by which another policy holds. Raises ActRefused, or NoScenario for a bot that the game does not have."""
    check_policy(record.game, policy, record.ledger.rhythm_hours)
    return public(record, replace(policy, why=reason(policy.why), by=by))


def set_absence(context: ServiceContext, stream: str, seat: str, until: datetime | None, why: str, by: Actor = MASTER) -> None:
    """The player of a seat is away until then (None: they are back). What that does, the game's policy says."""
    change(context, stream, lambda record, now: absence(record, seat, until, why, now, by))


def absence(record: Record, seat: str, until: datetime | None, why: str, now: datetime, by: Actor) -> list[Draft]:
    """The events by which a player is away or back. Raises NoSuchSeat, ActRefused."""
    check_seat(record, seat)
    if seat not in record.ledger.players:
        raise ActRefused(f"nobody plays {seat_title(record, seat)}")
    if until is None and seat not in record.ledger.absent:
        raise ActRefused(f"{seat_title(record, seat)} is not away")
    return following(record, seat, public(record, AbsenceSet(seat, _checked(now, until), reason(why), by)), now)


def _checked(now: datetime, until: datetime | None) -> str:
    if until is None:
        return ""
    if until <= now:
        raise ActRefused(f"{minute(stamp(until.astimezone(UTC)))} is past")
    if until - now > MAX_ABSENCE:
        raise ActRefused(f"an absence ends within {MAX_ABSENCE.days} days; after that, leave the seat")
    return stamp(until.astimezone(UTC))


def away(record: Record, now: datetime) -> list[str]:
    """The seats whose players are away at this time."""
    return [seat for seat, until in record.ledger.absent.items() if parse_stamp(until) > now]
