"""Take the end of a battle over, once: one append that reports it to the campaign and closes the battle turn with it.

What stands in the report is known by the battle's stream and head. A battle that is over in the campaign is not reported again,
so that taking over twice is once; and whoever dies in between has written all of it or nothing.
"""

from __future__ import annotations

from datetime import datetime

from events.base import Draft
from events.campaign.battles import BattleReported
from pbem.campaign.model.audiences import battle_audience
from pbem.campaign.rules.taking_over import report_of
from pbem.core.state.record import Record
from pbem.service.campaigns.battle_ends import battle_end
from pbem.service.campaigns.campaign_log import campaign_state, is_set_aside, the_battle
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import Decision, decide
from pbem.service.repository import keep_tenth, load, reading
from pbem.service.turns.close import play_out


def take_over(context: ServiceContext, campaign: str, battle: int) -> bool:
    """Report the battle to the campaign, if its game has ended and it was not yet. Was it reported now?

    Raises:
        Mismatch: the battle does not fit the campaign's units; nothing is taken over.
        Corrupt, NoSuchGame: the battle's log cannot be read; nothing is taken over.
    """

    def act(record: Record, now: datetime) -> Decision[int]:
        report = report_due(context, record, battle)
        turn = record.ledger.turn
        drafts = reported(record, report, now) if report else []
        return Decision(drafts, lambda: turn if drafts else 0, applied=True)

    closed = decide(context, campaign, act)
    if closed:
        keep_tenth(context, campaign, closed)
    return bool(closed)


def report_due(context: ServiceContext, record: Record, number: int) -> BattleReported | None:
    """The report of a battle whose game has ended, if the campaign waits for it. Raises what `take_over` does."""
    battle = the_battle(record, number)
    if battle.over or not battle.stream or record.ledger.ended:
        return None
    with reading(context, battle.stream) as fought:
        if not fought.ledger.ended or is_set_aside(context, record, battle):
            return None
        return report_from(context, record, number, fought)


def report_from(context: ServiceContext, record: Record, number: int, fought: Record) -> BattleReported:
    """The report of a battle from its game's record. Raises `Mismatch`."""
    state, battle = campaign_state(record), the_battle(record, number)
    if (fought.ledger.campaign, fought.ledger.battle) != (record.stream, number):
        raise ActRefused(f"{fought.stream} is not battle {number} of {record.stream}")
    return report_of(state, battle, battle_end(context, fought))


def reported(record: Record, report: BattleReported, now: datetime) -> list[Draft]:
    """The events that report a battle and close the campaign's battle turn with it. The record has folded all of them.

    Raises `ActRefused` for a battle that is over already, and for a campaign that is.
    """
    if record.ledger.ended:
        raise ActRefused(f"{record.stream} is over")
    if the_battle(record, report.battle).over:
        raise ActRefused(f"battle {report.battle} of {record.stream} is over already")
    audience = battle_audience(campaign_state(record), report.battle)
    before = [Draft(report, record.ledger.turn, "Battle", "CMP-3.1", audience)]
    return [*before, *play_out(record, before, now)]


def record_at(context: ServiceContext, stream: str, head: str) -> Record | None:
    """The record of a game as it was when its log ended with this hash (hex); None when the log has no such place."""
    version = context.store.version_of(stream, bytes.fromhex(head))
    if not version:
        return None
    whole = load(context, stream)
    if whole.head.version == version:
        return whole
    then = Record(context.games, stream)
    for entry in context.store.read(stream, 0, version):
        then.apply(entry.event, entry.audience)
        then.head = then.head._replace(version=entry.version, hash=entry.hash)
    return then
