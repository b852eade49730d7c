"""SN-5: what a command costs and needs. Each check gives what will be done, or the words in which it lapses.

SN-5.15: positions do not change between Command and Fire, so what is settled here stays settled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from pbem.core.geometry.hexes import Hex, step
from pbem.games.star_navy.model.geometry import around, bearing_sections, label_of, range_of, sight
from pbem.games.star_navy.model.orders import ANY, Board, Command, Fire, LayMine, Nothing, TurnShip
from pbem.games.star_navy.model.ships import ACTIVE, READY, Console, Section, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import PRIORITY, SECTIONS

BOARDING_RANGE = 3
MINE_ASTERN = 2


class Turning(NamedTuple):
    """The ship will head this way."""

    ship: Ship
    heading: int
    change: int
    energy: int


class Firing(NamedTuple):
    """So many weapons of this section will fire at this target."""

    ship: Ship
    section: str
    number: int
    target: Ship


class Laying(NamedTuple):
    """A mine will lie in this hex."""

    ship: Ship
    hex: Hex


class Boarding(NamedTuple):
    """All marines will go; this player of this side sends them, whoever commands the ship by then."""

    ship: Ship
    side: str
    seat: str
    target: Ship
    retreat: str
    leave: str


class Idle(NamedTuple):
    """Nothing, by order."""

    ship: Ship


Decision = Turning | Firing | Laying | Boarding | Idle


class Field:
    """The ships as they lie in a Command phase, in which none of them moves (SN-5.15): what all of them ask is asked once."""

    def __init__(self, state: State) -> None:
        self.state, self.living = state, state.living()
        sides = {ship.side for ship in self.living}
        self.foes = {side: {ship.id: ship for ship in self.living if ship.side != side} for side in sides}
        """By side: the enemies on the map, in roster order."""


# ---------------------------------------------------------------- targets


@lru_cache(maxsize=1024)
def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _nearest(
    field: Field, ship: Ship, names: tuple[str, ...], within: float, sections: set[str] | None
) -> tuple[Ship | None, Ship | None]:
    """SN-15.6: of the enemies that are not named, the nearest within reach, and the nearest of all; then in roster order."""
    (q, r), heading = ship.hex, ship.heading
    found, closest, least = None, None, math.inf
    within += 1
    for other in field.foes[ship.side].values():
        x, y = other.hex
        away, bearing = sight(x - q, y - r, heading)
        if away < least and other.id not in names:
            closest, least = other, away
        if away < within and (sections is None or not sections.isdisjoint(bearing)) and other.id not in names:
            found, within = other, away
    return found, closest


def _reached(ship: Ship, other: Ship, within: int, sections: set[str] | None) -> bool:
    (q, r), (x, y) = ship.hex, other.hex
    away, bearing = sight(x - q, y - r, ship.heading)
    return away <= within and (sections is None or not sections.isdisjoint(bearing))


def _seek(field: Field, ship: Ship, targets: tuple[str, ...], within: int, sections: set[str] | None = None) -> Ship | str:
    """SN-15.6: the first within reach, left to right, ANY being the nearest of all others; or why none will do.

    SN-5.10, SN-5.14: a target may lie so near, and in the sweep of one of these sections (None: wherever it is).
    """
    # Section 6: the order's own list, else POLICY TARGETS, else ANY.
    names, closest = targets or _names(ship.stored.policies.get("TARGETS", ANY)), None
    for name in names:
        if name == ANY:
            found, closest = _nearest(field, ship, names, within, sections)
        else:
            other = field.foes[ship.side].get(name)
            found = other if other and _reached(ship, other, within, sections) else None
        if found is not None:
            return found
    told = _at_distance if sections is None else _at_range
    words = [_missed(field, ship, name, closest, told) for name in names]
    return "; ".join(filter(None, words)) or "no enemy is on the map"


def _missed(field: Field, ship: Ship, name: str, closest: Ship | None, told: Callable[[Ship, Ship], str]) -> str:
    """Why this target will not do; of those that ANY stands for, the closest is told of."""
    if name == ANY:
        return told(ship, closest) if closest else ""
    other = field.state.ships.get(name)
    if other is None or not other.alive:
        return f"{name} is not on the map"
    return f"{name} is your own ship" if other.side == ship.side else told(ship, other)


# ---------------------------------------------------------------- TURN


def turn_barred(ship: Ship) -> str:
    """SN-5.3, SN-5.4: speed less discount in energy, and as many free thrusters."""
    cost, console = ship.turn_cost, ship.console
    if cost <= console.energy and cost <= console.free_thrusters:
        return ""
    return (
        f"turn costs {cost} energy and thrusters at speed {console.speed};"
        f" you have {console.energy} energy and {console.free_thrusters} free thrusters"
    )


def turning(field: Field, ship: Ship, order: TurnShip) -> Turning | str:
    """SN-5.3, SN-5.4: the change of heading, if it can be paid."""
    return turn_barred(ship) or Turning(ship, (ship.heading + order.change) % 6, order.change, ship.turn_cost)


# ---------------------------------------------------------------- FIRE


def firing(field: Field, ship: Ship, order: Fire) -> Firing | str:
    """SN-5.6, SN-5.7: one section, READY and armed; SN-5.5, SN-5.8: as many weapons as ordered, left and payable."""
    if order.section == ANY:
        return _fire_any(field, ship, order)
    if why := weapons_barred(field.state, ship, order.section):
        return why
    target = _seek(field, ship, order.targets, order.within, {order.section})
    if isinstance(target, str):
        return f"no listed target in the sweep of {order.section} within {order.within} hexes: {target}"
    return _volley(ship, order, order.section, target)


def weapons_barred(state: State, ship: Ship, name: str, this_cycle: bool = True) -> str:
    """SN-5.7, SN-5.8: why a section, or ANY, can't fire at all: weapons lost, and in this cycle its status and no energy."""
    console = ship.console
    why = _none_ready(console, this_cycle) if name == ANY else _not_ready(state, name, console.sections[name], this_cycle)
    return why or ("no energy" if this_cycle and not console.energy else "")


