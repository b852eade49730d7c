"""What fire is worth: the damage that an admiral without a player expects, in boxes, and what boxes are worth in points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from pbem.core.geometry.tabletop import Spot, bearing, distance, heading
from pbem.games.wet_thrust.model.scenario import OPENINGS, Victory
from pbem.games.wet_thrust.model.scs import CLASSES, GUN_CLASSES
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import (
    CHARGE_RANGE,
    DIVE_BOMB,
    END_ON,
    FAR_LESS,
    LEVEL_BOMB,
    NEAR_RANGE,
    OBSCURED,
    RECON_RANGE,
    SCORES,
    SILENT,
    TORPEDO,
    TORPEDO_RANGE,
    VALUES,
    gun_dice,
)
from pbem.games.wet_thrust.model.units import Squadron, Vessel

MIL = 1000
SECTORS = 12
GREEN = 3
PER_DIE = tuple(sum(row) / 6 for row in SCORES)
"""Points of a damage die on average, by armour level (WT-8.2)."""
EXTRA = 3.5
"""Boxes' worth of T20 and B20, on average: boxes, holes, a broken back, systems (2.6)."""
FINISH = 0.6
"""How much more the last box of a ship is worth than her first."""
FLAK = 2 / 3
"""Aircraft that a point or area defence shoots down on average (WT-14.5)."""
LONG = 2
"""The range band from which on shells fall on the deck (WT-8.3)."""
BANDS = 4
BEARINGS = (0, 2, 3, 4, 9)
"""Sectors in which a ship has most guns."""
BAND_MIDDLES = (9, 20, 28, 40)
"""Inches within each range band that are wanted by whoever wants the band."""
STAKES = {
    "duel": ({"ship": 30.0, "others": 12.0}),
    "escape": ({"ship": 20.0, "rest": 4.0}),
    "cripple": ({"ship": 24.0, "others": 6.0}),
    "breakout": ({"ship": 6.0}),
    "raid": ({"ship": 8.0, "others": 4.0}),
}
"""Points that a kind of victory adds to the ship it turns on, to those named beside her, and to all the rest."""


class Shot(NamedTuple):
    """What a salvo depends on beside its ships: the sector in which the target lies, and the range band.

    `barred`: no main guns; `hard`: an escort steams evasively; `fewer`: hit dice taken away (smoke ...).
    """

    sector: int
    band: int
    barred: bool = False
    hard: bool = False
    fewer: int = 0


@lru_cache(maxsize=4096)
def armed(ship_class: str, lost: tuple[str, ...], sector: int) -> tuple[str, ...]:
    """Guns that bear into a sector (0 is ahead), of a sheet on which some are lost."""
    printed = CLASSES[ship_class]
    clock = sector or SECTORS
    guns = (gun.id for gun in printed.guns)
    return tuple(gun for gun in guns if gun not in lost and clock in printed.arcs[gun])


@lru_cache(maxsize=8192)
def tubes(ship_class: str, launchers: tuple[str, ...], sector: int) -> int:
    """Torpedo tubes of these launchers that bear into a sector."""
    printed = CLASSES[ship_class]
    return sum(printed.launchers[id].tubes for id in launchers if (sector or SECTORS) in printed.arcs[id])


