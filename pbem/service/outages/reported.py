"""Outages that the operator tells us of, and what they are told: doors that are shut, and what was not long ago."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem.core.game.phrases import count
from pbem.service.context import ActRefused, ServiceContext, minute, stamp
from pbem.service.decide import reason
from pbem.service.outages.doors import shut
from pbem.service.outages.tables import OPERATOR_DOOR, Span, keep_outage, kept_outages

LONGEST = timedelta(days=60)
FARTHEST = timedelta(days=366)
"""Neither longer, nor farther from now: a slip of the pen must not put all games to sleep."""
RECENT = timedelta(days=30)


def report_outage(context: ServiceContext, began: datetime, ended: datetime, why: str) -> None:
    """No orders could be taken then, or can be when it comes; the next heartbeat moves deadlines for it. Raises ActRefused."""
    began, ended, now = began.astimezone(UTC), ended.astimezone(UTC), context.now()
    if ended <= began:
        raise ActRefused("an outage ends after it begins: say FROM first, then TO")
    if ended - began > LONGEST:
        raise ActRefused(f"an outage lasts {LONGEST.days} days at most; pause the games instead")
    if not now - FARTHEST <= began <= now + FARTHEST:
        raise ActRefused(f"{minute(stamp(began))} is more than a year away: look at the date")
    clean = reason(why)
    with context.database.write() as con:
        keep_outage(con, Span(OPERATOR_DOOR, stamp(began), stamp(ended), clean))


def listed(context: ServiceContext) -> list[Span]:
    """All outages, oldest first; those of doors that are shut now come last, with the id 0."""
    return [*kept_outages(context), *shut(context)]


def state(context: ServiceContext) -> str:
    """In a sentence, for whoever looks whether all is well. Raises ValueError when a door is shut."""
    failing = shut(context)
    if failing:
        words = "; ".join(f"{span.door} since {minute(span.began)} ({span.why})" for span in failing)
        raise ValueError(f"no orders come in by {words}: mend that; games wait for it, a week at most")
    since, now = stamp(context.now() - RECENT), stamp(context.now())
    recent = [span for span in kept_outages(context) if since <= span.ended and span.began <= now]
    if not recent:
        return f"all doors are open, and no outage was in the last {RECENT.days} days"
    last = recent[-1]
    number = f"{count(len(recent), 'outage')} in the last {RECENT.days} days"
    return f"all doors are open; {number}, the last from {minute(last.began)} to {minute(last.ended)} ({last.door})"
