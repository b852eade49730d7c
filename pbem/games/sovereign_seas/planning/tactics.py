"""What a salvo and a ram are worth: the dice that an admiral without a player expects, in points of ships."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from math import comb

from pbem.games.sovereign_seas.model.geometry import ARCS
from pbem.games.sovereign_seas.model.scenario import OPENINGS, buyable, cost, span_of_points
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import (
    MAX_RANGE,
    OF_A_TYPE,
    RAM_MULTIPLIER,
    beats,
    firepower,
    letter_at,
    needed_at,
    number_modifier,
    own_ram_hits,
    ram_pool,
    speed_modifier,
)
from pbem.games.sovereign_seas.planning.odds import mean_hits, ram_chance

THROUGH, STOPPED = 1.15, 0.25
"""Hull points' worth of a hit whose letter beats the hull armour, and of one that does not: batteries, critical hits."""
POOL = 8
"""SSL-J2.8."""
BEAM = 3
"""Half-step of a broadside."""
BROKEN = 0.4
"""What is left of the worth of a warship without guns (SSL-N.2)."""
STAKES = {
    "convoy": {"LM": 30, "SM": 30, "BF": 40, "BV": 40},
    "blockade": {"BB": 30, "BC": 30, "FC": 30},
}
"""Points that a scenario's kind of victory adds to the ships it speaks of, by unit letters (SSL-O2.2, SSL-O3.2)."""


def fleets(known: State) -> list[dict[str, int]]:
    """SSL-O6.1: every fleet that the reader's side may take, as ships by unit letters, the most expensive type first."""
    logs = buyable(known.side, known.options)
    letters = sorted(logs, key=lambda unit: -logs[unit].points)
    least, most = span_of_points(known.options)
    numbers = (dict(zip(letters, each, strict=True)) for each in product(range(OF_A_TYPE + 1), repeat=len(letters)))
    return [fleet for fleet in numbers if least <= cost(fleet, known.side, known.options) <= most]


def take(fleet: Mapping[str, int]) -> str:
    """The order that takes it."""
    return "TAKE " + ", ".join(f"{number} {letters}" for letters, number in fleet.items() if number)


Rows = tuple[tuple[str, str, int], ...]
"""Guns of a ship: code, arc, number."""
Rules = tuple[tuple[str, str], ...]
"""The options on which gunnery depends."""
RULES = ("fp_set", "gun_a", "to_hit_row", "same_hex_fire")


def bearing(rows: Rows, range: int, step: int, rules: Rules) -> dict[str, int]:
    """SSL-J2.5: the guns that bear at a range (0: same hex) and half-step, by code."""
    options, found = dict(rules), dict[str, int]()
    if range == 0 and options["same_hex_fire"] == "none":
        return found
    for code, arc, guns in rows:
        if (range == 0 or step in ARCS[arc]) and letter_at(code, max(1, range), options):
            found[code] = found.get(code, 0) + guns
    return found


@lru_cache(maxsize=65536)
def salvo(code: str, guns: int, pool: int, armour: str, range: int, rules: Rules) -> float:
    """SSL-J2.8: hull points' worth of one salvo, on average; `pool` is what its dice are without its own number of guns."""
    options, away = dict(rules), max(1, range)
    dice = max(0, pool + number_modifier(guns))
    through = beats(letter_at(code, away, options), armour)
    return mean_hits(dice, needed_at(away, options), firepower(code, options)) * (THROUGH if through else STOPPED)


@lru_cache(maxsize=65536)
def broadside(rows: Rows, pool: int, armour: str, range: int, step: int, rules: Rules) -> float:
    """Hull points' worth of all guns that bear, on average."""
    guns = bearing(rows, range, step, rules).items()
    return sum(salvo(code, number, pool, armour, range, rules) for code, number in guns)


