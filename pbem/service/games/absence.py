"""Players who are away, and what a deadline does when orders are missing: wait, give grace, let a bot stand in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from events.base import Draft
from events.platform import AbsenceSet, Actor, DeadlineSet, OrdersAwaited, PolicySet, StoodIn
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ActRefused, ServiceContext, minute, parse_stamp, stamp
from pbem.service.current_orders import BY_BOT, check_seat, filing
from pbem.service.decide import change, public, reason
from pbem.service.history import MASTER
from pbem.service.policy.check import check_policy

MAX_ABSENCE = timedelta(days=365)
BotOrders = Callable[[str, str], OrderSheet]
"""What the bot of this name orders for a seat, read by the parser like a player's mail: `order(seat, bot)`."""
Missing = Literal["grace", "absent"]
GRACE: Missing = "grace"
AWAY: Missing = "absent"


# ---------------------------------------------------------------- what is settled beforehand


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
        raise ActRefused(f"nobody plays {seat}")
    if until is None and seat not in record.ledger.absent:
        raise ActRefused(f"{seat} is not away")
    return public(record, AbsenceSet(seat, _checked(now, until), reason(why), by))


def _checked(now: datetime, until: datetime | None) -> str:
    if until is None:
        return ""
    if until <= now:
        raise ActRefused(f"{minute(stamp(until.astimezone(UTC)))} is past")
    if until - now > MAX_ABSENCE:
        raise ActRefused(f"an absence ends within {MAX_ABSENCE.days} days; after that, leave the seat")
    return stamp(until.astimezone(UTC))


def promise(policy: PolicySet) -> str:
    """What the deadlines do that a player misses while they are away, as they are told it."""
    if policy.wait_days:
        return f"The deadline waits for you, {policy.wait_days:g} days at most."
    if policy.bot:
        return f"The bot {policy.bot} orders for you at the deadlines you miss."
    return "Your advance and standing orders are used at the deadlines you miss."


def away(record: Record, now: datetime) -> list[str]:
    """The seats whose players are away at this time."""
    return [seat for seat, until in record.ledger.absent.items() if parse_stamp(until) > now]


# ---------------------------------------------------------------- when the deadline comes


def grace(record: Record, now: datetime) -> list[Draft]:
    """What moves the deadline that has come, instead of resolving the turn; nothing when it is to be resolved."""
    ledger, absent = record.ledger, away(record, now)
    missing = _missing(record)
    waited_for = [seat for seat in missing if seat in absent]
    if ledger.policy.wait_days and waited_for and AWAY not in ledger.awaited:
        back = max(parse_stamp(ledger.absent[seat]) for seat in waited_for)
        return _moved(
            record, waited_for, AWAY, min(back, now + timedelta(days=ledger.policy.wait_days)), f"away: {', '.join(waited_for)}"
        )
    late = [seat for seat in missing if seat not in absent]
    if ledger.policy.grace_hours and late and GRACE not in ledger.awaited:
        due = max(now, parse_stamp(ledger.due)) + timedelta(hours=ledger.policy.grace_hours)
        return _moved(record, late, GRACE, due, f"grace: no orders from {', '.join(late)}")
    return []


def _missing(record: Record) -> list[str]:
    """Seats of persons that owe orders, have filed nothing and did not say that they are ready."""
    ledger = record.ledger
    return [
        seat
        for seat in record.game.rules.due(record.state)
        if seat not in ledger.filed and seat not in ledger.ready and is_person(ledger.players.get(seat, ""))
    ]


def _moved(record: Record, seats: list[str], cause: Missing, due: datetime, why: str) -> list[Draft]:
    turn = record.ledger.turn
    return public(record, OrdersAwaited(turn, seats, cause), DeadlineSet(turn, stamp(due), why, cause))


def stand_ins(record: Record, now: datetime, order: BotOrders) -> list[Draft]:
    """Orders by the policy's bot for those who are away and sent nothing: sealed like a player's."""
    bot = record.ledger.policy.bot
    if bot not in record.game.planning.bots:
        return []
    drafts, turn, absent = [], record.ledger.turn, away(record, now)
    for seat in _missing(record):
        if seat in absent:
            drafts += [
                Draft(StoodIn(seat, turn, bot), turn),
                filing(record, seat, order(seat, bot), None, f"{BY_BOT} {bot} for {seat} {turn}"),
            ]
    return drafts
