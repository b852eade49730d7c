"""What is done to a campaign from outside its rules, and by a campaign to its battles."""

from __future__ import annotations

from events.campaign.battles import BattleOpened, BattleReported
from events.campaign.masters import ScoreSet, UnitTaken
from events.campaign.opening import PointsSet, UnitJoined
from events.platform import GameEnded
from pbem.service.audit.acts.moment import Act, Moment, check_actor
from pbem.service.campaigns.battle_games import linked
from pbem.service.campaigns.by_hand import as_file_unit, points_set, reported_again, score_set, unit_added, unit_taken
from pbem.service.campaigns.take_over import reported
from pbem.service.campaigns.unplayed import broken_off
from pbem.service.context import ActRefused
from pbem.service.games.game_master import ended_by
from pbem.service.history import CAMPAIGN


def opens(moment: Moment, first: BattleOpened) -> Act:
    """A battle is played as a game, which was opened for it."""
    moment.battles.check(moment.record, first.battle, first.stream)
    return Act(linked(moment.record, first.battle, first.stream))


def reports(moment: Moment, first: BattleReported) -> Act:
    """The end of a battle is taken over, as the log of its game has it; or a game master has entered it."""
    if first.stream:
        report = moment.battles.report(moment.record, first)
    else:
        check_actor(moment.record, first.by)
        report = reported_again(moment.record, first)
    record = moment.record.copy()
    return Act(reported(record, report, moment.now), record)


def adds_unit(moment: Moment, first: UnitJoined) -> Act:
    """A unit comes into the campaign."""
    check_actor(moment.record, first.by)
    return Act(unit_added(moment.record, first.side, as_file_unit(first), first.why, first.by))


def takes_unit(moment: Moment, first: UnitTaken) -> Act:
    """A unit is taken out."""
    check_actor(moment.record, first.by)
    return Act(unit_taken(moment.record, first.unit, first.why, first.by))


def sets_points(moment: Moment, first: PointsSet) -> Act:
    """A side has so many points for refits."""
    check_actor(moment.record, first.by)
    return Act(points_set(moment.record, first.side, first.points, first.why, first.by))


def sets_score(moment: Moment, first: ScoreSet) -> Act:
    """A side has so many points of victory."""
    check_actor(moment.record, first.by)
    return Act(score_set(moment.record, first.side, first.score, first.why, first.by))


def ends_battle(moment: Moment, first: GameEnded) -> Act:
    """The campaign ends the game of a battle: its time has passed, or nothing depends on it any more."""
    ledger = moment.record.ledger
    if first.by != CAMPAIGN or not ledger.campaign:
        raise ActRefused("neither the rules nor a game master ended the game here")
    if not {*first.winners} < {*ledger.seats.values()}:
        raise ActRefused("not all sides can have won a battle that was refused, and no others")
    moment.battles.check_winners(moment.record, first.winners)
    return Act(broken_off(moment.record, first.winners, first.verdict.removeprefix(ended_by(first.by))))