def _none_ready(console: Console, this_cycle: bool) -> str:
    if not any(section.weapons for section in console.sections.values()):
        return "no weapons are left"
    return "no section is READY and has weapons" if this_cycle and not _ready(console) else ""


def _ready(console: Console) -> set[str]:
    """SN-5.7: the sections that can fire in this cycle."""
    return {name for name, section in console.sections.items() if section.status == READY and section.weapons}


def _not_ready(state: State, name: str, section: Section, this_cycle: bool) -> str:
    """SN-1.11, SN-12.1: when a section that is not READY will be."""
    if not section.weapons:
        return f"{name} has no weapons left"
    if section.status == READY or not this_cycle:
        return ""
    if section.status == ACTIVE:
        return f"{name} fired this cycle; ready in cycle {state.cycle + 2}"
    return f"{name} is RECOVER until cycle {state.cycle + 1}"


def _at_range(ship: Ship, other: Ship) -> str:
    """Where a target lies: SN-5.9, SN-5.10. The sweeps reach 15 hexes."""
    (q, r), (x, y) = ship.hex, other.hex
    away, bearing = sight(x - q, y - r, ship.heading)
    return f"{other.id} is at range {away}, bearing {' and '.join(bearing) or 'no section'}"


def _volley(ship: Ship, order: Fire, section: str, target: Ship) -> Firing:
    """SN-5.8; SN-5.11: all of them at the same target; SN-1.10: fewer may be ordered."""
    console = ship.console
    existing = console.sections[section].weapons
    number = min(existing if order.number is None else order.number, existing, console.energy)
    return Firing(ship, section, number, target)


def _fire_any(field: Field, ship: Ship, order: Fire) -> Firing | str:
    """SN-15.7: at the first target that a ready section bears on, the bearing section with most weapons."""
    console = ship.console
    ready = _ready(console)
    if not (ready and console.energy):
        return weapons_barred(field.state, ship, ANY)
    target = _seek(field, ship, order.targets, order.within, ready)
    if isinstance(target, str):
        which = f"ready section ({', '.join([n for n in SECTIONS if n in ready])})" if len(ready) < len(SECTIONS) else "section"
        return f"no {which} bears within {order.within} hexes: {target}"
    able = ready.intersection(bearing_sections(ship.hex, ship.heading, target.hex))
    sections = console.sections
    # SN-15.7: most weapons; ties F, RF, LF, RR, LR, R.
    strongest = max(able, key=lambda name: (sections[name].weapons, -PRIORITY.index(name)))
    return _volley(ship, order, strongest, target)


# ---------------------------------------------------------------- MINE


def mine_hex(ship: Ship) -> Hex:
    """SN-5.12: two hexes straight astern."""
    return step(ship.hex, ship.heading + 3, MINE_ASTERN)


def mines_barred(ship: Ship) -> str:
    """SN-5.12."""
    return "" if ship.console.mines else f"no mines left aboard (0 of {ship.printed.mines})"


def laying(field: Field, ship: Ship, order: LayMine) -> Laying | str:
    """SN-5.12: free, while mines last; SN-5.13: not beside a ship, off the map or on a planet."""
    state = field.state
    if why := mines_barred(ship):
        return why
    hex = mine_hex(ship)
    if not state.on_map(hex):
        return f"{label_of(hex)} is off the map"
    if hex in state.planets:
        return f"{label_of(hex)} is a planet"
    near = around(hex)
    for other in field.living:
        if other.hex in near:
            return f"{other.id} is within one hex of {label_of(hex)}"
    return Laying(ship, hex)


# ---------------------------------------------------------------- BOARD


def marines_barred(state: State, ship: Ship) -> str:
    """SN-5.14: marines READY and at least one."""
    console = ship.console
    if console.marine_status == ACTIVE:
        return f"marines went out this cycle; ready in cycle {state.cycle + 2}"
    if console.marine_status != READY:
        return f"marines are RECOVER until cycle {state.cycle + 1}"
    return "" if console.marines else "no marines left"


def boarding(field: Field, ship: Ship, order: Board) -> Boarding | str:
    """SN-5.14: marines that can go, and the target at 0 to 3 hexes."""
    if why := marines_barred(field.state, ship):
        return why
    target = _seek(field, ship, order.targets, BOARDING_RANGE)
    if isinstance(target, str):
        return f"no listed target within {BOARDING_RANGE} hexes: {target}"
    policies = ship.stored.policies
    retreat, leave = order.retreat or policies.get("RETREAT", "OUTNUMBERED"), order.leave or policies.get("LEAVE", "HALF")
    return Boarding(ship, ship.side, ship.seat, target, retreat, leave)


def _at_distance(ship: Ship, other: Ship) -> str:
    """How far off a target lies: marines go in any direction."""
    return f"{other.id} is at range {range_of(ship.hex, other.hex)}"


def idling(field: Field, ship: Ship, order: Nothing) -> Idle:
    """SN-5.1: nothing is always legal."""
    return Idle(ship)


CHECKS: dict[type[Command], Callable[[Field, Ship, Any], Decision | str]] = {
    TurnShip: turning,
    Fire: firing,
    LayMine: laying,
    Board: boarding,
    Nothing: idling,
}
"""SN-5.1, SN-5.2: by type what a command comes to in the present position, or why it is not legal."""
