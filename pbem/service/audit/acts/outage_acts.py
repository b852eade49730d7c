"""Deadlines that moved for an outage, or because the clock was set back.

That there was an outage then, and that the clock had been ahead, nobody can find in the log; what followed from it can be.
"""

from __future__ import annotations

from events.platform import DeadlineSet, OutageHealed
from pbem.service.audit.acts.moment import Act, Moment
from pbem.service.context import ActRefused
from pbem.service.history import OPERATOR
from pbem.service.outages.healing import healed
from pbem.service.outages.merge import DOORS, Outage
from pbem.service.outages.tables import OPERATOR_DOOR
from pbem.service.turns.clock_jumps import set_back


def heals(moment: Moment, first: OutageHealed) -> Act:
    """The deadline was in the window of the outage, and moves by what was lost."""
    if not first.doors or not {*first.doors} <= {*DOORS, OPERATOR_DOOR}:
        raise ActRefused("no door of the service was shut")
    outage = Outage(first.began, first.ended, tuple(first.doors), first.why)
    return Act(healed(moment.record, outage, moment.now))


def mends_deadline(moment: Moment, first: DeadlineSet) -> Act:
    """The deadline had been counted from a time that was not yet, and comes sooner."""
    if first.cause != "clock" or first.by not in ("", OPERATOR):
        raise ActRefused("no clock was set back here")
    return Act(set_back(moment.record, first.due, first.by, moment.now))
