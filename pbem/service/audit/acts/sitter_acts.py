"""Who orders for the player of a seat: named by the player or a game master, declined, and not needed any more."""

from __future__ import annotations

from events.platform import AbsenceSet, SitterLeft, SitterNamed
from pbem.service.audit.acts import master_acts
from pbem.service.audit.acts.moment import Act, Moment, check_actor
from pbem.service.context import ActRefused
from pbem.service.history import PLAYER
from pbem.service.ladder.sitters import declined, named, returned


def names(moment: Moment, first: SitterNamed) -> Act:
    """A sitter is named, or the naming is taken back; by nobody who runs or plays it, who was named has declined."""
    record, now = moment.record, moment.now
    if not first.by:
        return Act(declined(record, first.seat, record.ledger.sitters.get(first.seat, ""), now))
    if first.by != PLAYER:
        check_actor(record, first.by)
    return Act(named(record, first.seat, first.sitter, first.why, now, first.by))


def leaves(moment: Moment, first: SitterLeft) -> Act:
    """Who orders for the player leaves because of what comes next: another is named, or a game master says they are back."""
    second = moment.ahead[1]
    event = second.event if second else None
    if isinstance(event, SitterNamed):
        return names(moment, event)
    if isinstance(event, AbsenceSet):
        return master_acts.sets_absence(moment, event)
    raise ActRefused("nothing came next because of which they left")


def comes_back(moment: Moment, first: SitterLeft) -> Act:
    """The player orders for the seat themselves again."""
    return Act(returned(moment.record, first.seat))


def declines(moment: Moment, first: SitterLeft) -> Act:
    """An officer of the side, who ordered for the player though nobody had named them, does not want to."""
    record = moment.record
    return Act(declined(record, first.seat, record.ledger.sitting.get(first.seat, ""), moment.now))
