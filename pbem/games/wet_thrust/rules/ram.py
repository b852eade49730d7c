"""WT-5: collisions and rams: the destroyer's test of nerve (step 2.2), and who touches whom (step 2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, combinations

from events.wet_thrust.sailing import Collided, NerveTested, RamRefused
from pbem.core.geometry.tabletop import LENGTH_SLACK, MIL, Spot, distance, meeting, relative
from pbem.games.wet_thrust.model.order_parts import plot_text
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import COLLISION, RAM_NEEDED, RAM_REACH
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import hits
from pbem.games.wet_thrust.rules.helm import away

HUNTS_BOATS = 2
STOPS_RAIDERS = 2
"""WT-5.6: modifiers of the test."""


# ---------------------------------------------------------------- 2.2 the test


def tests(scratch: TurnScratch) -> dict[str, str]:
    """WT-5.5: each destroyer with RAM, in unit order. Returns who rams whom; a plot refused is replaced in the orders."""
    rams: dict[str, str] = {}
    for ship in scratch.state.afloat():
        if name := scratch.orders_of(ship).ram:
            target = meant(scratch, ship, name)
            if _dares(scratch, ship, target, name):
                rams[ship.id] = target.id
            else:
                _turn_away(scratch, ship, target)
    return rams


def meant(scratch: TurnScratch, ship: Vessel, name: str) -> Vessel:
    """WT-5.5: the enemy by her id, or by the contact that was held last turn.

    Ruling W11: whatever has become of her in step 2.1, the test is made, or its absence would tell of a crash dive.
    """
    enemy, held = scratch.state.enemy(ship.side), scratch.state.turn - 1
    those = (other for other in scratch.state.ships.values() if other.side == enemy)
    return next(other for other in those if other.id == name or (other.book.contact, other.book.contact_turn) == (name, held))


def _dares(scratch: TurnScratch, ship: Vessel, target: Vessel, name: str) -> bool:
    """WT-5.6: 6 or more. Only her own side sees the test: it would tell her boxes and her orders."""
    die = scratch.roll(1, 6, f"ram_nerve {ship.id}", "WT-5.6", ship.side)[0]
    modifiers = nerve(scratch.state, ship, target)
    total = die + sum(modifiers.values())
    scratch.own(NerveTested(ship.id, name, modifiers, total, total >= RAM_NEEDED), "WT-5.6", ship)
    return total >= RAM_NEEDED


def nerve(state: State, ship: Vessel, target: Vessel) -> dict[str, int]:
    """WT-5.6: modifiers by cause. Option `ram_modifier_unit`: less by unmarked boxes, or by rows without a mark."""
    found: dict[str, int] = {}
    if state.opt("ram_modifier_unit") == "row":
        ends = accumulate((boxes for boxes, _ in ship.printed.rows[:-1]), initial=0)
        found["rows without a mark"] = -sum(start >= ship.sheet.marked for start in ends)
    else:
        found["unmarked boxes"] = -ship.sheet.unmarked
    if target.printed.boat:
        found["a submarine"] = HUNTS_BOATS
    if target.printed.type in ("BB", "BC") and target.id in state.raiders:
        found["she fired at a merchantman or carrier"] = STOPS_RAIDERS
    return {cause: number for cause, number in found.items() if number}


def _turn_away(scratch: TurnScratch, ship: Vessel, target: Vessel) -> None:
    """WT-5.7: another plot replaces hers."""
    orders = scratch.orders_of(ship)
    plot = away(ship, orders.plot, relative(ship.at, ship.course, target.at))
    scratch.orders[ship.id] = replace(orders, plot=plot)
    scratch.own(RamRefused(ship.id, plot_text(plot)), "WT-5.7", ship)


# ---------------------------------------------------------------- 2.4 on the way


@dataclass(frozen=True)
class Crash:
    """Two vessels that touch, in unit order, where, what each deals, and whether it was meant."""

    first: Vessel
    second: Vessel
    at: Spot
    deals: tuple[int, int]
    ram: bool


def collide(scratch: TurnScratch, rams: Mapping[str, str]) -> None:
    """WT-5.2: a pair collides once, and both go on. WT-5.4: marked after all pairs are rolled; checks wait for step 6."""
    crashes = []
    radius = collision_radius(scratch.state)
    for first, second in combinations(scratch.state.afloat(), 2):
        rammed = rams.get(first.id) == second.id or rams.get(second.id) == first.id
        at = _rams(scratch, first, second) if rammed else None
        ram = at is not None
        at = at or touches(scratch, first, second, radius)
        if at:
            crashes.append(Crash(first, second, at, _damage(scratch, first, second), ram))
    for crash in crashes:
        _tell(scratch, crash)
    for crash in crashes:
        hits.mark(scratch, crash.first, crash.deals[1], "collision", "WT-5.3")
        hits.mark(scratch, crash.second, crash.deals[0], "collision", "WT-5.3")


def _rams(scratch: TurnScratch, first: Vessel, second: Vessel) -> Spot | None:
    """WT-5.8: where they come within an inch, if they do. Ruling W11: a boat that has gone deep cannot be rammed."""
    return None if "deep" in (first.mode, second.mode) else _met(scratch, first, second, RAM_REACH * MIL)


def collision_radius(state: State) -> float:
    """WT-5.1: mils within which vessels collide; 0: they never do."""
    return float(Fraction(str(state.options["collision_radius"])) * MIL)


def touches(scratch: TurnScratch, first: Vessel, second: Vessel, radius: float) -> Spot | None:
    """WT-5.1: where two vessels on the surface, farther apart when they began, come too near each other, if they do."""
    if not (radius and first.visible and second.visible):
        return None
    apart = distance(scratch.ways[first.id].start, scratch.ways[second.id].start)
    return None if apart <= radius + LENGTH_SLACK else _met(scratch, first, second, radius)


def _met(scratch: TurnScratch, first: Vessel, second: Vessel, mils: float) -> Spot | None:
    """WT-2.13: the place, of the one that all can see, where their ways are nearest, if that is near enough."""
    one, other = (first, second) if first.visible else (second, first)
    apart, spot = meeting(scratch.ways[one.id], scratch.ways[other.id])
    return spot if apart <= mils + LENGTH_SLACK else None


def _damage(scratch: TurnScratch, first: Vessel, second: Vessel) -> tuple[int, int]:
    """WT-5.3: each deals a die and the addition of her own type, without regard to armour."""
    dealt = []
    for ship, other in ((first, second), (second, first)):
        die = scratch.open_roll(1, 6, f"collision {_name(ship)} at {_name(other)}", "WT-5.3")[0]
        dealt.append(die + COLLISION[ship.printed.type])
    return dealt[0], dealt[1]


def _name(ship: Vessel) -> str:
    """WT-23.4: below the surface a rammed boat is the contact that was held last turn."""
    return ship.id if ship.visible else ship.book.contact


def _tell(scratch: TurnScratch, crash: Crash) -> None:
    first, second = crash.deals
    collided = Collided(_name(crash.first), _name(crash.second), [*crash.at], first, second, crash.ram)
    scratch.tell(collided, "WT-5.8" if crash.ram else "WT-5.1")
