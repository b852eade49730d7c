"""CMP-8.1: what a game master or the operator does to a campaign, each with a reason that all players read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from events.base import EVERYONE, Draft, Event
from events.campaign.battles import BattleReported
from events.campaign.opening import UnitJoined
from events.platform import Actor
from pbem.campaign.model.campaign_file import FileUnit
from pbem.campaign.rules import masters
from pbem.campaign.rules.taking_over import BattleEnd, Mismatch, report_of
from pbem.core.fleets.fleet_units import Deed, Muster, UnitEnd
from pbem.core.state.record import Record
from pbem.service.campaigns.campaign_log import campaign_state, the_battle, turn_of
from pbem.service.campaigns.take_over import reported
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import Decision, change, decide, reason
from pbem.service.games.game_master import announced
from pbem.service.history import MASTER
from pbem.service.repository import keep_tenth, reading
from pbem.service.turns.rollback import roll_back


def add_unit(context: ServiceContext, campaign: str, side: str, unit: FileUnit, why: str, by: Actor = MASTER) -> None:
    """A unit joins a side."""
    change(context, campaign, lambda record, now: unit_added(record, side, unit, why, by))


def unit_added(record: Record, side: str, unit: FileUnit, why: str, by: Actor) -> list[Draft]:
    """The event by which a unit joins. Raises ActRefused."""
    return _done(record, EVERYONE, lambda: masters.add_unit(campaign_state(record), side, unit, reason(why), by))


def as_file_unit(joined: UnitJoined) -> FileUnit:
    """The unit that joined, as a campaign file would list it."""
    return FileUnit(
        joined.unit, joined.unit_class, joined.book, joined.name, joined.fleet, joined.commander, dict(joined.lacks)
    )


def take_unit(context: ServiceContext, campaign: str, unit: str, why: str, by: Actor = MASTER) -> None:
    """A unit is taken out of the campaign."""
    change(context, campaign, lambda record, now: unit_taken(record, unit, why, by))


def unit_taken(record: Record, unit: str, why: str, by: Actor) -> list[Draft]:
    """The event by which a unit is taken out. Raises ActRefused."""
    return _done(record, EVERYONE, lambda: masters.take_unit(campaign_state(record), unit, reason(why), by))


def set_points(context: ServiceContext, campaign: str, side: str, points: float, why: str, by: Actor = MASTER) -> None:
    """A side has so many points for refits from now on."""
    change(context, campaign, lambda record, now: points_set(record, side, points, why, by))


def points_set(record: Record, side: str, points: float, why: str, by: Actor) -> list[Draft]:
    """The event that sets a side's points, which its side sees; the reason all players read. Raises ActRefused."""
    drafts = _done(record, side, lambda: masters.set_points(campaign_state(record), side, points, reason(why), by))
    return [*drafts, *announced(record, f"The points of {side} for refits were set anew: {reason(why)}", by)]


def set_score(context: ServiceContext, campaign: str, side: str, score: float, why: str, by: Actor = MASTER) -> None:
    """A side has so many points of victory from now on."""
    change(context, campaign, lambda record, now: score_set(record, side, score, why, by))


def score_set(record: Record, side: str, score: float, why: str, by: Actor) -> list[Draft]:
    """The event that sets a side's points of victory. Raises ActRefused."""
    return _done(record, EVERYONE, lambda: masters.set_score(campaign_state(record), side, score, reason(why), by))


def _done(record: Record, audience: str, act: Callable[[], Event]) -> list[Draft]:
    try:
        return [Draft(act(), record.ledger.turn, "", "CMP-8.1", audience)]
    except masters.NotPossible as e:
        raise ActRefused(str(e)) from e


# ---------------------------------------------------------------- the end of a battle from a table


def report_by_hand(context: ServiceContext, campaign: str, end: BattleEnd, battle: int) -> None:
    """Report a battle to the campaign by hand. Raises ActRefused, also for units that do not fit."""

    def act(record: Record, now: datetime) -> Decision[int]:
        turn, report = record.ledger.turn, hand_report(record, battle, end)
        return Decision(reported(record, report, now), lambda: turn, applied=True)

    keep_tenth(context, campaign, decide(context, campaign, act))


def hand_report(record: Record, battle: int, end: BattleEnd) -> BattleReported:
    """The event that reports a battle so. Raises ActRefused, also for units that do not fit."""
    reason(end.why)
    found = the_battle(record, battle)
    if found.over:
        raise ActRefused(f"battle {battle} of {record.stream} is over already: {found.verdict or found.outcome}")
    try:
        return report_of(campaign_state(record), found, end)
    except Mismatch as e:
        raise ActRefused(str(e)) from e


def reported_again(record: Record, told: BattleReported) -> BattleReported:
    """A report by hand, made again from what it says. Raises what `hand_report` does."""
    battle = the_battle(record, told.battle)
    plays = battle.sides
    if unknown := [side for side in told.winners if side not in plays]:
        raise ActRefused(f"{', '.join(unknown)} did not fight in battle {told.battle}")
    classes = {unit.id: unit.unit_class for force in battle.forces.values() for unit in force}
    units = {
        id: UnitEnd(classes.get(id, ""), plays.get(unit["side"], ""), unit["fate"], unit["how"], dict(unit["after"]))
        for id, unit in told.units.items()
    }
    end = BattleEnd(
        "",
        "",
        told.outcome,
        [plays[side] for side in told.winners],
        told.verdict,
        Muster(units, {plays[side]: points for side, points in told.points.items()}),
        [Deed(deed["unit"], "kill" if deed["what"] == "kill" else "hit", deed["target"]) for deed in told.deeds],
        why=told.why,
        by=told.by,
    )
    return hand_report(record, told.battle, end)


# ---------------------------------------------------------------- a battle is played again


def replay_battle(context: ServiceContext, campaign: str, number: int, why: str, by: Actor = MASTER) -> None:
    """Play a battle again. The campaign goes back to when it was set; one that goes on still goes back to its own opening."""
    with reading(context, campaign) as record:
        battle = the_battle(record, number)
        turn = turn_of(context, record, number)
    if battle.over:
        roll_back(context, campaign, turn, why, by)
    elif battle.stream:
        roll_back(context, battle.stream, 0, why, by)
    else:
        raise ActRefused(f"battle {number} of {campaign} is not being fought yet")
