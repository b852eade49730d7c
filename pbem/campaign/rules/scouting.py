"""CMP-6: scouts are paid with the refits, and look when the forces have been sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from events.campaign.opening import PointsSet
from events.campaign.refit import OrderLapsed, Scouted
from pbem.campaign.model.state import Battle, State, rounded
from pbem.campaign.rules.commands import Command, scouted
from pbem.core.game.turn import Turn
from pbem.core.state import codec


@dataclass(frozen=True)
class Scouting:
    """A side has paid for scouts at a node."""

    side: str
    node: str


def pay(turn: Turn[State], side: str, given: Iterable[Command]) -> list[Scouting]:
    """CMP-6.1: what scouts cost. Those that cannot be paid stay at home (CMP-5.7)."""
    found = []
    for node, command in scouted(turn.state, given).items():
        price, why = turn.state.file.refits.scouts if turn.state.file.refits else 0.0, ""
        if not price:
            why = "this campaign has no scouts"
        elif side not in turn.state.file.node(node).sides:
            why = "this side does not fight there"
        elif turn.state.purses[side] < price:
            why = f"scouts cost {price:g} points, and there are {turn.state.purses[side]:g}"
        if why:
            turn.emit(OrderLapsed(side, command.words, why), "CMP-6.1", side)
        else:
            left = rounded(turn.state.purses[side] - price)
            turn.emit(PointsSet(side, left, f"{price:g} for scouts"), "CMP-6.1", side)
            found.append(Scouting(side, node))
    return found


def look(turn: Turn[State], paid: Iterable[Scouting]) -> None:
    """CMP-6.2: a die for each; from the file's number on the scouts find what is sent against their side."""
    refits = turn.state.file.refits
    for each in paid:
        battle = next(battle for battle in turn.state.battles_of_round(turn.state.round) if battle.node == each.node)
        (die,) = turn.roll(1, 6, f"scouts of {each.side} at {each.node}", "CMP-6.2", each.side)
        force = against(battle, each.side)
        found = refits is not None and die >= refits.found and bool(force)
        turn.emit(Scouted(each.side, battle.number, found, force if found else []), "CMP-6.2", each.side)


def against(battle: Battle, side: str) -> list[dict[str, Any]]:
    """The units that the other sides send to a battle, as scouts tell of them: not of printed ones, nor of who is refused."""
    return [codec.dump(unit) for other, force in battle.forces.items() if other != side for unit in force]
