"""What a captain without a player works out from what they know: where ships will be, what a volley does, where it is safe."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.core.geometry.hexes import Hex, distance, on_map, step
from pbem.games.star_navy.model.geometry import bearing_sections
from pbem.games.star_navy.model.ships import READY, Section, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import MAX_RANGE, MOVE_CHART, TORPEDO_POINTS, laser_damage

GUESSED_SPEED = 3
"""SN-16.4: enemy speeds are secret; three is what most ships do."""
PULSER_POINTS = {0: 0.0, 1: 3.0, 2: 6.0, 3: 9.0, 4: 12.0}
"""Points of a pulser volley on all sections together; most of them are only shields."""


@dataclass(frozen=True)
class BotStyle:
    """What tells one captain from another. Ranges are in hexes."""

    near: int
    """The range they steer for."""
    reach: tuple[int, int, int, int, int, int]
    """How far they fire lasers on turns 1-6: late in a cycle energy is lost anyway."""
    speeds: tuple[int, int, int]
    """Marked speed when the enemy is far, in between, and near."""
    keep: int
    """Energy that shields and speed leave over for the next cycle."""
    loadout: str
    """The four letters of SETUP WEAPONS."""
    boards: bool
    """Do they board whom they could beat, or only who is badly hurt?"""
    flees: int
    """Integrity at which they leave the region; 0: never."""


@dataclass
class Plan:
    """Where a ship will be in the turn being planned, and what it will have left."""

    hex: Hex
    heading: int
    speed: int
    turn_cost: int
    energy: int
    thrusters: int
    ready: dict[str, Section] = field(default_factory=dict)

    @property
    def can_turn(self) -> bool:
        """Can it pay for a turn?"""
        return self.turn_cost <= min(self.energy, self.thrusters)


def plan_for(ship: Ship) -> Plan:
    """The ship as it is now."""
    console = ship.console
    ready = {name: s for name, s in console.sections.items() if s.status == READY and s.weapons}
    return Plan(ship.hex, ship.heading, console.speed, ship.turn_cost, console.energy, console.free_thrusters, ready)


def drift(hex: Hex, heading: int, speed: int, turn: int) -> Hex:
    """SN-4.1, 4.2: where a ship is after the Move phase of a turn (7 is turn 1 of the next cycle)."""
    return step(hex, heading) if (turn - 1) % 6 + 1 in MOVE_CHART[speed] else hex


def guess(foe: Ship, first: int, turn: int) -> Hex:
    """Where an enemy may be after the Move phase of `turn`, if they go straight on from before turn `first`."""
    hex = foe.hex
    for each in range(first, turn + 1):
        hex = drift(hex, foe.heading, GUESSED_SPEED, each)
    return hex


def expected_points(section: Section, range: int, energy: int) -> float:
    """SN-7.9 to 7.13: the points that a volley may be expected to do."""
    number = min(section.weapons, energy)
    if not 1 <= range <= MAX_RANGE:
        return 0.0
    if section.weapon == "L":
        return float(number * laser_damage(range))
    if section.weapon == "C":
        return number * (3.5 - min(section.wear, 2))
    if section.weapon == "T":
        return number * TORPEDO_POINTS * (6 - GUESSED_SPEED) / 6
    return PULSER_POINTS[number] / 2


def best_shot(plan: Plan, hex: Hex, heading: int, target: Hex) -> tuple[float, str]:
    """The best volley from `hex` with `heading`: points and section, (0, "") if nothing bears."""
    range = distance(hex, target)
    bears = (name for name in bearing_sections(hex, heading, target) if name in plan.ready)
    return max(((expected_points(plan.ready[name], range, plan.energy), name) for name in bears), default=(0.0, ""))


def off_map(known: State, hex: Hex) -> bool:
    """Is it beyond an edge that matters (SN-13.9, 13.11)?"""
    return known.edge != "floating" and not on_map(hex, known.columns, known.rows)


def free_run(known: State, hex: Hex, heading: int, most: int = 6) -> int:
    """How many hexes ahead are free of planets and edges."""
    for hexes in range(1, most + 1):
        ahead = step(hex, heading, hexes)
        if ahead in known.planets or off_map(known, ahead):
            return hexes - 1
    return most


def mined(known: State, hex: Hex) -> bool:
    """SN-4.4: would moving here set off a mine?"""
    return any(distance(mine.hex, hex) <= 1 for mine in known.mines)


def hurt(ship: Ship) -> int:
    """Points that have struck a ship: all that an enemy knows of its state."""
    return sum(ship.damage_by.values())


def choose_target(known: State, hex: Hex) -> Ship:
    """The nearest enemy; one that has been hit is worth going a little farther for."""
    return min(known.enemies(), key=lambda foe: distance(hex, foe.hex) - min(4.0, hurt(foe) / 12))


def heading_value(known: State, style: BotStyle, plan: Plan, foe: Ship, turn: int, heading: int) -> float:
    """What it is worth to have this heading after `turn`: shots on the next two turns, the way to the wanted range, safety."""
    hex, value, first = plan.hex, 0.0, known.next_turn[1]
    for later, weight in ((1, 1.0), (2, 0.7)):
        hex = drift(hex, heading, plan.speed, turn + later)
        value += weight * best_shot(plan, hex, heading, guess(foe, first, turn + later))[0]
        value -= 4.0 if mined(known, hex) and hex != plan.hex else 0.0
        value -= 1.0 if hex in known.asteroids else 0.0
    ahead = step(plan.hex, heading, max(1, plan.speed))
    value -= 0.8 * abs(distance(ahead, guess(foe, first, turn + 3)) - style.near)
    return value - 6.0 * max(0, 3 - free_run(known, plan.hex, heading, 3))


def wise_turn(known: State, style: BotStyle, plan: Plan, foe: Ship, turn: int) -> int:
    """-1, 0 or +1: the change of heading that is worth most, counting what it costs."""
    cost = plan.turn_cost
    if not plan.can_turn:
        return 0
    value = {
        change: heading_value(known, style, plan, foe, turn, (plan.heading + change) % 6) - 0.4 * cost * abs(change)
        for change in (0, -1, 1)
    }
    return max(value, key=lambda change: value[change])


def in_danger(known: State, plan: Plan) -> bool:
    """Is a planet or an edge so near ahead that the turn must be made now?"""
    return plan.speed > 0 and free_run(known, plan.hex, plan.heading, 3) < min(3, plan.speed)


def safest_turn(known: State, plan: Plan) -> int:
    """-1 or +1: where the way is free longest."""
    return max((1, -1), key=lambda change: free_run(known, plan.hex, plan.heading + change, 12))
