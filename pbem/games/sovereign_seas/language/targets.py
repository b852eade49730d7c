"""SSL-X.11: which battery aims at whom. Of a reader's ships it may be asked too, so bots do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from pbem.games.sovereign_seas.model.geometry import ARCS, sight
from pbem.games.sovereign_seas.model.orders import Fire, ShipOrders
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import CLASSES, MAX_RANGE, POSITIONS, TYPES, Battery, Kind, Options, beats, reach_of


class Sighting(NamedTuple):
    """An enemy as the firing ship sees her. `step` is her relative half-step, None in the same hex."""

    foe: Ship
    range: int
    step: int | None


def assign(ship: Ship, orders: ShipOrders, foes: Iterable[Ship], options: Options) -> dict[str, str]:
    """SSL-X.11: target ids by battery id, of the batteries that have one.

    SSL-J2.5: each battery may have its own target. Batteries of one code and arc under the same FIRE lines have the same.
    """
    seen, guns = sightings(ship, foes, options), ship.living()
    return lay(ship, guns, orders, fields(guns, seen, options)) if seen else {}


def lay(ship: Ship, guns: Iterable[Battery], orders: ShipOrders, bearing: Mapping[Kind, Field]) -> dict[str, str]:
    """The same of guns of which it is known what they have before them."""
    shares = fire_lines(ship.ship_class, orders.fire_groups)
    found: dict[tuple[Kind, tuple[int, ...]], str] = {}
    aims: dict[str, str] = {}
    for battery in guns:
        share = kind, lines = shares[battery.id]
        if share not in found:
            found[share] = bearing[kind].target([orders.fire[n] for n in lines])
        if target := found[share]:
            aims[battery.id] = target
    return aims


@lru_cache(2**12)
def fire_lines(ship_class: str, groups: Sequence[Sequence[str]]) -> Mapping[str, tuple[Kind, tuple[int, ...]]]:
    """SSL-X.11: by battery as printed, its code and arc, and which FIRE lines are hers, by the groups of the lines."""
    guns = CLASSES[ship_class].guns.values()
    return {each.id: (each.kind, tuple(n for n, group in enumerate(groups) if holds(group, each))) for each in guns}


def sightings(ship: Ship, foes: Iterable[Ship], options: Options) -> list[Sighting]:
    """SSL-J2.6, SSL-D3.5: the enemies in play that any gun might reach; none hides another. SSL-J2.7: `same_hex_fire`.

    `foes` are in natural id order, in which ties fall (SSL-X.11).
    """
    together = options["same_hex_fire"] == "all"
    seen: list[Sighting] = []
    for foe in foes:
        if not foe.active or foe.side == ship.side:
            continue
        away, step = sight(ship.hex, ship.heading, foe.hex)
        if away <= MAX_RANGE and (together or away):
            seen.append(Sighting(foe, max(1, away), step if away else None))
    return seen


def holds(group: Sequence[str], battery: Battery) -> bool:
    """SSL-X.11: is this battery one of a FIRE line's group: all, a gun code, ids, or a position?"""
    if battery.id in group or battery.code in group:
        return True
    return group[0] == "ALL" or POSITIONS.get(group[0]) == battery.id[0]


def hull_seen(ship: Ship, options: Options) -> int:
    """Her hull circles left, as her enemies know them. SSL-Y.5: of a hidden log as if every hit seen had cost one."""
    if options["hidden_logs"] == "off":
        return ship.circles_left
    return max(0, ship.printed.circles - sum(ship.hits.values()))


class Field:
    """What batteries of one code and arc have before them."""

    def __init__(self, battery: Battery, seen: Iterable[Sighting], options: Options) -> None:
        arc, self._letters, self._options = ARCS[battery.arc], reach_of(battery.code, options), options
        self.reach = reach = len(self._letters)
        self.inside = [s for s in seen if s.range <= reach and (s.step is None or s.step in arc)]
        """SSL-J2.6: the legal targets: in arc, at a range the gun covers."""

    def target(self, lines: Iterable[Fire]) -> str:
        """SSL-X.11: lines top down, then ANY; "" is none. A line with ONLY ends the search."""
        if not self.inside:
            return ""
        for line in lines:
            for wanted in line.targets:
                if found := self.first(wanted):
                    return found
            if line.only:
                return ""
        return self.first("ANY")

    def first(self, wanted: str) -> str:
        """SSL-X.11: the legal target that one word of a FIRE line means, or ""."""
        if wanted in _ORDERS:
            return self._least(self.inside, partial(_ORDERS[wanted], self))
        if wanted in TYPES:
            return self._least([s for s in self.inside if s.foe.printed.type in TYPES[wanted]], self._nearest)
        return wanted if any(s.foe.id == wanted for s in self.inside) else ""

    @staticmethod
    def _least(among: Sequence[Sighting], order: Callable[[Sighting], tuple[object, ...]]) -> str:
        return min(among, key=order).foe.id if among else ""

    def _any(self, s: Sighting) -> tuple[object, ...]:
        stopped = not beats(self._letters[s.range - 1], s.foe.printed.hull_armour)
        return stopped, s.range, -s.foe.printed.points

    def _nearest(self, s: Sighting) -> tuple[object, ...]:
        return (s.range,)

    def _weakest(self, s: Sighting) -> tuple[object, ...]:
        return hull_seen(s.foe, self._options), s.range

    def _biggest(self, s: Sighting) -> tuple[object, ...]:
        return -s.foe.printed.points, s.range


_ORDERS: dict[str, Callable[[Field, Sighting], tuple[object, ...]]] = {
    "ANY": Field._any,
    "NEAREST": Field._nearest,
    "WEAKEST": Field._weakest,
    "BIGGEST": Field._biggest,
}


def fields(guns: Iterable[Battery], seen: Sequence[Sighting], options: Options) -> dict[Kind, Field]:
    """What all these guns have before them, by code and arc."""
    kinds = {battery.kind: battery for battery in guns}
    return {kind: Field(battery, seen, options) for kind, battery in kinds.items()}
