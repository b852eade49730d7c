"""What the clock does when a deadline comes, and turns that are resolved, undone and played again."""

from __future__ import annotations

from events.platform import GameReopened, OrdersAwaited, ResolvedNow, RolledBack, SeedDrawn, SitterCalled, StoodIn, TurnLocked
from pbem.service.audit.acts.moment import Act, Moment, check_actor
from pbem.service.context import ActRefused
from pbem.service.going_back import RollBack, rolled_back
from pbem.service.history import CAMPAIGN
from pbem.service.ladder.missing import awaited
from pbem.service.turns.close import closed, closed_now, due
from pbem.service.turns.rollback import Rerun, played_again


def waits(moment: Moment, first: OrdersAwaited | SitterCalled) -> Act:
    """The deadline came, and moves for those whose orders are missing, or somebody is called who orders for them."""
    if not due(moment.record, moment.now):
        raise ActRefused("the deadline had not come")
    return Act(awaited(moment.record, moment.now))


def closes(moment: Moment, first: StoodIn | TurnLocked) -> Act:
    """The deadline came, and the turn is resolved."""
    record, now, refused = moment.record.copy(), moment.now, ""
    if not due(record, now):
        refused = "the turn was not due"
    elif awaited(record, now):
        refused = "the deadline had to move first for those whose orders were missing"
    return Act(closed(record, now, moment.filed), record, refused)


def closes_now(moment: Moment, first: ResolvedNow) -> Act:
    """The turn is resolved before its deadline."""
    check_actor(moment.record, first.by)
    record = moment.record.copy()
    return Act(closed_now(record, first.why, first.by, moment.now, moment.filed), record)


def goes_back(moment: Moment, first: RolledBack) -> Act:
    """Back to the end of an earlier turn; or a turn is played again."""
    check_actor(moment.record, first.by, or_campaign=not first.again)
    if first.by == CAMPAIGN:
        moment.battles.check_back(moment.record, first.to, first.why, moment.now)
    if not first.again:
        back = RollBack(first.to, first.why, first.by, moment.now, lambda n: b"")
        return Act(rolled_back(moment.record, moment.past, back))
    record = moment.record.copy()
    return Act(played_again(record, moment.past, Rerun(first.again, first.why, first.by, moment.now)), record)


def reopens(moment: Moment, first: GameReopened) -> Act:
    """Back from the end of the game, with the new seed that the next event holds."""
    check_actor(moment.record, first.by, or_campaign=True)
    drawn, back = moment.ahead[1], moment.ahead[2]
    if not moment.record.ledger.ended:
        raise ActRefused("the game was not over")
    if drawn is None or back is None or not isinstance(drawn.event, SeedDrawn) or not isinstance(back.event, RolledBack):
        raise ActRefused("no new seed was drawn, or no roll-back follows")
    if first.by == CAMPAIGN:
        moment.battles.check_back(moment.record, back.event.to, first.why, moment.now)
    seed = bytes.fromhex(drawn.event.seed)
    return Act(
        rolled_back(moment.record, moment.past, RollBack(back.event.to, first.why, first.by, moment.now, lambda n: seed))
    )
