"""What deadlines do for orders that are missing, told beforehand to whom it may happen to."""

from __future__ import annotations

from collections.abc import Iterator

from events.platform import PolicySet
from pbem.core.game.phrases import count
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.current_orders import current_orders


def promise(policy: PolicySet) -> str:
    """What the deadlines do that a player misses while they are away, as they are told it."""
    steps = [f"the deadline waits for you, {policy.wait_days:g} days at most"] if policy.wait_days else []
    if policy.sitters or policy.officers:
        who = "the sitter whom you have named" if policy.sitters else ""
        mate = "another player of your side" if policy.officers else ""
        steps.append(f"{' or '.join(filter(None, (who, mate)))} orders for you, if there is one")
    if policy.bot:
        steps.append(f"the bot {policy.bot} orders for you at the deadlines you miss")
    else:
        steps.append("your advance and standing orders are used at the deadlines you miss")
    return _sentence(steps)


def when_nothing_comes(record: Record, seat: str) -> str:
    """What happens to a seat from which nothing comes in the open turn, step by step."""
    policy, stored = record.ledger.policy, any(current_orders(record, seat).units.values())
    by_rule = "your advance and standing orders are used" if stored else "your units act by the game's rule for missing orders"
    if stored and policy.use_standing:
        return f"If you file nothing, {by_rule}, and nobody waits for you."
    steps = [*_moves(record, seat), f"the bot {policy.bot} orders for you" if policy.bot else by_rule]
    words = f"If you file nothing, {', then '.join(steps)}."
    if policy.offer_after:
        return f"{words} Whoever misses {count(policy.offer_after, 'turn')} in a row loses the seat."
    return words


def _moves(record: Record, seat: str) -> Iterator[str]:
    """The steps that can still move the deadline of the open turn for this seat."""
    ledger, policy = record.ledger, record.ledger.policy
    left = policy.excuses - ledger.excuses_used.get(seat, 0)
    if left > 0 and "excuse" not in ledger.awaited:
        yield f"the deadline moves by {policy.excuse_hours:g} hours for one of your {left} excuses"
    if policy.grace_hours and "grace" not in ledger.awaited:
        yield f"the deadline waits {policy.grace_hours:g} hours more, once"
    if who := _who_orders(record, seat):
        hours = f" and has {policy.sitter_hours:g} hours for it" if "sitter" not in ledger.awaited else ""
        yield f"{who} is called{hours}"


def _who_orders(record: Record, seat: str) -> str:
    """Who may be called to order for the seat, in words; "" for nobody, and when somebody is called already."""
    ledger = record.ledger
    if seat in ledger.sitting:
        return ""
    if ledger.policy.sitters and seat in ledger.sitters:
        return "your sitter"
    mates = [mate for mate in ledger.mates(seat) if is_person(ledger.players.get(mate, ""))]
    return "another player of your side" if ledger.policy.officers and mates else ""


def _sentence(steps: list[str]) -> str:
    """`The deadline waits. After that, the bot orders.`"""
    first, *others = (f"{step[0].upper()}{step[1:]}." for step in steps)
    return " ".join([first, *(f"After that, {step[0].lower()}{step[1:]}" for step in others)])
