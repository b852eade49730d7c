"""CMP-2.7: the end of a battle at a table, from a game master's text; and what it would make of the units."""

from __future__ import annotations

from datetime import datetime

from events.platform import Actor
from pbem.campaign.language.battle_results import read_result
from pbem.campaign.model.state import State
from pbem.campaign.rules.taking_over import BattleEnd
from pbem.core.state.record import Record
from pbem.core.texts.text_limits import check_bounds
from pbem.service.campaigns.by_hand import hand_report
from pbem.service.campaigns.campaign_log import campaign_state, the_battle
from pbem.service.campaigns.take_over import reported
from pbem.service.context import ActRefused

VERDICT = "entered by hand"


def read_end(record: Record, number: int, text: str, why: str, by: Actor) -> BattleEnd:
    """The end of a battle as the text tells it.

    Raises:
        ActRefused: anything in it is wrong or missing; every problem with its line.
        TooLong: it is longer than any such text has to be.
    """
    check_bounds(text)
    result = read_result(campaign_state(record), the_battle(record, number), text)
    if result.problems:
        raise ActRefused("\n".join(map(str, result.problems)))
    return BattleEnd("", "", result.outcome, result.winners, VERDICT, result.muster, result.deeds, why=why, by=by)


def after_report(record: Record, number: int, end: BattleEnd, now: datetime) -> State:
    """The campaign as it would be when the battle has been reported so: by the very function that reports it.

    Nothing is written. Raises what `report_by_hand` does.
    """
    copy = record.copy()
    reported(copy, hand_report(copy, number, end), now)
    return campaign_state(copy)
