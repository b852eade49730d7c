"""SSL-X.11: which battery aims at whom. Of a reader's ships it may be asked too, so bots do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pbem.core.game.unit_ids import natural
from pbem.games.sovereign_seas.model.geometry import ARCS, gun_range, half_step
from pbem.games.sovereign_seas.model.orders import Fire, ShipOrders
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import MAX_RANGE, POSITIONS, TYPES, Battery, Options, beats, letter_at


class Sighting(NamedTuple):
    """An enemy as the firing ship sees her. `step` is her relative half-step, None in the same hex."""

    foe: Ship
    range: int
    step: int | None
    order: tuple[str, int]


def assign(
    ship: Ship, orders: ShipOrders, foes: Iterable[Ship], options: Options, hull_left: Mapping[str, int]
) -> dict[str, str]:
    """SSL-X.11: target ids by battery id, of the batteries that have one. `hull_left`: hull circles by foe (`hull_seen`).

    SSL-J2.5: each battery may have its own target. Batteries of one code and arc under the same FIRE lines have the same.
    """
    seen = sightings(ship, foes, options)
    if not seen:
        return {}
    found: dict[tuple[str, str, tuple[int, ...]], str] = {}
    aims: dict[str, str] = {}
    for battery in ship.living():
        lines = tuple(n for n, line in enumerate(orders.fire) if holds(line.group, battery))
        key = (battery.code, battery.arc, lines)
        if key not in found:
            field = Field(battery, seen, options, hull_left)
            found[key] = field.target([orders.fire[n] for n in lines]) if field.inside else ""
        if found[key]:
            aims[battery.id] = found[key]
    return aims


def sightings(ship: Ship, foes: Iterable[Ship], options: Options) -> list[Sighting]:
    """SSL-J2.6, SSL-D3.5: the enemies in play that any gun might reach; none hides another. SSL-J2.7: `same_hex_fire`."""
    together = options["same_hex_fire"] == "all"
    seen: list[Sighting] = []
    for foe in foes:
        if not foe.active or foe.side == ship.side:
            continue
        same = foe.hex == ship.hex
        away = gun_range(ship.hex, foe.hex)
        if away <= MAX_RANGE and (together or not same):
            step = None if same else half_step(ship.hex, ship.heading, foe.hex)
            seen.append(Sighting(foe, away, step, natural(foe.id)))
    return seen


def holds(group: Sequence[str], battery: Battery) -> bool:
    """SSL-X.11: is this battery one of a FIRE line's group: all, a gun code, ids, or a position?"""
    if battery.id in group or battery.code in group:
        return True
    return group[0] == "ALL" or POSITIONS.get(group[0]) == battery.id[0]


def hull_seen(state: State, ships: Iterable[str]) -> dict[str, int]:
    """Hull circles left of ships, as their enemies know them. SSL-Y.5: of a hidden log as if every hit seen had cost one."""
    known = {id: state.ships[id] for id in ships}
    if state.opt("hidden_logs") == "off":
        return {id: ship.circles_left for id, ship in known.items()}
    return {id: max(0, ship.printed.circles - sum(ship.hits.values())) for id, ship in known.items()}


@dataclass(frozen=True)
class Field:
    """What batteries of one code and arc have before them."""

    battery: Battery
    seen: Sequence[Sighting]
    options: Options
    hull_left: Mapping[str, int]

    @cached_property
    def inside(self) -> list[Sighting]:
        """SSL-J2.6: the legal targets: in arc, at a range the gun covers."""
        arc = ARCS[self.battery.arc]
        return [s for s in self.seen if (s.step is None or s.step in arc) and self._letter(s) != ""]

    def target(self, lines: Iterable[Fire]) -> str:
        """SSL-X.11: lines top down, then ANY; "" is none. A line with ONLY ends the search."""
        for line in lines:
            for wanted in line.targets:
                if found := self.first(wanted):
                    return found
            if line.only:
                return ""
        return self.first("ANY")

    def first(self, wanted: str) -> str:
        """SSL-X.11: the legal target that one word of a FIRE line means, or ""."""
        if wanted in self._order:
            return self._least(self.inside, self._order[wanted])
        if wanted in TYPES:
            return self._least([s for s in self.inside if s.foe.printed.type in TYPES[wanted]], self._nearest)
        return next((s.foe.id for s in self.inside if s.foe.id == wanted), "")

    @cached_property
    def _order(self) -> dict[str, Callable[[Sighting], tuple[object, ...]]]:
        return {"ANY": self._any, "NEAREST": self._nearest, "WEAKEST": self._weakest, "BIGGEST": self._biggest}

    @staticmethod
    def _least(among: Sequence[Sighting], order: Callable[[Sighting], tuple[object, ...]]) -> str:
        return min(among, key=order).foe.id if among else ""

    def _letter(self, sighting: Sighting) -> str:
        return letter_at(self.battery.code, sighting.range, self.options)

    def _any(self, s: Sighting) -> tuple[object, ...]:
        stopped = not beats(self._letter(s), s.foe.printed.hull_armour)
        return stopped, s.range, -s.foe.printed.points, s.order

    def _nearest(self, s: Sighting) -> tuple[object, ...]:
        return s.range, s.order

    def _weakest(self, s: Sighting) -> tuple[object, ...]:
        return self.hull_left[s.foe.id], s.range, s.order

    def _biggest(self, s: Sighting) -> tuple[object, ...]:
        return -s.foe.printed.points, s.range, s.order
