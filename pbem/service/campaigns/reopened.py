"""CMP-8.2, CMP-8.3: a battle that is open again takes the campaign back; the games of battles that are void are ended, those
of a campaign that is over, too (CMP-4.1).
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from events.lists.battle_list import BattleRow
from events.platform import GameReopened
from pbem.core.state.record import Record
from pbem.service.campaigns.campaign_log import campaign_state, report_in_force, turn_of
from pbem.service.campaigns.unplayed import break_off
from pbem.service.context import ServiceContext, stamp
from pbem.service.decide import MAX_WHY, Decision, decide
from pbem.service.going_back import RollBack, rolled_back
from pbem.service.history import CAMPAIGN
from pbem.service.repository import keep_tenth, load, reading


def go_back(context: ServiceContext, campaign: str) -> bool:
    """Take the campaign back to the turn in which the first battle that is open again was set. Was there any?"""
    past = partial(load, context, campaign)

    def act(record: Record, now: datetime) -> Decision[int]:
        found = reopened(context, record)
        if not found:
            return Decision([], lambda: 0)
        battle = min(found, key=lambda number: turn_of(context, record, number))
        back = RollBack(turn_of(context, record, battle), found[battle], CAMPAIGN, now, context.entropy)
        turn = record.ledger.turn + record.ledger.ended
        return Decision(rolled_back(record, past, back), lambda: turn)

    closed = decide(context, campaign, act)
    if closed:
        keep_tenth(context, campaign, closed)
    return bool(closed)


def reopened(context: ServiceContext, record: Record, now: datetime | None = None) -> dict[int, str]:
    """The battles whose games are open again, or were, since their ends were taken over; by number, with the reason.

    As it was `now`: an audit asks what was known then.
    """
    found, until = {}, stamp(now) if now else ""
    for battle in campaign_state(record).battles.values():
        report = report_in_force(context, record, battle.number) if battle.over and battle.stream else None
        if report is None or report.stream != battle.stream:  # it never had a game, or was reported by hand
            continue
        since = context.store.version_of(battle.stream, bytes.fromhex(report.head))
        entries = context.store.select(battle.stream, [GameReopened], since)
        again = [entry.event for entry in entries if not until or entry.at <= until]
        if again and isinstance(again[-1], GameReopened):
            found[battle.number] = f"battle {battle.number} ({battle.stream}) goes on: {again[-1].why}"[:MAX_WHY]
    return found


def end_void(context: ServiceContext, campaign: str) -> bool:
    """End the games of battles that the campaign does not wait for (any more). Was there any?"""
    with reading(context, campaign) as record:
        void = void_games(context, record)
    for stream, why in void.items():
        break_off(context, stream, why)
    return bool(void)


def void_games(context: ServiceContext, record: Record) -> dict[str, str]:
    """The games that go on for nothing, each with the reason."""
    rows = [row for row in context.store.battles(record.stream) if row.status != "ended"]
    return {row.stream: why[:MAX_WHY] for row in rows if (why := _why_void(record, row))}


def _why_void(record: Record, row: BattleRow) -> str:
    """Why nothing depends on a game any more; "" while something does."""
    campaign, battle = record.stream, campaign_state(record).battles.get(row.battle)
    if battle is None:
        return f"{campaign} went back: battle {row.battle} is not fought any more"
    if battle.over:
        return f"battle {row.battle} of {campaign} is over: {battle.verdict or battle.outcome}"
    if record.ledger.ended:
        return f"battle {row.battle} is void: {campaign} is over: {record.ledger.verdict}"
    if battle.stream not in ("", row.stream):
        return f"{campaign} went back: battle {row.battle} is fought again, as {battle.stream}"
    return ""