@lru_cache(maxsize=4096)
def ram_dice(difference: int, angle: int) -> float:
    """SSL-J1.4: the chance that a ram hits."""
    return ram_chance(ram_pool(difference, angle))


@dataclass
class Odds:
    """What ships may expect to do to each other, remembered for as long as one bot thinks."""

    known: State
    _volleys: dict[tuple[str, str, int, int, int], float] = field(default_factory=dict)
    _worth: dict[str, float] = field(default_factory=dict)
    _rows: dict[str, Rows] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Rules:
        """The game's gunnery options."""
        return tuple((name, str(self.known.options[name])) for name in RULES)

    def worth(self, ship: Ship) -> float:
        """A ship in points, by what the scenario makes of her."""
        if ship.id not in self._worth:
            stake = STAKES.get(OPENINGS[self.known.scenario].victory, {}).get(ship.printed.unit, 0)
            broken = bool(ship.printed.guns) and not ship.living()
            self._worth[ship.id] = (ship.printed.points + stake) * (BROKEN if broken else 1.0)
        return self._worth[ship.id]

    def loss(self, ship: Ship, points: float) -> float:
        """What so many hull points cost her: the fewer she has left, the more each is worth."""
        return self.worth(ship) * min(1.0, points / max(1, ship.circles_left))

    def volley(self, ship: Ship, target: Ship, pool: int, range: int, step: int) -> float:
        """What all guns that bear would cost a target that grants these dice, at a range (0: same hex) and half-step."""
        key = (ship.id, target.id, pool, range, step)
        found = self._volleys.get(key)
        if found is None:
            points = broadside(self.rows(ship), pool, target.printed.hull_armour, range, step, self.rules)
            found = self._volleys[key] = self.loss(target, points)
        return found

    def salvoes(self, ship: Ship, target: Ship, speed: int, range: int, step: int) -> dict[str, float]:
        """What the guns that bear would cost a target of this speed, by code."""
        pool, armour = self.pool(target, speed), target.printed.hull_armour
        return {
            code: self.loss(target, salvo(code, guns, pool, armour, range, self.rules))
            for code, guns in self.bearing(ship, range, step).items()
        }

    def bearing(self, ship: Ship, range: int, step: int) -> dict[str, int]:
        """Her guns that bear, by code."""
        return bearing(self.rows(ship), range, step, self.rules)

    @staticmethod
    def pool(target: Ship, speed: int) -> int:
        """SSL-J2.8: the dice that a target of this speed grants, whatever fires at it."""
        return POOL + speed_modifier(speed) + target.printed.size

    def rows(self, ship: Ship) -> Rows:
        """Her guns that are left."""
        if ship.id not in self._rows:
            kinds = [(battery.code, battery.arc) for battery in ship.living()]
            self._rows[ship.id] = tuple((*kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))
        return self._rows[ship.id]

    def best_range(self, ship: Ship, foe: Ship, care: float) -> tuple[int, float]:
        """The range at which broadsides differ most to her advantage, the farthest of equals, and that difference."""

        hers, own = self.pool(foe, foe.speed), self.pool(ship, ship.speed)

        def gain(range: int) -> float:
            return self.volley(ship, foe, hers, range, BEAM) - care * self.volley(foe, ship, own, range, BEAM)

        best = max(range(1, MAX_RANGE + 1), key=lambda range: (round(gain(range), 3), range))
        return best, gain(best)

    def ram(self, ship: Ship, speed: int, heading: int, target: Ship, its_speed: int, its_heading: int) -> float:
        """SSL-J1.4 to SSL-J1.6: what a ram is worth to the attacker, her own loss taken off."""
        effects = [self.loss(target, times * speed * THROUGH) * comb(5, n) for n, times in enumerate(RAM_MULTIPLIER)]
        own = self.loss(ship, own_ram_hits(ship.printed.ram, speed) * THROUGH)
        return ram_dice(speed - its_speed, (heading - its_heading) % 6) * (sum(effects) / 2**5 - own)
