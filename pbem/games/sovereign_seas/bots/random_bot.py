"""Orders at random: all that the language has, legal as it seems, whatever it may be good for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pbem.core.game.protocol import Chance
from pbem.core.geometry.hexes import DIRECTIONS, Hex, at, label, step
from pbem.games.sovereign_seas.model.formation import faults
from pbem.games.sovereign_seas.model.scenario import Berth
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import MAX_RANGE, POSITIONS, TYPES, movement_points
from pbem.games.sovereign_seas.orders.tracks import plans
from pbem.games.sovereign_seas.planning.tactics import fleets, take
from pbem.games.sovereign_seas.rules.sailing.speed import base, span

GIVES_UP = 400
"""CONCEDE comes once in so many turns."""
ASTRAY = 4
"""Hexes by which a ship is placed elsewhere, at most, in each of two directions."""


def random_orders(known: State, chance: Chance) -> str:
    """A bot that knows how orders are written, and nothing else."""
    if known.over:
        return ""
    bot = RandomBot(known, chance)
    return "\n\n".join(bot.set_up() if known.stage else bot.turn())


@dataclass
class RandomBot:
    """An admiral's orders for one deadline."""

    known: State
    chance: Chance

    # ------------------------------------------------------------ helpers

    def pick(self, *words: str) -> str:
        """One of them."""
        return words[self.chance(len(words))]

    def now_and_then(self, *words: str, times: int = 3) -> Iterator[str]:
        """One of them, one time in so many."""
        if self.chance(times) == 0:
            yield self.pick(*words)

    @cached_property
    def foes(self) -> list[str]:
        """Enemies in play."""
        return [ship.id for ship in self.known.active(enemy(self.known.side))]

    @cached_property
    def friends(self) -> list[str]:
        """The side's ships in play."""
        return [ship.id for ship in self.known.active(self.known.side)]

    def foe(self) -> str:
        """An enemy, or whichever is nearest."""
        return self.pick(*self.foes, "NEAREST")

    def impulse(self) -> int:
        """One of the turn's impulses."""
        return 1 + self.chance(self.known.impulses)

    def anywhere(self) -> Hex:
        """A hex of the map."""
        return at(1 + self.chance(self.known.columns), 1 + self.chance(self.known.rows))

    # ------------------------------------------------------------ set-up

    def set_up(self) -> Iterator[str]:
        """E: an edge, a fleet, or places; now and then what is printed."""
        task = self.known.stage.get(self.known.side, "")
        if task == "ENTER":
            yield f"FLEET: ENTER {self.pick('N', 'E', 'S', 'W')}"
        elif task == "TAKE":
            legal = fleets(self.known)
            yield f"FLEET: {take(legal[self.chance(len(legal))]) if legal else 'CARRY ON'}"
        else:
            yield "FLEET: CARRY ON"
            yield from self._places()

    def _places(self) -> Iterator[str]:
        """Section 8: ships a little astray, one after the other, each if the limits allow it."""
        berths = {ship.id: Berth(ship.hex, ship.heading, ship.speed) for ship in self.known.active(self.known.side)}
        for ship in self.known.mine():
            tried = berths | {ship.id: self._berth(ship)}
            if not faults(self.known, self.known.side, tried):
                berths = tried
                hex, heading, speed = berths[ship.id]
                told = "" if speed == ship.speed else f" SPEED {speed}"
                yield f"{ship.id}: PLACE {label(hex)} {DIRECTIONS[heading]}{told}"

    def _berth(self, ship: Ship) -> Berth:
        hex = step(ship.hex, self.chance(6), self.chance(ASTRAY))
        hex = step(hex, self.chance(6), self.chance(ASTRAY))
        if self.chance(2):
            return Berth(hex, ship.heading, ship.speed)
        return Berth(hex, self.chance(6), self.chance(ship.maximum + 1))

    # ------------------------------------------------------------ a turn

    def turn(self) -> Iterator[str]:
        """The fleet's block, if it is theirs to write, and every ship's."""
        if self.known.is_senior:
            yield "\n".join(["FLEET: CARRY ON", *self._fleet()])
        for ship in self.known.mine():
            yield "\n".join([f"{ship.id}:", *self._ship(ship)])

    def _fleet(self) -> Iterator[str]:
        some = [id for id in self.friends if self.chance(2)]
        if some:
            yield from self.now_and_then(f"SEQ {' '.join(some[::-1])}", times=4)
        yield from self.now_and_then(self._open(), self._avoid(), "LOSE CHEAP", "LOSE ARMOUR", times=4)
        yield from self.now_and_then("CLEAR OPEN", "CLEAR FIRE", "CLEAR LOSE", "CLEAR ALL", times=8)
        if self.foes and any(ship.living() for ship in self.known.active(self.known.side)):
            yield from self.now_and_then(f"FIRE ALL AT {self._targets()}", times=4)
        yield from self.now_and_then("CONCEDE", times=GIVES_UP)

    def _ship(self, ship: Ship) -> Iterator[str]:
        yield from self.now_and_then(
            "CLEAR WHEN", "CLEAR OPEN", "CLEAR FIRE", "CLEAR LOSE", "CLEAR STEER", "CLEAR ALL", times=8
        )
        if ship.log.command_until <= self.known.turn:
            yield from self._helm(ship)
        yield from self.now_and_then(self._avoid(), times=6)
        yield from self.now_and_then("EXIT OFF", "EXIT OFF", "EXIT ON", times=8)
        yield from self.now_and_then(self._open())
        yield from self.now_and_then(f"{self._open()} STRICT", "HOLD", "HOLD FIRE", times=10)
        if ship.living():
            yield from self._guns(ship)

    # ------------------------------------------------------------ speed and course

    def _helm(self, ship: Ship) -> Iterator[str]:
        words, speed = self._speed(ship)
        yield words
        if speed and self.chance(2):
            sailed = plans(ship, speed)
            yield f"MOVE {self._written(sailed[self.chance(len(sailed))])}"
        yield from self.now_and_then(self._steer(ship), times=2)
        for _ in range(self.chance(3)):
            yield from self.now_and_then(f"WHEN {self._condition()} DO {self._steer(ship)}")

    def _speed(self, ship: Ship) -> tuple[str, int]:
        """An order of speed, and the speed that comes of it; 0 where that depends on another ship."""
        limits = span(ship, self.known.options, False)
        wanted = limits.least + self.chance(limits.most - limits.least + 1)
        forms = [
            (f"SPEED {wanted}", wanted),
            ("SPEED MAX", limits.most),
            ("SPEED MIN", limits.least),
            ("SPEED HOLD", base(ship)),
        ]
        if wanted != base(ship):
            forms.append((f"SPEED {wanted - base(ship):+d}", wanted))
        if limits.least == 0:
            forms.append(("STOP", 0))
        forms += [(f"SPEED MATCH {id}", 0) for id in self.friends if id != ship.id][:1]
        return forms[self.chance(len(forms))]

    def _written(self, plan: str) -> str:
        """SSL-X.7: a plan with bars, with numbers, in the letters of port and starboard, or plain."""
        match self.chance(4):
            case 0:
                parts, used = [], 0
                for impulse in range(1, self.known.impulses + 1):
                    points = movement_points(len(plan), impulse, self.known.impulses)
                    parts.append(plan[used : used + points] or "-")
                    used += points
                return "|".join(parts)
            case 1:
                return " ".join(f"1{letter}" for letter in plan)
            case 2:
                return plan.replace("L", "P").replace("R", "S")
            case _:
                return plan

    def _steer(self, ship: Ship) -> str:
        mates = [id for id in self.friends if id != ship.id]
        heading = self.pick(*DIRECTIONS)
        orders = [
            "STRAIGHT",
            f"COURSE {heading}",
            f"COURSE {heading} BY {self.pick('L', 'R')}",
            f"CIRCLE {self.pick('L', 'R', 'PORT', 'STARBOARD')}",
            f"STEER {label(self.anywhere())}",
        ]
        if mates:
            orders.append(f"FOLLOW {self.pick(*mates)} GAP {1 + self.chance(4)}")
        if self.foes:
            orders += [f"CLOSE {self.foe()}", f"KEEP {1 + self.chance(8)} {self.foe()}", f"RAM {self.foe()}"]
        return self.pick(*orders)

    def _condition(self) -> str:
        orders = [f"IMP {self.impulse()}", f"HULL <= {self.chance(12)}", f"MAXSPEED <= {self.chance(10)}", "FIRED"]
        if self.foes:
            orders += [f"RANGE {self.foe()} {self.pick('<=', '>=')} {self.chance(20)}", f"SUNK {self.pick(*self.foes)}"]
        return self.pick(*orders)

    def _avoid(self) -> str:
        return f"AVOID {self.pick('ALL', 'FRIENDS', 'ENEMIES', 'NONE')}"

    # ------------------------------------------------------------ guns

    def _open(self) -> str:
        first = self.impulse()
        last = first + self.chance(self.known.impulses - first + 1)
        conditions = (
            f"IMP {first}",
            f"IMP {first}-{last}",
            f"RANGE {1 + self.chance(MAX_RANGE)}",
            "PEN",
            f"BEAR {1 + self.chance(6)}",
        )
        return "OPEN " + self.pick("ANY", self.pick(*conditions), f"{self.pick(*conditions)} {self.pick(*conditions)}")

    def _guns(self, ship: Ship) -> Iterator[str]:
        living = [battery.id for battery in ship.living()]
        codes = dict.fromkeys(battery.code for battery in ship.living())
        places = [word for word, letter in POSITIONS.items() if any(id[0] == letter for id in living)]
        some = [id for id in living if self.chance(2)] or living[:1]
        for _ in range(self.chance(3) if self.foes else 0):
            group = self.pick("ALL", *codes, *(f"[{code}]" for code in codes), *places, ", ".join(some))
            yield f"FIRE {group} AT {self._targets()}{self.pick('', '', ' ONLY')}"
        yield from self.now_and_then(f"LOSE {', '.join(some)}", "LOSE ARMOUR", "LOSE CHEAP", times=5)

    def _targets(self) -> str:
        words = (*self.foes, "NEAREST", "WEAKEST", "BIGGEST", "ANY", *TYPES)
        return ", ".join(dict.fromkeys(self.pick(*words) for _ in range(1 + self.chance(3))))