def sector_of(at: Spot, course: int, target: Spot) -> int:
    """The sector 0-11 in which a target lies; 0 is ahead."""
    return int(((bearing(at, target) - heading(course)) % 360 + 15) // 30) % SECTORS


def band_of(mils: float) -> int:
    """WT-1.3: the range band 0-3; 4 is out of range."""
    return min(int(mils // (12 * MIL)), BANDS)


def chance(needed: int, sides: int = 6) -> float:
    """That a die shows at most the number needed."""
    return min(max(needed, 0), sides) / sides


@lru_cache(maxsize=1024)
def less(armour: int, sides: int = 6) -> float:
    """WT-10.8: a damage die less the armour, on average; negative armour adds."""
    return sum(max(0, face - armour) for face in range(1, sides + 1)) / sides


def spread(number: int, mils: float, end_on: bool, belt: int, modifier: int = 0, still: bool = False) -> float:
    """Boxes that so many torpedoes mark on average (WT-10.5 to 10.10)."""
    if mils > TORPEDO_RANGE * MIL or number <= 0:
        return 0.0
    needed = number + modifier + (0 if mils <= NEAR_RANGE * MIL else -FAR_LESS) + (END_ON if end_on else 0)
    needed += TORPEDO.stationary if still else 0
    hits = number * chance(needed)
    points = hits * less(belt - (TORPEDO.stationary if still else 0))
    return points + EXTRA * min(1.0, points)


def end_on(sector: int) -> bool:
    """WT-1.5, nearly: does an attack from this sector of the target come from ahead or astern?"""
    return sector in (11, 0, 1, 5, 6, 7)


def charges(mils: float, astern: bool, mounts: int, silent: bool = False) -> float:
    """Boxes that an attack run marks on average on a boat so far away (WT-19.7)."""
    if mils > CHARGE_RANGE * MIL:
        return 0.0
    away = int(mils / MIL + 0.5)
    number = mounts if astern or away == 0 else 1
    return number * chance(number + (SILENT if silent else 0)) * less(away)


def bombs(squadron: Squadron, target: Vessel, evasive: bool, flak: float) -> float:
    """Boxes that a squadron marks on average, after the flak has had its share."""
    number = max(0, round(squadron.aircraft - flak))
    attack = LEVEL_BOMB if squadron.kind == "B" else DIVE_BOMB
    modifier = attack.evasive if evasive else 0
    if squadron.kind == "T":
        return spread(number, NEAR_RANGE * MIL, False, target.printed.belt, modifier + (OBSCURED if target.smoking else 0))
    points = number * chance(number + modifier) * less(target.printed.deck, attack.sides)
    return points + EXTRA * min(1.0, points)


@dataclass
class Odds:
    """What a reader expects of the fire of ships in sight. Enemies are taken as whole but for the points scored on them."""

    known: State
    _guns: dict[tuple[str, str, Shot], float] = field(default_factory=dict)
    _base: dict[tuple[str, str], int] = field(default_factory=dict)
    _long: dict[tuple[str, str, int], float] = field(default_factory=dict)
    _lost: dict[str, tuple[str, ...]] = field(default_factory=dict)

    # ------------------------------------------------------------ worth

    @cached_property
    def victory(self) -> Victory:
        """How this game is won."""
        return OPENINGS[self.known.scenario].victory

    def stake(self, ship: Vessel) -> float:
        """What the whole ship is worth, in points."""
        more = STAKES.get(self.victory.test, {})
        if ship.id == self.victory.ship:
            extra = more.get("ship", 0.0)
        else:
            extra = more.get("others" if ship.id in self.victory.others else "rest", 0.0)
        return VALUES[ship.printed.type] + extra

    def marked(self, ship: Vessel) -> int:
        """Boxes marked, as far as the reader knows."""
        return ship.sheet.marked if ship.sheet_if_known else ship.scored

    def left(self, ship: Vessel) -> int:
        """Boxes left, as far as the reader knows; one at least."""
        return max(1, ship.printed.boxes - self.marked(ship))

    def worth(self, ship: Vessel, boxes: float) -> float:
        """Points for so many boxes of a ship."""
        share = min(boxes, self.left(ship)) / ship.printed.boxes
        return share * self.stake(ship) * (1 + FINISH * self.marked(ship) / ship.printed.boxes)

    # ------------------------------------------------------------ guns

    def lost(self, ship: Vessel) -> tuple[str, ...]:
        """Guns that the ship has lost; all of them when no fire control works (WT-7.2)."""
        if ship.id not in self._lost:
            sheet, guns = ship.sheet_if_known, tuple(gun.id for gun in ship.printed.guns)
            gone = () if sheet is None else guns if not sheet.controls else tuple(g for g in guns if g in sheet.lost)
            self._lost[ship.id] = gone
        return self._lost[ship.id]

    def base(self, firer: Vessel, target: Vessel) -> int:
        """Hit dice of next turn's salvo without what the positions add: level and standing modifiers (WT-7.6 to 7.15)."""
        key = firer.id, target.id
        if key not in self._base:
            self._base[key] = self._level(firer, target.id) + self._standing(firer, target) - self.known.weather.x
        return self._base[key]

    def _level(self, firer: Vessel, target: str) -> int:
        last = firer.ladder.get(target)
        if last is None:
            return 1
        silent = self.known.next_turn - last.turn - 1
        if silent:
            return max(1, last.level - silent)
        return min(GREEN, last.level + 1) + int(last.hit)

    def _standing(self, firer: Vessel, target: Vessel) -> int:
        sheet = firer.sheet_if_known
        spotted = any(
            each.kind == "R" and each.carrier == firer.id and distance(each.at, target.at) <= RECON_RANGE * MIL
            for each in self.known.wings()
            if each.airborne
        )
        if sheet is None:
            return int(firer.printed.systems.get("RA", 0) > 0) + int(spotted)
        return int(bool(sheet.working("RA"))) + int(spotted) + sheet.german - sheet.controls_lost_before

    def guns(self, firer: Vessel, target: Vessel, shot: Shot) -> float:
        """Boxes that a salvo marks on average."""
        if shot.band >= BANDS:
            return 0.0
        key = firer.id, target.id, shot
        found = self._guns.get(key)
        if found is None:
            found = self._guns[key] = self._salvo(firer, target, shot)
        return found

    def _salvo(self, firer: Vessel, target: Vessel, shot: Shot) -> float:
        sector, band, barred, hard, fewer = shot
        lost, main = self.lost(firer), firer.printed.main
        able = [gun for gun in armed(firer.printed.key, lost, sector) if not (barred and gun[0] == main)]
        dice = sum(gun_dice(gun, (band * 12 + 6) * MIL) for gun in able)
        heavy = [gun.id for gun in firer.printed.guns if gun.id[0] == main and gun.id not in lost]
        broadside = len(heavy) > 1 and set(heavy) <= set(able)
        symbols = self.base(firer, target) + int(broadside) - fewer
        if not dice or symbols < 1:
            return 0.0
        armour = 3 if hard else target.printed.belt if band < LONG else target.printed.deck
        hit = 1 - (1 - self.known.options["hit_faces"] / 6) ** symbols
        return float(hit * dice * PER_DIE[0 if not target.visible else armour])

    def broadside(self, firer: Vessel, target: Vessel, band: int) -> float:
        """Boxes a turn in the long run, from the best direction, once she has found the range."""
        key = firer.id, target.id, band
        if key not in self._long:
            self._long[key] = 0.0 if band >= BANDS else max(self._steady(firer, target, band, sector) for sector in BEARINGS)
        return self._long[key]

    def _steady(self, firer: Vessel, target: Vessel, band: int, sector: int) -> float:
        able = armed(firer.printed.key, self.lost(firer), sector)
        dice = sum(gun_dice(gun, (band * 12 + 6) * MIL) for gun in able)
        armour = target.printed.belt if band < LONG else target.printed.deck
        hit = 1 - (1 - self.known.options["hit_faces"] / 6) ** max(0, GREEN + 1 - self.known.weather.x)
        return float(hit * dice * PER_DIE[armour])

    # ------------------------------------------------------------ torpedoes

    def loaded(self, ship: Vessel) -> tuple[str, ...]:
        """Launchers that can fire next turn (WT-10.4); of an enemy all that are printed."""
        sheet = ship.sheet_if_known
        if sheet is None:
            return tuple(each.id for each in ship.printed.torpedoes)
        if not sheet.controls:
            return ()
        ready = (id for id in sheet.working("TL") if sheet.ready.get(id, 0) <= self.known.next_turn)
        return tuple(id for id in ready if sheet.loads(id) > 0)

    def best_spread(self, ship: Vessel, target: Vessel) -> float:
        """The best that her torpedoes can do to a target."""
        loaded = self.loaded(ship)
        number = max((tubes(ship.printed.key, loaded, sector) for sector in range(SECTORS)), default=0)
        return spread(number, NEAR_RANGE * MIL, False, target.printed.belt)

    # ------------------------------------------------------------ defence

    def flak(self, ship: Vessel, friends: Iterable[Vessel]) -> float:
        """Aircraft that a ship and her friends near shoot down of those that attack her in a turn (WT-14)."""
        near = [mate for mate in friends if mate.id != ship.id and distance(mate.at, ship.at) <= RECON_RANGE * MIL]
        systems = self.working(ship, "PD") + self.working(ship, "AD") + sum(self.working(mate, "AD") for mate in near)
        return FLAK * systems

    @staticmethod
    def working(ship: Vessel, prefix: str) -> int:
        """Systems that can fire; of an enemy all that are printed."""
        if ship.sheet_if_known is None:
            return ship.printed.systems.get(prefix, 0)
        return len(ship.sheet_if_known.working(prefix)) if ship.sheet_if_known.controls else 0


def guns_left(odds: Odds, ship: Vessel) -> int:
    """Batteries that she can still fire."""
    return sum(gun.id[0] in GUN_CLASSES and gun.id not in odds.lost(ship) for gun in ship.printed.guns)
