"""Where a Terrainian vessel without a player wants to go: the errand of its briefing, its charge, or home."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.core.geometry.hexes import Hex, distance, off_edge, parse_label, step
from pbem.games.stingray.bots.sea_distances import FAR, sea_distances
from pbem.games.stingray.bots.tactics import BotStyle
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import MK61
from pbem.games.stingray.model.vessel import Vessel

AHEAD_OF_CHARGE = 5
"""Hexes before the bow of a SuperSub that its escort keeps."""
HURT = 5
"""Damage from which on a Stingray that has spent its Mk61 does not look for more."""


@dataclass(frozen=True)
class BotGoal:
    """An edge to leave by, or hexes to go to one after the other; `fix`: only a satellite fix makes it count (STG-NAV.2)."""

    edge: str = ""
    hexes: tuple[Hex, ...] = ()
    fix: bool = False
    escort: bool = False

    def left(self, known: State, hex: Hex) -> int:
        """Hexes to go from here, around the rocks; less than none beyond the edge."""
        if edge := off_edge(hex, known.columns, known.rows):
            return -1 if edge == self.edge else FAR
        goal = self.edge or self.hexes[0]
        return sea_distances(goal, known).get(hex, FAR)

    def pace(self, known: State, vessel: Vessel) -> float:
        """Hexes a move that are needed to be done in time."""
        legs = sum(distance(a, b) for a, b in zip(self.hexes, self.hexes[1:], strict=False))
        return (self.left(known, vessel.hex) + legs + 1) / max(1, known.limit - known.move)


def bot_goal(known: State, vessel: Vessel, style: BotStyle) -> BotGoal | None:
    """What the vessel is about now; None: it may go where it likes."""
    opening = OPENINGS.get(known.scenario)
    if opening is None:
        return None
    exits = [way for way in opening.exits if way.vessel == vessel.id]
    if vessel.printed.points - vessel.damage <= style.flees:
        return BotGoal(exits[0].edge if exits else _nearest_edge(known, vessel.hex))
    for way in exits:
        if way.points or _may_go_home(known, vessel, style):
            return BotGoal(way.edge, fix=way.points > way.without_fix)
    to_do = [parse_label(text) for text in opening.objectives.hexes if text not in known.reached]
    if to_do:
        return BotGoal(hexes=_tour(vessel.hex, to_do), fix=True)
    return _escort(known, vessel)


def _nearest_edge(known: State, hex: Hex) -> str:
    return min("NESW", key=lambda edge: BotGoal(edge).left(known, hex))


def _may_go_home(known: State, vessel: Vessel, style: BotStyle) -> bool:
    """Where the briefing names a way home: all Mk61 spent, and hurt."""
    return style.homes and not vessel.stores.get(MK61) and not known.guided(vessel) and vessel.damage >= HURT


def _tour(hex: Hex, to_do: list[Hex]) -> tuple[Hex, ...]:
    """From the nearest to the next nearest."""
    found: list[Hex] = []
    left = list(to_do)
    while left:
        found.append(min(left, key=lambda goal: distance(found[-1] if found else hex, goal)))
        left.remove(found[-1])
    return tuple(found)


def _escort(known: State, vessel: Vessel) -> BotGoal | None:
    """Before the bow of the SuperSub, as far as it is in touch."""
    for contact in vessel.reported.contacts.values():
        if contact.vessel_class == "SS" and contact.side == vessel.side and not known.is_old(contact):
            return BotGoal(hexes=(step(contact.hex, contact.facing, contact.speed + AHEAD_OF_CHARGE),), escort=True)
    return None
