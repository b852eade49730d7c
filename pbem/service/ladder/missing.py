"""What a deadline does for seats that have sent nothing, one step after the other; all of it follows from record and time.

Nobody waits for a seat with advance or standing orders, if the policy says so. For the others the deadline

1. waits for players who are away and for whom nobody orders: that is the game's own choice, so it comes first;
2. moves because each of those who are here still has an excuse;
3. moves by the hours of grace;
4. moves because somebody is called who orders for the seat: the person whom its player has named, or an officer of its side.

Each of them moves it once a turn, and none beyond the longest time that the policy gives a turn. Then the turn is resolved,
with a bot's orders for what is still missing, if the policy names a bot.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from events.base import Draft
from events.platform import DeadlineSet, MissingCause, OrdersAwaited, SitterCalled, StoodIn
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_titles
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import parse_stamp, stamp
from pbem.service.current_orders import BY_BOT, filing
from pbem.service.decide import public
from pbem.service.ladder.absence import away
from pbem.service.ladder.who_orders import stand_in_for

Cause = Literal["absent", "missed", "free"]
BotOrders = Callable[[str, str], OrderSheet]
"""What the bot of this name orders for a seat, read by the parser like a player's mail: `order(seat, bot)`."""


def awaited(record: Record, now: datetime) -> list[Draft]:
    """What happens at the deadline that has come, instead of resolving the turn; nothing when it is to be resolved."""
    seats = missing(record)
    for step in (_wait, _excuse, _grace, _call):
        if drafts := step(record, seats, now):
            return drafts
    return []


def missing(record: Record) -> list[str]:
    """Seats of persons that owe orders, have filed nothing and did not say that they are ready.

    A seat with advance or standing orders is not missing, if the policy says so.
    """
    return [seat for seat in _silent(record) if is_person(record.ledger.players.get(seat, "")) and not _provided(record, seat)]


def _silent(record: Record) -> list[str]:
    ledger = record.ledger
    return [seat for seat in record.game.rules.due(record.state) if seat not in ledger.filed and seat not in ledger.ready]


def _provided(record: Record, seat: str) -> bool:
    """Is the seat to be played by its advance and standing orders?"""
    stored = record.game.orders.sheet(record.state, seat)
    return record.ledger.policy.use_standing and any(stored.units.values())


# ---------------------------------------------------------------- the deadline moves


def _wait(record: Record, seats: list[str], now: datetime) -> list[Draft]:
    """For players who are away; who is sat for is waited for like anybody who is here."""
    ledger, absent = record.ledger, away(record, now)
    waited_for = [seat for seat in seats if seat in absent and seat not in ledger.sitting]
    if not ledger.policy.wait_days or not waited_for:
        return []
    back = max(parse_stamp(ledger.absent[seat]) for seat in waited_for)
    due = min(back, now + timedelta(days=ledger.policy.wait_days))
    return _moved(record, waited_for, "absent", due, now, f"away: {_called(record, waited_for)}")


def _excuse(record: Record, seats: list[str], now: datetime) -> list[Draft]:
    """All of those who are here need one: nobody's is used up when the deadline does not move for everybody."""
    ledger, absent = record.ledger, away(record, now)
    late = [seat for seat in seats if seat not in absent]
    if not late or any(ledger.excuses_used.get(seat, 0) >= ledger.policy.excuses for seat in late):
        return []
    due = _later(record, now, ledger.policy.excuse_hours)
    return _moved(record, late, "excuse", due, now, f"an excuse of {_called(record, late)} is used up")


def _grace(record: Record, seats: list[str], now: datetime) -> list[Draft]:
    ledger, absent = record.ledger, away(record, now)
    late = [seat for seat in seats if seat not in absent or seat in ledger.sitting]
    if not late:
        return []
    due = _later(record, now, ledger.policy.grace_hours)
    return _moved(record, late, "grace", due, now, f"grace: no orders from {_called(record, late)}")


def _called(record: Record, seats: list[str]) -> str:
    """What these seats are called."""
    return ", ".join(seat_titles(record.game, record.ledger.scenario, seats).values())


def _call(record: Record, seats: list[str], now: datetime) -> list[Draft]:
    """Somebody is called for each seat that nobody sits for. They are called also when the deadline cannot move any more: then
    they order from the next turn on."""
    ledger, absent = record.ledger, away(record, now)
    called: list[SitterCalled] = []
    for seat in seats:
        found = None if seat in ledger.sitting else stand_in_for(record, seat, now)
        if found:
            person, officer = found
            called.append(SitterCalled(seat, ledger.turn, person, "absent" if seat in absent else "missed", officer))
    if not called:
        return []
    sat_for = [event.seat for event in called]
    due = _later(record, now, ledger.policy.sitter_hours)
    why = f"somebody orders for {', '.join(sat_for)} now"
    return [*public(record, *called), *_moved(record, sat_for, "sitter", due, now, why)]


def _later(record: Record, now: datetime, hours: float) -> datetime:
    return max(now, parse_stamp(record.ledger.due)) + timedelta(hours=hours)


def _moved(record: Record, seats: list[str], cause: MissingCause, due: datetime, now: datetime, why: str) -> list[Draft]:
    """The deadline moves, once a turn for each cause and not beyond the longest time for a turn; nothing if it cannot move."""
    ledger, turn = record.ledger, record.ledger.turn
    if ledger.policy.max_hours:
        due = min(due, parse_stamp(ledger.first_due) + timedelta(hours=ledger.policy.max_hours))
    if cause in ledger.awaited or due <= max(now, parse_stamp(ledger.due)):
        return []
    return public(record, OrdersAwaited(turn, seats, cause), DeadlineSet(turn, stamp(due), why, cause))


# ---------------------------------------------------------------- a bot orders


def stand_ins(record: Record, now: datetime, order: BotOrders, early: bool = False) -> list[Draft]:
    """Orders by the policy's bot for those who sent nothing, and for seats that nobody plays any more: sealed like a player's.

    `early`: the deadline has not come, so nobody has missed it; only who is away, or gone, is stood in for.
    """
    bot, turn = record.ledger.policy.bot, record.ledger.turn
    if bot not in record.game.planning.bots:
        return []
    drafts = []
    for seat, cause in _stood_in_for(record, now).items():
        if not (early and cause == "missed"):
            told = Draft(StoodIn(seat, turn, bot, cause), turn)
            drafts += [told, filing(record, seat, order(seat, bot), None, f"{BY_BOT} {bot} for {seat} {turn}")]
    return drafts


def _stood_in_for(record: Record, now: datetime) -> dict[str, Cause]:
    """The seats, and why a bot orders for them."""
    absent, causes = away(record, now), dict[str, Cause]()
    for seat in missing(record):
        causes[seat] = "absent" if seat in absent else "missed"
    for seat in _silent(record):
        if seat in record.ledger.vacant:
            causes[seat] = "free"
    return causes
