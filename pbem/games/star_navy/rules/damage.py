"""SN-8: points on sections become inactive shields and crossed-off components."""

from __future__ import annotations

from itertools import cycle

from events.base import EVERYONE
from events.star_navy.battle import Damaged, PointsArrived
from events.star_navy.movement import ShipDestroyed
from pbem.core.game.turn import Turn
from pbem.games.star_navy.model.geometry import label_of
from pbem.games.star_navy.model.ships import Console, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import DAMAGE_COLUMNS, FRONT_HALF, REAR_HALF, SECTIONS


def _cells(column: int) -> tuple[str, ...]:
    """SN-8.4: of this column from its top, then of all others in their order."""
    columns = [*range(column, len(DAMAGE_COLUMNS) + 1), *range(1, column)]
    return tuple(cell for each in columns for cell in DAMAGE_COLUMNS[each])


def _capthr(name: str) -> tuple[tuple[str, str], ...]:
    half, word = (FRONT_HALF, "capacitor") if name in FRONT_HALF else (REAR_HALF, "thruster")
    return tuple((f"{word}:{section}", section) for section in dict.fromkeys((name, *half)))


CAPACITORS = tuple(f"capacitor:{name}" for name in FRONT_HALF)
"""What damage calls them."""
CELLS = {column: _cells(column) for column in DAMAGE_COLUMNS}
CAPTHR = {name: _capthr(name) for name in SECTIONS}
"""SN-8.6: what Cap/Thr crosses off, and where it is: of the hit section first, then of its half in order."""


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
    console, audience = ship.console, turn.state.console_audience(ship)
    absorbed = min(console.sections[name].active, points)
    if absorbed == points:
        turn.emit(Damaged(ship.id, name, absorbed, 0, []), "SN-8.2", audience)
        return
    column = turn.roll(1, 6, f"damage_column {ship.id} {name}", "SN-8.3", audience)[0]
    section_only = turn.state.options["capthr"] == "section"
    lost = walk(console, name, points - absorbed, column, section_only)
    turn.emit(Damaged(ship.id, name, absorbed, column, lost, _energy_lost(console, lost)), "SN-8.3", audience)


def _energy_lost(console: Console, lost: list[str]) -> int:
    """SN-1.13: the energy for which no engine or capacitor is left."""
    engines, capacitors = lost.count("engine"), sum(map(lost.count, CAPACITORS))
    of_engines = console.engine_energy - (console.engines - engines) if engines else 0
    of_capacitors = console.capacitor_energy - (console.capacitors - capacitors) if capacitors else 0
    return max(0, of_engines) + max(0, of_capacitors)


def walk(console: Console, name: str, points: int, column: int, section_only: bool = False) -> list[str]:
    """SN-8.3, SN-8.4: down the column from its top, one component a cell, missing ones skipped, then the next column.

    Gives the components crossed off, in order; stops when integrity is gone (SN-8.9).
    """
    left = _remaining(console, name)
    capthr: list[str] = []
    for word, section in CAPTHR[name][:1] if section_only else CAPTHR[name]:
        capthr += [word] * console.sections[section].capthr
    left["capthr"] = len(capthr)
    lost: list[str] = []
    for cell in cycle(CELLS[column]):
        if left[cell]:
            left[cell] -= 1
            lost.append(capthr.pop(0) if cell == "capthr" else cell)
            if len(lost) == points or (cell == "integrity" and not left[cell]):
                break
    return lost


def _remaining(console: Console, name: str) -> dict[str, int]:
    """SN-8.5: hulls, shields and weapons of the hit section only; the rest from the inner section."""
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
