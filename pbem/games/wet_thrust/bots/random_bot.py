"""Orders at random: all that the language has, legal as it seems, whatever it may be good for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pbem.core.game.protocol import Chance
from pbem.core.geometry.tabletop import number_text
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import GUN_CLASSES, Kind
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import SMOKERS, TORPEDO_RANGE
from pbem.games.wet_thrust.model.units import Mode, Squadron, Vessel
from pbem.games.wet_thrust.rules.helm import legal_speeds

PRIORITIES = ("NEAREST", "WEAKEST", "BB", "BC", "CV", "CA", "CL", "DD", "SS", "MM")
ITEMS = ("BRIDGE", "RUDDER", "BOILER", "PROP", "FC", "HOLE", "MAIN", "GUNS")
DEPTHS: dict[Mode, tuple[str, ...]] = {
    "deep": ("PERISCOPE", "SILENT", "RUN SILENT"),
    "periscope": ("DIVE", "SURFACE", "CRASH DIVE", "CRASH DIVE SILENT"),
    "surfaced": ("DIVE", "PERISCOPE", "CRASH DIVE", "CRASH DIVE SILENT"),
}
"""WT-18.7, WT-18.8: orders by mode."""
FAR = 60
"""Inches from the middle to which aircraft are sent."""
DECK, CATAPULT = 2, 1


def random_orders(known: State, chance: Chance) -> str:
    """A bot that knows how orders are written, and nothing else."""
    if known.over:
        return ""
    return "\n\n".join(RandomBot(known, chance).blocks())


@dataclass
class RandomBot:
    """An admiral's orders for one deadline."""

    known: State
    chance: Chance

    # ------------------------------------------------------------ helpers

    def pick(self, *words: str) -> str:
        """One of them."""
        return words[self.chance(len(words))]

    def some(self, *words: str) -> list[str]:
        """At least one of them, in a new order."""
        left = [word for word in words if self.chance(2)] or [self.pick(*words)]
        return [left.pop(self.chance(len(left))) for _ in range(len(left))]

    def now_and_then(self, *words: str, times: int = 3) -> Iterator[str]:
        """One of them, one time in so many."""
        if words and self.chance(times) == 0:
            yield self.pick(*words)

    @cached_property
    def friends(self) -> list[str]:
        """The side's vessels in play."""
        return [ship.id for ship in self.known.afloat(self.known.side)]

    @cached_property
    def foes(self) -> list[str]:
        """Enemy vessels on the surface."""
        return [ship.id for ship in self.known.afloat() if ship.side != self.known.side and ship.visible]

    @cached_property
    def contacts(self) -> list[str]:
        """Submarines held."""
        return list(self.known.held())

    @cached_property
    def enemy_squadrons(self) -> list[str]:
        """Enemy squadrons in the air."""
        flying = self.known.wings()
        return [each.id for each in flying if each.side != self.known.side and each.airborne]

    def targets(self, *more: str) -> str:
        """One enemy, or a few."""
        return self.pick(" ELSE ", " > ", " OR ").join(self.some(*self.foes, *more)[:3])

    # ------------------------------------------------------------ blocks

    def blocks(self) -> Iterator[str]:
        """The fleet's block, if it is theirs to write, and every unit's."""
        if self.known.is_senior and (lines := list(self._fleet())):
            yield "\n".join(["FLEET:", *lines])
        for ship in self.known.mine():
            if ship.sheet.commanded(self.known.next_turn) and (lines := list(self._ship(ship, ship.sheet))):
                yield "\n".join([f"{ship.id}:", *lines])
        for squadron in self.known.my_squadrons():
            if aims := list(self.now_and_then(*self._aims(squadron), times=2)):
                yield f"{squadron.id}: {aims[0]}"

    def _fleet(self) -> Iterator[str]:
        yield from self.now_and_then(f"FIREORDER {', '.join(self.some(*self.friends))}")
        yield from self.now_and_then("CHALLENGE YES", "CHALLENGE NO", times=4)
        yield from self.now_and_then("HOLD FIRE", self._at_will(), self._at_will(), times=6)

    def _at_will(self) -> str:
        return self.pick("FIRE AT WILL", f"FIRE AT WILL {' > '.join(self.some(*PRIORITIES)[:3])}")

    # ------------------------------------------------------------ a ship

    def _ship(self, ship: Vessel, sheet: Sheet) -> Iterator[str]:
        yield from self.now_and_then(self._plot(ship, sheet), self._plot(ship, sheet), times=2)
        if ship.printed.boat:
            yield from self.now_and_then(*DEPTHS.get(ship.mode, ()), times=3)
        if ship.visible:
            yield from self._guns(ship, sheet)
        yield from self._torpedoes(ship, sheet)
        yield from self._habits(ship, sheet)
        yield from self._smoke(ship)
        yield from self._deck(ship)

    def _plot(self, ship: Vessel, sheet: Sheet) -> str:
        """WT-2.2: in this notation or that."""
        if not sheet.steers():
            return self._speed(ship) or "-"
        if ship.printed.evasive != "none" and min(ship.speed, ship.top) and self.chance(5) == 0:
            return self.pick("E", "EVADE", "PLOT EVASIVE")
        port = self.chance(sheet.points() + 1)
        starboard = self.chance(sheet.points() - port + 1) if self.chance(3) == 0 else 0
        turns = [f"{points}{letter}" for points, letter in ((port, "P"), (starboard, "S")) if points]
        plot = "".join([self._speed(ship), *(turns[::-1] if self.chance(2) else turns)])
        return f"{self.pick('', 'PLOT ', 'MOVE ')}{plot or '-'}"

    def _speed(self, ship: Vessel) -> str:
        least, most = legal_speeds(ship)
        base = min(ship.speed, ship.top)
        wanted = base + Fraction(self.chance(9) - 4, 2)
        forms = [""]
        if least < wanted < base:
            forms.append(f"{number_text(base - wanted)}D")
        if base < wanted < most:
            forms.append(f"{number_text(wanted - base)}A")
        if least < most:
            forms += ["MAXA", "MAXD"]
        return self.pick(*forms)

    # ------------------------------------------------------------ guns, torpedoes, rams

    def _guns(self, ship: Vessel, sheet: Sheet) -> Iterator[str]:
        guns = sheet.working(*GUN_CLASSES)
        yield from self.now_and_then("HOLD FIRE", "HOLD", "CEASE FIRE", self._at_will(), self._at_will(), times=5)
        if guns and sheet.controls and (self.foes or self.contacts) and self.chance(3):
            if self.chance(2) or sheet.controls == 1 or len(guns) == 1:
                yield f"FIRE {self.targets(*self.contacts)}"
            else:
                cut = 1 + self.chance(len(guns) - 1)
                for group in (guns[:cut], guns[cut:]):
                    yield f"FIRE {', '.join(group)} AT {self.targets(*self.contacts)}"
        if ship.printed.type == "DD":
            shallow = [name for name, contact in self.known.held().items() if contact.mode == "periscope"]
            yield from self.now_and_then(*(f"RAM {name}" for name in [*self.foes, *shallow]), times=4)

    def _torpedoes(self, ship: Vessel, sheet: Sheet) -> Iterator[str]:
        turn = self.known.next_turn
        ready = [id for id in sheet.working("TL") if sheet.loads(id) and sheet.ready.get(id, 0) <= turn]
        if not ready or not self.foes or ship.mode == "deep":
            return
        within = self.pick("", "", f" WITHIN {1 + self.chance(TORPEDO_RANGE)}")
        tubes = self.pick("", f" WITH {', '.join(self.some(*ready))}")
        yield from self.now_and_then(f"TORP {self.targets()}{tubes}{within}", times=2)
        yield from self.now_and_then("TORP HOLD", times=12)

    # ------------------------------------------------------------ habits, smoke

    def _habits(self, ship: Vessel, sheet: Sheet) -> Iterator[str]:
        if ship.printed.asw:
            yield from self.now_and_then("ASW ANY", "ASW ANY", "ASW HOLD", *(f"ASW {name}" for name in self.contacts), times=4)
        yield from self.now_and_then(f"DC {', '.join(self.some(*ITEMS))}", times=5)
        yield from self.now_and_then("CHALLENGE YES", "CHALLENGE NO", times=8)
        guns = [gun.id for gun in ship.printed.guns]
        if guns:
            yield from self.now_and_then(f"LOSE {', '.join(self.some(*guns))}", times=8)
        air_defence = sheet.count("PD") + sheet.count("AD")
        if air_defence and self.enemy_squadrons:
            yield from self.now_and_then(f"AA {', '.join(self.some(*self.enemy_squadrons))}", times=2)
        if sheet.count("AD"):
            yield from self.now_and_then(f"COVER {self.pick(*self.friends)}", times=8)

    def _smoke(self, ship: Vessel) -> Iterator[str]:
        smoke = self.known.weather.smoke
        if smoke and ship.printed.type in SMOKERS:
            yield from self.now_and_then("SMOKE", "MAKE SMOKE", times=4)
            yield from self.now_and_then("SCREEN", "SMOKE SCREEN", times=4)
        if ship.visible and not self._recovering(ship):
            yield from self.now_and_then("DISENGAGE", "BREAK OFF", times=12)

    def _recovering(self, ship: Vessel) -> bool:
        """WT-6.8: her planes may bar her, by the option."""
        planes = [each for each in self.known.wings() if each.kind == "R" and each.carrier == ship.id]
        bar = self.known.options["recon_bar"]
        return any(each.place == "alongside" or (bar == "aloft" and each.airborne) for each in planes) or bar == "game"

    # ------------------------------------------------------------ aircraft

    def _deck(self, ship: Vessel) -> Iterator[str]:
        here = [each for each in self.known.my_squadrons() if each.home == ship.id and each.place == "aboard"]
        ready = [each.id for each in here if each.deck.ready <= self.known.next_turn]
        if ready:
            most = DECK if ship.printed.carrier else CATAPULT
            names = [self._short(id) for id in self.some(*ready)[:most]]
            yield from self.now_and_then(f"LAUNCH {', '.join(names)}", times=2)
        pairs = [(one, other) for one in here for other in here if one is not other and one.kind == other.kind != "R"]
        if pairs:
            one, other = pairs[self.chance(len(pairs))]
            yield from self.now_and_then(f"MERGE {self._short(one.id)} INTO {self._short(other.id)}", times=6)

    def _short(self, id: str) -> str:
        """The whole id, or its symbol if it is aboard its own ship: another's symbol may be that of a unit of hers."""
        return self.pick(id, id.rpartition("-")[2]) if self.known.squadrons[id].home == self.known.squadrons[id].carrier else id

    def _aims(self, squadron: Squadron) -> list[str]:
        """Everything that such aircraft may be told now."""
        ready = squadron.deck.ready <= self.known.next_turn
        if squadron.place == "alongside" or (squadron.place == "aboard" and not ready):
            return []
        homeward = [] if squadron.place == "aboard" else ["RETURN", "LAND"]
        if squadron.deck.spent:
            return homeward[:1]
        x, y = (self.chance(2 * FAR + 1) - FAR for _ in range(2))
        return [*homeward, f"GO {x},{y}", f"GO {x}.5, {y}", "ORBIT", *self._missions(squadron)]

    def _missions(self, squadron: Squadron) -> Iterator[str]:
        kind: Kind = squadron.kind
        if kind == "F":
            yield from ("CAP", "CAP", f"CAP PRIORITY {', '.join(self.some('T', 'DB', 'B'))}")
            mates = [each.id for each in self.known.my_squadrons() if each.id != squadron.id]
            yield from (f"ESCORT {mate}" for mate in mates)
            if self.enemy_squadrons:
                yield from (f"INTERCEPT {' ELSE '.join(self.some(*self.enemy_squadrons)[:2])}" for _ in range(3))
        elif kind == "R":
            yield from ["RECOVER"] if squadron.place != "aboard" else []
            yield from (f"SPOT {foe}" for foe in self.foes)
        elif self.foes:
            sides = self.pick("", " FROM PORT", " FROM STARBOARD", " FROM BOW", " FROM STERN", " FROM BEAM")
            how = f"{self.pick('', ' RANGE 6', ' RANGE 2.5')}{sides}" if kind == "T" else ""
            yield from (f"ATTACK {self.targets()}{how}" for _ in range(4))
