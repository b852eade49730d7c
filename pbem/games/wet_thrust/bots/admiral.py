"""What an admiral without a player decides: ship by ship a move, none in another's way.

Admirals of one side think alike: each plans for the whole side and writes the orders of their own units.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from pbem.games.wet_thrust.bots.captain import Captain
from pbem.games.wet_thrust.bots.roles import Roles
from pbem.games.wet_thrust.bots.side import Side
from pbem.games.wet_thrust.bots.submarine_captain import SubmarineCaptain
from pbem.games.wet_thrust.bots.task import Sea, Task
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.planning.tracks import Track, drift


@dataclass
class Admiral(Side):
    """One side's plans for one turn."""

    plans: dict[str, Track] = field(default_factory=dict)

    @cached_property
    def tasks(self) -> dict[str, Task]:
        """By surface ship: what she is for."""
        return Roles(self).tasks()

    # ------------------------------------------------------------ plans

    def decide(self) -> dict[str, Track]:
        """The move of every vessel of the side, by id: first of those that cannot choose, then the big ones."""
        for ship in sorted(self.own, key=self._rank):
            if not self.obeys(ship):
                self.plans[ship.id] = drift(ship)
            elif ship.printed.boat:
                self.plans[ship.id] = self.submarine(ship).best()
            else:
                self.plans[ship.id] = self.captain(ship).best()
        return self.plans

    def _rank(self, ship: Vessel) -> tuple[int, float]:
        return int(self.obeys(ship)), -ship.printed.boxes if ship.printed.type != "MM" else -99

    def captain(self, ship: Vessel) -> Captain:
        """Her captain, who knows the plans made so far."""
        return Captain(self.known, self.odds, self.style, ship, self.tasks[ship.id], self._sea(ship))

    def submarine(self, ship: Vessel) -> SubmarineCaptain:
        """A submarine's captain."""
        return SubmarineCaptain(self.known, self.odds, self.style, ship, self._sea(ship))

    def _sea(self, ship: Vessel) -> Sea:
        mates = [mate for mate in self.own if mate.id != ship.id and mate.visible == ship.visible]
        return Sea(
            foes=self.foes,
            shares={id: by_ship.get(ship.id, 1.0) for id, by_ship in self.shares.items()},
            planned=[self.plans[mate.id] for mate in mates if mate.id in self.plans],
            expected=[self._drifts[mate.id] for mate in mates if mate.id not in self.plans],
            strike=self.strike,
            radius=float(self.known.options["collision_radius"]),
        )

    @cached_property
    def _drifts(self) -> dict[str, Track]:
        return {ship.id: drift(ship) for ship in self.own}

    # ------------------------------------------------------------ the fleet

    @cached_property
    def by_worth(self) -> list[Vessel]:
        """The side's ships, the most valuable first."""
        return sorted(self.own, key=lambda ship: -self.odds.stake(ship))

    def leaves_it(self, ship: Vessel) -> bool:
        """WT-21.3, WT-21.6: a friend who cannot be shaken off would challenge with better odds: faster, or by radar."""
        mates = [mate for mate in self.surface if mate.id != ship.id and mate.speed and mate.id in self.plans]
        better = [mate for mate in mates if self._holds(mate) > self._holds(ship)]
        return any(self.captain(mate).shadows(self.plans[mate.id]) == 1 for mate in better)

    @staticmethod
    def _holds(ship: Vessel) -> Fraction:
        return ship.top + bool(ship.sheet.working("RA"))
