"""Where a ship can be when the turn ends: every hex and heading that plans of helm letters lead to, speed by speed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import STEPS, Hex, distance
from pbem.games.sovereign_seas.model.geometry import LETTERS, ahead, off_bow, turned
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import movement_points
from pbem.games.sovereign_seas.orders.tracks import expected
from pbem.games.sovereign_seas.rules.sailing.sea_room import MapSize, has_room
from pbem.games.sovereign_seas.rules.sailing.speed import span

MOST_TURNS = 12
"""Turns for which a standing helm is followed."""


class End(NamedTuple):
    """A speed and a plan, and where they lead."""

    speed: int
    letters: str
    hex: Hex
    heading: int

    @property
    def turns(self) -> int:
        """How often the plan changes her heading."""
        return len(self.letters) - self.letters.count("F")

    @property
    def words(self) -> str:
        """The helm of the plan."""
        return helm_words(self.letters) if self.speed else "stops"


def helm_words(letters: str) -> str:
    """What a plan is, for who does not know its letters: `2 turns to port`."""
    turns = ((letters.count("L"), "port"), (letters.count("R"), "starboard"))
    return ", ".join(f"{count(number, 'turn')} to {side}" for number, side in turns if number) or "straight on"


@lru_cache(maxsize=512)
def _ends(points: int, first: int, every: int) -> tuple[tuple[str, Hex, int], ...]:
    """SSL-I2.1, SSL-I2.2: from 0, 0 heading N: the plan with the fewest turns to each hex and heading.

    No turn in the `first` hexes, and none in the `every` - 1 after one.
    """
    reached: dict[tuple[Hex, int, int], str] = {((0, 0), 0, first): ""}
    for _ in range(points):
        further: dict[tuple[Hex, int, int], str] = {}
        for (hex, heading, wait), letters in reached.items():
            for letter in LETTERS if not wait else LETTERS[:1]:
                key = (*_step(hex, heading, letter), max(0, wait - 1) if letter == "F" else every - 1)
                if key not in further or further[key].count("F") < letters.count("F") + (letter == "F"):
                    further[key] = letters + letter
        reached = further
    found: dict[tuple[Hex, int], str] = {}
    for (hex, heading, _), letters in reached.items():
        if letters.count("F") > found.get((hex, heading), "").count("F") or (hex, heading) not in found:
            found[hex, heading] = letters
    return tuple((letters, hex, heading) for (hex, heading), letters in found.items())


def _step(hex: Hex, heading: int, letter: str) -> tuple[Hex, int]:
    return ahead(hex, heading, letter), turned(heading, letter)


def _placed(origin: Hex, heading: int, offset: Hex) -> Hex:
    """An offset of a ship heading N, for one that heads elsewhere."""
    (dq, dr), (eq, er) = STEPS[heading], STEPS[(heading + 1) % 6]
    y, x = offset[0], -offset[1] - offset[0]
    return origin[0] + x * dq + y * eq, origin[1] + x * dr + y * er


@dataclass(frozen=True)
class Sailing:
    """What one reader's ships may do in the turn to come."""

    known: State

    def speeds(self, ship: Ship) -> list[int]:
        """SSL-H.2 to SSL-H.4: those that she can make, the present one first."""
        limits = span(ship, self.known.options, out_of_command=False)
        now = min(ship.speed, ship.maximum)
        return sorted(range(limits.least, limits.most + 1), key=lambda speed: (abs(speed - now), -speed))

    def ends(self, ship: Ship, speeds: Sequence[int]) -> Iterator[End]:
        """Every hex and heading, whether or not there is something in the way."""
        every = ship.printed.turn_hexes
        for speed in speeds:
            for letters, hex, heading in _ends(speed, min(speed, max(0, every - ship.count)), every):
                yield End(speed, letters, _placed(ship.hex, ship.heading, hex), (ship.heading + heading) % 6)

    def clear(self, ship: Ship, end: End) -> bool:
        """SSL-X.4: does the plan keep to the map, with sea room, and out of the hexes where others are expected?"""
        hex, heading, count, used = ship.hex, ship.heading, ship.count, 0
        size, rate = MapSize(self.known.columns, self.known.rows), ship.printed.turn_hexes
        for impulse in range(1, self.known.impulses + 1):
            taken = self._taken(impulse)
            points = movement_points(end.speed, impulse, self.known.impulses)
            for letter in end.letters[used : used + points]:
                hex, heading = _step(hex, heading, letter)
                count = count + 1 if letter == "F" else 1
                if taken.get(hex, ship.id) != ship.id or not has_room(hex, heading, count, rate, size):
                    return False
            used += points
        return True

    @cached_property
    def _hexes(self) -> list[dict[Hex, str]]:
        """By impulse, who is expected where: "" of more than one."""
        found: list[dict[Hex, str]] = [{} for _ in range(self.known.impulses)]
        for ship in self.known.active():
            track = expected(ship, self.known.next_turn, self.known.impulses)
            for impulse, hexes in enumerate(found, 1):
                for hex in track.during(impulse):
                    hexes[hex] = "" if hexes.get(hex, ship.id) != ship.id else ship.id
        return found

    def _taken(self, impulse: int) -> dict[Hex, str]:
        return self._hexes[impulse - 1]

    def arrival(self, ship: Ship, goal: Hex) -> int:
        """SSL-X.6: the turn in which a helm that steers for a hex reaches it at her present speed; 0: not soon, or there now.

        Nothing is taken to be in the way. A helm that steers for a hex beside her may go round it for ever.
        """
        hex, heading, count, speed = ship.hex, ship.heading, ship.count, min(ship.speed, ship.maximum)
        if hex == goal:
            return 0
        for moved in range(speed * MOST_TURNS):
            ways = [_step(hex, heading, letter) for letter in (LETTERS if count >= ship.printed.turn_hexes else LETTERS[:1])]
            before = heading
            hex, heading = min(ways, key=lambda way: (distance(way[0], goal), off_bow(way[0], way[1], goal)))
            count = count + 1 if heading == before else 1
            if hex == goal:
                return self.known.next_turn + moved // speed
        return 0
