"""What each event does to the state of a campaign: the whole, or what one reader was shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.campaign.battles import (
    BattleDecided,
    BattleOpened,
    BattleReported,
    Ended,
    Honoured,
    NodeOpened,
    UnitReturned,
)
from events.campaign.masters import ScoreSet, UnitTaken
from events.campaign.opening import CampaignBegun, PointsSet, UnitJoined
from events.campaign.refit import (
    BattleSet,
    CommanderMoved,
    ForceSent,
    OrderLapsed,
    RefitBegun,
    Refused,
    Repaired,
    Scouted,
    Transferred,
)
from events.campaign.rounds import SatOut, TurnEnded
from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.model.state import Battle, CampaignUnit, Report, State, rounded
from pbem.core.fleets.fleet_units import Unit
from pbem.core.state import codec

Handler = Callable[[State, Any], None]


def _begun(state: State, e: CampaignBegun) -> None:
    state.scenario, state.options, state.seats = e.scenario, dict(e.options), dict(e.seats)
    state.file_if_known = codec.read(CampaignFile, e.file)
    state.limit = state.file.rounds
    state.scores = {side.id: 0.0 for side in state.file.sides}


def _joined(state: State, e: UnitJoined) -> None:
    commanders = [e.commander] if e.commander else []
    state.units[e.unit] = CampaignUnit(
        e.unit, e.side, e.fleet, e.book, e.unit_class, e.name, e.commander, dict(e.lacks), commanders=commanders
    )


def _points(state: State, e: PointsSet) -> None:
    state.purses[e.side] = e.points


def _refit(state: State, e: RefitBegun) -> None:
    state.round, state.battle_turn, state.fighting = e.number, 0, True


def _turn_ended(state: State, e: TurnEnded) -> None:
    state.played, state.battle_turn, state.fighting = (e.round, e.battle_turn), e.battle_turn, e.fighting


def _sat_out(state: State, e: SatOut) -> None:
    state.sat_out.append(e.side)
    state.scores[e.side] = state.scores.get(e.side, 0) + 1


def _lapsed(state: State, e: OrderLapsed) -> None:
    """Nothing has changed."""


def _repaired(state: State, e: Repaired) -> None:
    unit = state.units[e.unit]
    unit.lacks[e.item] = e.left
    if not e.left:
        del unit.lacks[e.item]
    state.purses[unit.side] = rounded(state.purses[unit.side] - e.points)


def _transferred(state: State, e: Transferred) -> None:
    state.units[e.unit].fleet = e.fleet


def _commander(state: State, e: CommanderMoved) -> None:
    unit = state.units[e.unit]
    unit.commander = e.commander
    if e.commander and e.commander not in unit.commanders:
        unit.commanders.append(e.commander)


def _scouted(state: State, e: Scouted) -> None:
    if e.found:
        state.scouted.setdefault(e.side, {})[e.battle] = list(e.units)


def _set(state: State, e: BattleSet) -> None:
    state.battles[e.battle] = Battle(e.battle, e.node, dict(e.sides), state.round)
    if e.node in state.open_nodes:
        state.open_nodes.remove(e.node)


def _sent(state: State, e: ForceSent) -> None:
    state.battles[e.battle].forces[e.side] = [codec.read(Unit, unit) for unit in e.units]
    for unit in e.units:
        state.units[unit["id"]].where = "battle"


def _refused(state: State, e: Refused) -> None:
    state.battles[e.battle].refused_by.append(e.side)


def _opened(state: State, e: BattleOpened) -> None:
    state.battles[e.battle].stream = e.stream


def _reported(state: State, e: BattleReported) -> None:
    state.reported = Report(e.battle, e.outcome, list(e.winners), e.verdict, dict(e.points), dict(e.units), list(e.deeds))


def _returned(state: State, e: UnitReturned) -> None:
    unit = state.units[e.unit]
    unit.side, unit.how, unit.lacks = e.side, e.how, dict(e.lacks)
    unit.where = "lost" if e.fate == "lost" else "port"
    unit.hits += e.hits
    unit.kills += e.kills
    unit.battles.append(e.battle)


def _honoured(state: State, e: Honoured) -> None:
    state.units[e.unit].honours.append(e.honour)


def _decided(state: State, e: BattleDecided) -> None:
    battle, report = state.battles[e.battle], state.reported
    battle.outcome, battle.winners, battle.points = e.outcome, list(e.winners), dict(e.points)
    if report is not None and report.battle == e.battle:
        battle.verdict, battle.units = report.verdict, report.units
    state.reported = None
    state.fought[e.node] = e.battle
    for side, points in e.points.items():
        state.scores[side] = rounded(state.scores.get(side, 0) + points)


def _node(state: State, e: NodeOpened) -> None:
    state.open_nodes.append(e.node)


def _taken(state: State, e: UnitTaken) -> None:
    state.units[e.unit].where = "taken"


def _score(state: State, e: ScoreSet) -> None:
    state.scores[e.side] = e.score


def _ended(state: State, e: Ended) -> None:
    state.over, state.winners, state.verdict = True, list(e.winners), e.verdict


HANDLERS: dict[type[Event], Handler] = {
    CampaignBegun: _begun,
    UnitJoined: _joined,
    PointsSet: _points,
    RefitBegun: _refit,
    TurnEnded: _turn_ended,
    SatOut: _sat_out,
    OrderLapsed: _lapsed,
    Repaired: _repaired,
    Transferred: _transferred,
    CommanderMoved: _commander,
    Scouted: _scouted,
    BattleSet: _set,
    ForceSent: _sent,
    Refused: _refused,
    BattleOpened: _opened,
    BattleReported: _reported,
    UnitReturned: _returned,
    Honoured: _honoured,
    BattleDecided: _decided,
    NodeOpened: _node,
    UnitTaken: _taken,
    ScoreSet: _score,
    Ended: _ended,
}


def apply(state: State, event: Event) -> None:
    """Write one event down in the state."""
    HANDLERS[type(event)](state, event)
