"""What an admiral without a player decides: ship by ship a plan for each of their side, none in another's way.

Admirals of one side think alike: each plans for the whole side and writes the orders of their own ships, so that two of them
go together without a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pbem.core.geometry.hexes import STEPS, Hex, centre, column_row, distance, step
from pbem.games.sovereign_seas.bots.captain import BotStyle, Captain, Plan, Sea
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import BRITISH, IRONCLADS, MAX_RANGE, MERCHANT
from pbem.games.sovereign_seas.orders.tracks import BEYOND, Track, expected, helpless
from pbem.games.sovereign_seas.planning.tactics import Odds
from pbem.games.sovereign_seas.rules.sailing.speed import span

LAME = 6
"""A ship that cannot make this speed falls out of the line."""
LINE_REACH = 8
"""Hexes from the ship ahead within which a ship can take station."""
CREEP = 2
"""The speed up to which a friend whose plan is not made yet may be met where she is at any time."""
RUN = 30
"""Hexes that a convoy's course is thought ahead."""


@dataclass
class Admiral:
    """One side's plans for one turn."""

    known: State
    style: BotStyle
    plans: dict[str, Plan] = field(default_factory=dict)
    _tracks: dict[str, Track] = field(default_factory=dict)

    def decide(self) -> dict[str, Plan]:
        """The plan of every ship of the side, by id."""
        for ship in self.order:
            self.plans[ship.id] = Plan(self._drift(ship)) if self.adrift(ship) else self.captain(ship).best()
        return self.plans

    def captain(self, ship: Ship) -> Captain:
        """Her captain, who knows the plans made so far."""
        impulses = range(1, self.known.impulses + BEYOND + 1)
        mates = [mate for mate in self.own if mate.id != ship.id]
        sea = Sea(
            self.foes,
            self.crowd,
            occupied={n: self._occupied(mates, n) for n in impulses},
            wanted={n: self._wanted(mates, n) for n in impulses},
            crowded={n: self._crowded(mates, n) for n in impulses},
            wake={n: self._wake(mates, n) for n in impulses},
        )
        captain = Captain(self.known, self.odds, self.style, ship, sea, shy=self._spared(ship))
        if ship.printed.type in MERCHANT:
            captain.escape = self.course
        elif self.style.station and ship in self.line:
            captain.most = min(span(mate, self.known.options, False).most for mate in self.line)
            captain.ahead = self._ahead(ship)
        return captain

    def _spared(self, ship: Ship) -> bool:
        """SSL-O3.2: two British ships sunk lose the convoy, and corvettes are sunk first."""
        return ship.side == BRITISH and ship.printed.type == "COV" and OPENINGS[self.known.scenario].victory == "convoy"

    # ------------------------------------------------------------ the ships

    @cached_property
    def odds(self) -> Odds:
        """What salvoes and rams are worth."""
        return Odds(self.known)

    @cached_property
    def own(self) -> list[Ship]:
        """The side's ships, the other admiral's too."""
        return list(self.known.active(self.known.side))

    @cached_property
    def foes(self) -> list[tuple[Ship, Track]]:
        """The enemies and where they will be."""
        return [(foe, self._drift(foe)) for foe in self.known.active(enemy(self.known.side))]

    @cached_property
    def crowd(self) -> dict[str, int]:
        """By enemy: the own ships that she may choose from this turn."""
        return {foe.id: max(1, sum(distance(foe.hex, ship.hex) <= MAX_RANGE for ship in self.own)) for foe, _ in self.foes}

    @cached_property
    def order(self) -> list[Ship]:
        """Who plans first: whoever cannot help her course, the line from its van, merchantmen, the others."""

        def rank(ship: Ship) -> int:
            if self.adrift(ship):
                return 0
            return 1 if ship in self.line else 2 if ship.printed.type in MERCHANT else 3

        return sorted([*self.line, *(ship for ship in self.own if ship not in self.line)], key=rank)

    def adrift(self, ship: Ship) -> bool:
        """SSL-L5.5, SSL-L5.7: is her course not her captain's to choose?"""
        return helpless(ship, self.known.turn + 1) != ""

    def _drift(self, ship: Ship) -> Track:
        if ship.id not in self._tracks:
            self._tracks[ship.id] = expected(ship, self.known.turn + 1, self.known.impulses)
        return self._tracks[ship.id]

    # ------------------------------------------------------------ the line of battle

    @cached_property
    def line(self) -> list[Ship]:
        """The ironclads fit for the line, the foremost on their mean heading first."""
        fit = [ship for ship in self.own if ship.printed.type in IRONCLADS and ship.maximum >= LAME and not self.adrift(ship)]
        q, r = (sum(STEPS[ship.heading][n] for ship in fit) for n in (0, 1))
        x, y = centre((q, r))

        def behind(ship: Ship) -> float:
            across, down = centre(ship.hex)
            return -round(across * x + down * y, 6)

        return sorted(fit, key=behind)

    def _ahead(self, ship: Ship) -> tuple[Ship, Track] | None:
        """The ship of the line before her, if she is near enough."""
        place = self.line.index(ship)
        mate = self.line[place - 1] if place else None
        if not mate or distance(mate.hex, ship.hex) > LINE_REACH:
            return None
        return mate, self.plans[mate.id].track

    # ------------------------------------------------------------ room

    def _occupied(self, mates: list[Ship], impulse: int) -> set[Hex]:
        """Where friends may be met: on their planned tracks, else where they are."""
        found: set[Hex] = set()
        for mate in mates:
            if mate.id in self.plans:
                found |= self.plans[mate.id].room(impulse)
            elif impulse == 1 or mate.speed <= CREEP:
                found |= {mate.hex, *self._bound(mate)}
        return found

    def _wanted(self, mates: list[Ship], impulse: int) -> set[Hex]:
        """Where friends without a plan will be if they go straight on."""
        return {hex for mate in mates if mate.id not in self.plans for hex in self._drift(mate).during(impulse)}

    def _crowded(self, mates: list[Ship], impulse: int) -> set[Hex]:
        """The hexes next to friends at an impulse's end."""
        planned = [self.plans[mate.id].track for mate in mates if mate.id in self.plans]
        return {step(track.places[impulse][0], heading) for track in planned for heading in range(6)}

    def _wake(self, mates: list[Ship], impulse: int) -> set[Hex]:
        """The hexes that friends mean to have left in the impulse before."""
        if impulse == 1:
            return set()
        planned = [self.plans[mate.id].track for mate in mates if mate.id in self.plans]
        return {hex for track in planned for hex in track.during(impulse - 1)}

    @staticmethod
    def _bound(ship: Ship) -> Iterator[Hex]:
        """SSL-I2.1: the hexes ahead that a ship must go through before she may turn."""
        for hexes in range(1, ship.printed.turn_hexes - ship.count + 1):
            yield step(ship.hex, ship.heading, hexes)

    # ------------------------------------------------------------ merchantmen

    @cached_property
    def course(self) -> int:
        """The heading on which the convoy gets farthest from the enemy, or soonest off the map."""
        ships = [ship.hex for ship in self.own if ship.printed.type in MERCHANT]
        middle = (sum(q for q, _ in ships) // len(ships), sum(r for _, r in ships) // len(ships))
        return max(range(6), key=lambda heading: self._clear(middle, heading))

    def _clear(self, middle: Hex, heading: int) -> int:
        """How near the nearest enemy is after a long run, and how much of the map is left then."""
        there = step(middle, heading, RUN)
        column, row = column_row(there)
        edge = min(column, row, self.known.columns - column, self.known.rows - row)
        return min((distance(there, foe.hex) for foe, _ in self.foes), default=0) - max(0, edge)
