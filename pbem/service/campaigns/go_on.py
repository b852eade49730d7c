"""What the heartbeat does for campaigns: battles are opened, taken over, settled. Safe to run anywhere, any number of times."""

from __future__ import annotations

import logging
from collections.abc import Callable

from events.store import Corrupt
from pbem.campaign.rules.taking_over import Mismatch
from pbem.core.game.options import NoScenario
from pbem.service.campaigns.battle_games import battle_game, check_opening, open_battle
from pbem.service.campaigns.battle_seats import seat_players
from pbem.service.campaigns.campaign_log import all_seated, campaign_state, the_battle
from pbem.service.campaigns.reopened import end_void, go_back
from pbem.service.campaigns.take_over import report_due, take_over
from pbem.service.campaigns.unplayed import settle, time_up
from pbem.service.context import ActRefused, NoSuchGame, ServiceContext, stamp
from pbem.service.repository import reading

log = logging.getLogger(__name__)

NEVER = "~"
"""Later than any time."""
TROUBLES = (Mismatch, Corrupt, NoSuchGame, NoScenario, ActRefused)
"""What keeps one battle from going on, and only that one."""


def _never() -> bool:
    return False


def go_on(context: ServiceContext, stop: Callable[[], bool] = _never) -> None:
    """Do in every campaign what follows from its battles. One that nothing has happened in is only looked up in a table.

    A campaign that cannot be gone on with is logged and left as it is; the others go on. Once `stop` says so, nothing more is
    begun: it is found again the next time.
    """
    for stream, so_far in context.store.live_campaigns().items():
        if stop():
            return
        now = stamp(context.now())
        before, until = context.idle.get(stream, ("", ""))
        if before == so_far and now < until:
            continue
        try:
            context.idle[stream] = _settled(context, stream, so_far, stop), next_look(context, stream)
        except (Corrupt, NoSuchGame) as e:
            log.error("%s cannot be played on: %s", stream, e)
            context.idle[stream] = so_far, NEVER
        except Exception:
            log.exception("%s: its battles could not be seen to; the log is as it was", stream)


def _settled(context: ServiceContext, campaign: str, so_far: str, stop: Callable[[], bool]) -> str:
    """Do all that follows, one thing after the other. Returns how far the campaign was when nothing was left to do."""
    while one_step(context, campaign):
        if stop():
            return ""
        so_far = context.store.live_campaigns().get(campaign, "")
    return so_far


def one_step(context: ServiceContext, campaign: str) -> bool:
    """The next thing that follows from the battles of a campaign. Was there any? That of a paused campaign waits.

    Raises `Corrupt` or `NoSuchGame` when the campaign itself cannot be read.
    """
    with reading(context, campaign) as record:
        if record.ledger.paused and not record.ledger.ended:
            return False
    return (
        _unless_troubled(campaign, lambda: go_back(context, campaign))
        or any(_see_to(context, campaign, number) for number in _waiting(context, campaign))
        or _unless_troubled(campaign, lambda: end_void(context, campaign))
    )


def _waiting(context: ServiceContext, campaign: str) -> list[int]:
    """The battles that a campaign waits for. One that is over waits for none."""
    with reading(context, campaign) as record:
        return [] if record.ledger.ended else [battle.number for battle in campaign_state(record).waiting]


def _see_to(context: ServiceContext, campaign: str, number: int) -> bool:
    """One battle: its game, its end, its time, its players."""
    return _unless_troubled(campaign, lambda: _next_of(context, campaign, number))


def _next_of(context: ServiceContext, campaign: str, number: int) -> bool:
    if open_battle(context, campaign, number) or take_over(context, campaign, number):
        return True
    with reading(context, campaign) as record:
        battle = the_battle(record, number)
        if not battle.stream:
            return False
        until = time_up(context, record, battle)
        if until and until <= context.now():
            return settle(context, record, battle)
        return seat_players(context, record, battle)


def _unless_troubled(campaign: str, act: Callable[[], bool]) -> bool:
    """One battle's trouble must not stop the others: it is logged, and its game master finds it among what needs them."""
    try:
        return act()
    except TROUBLES as e:
        log.error("%s: %s", campaign, e)
        return False


def next_look(context: ServiceContext, campaign: str) -> str:
    """When something follows from the clock alone: the time of a battle has passed."""
    now = context.now()
    with reading(context, campaign) as record:
        times = [time_up(context, record, battle) for battle in campaign_state(record).waiting]
    ups = [until for until in times if until and until > now]
    return stamp(min(ups)) if ups else NEVER


def troubles(context: ServiceContext, campaign: str) -> list[str]:
    """What keeps battles of a campaign from going on, a sentence each."""
    found = []
    with reading(context, campaign) as record:
        for battle in [] if record.ledger.ended else campaign_state(record).waiting:
            try:
                if not battle.stream and all_seated(record):
                    check_opening(battle_game(context, record, battle))
                report_due(context, record, battle.number)
            except TROUBLES as e:
                found.append(f"Battle {battle.number} ({battle.stream or 'without a game'}): {e}")
    return found
