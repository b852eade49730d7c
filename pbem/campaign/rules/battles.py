"""CMP-2, CMP-3.5 to CMP-3.8: battles are set and forces sent, and what the end of a battle makes of the campaign."""

from __future__ import annotations

from collections.abc import Mapping

from events.base import EVERYONE
from events.base import audience as of_ids
from events.campaign.battles import BattleDecided, NodeOpened, Outcome
from events.campaign.opening import PointsSet
from events.campaign.refit import BattleSet, ForceSent, OrderLapsed, Refused
from pbem.campaign.language.places import upcoming
from pbem.campaign.model.audiences import battle_audience, node_audience
from pbem.campaign.model.state import Battle, CampaignUnit, State, rounded
from pbem.campaign.rules import forces
from pbem.campaign.rules.commands import Assigned
from pbem.core.game.turn import Turn
from pbem.core.state import codec


def set_up(turn: Turn[State], assigned: Mapping[str, Assigned]) -> None:
    """CMP-2.1: a battle at every open node, in the order of the file."""
    numbers = upcoming(turn.state)
    for number, node in numbers.items():
        sides = {side: brings.plays for side, brings in turn.state.file.node(node).sides.items()}
        set_one(turn, number, node, sides)
    orders = {side: assigned.get(side, Assigned()) for side in turn.state.sides}
    for number in numbers:
        _send(turn, turn.state.battles[number], orders)


def set_one(turn: Turn[State], number: int, node: str, sides: dict[str, str]) -> None:
    """CMP-2.1: a battle between these sides, each of which plays one of the scenario."""
    event = BattleSet(number, node, sides)
    turn.emit(event, "CMP-7.5" if turn.state.file.pairing else "CMP-2.1", _audience(turn.state, sides))


def _audience(state: State, sides: Mapping[str, str]) -> str:
    return of_ids(*sides) if state.fogged else EVERYONE


def _send(turn: Turn[State], battle: Battle, orders: Mapping[str, Assigned]) -> None:
    """CMP-2.2: what each side sends, unless one of them does not fight."""
    state = turn.state
    going = {side: _going(state, battle, side, orders[side]) for side in battle.sides}
    staying = [side for side, units in going.items() if units is None]
    for side in staying:
        rule = "CMP-5.6" if battle.node in orders[side].refused else "CMP-2.4"
        turn.emit(Refused(battle.number, side), rule, battle_audience(state, battle.number))
    if staying:
        winners = [side for side in battle.sides if side not in staying]
        decide(turn, battle, "refused" if winners else "not played", winners, {})
        return
    for side, units in going.items():
        _send_side(turn, battle, side, units or [], orders[side].to(battle.node))


def _send_side(turn: Turn[State], battle: Battle, side: str, units: list[CampaignUnit], assigned: list[str]) -> None:
    """CMP-5.5: those that were assigned and may go; CMP-5.10: others if none were. A printed side sends none."""
    if units:
        sent = [codec.dump(unit.unit) for unit in units]
        turn.emit(ForceSent(battle.number, side, sent), "CMP-5.5" if assigned else "CMP-5.10", side)
    for unit in assigned:
        if unit not in [each.id for each in units]:
            why = f"{unit} may not go there, or has no place"
            turn.emit(OrderLapsed(side, f"ASSIGN {unit} TO {battle.node}", why), "CMP-2.2", side)


def _going(state: State, battle: Battle, side: str, orders: Assigned) -> list[CampaignUnit] | None:
    """The units that a side sends, none of a printed one; None: it does not fight (CMP-2.4, CMP-5.6)."""
    node = state.node_of(battle)
    if battle.node in orders.refused:
        return None
    assigned = [state.units[id] for id in orders.to(battle.node) if state.units[id].at_hand]
    going = forces.sent(node, side, assigned, forces.at_hand(state, side, orders.units))
    return going if forces.can_fight(node, side, going) else None


# ---------------------------------------------------------------- what a battle is worth


def decide(turn: Turn[State], battle: Battle, outcome: Outcome, winners: list[str], points: Mapping[str, float]) -> None:
    """CMP-3.5: a battle is over; `points` are the rule book's own, by side. CMP-3.6, CMP-3.8: what follows."""
    rule = "CMP-2.4" if outcome in ("refused", "not played") else "CMP-3.5"
    won = victory_points(turn.state, battle, outcome, winners, points)
    decided = BattleDecided(battle.number, battle.node, outcome, list(winners), won)
    turn.emit(decided, rule, battle_audience(turn.state, battle.number))
    _pay(turn, battle, winners, points)
    follow_edges(turn, battle)


def victory_points(
    state: State, battle: Battle, outcome: Outcome, winners: list[str], points: Mapping[str, float]
) -> dict[str, float]:
    """CMP-3.5: the value of the node, half of it to each side in a draw (several winners share it), and a share of the rule
    book's points. CMP-7.1: with a pairing the value is 1.
    """
    if outcome == "not played":
        return {}
    node = state.node_of(battle)
    value = 1.0 if state.file.pairing else node.value
    found = {side: node.share * points.get(side, 0) for side in battle.sides}
    for side in winners or (battle.sides if outcome == "drawn" else []):
        found[side] += value / len(winners) if winners else value / 2
    return {side: rounded(number) for side, number in found.items() if number}


def _pay(turn: Turn[State], battle: Battle, winners: list[str], points: Mapping[str, float]) -> None:
    """CMP-3.6: for a battle won, and for the rule book's points."""
    refits = turn.state.file.refits
    if refits is None or not turn.state.refitted:
        return
    for side in battle.sides:
        earned = rounded(refits.won * (side in winners) + refits.earned * points.get(side, 0))
        if earned > 0:
            purse = rounded(turn.state.purses[side] + earned)
            turn.emit(PointsSet(side, purse, f"{earned:g} for battle {battle.number}"), "CMP-3.6", side)


def follow_edges(turn: Turn[State], battle: Battle) -> None:
    """CMP-3.8: the nodes that can be fought for in the next round because of this battle."""
    state = turn.state
    if state.file.pairing:
        return
    happened = {"", *battle.winners, *([battle.outcome] if battle.outcome in ("drawn", "not played") else [])}
    fought = {other.node for other in state.battles_of_round(state.round) if other.number != battle.number}
    for edge in state.node_of(battle).edges:
        if edge.when in happened and edge.to not in fought and edge.to not in state.open_nodes:
            turn.emit(NodeOpened(edge.to, battle.node), "CMP-3.8", node_audience(state, edge.to))
