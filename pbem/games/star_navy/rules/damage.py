"""SN-8: points on sections become inactive shields and crossed-off components."""

from __future__ import annotations

from events.base import EVERYONE
from events.star_navy.battle import Damaged, PointsArrived
from events.star_navy.movement import ShipDestroyed
from pbem.core.game.turn import Turn
from pbem.games.star_navy.model.geometry import label_of
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import DAMAGE_COLUMNS, FRONT_HALF, REAR_HALF, SECTIONS

LAST_ROW, LAST_COLUMN = 9, 6


class Batch:
    """SN-8.1: the points of one step, by ship and section, with the sides they come from ("": nobody)."""

    def __init__(self) -> None:
        self.points: dict[str, dict[str, dict[str, int]]] = {}

    def add(self, ship: str, section: str, points: int, side: str) -> None:
        """So many points more; 0 points are none."""
        if points:
            shares = self.points.setdefault(ship, {}).setdefault(section, {})
            shares[side] = shares.get(side, 0) + points


def resolve_damage(turn: Turn[State], batch: Batch) -> None:
    """SN-8.1, SN-3.4: the whole batch, ships in roster order; dice under SN-8.3."""
    for ship in turn.state.ships.values():
        if ship.id in batch.points and ship.alive:
            _resolve_ship(turn, ship, batch.points[ship.id])


def _resolve_ship(turn: Turn[State], ship: Ship, struck: dict[str, dict[str, int]]) -> None:
    """SN-8.8: sections in fixed order on the same remaining components; SN-8.9: integrity 0 drops all that is left."""
    sections = [s for s in SECTIONS if s in struck]
    for section in sections:
        _arrive(turn, ship, section, struck[section], section == sections[0])
    for section in sections:
        _resolve_section(turn, ship, section, sum(struck[section].values()))
        if ship.console.integrity == 0:
            turn.emit(ShipDestroyed(ship.id, label_of(ship.hex), "integrity"), "SN-8.9", EVERYONE)
            return


def _arrive(turn: Turn[State], ship: Ship, section: str, shares: dict[str, int], first: bool) -> None:
    """SN-16.3: points that arrive are public; SN-8.10: they are counted before absorption, by side."""
    sources = {side: points for side, points in shares.items() if side}
    turn.emit(PointsArrived(ship.id, section, sum(shares.values()), sources, first), "SN-8.1", EVERYONE)


def _resolve_section(turn: Turn[State], ship: Ship, name: str, points: int) -> None:
    """SN-8.2: active shields absorb one point each; SN-8.7: so shields that are crossed off are inactive ones."""
    audience = turn.state.console_audience(ship)
    absorbed = min(ship.console.sections[name].active, points)
    if absorbed == points:
        turn.emit(Damaged(ship.id, name, absorbed, 0, []), "SN-8.2", audience)
        return
    column = turn.roll(1, 6, f"damage_column {ship.id} {name}", "SN-8.3", audience)[0]
    section_only = turn.state.opt("capthr") == "section"
    lost = walk(ship, name, points - absorbed, column, section_only)
    turn.emit(Damaged(ship.id, name, absorbed, column, lost, _energy_lost(ship, lost)), "SN-8.3", audience)


def _energy_lost(ship: Ship, lost: list[str]) -> int:
    """SN-1.13: the energy for which no engine or capacitor is left."""
    console = ship.console
    engines = console.engines - lost.count("engine")
    capacitors = console.capacitors - sum(word.startswith("capacitor") for word in lost)
    return max(0, console.engine_energy - engines) + max(0, console.capacitor_energy - capacitors)


def walk(ship: Ship, name: str, points: int, column: int, section_only: bool = False) -> list[str]:
    """SN-8.3, SN-8.4: down the column from its top, one component a cell, missing ones skipped, then the next column.

    Gives the components crossed off, in order; stops when integrity is gone (SN-8.9).
    """
    left = _remaining(ship, name)
    capthr = _capthr(ship, name, section_only)
    lost: list[str] = []
    row = 1
    while points:
        component = DAMAGE_COLUMNS[column][row - 1]
        if component == "capthr":
            if capthr:
                lost.append(capthr.pop())
                points -= 1
        elif left[component]:
            left[component] -= 1
            lost.append(component)
            points -= 1
            if component == "integrity" and not left[component]:
                break
        row += 1
        if row > LAST_ROW:
            row, column = 1, column % LAST_COLUMN + 1
    return lost


def _remaining(ship: Ship, name: str) -> dict[str, int]:
    """SN-8.5: hulls, shields and weapons of the hit section only; the rest from the inner section."""
    console = ship.console
    section = console.sections[name]
    return {
        "hull": section.hulls,
        "shield": section.shields,
        "weapon": section.weapons,
        "engine": console.engines,
        "isd": console.isds,
        "marine": console.marines,
        "integrity": console.integrity,
    }


def _capthr(ship: Ship, name: str, section_only: bool) -> list[str]:
    """SN-8.6: what Cap/Thr can cross off, the first to be lost last: the hit section's, then its half's in order."""
    half, word = (FRONT_HALF, "capacitor") if name in FRONT_HALF else (REAR_HALF, "thruster")
    order = [name] if section_only else [name, *(s for s in half if s != name)]
    found: list[str] = []
    for s in reversed(order):
        found += [f"{word}:{s}"] * ship.console.sections[s].capthr
    return found
