"""What an admiral without a player knows, for one turn: their ships, the enemies in sight, and what they may do to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.core.geometry.tabletop import distance
from pbem.games.wet_thrust.bots.tactics import MIL, Odds, band_of, bombs
from pbem.games.wet_thrust.bots.task import BotStyle
from pbem.games.wet_thrust.model.scenario import OPENINGS
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.planning.tracks import Track, drift

LEAST_SHARE = 0.25
"""Of an enemy's fire, for whomever she does not tempt."""
STRIKE_REACH = 22 * MIL
"""Within which aircraft in the air may attack a ship this turn."""
STALE = 2
"""Turns for which a contact that was lost is still looked for."""


@dataclass
class Side:
    """One side's knowledge; `style` tells one admiral from another."""

    known: State
    style: BotStyle

    # ------------------------------------------------------------ the ships

    @cached_property
    def odds(self) -> Odds:
        """What fire is worth."""
        return Odds(self.known)

    @cached_property
    def enemy(self) -> str:
        """The other side."""
        return next(side for side in self.known.sides if side != self.known.side)

    @cached_property
    def own(self) -> list[Vessel]:
        """The side's vessels, the other admiral's too."""
        return self.known.afloat(self.known.side)

    @cached_property
    def surface(self) -> list[Vessel]:
        """The side's surface ships."""
        return [ship for ship in self.own if not ship.printed.boat]

    @cached_property
    def foes(self) -> list[tuple[Vessel, Track]]:
        """Enemies in sight and where they are expected."""
        return [(foe, drift(foe)) for foe in self.known.afloat(self.enemy) if foe.visible]

    @cached_property
    def contacts(self) -> dict[str, Contact]:
        """Submarines held, or held not long ago."""
        known = self.known.known_contacts().items()
        return {name: each for name, each in known if not each.destroyed and each.turn >= self.known.turn - STALE}

    @cached_property
    def enemy_has_submarines(self) -> bool:
        """Does the scenario give the enemy submarines? That is printed for all to read."""
        return any(entry.printed.boat for entry in OPENINGS[self.known.scenario].roster(self.enemy))

    @cached_property
    def shares(self) -> dict[str, dict[str, float]]:
        """By enemy and own ship: how likely their guns are for her, who has others to choose from; they like what sinks."""
        found = {}
        for foe, _ in self.foes:
            likes = {ship.id: self._tempts(foe, ship) ** 2 for ship in self.surface}
            every = sum(likes.values())
            found[foe.id] = {id: max(LEAST_SHARE, like / every) if every else 1.0 for id, like in likes.items()}
        return found

    def _tempts(self, foe: Vessel, ship: Vessel) -> float:
        """What a turn's fire at a ship is worth to an enemy, from where they are."""
        band = band_of(distance(foe.at, ship.at))
        return self.odds.worth(ship, self.odds.broadside(foe, ship, band))

    def obeys(self, ship: Vessel) -> bool:
        """WT-15.1: does she take orders?"""
        return ship.sheet.commanded(self.known.next_turn)

    # ------------------------------------------------------------ aircraft of the enemy

    @cached_property
    def enemy_bombers(self) -> list[Squadron]:
        """Enemy squadrons in the air that may attack ships."""
        flying = self.known.wings()
        return [each for each in flying if each.side == self.enemy and each.airborne and each.kind in ("T", "DB", "B")]

    @cached_property
    def strike(self) -> dict[str, tuple[float, float]]:
        """By own ship within their reach: boxes that they may mark on her, and if she steams evasively."""
        found = {}
        for ship in self.surface:
            near = [each for each in self.enemy_bombers if distance(each.at, ship.at) <= STRIKE_REACH]
            if near:
                flak = self.odds.flak(ship, self.surface) / len(near)
                pair = (sum(bombs(each, ship, evades, flak) for each in near) for evades in (False, True))
                plain, evading = (boxes / self._choices(near[0]) for boxes in pair)
                found[ship.id] = (plain, evading)
        return found

    def _choices(self, squadron: Squadron) -> float:
        """How many ships a squadron could as well attack."""
        return max(1.0, sum(distance(squadron.at, ship.at) <= STRIKE_REACH for ship in self.surface) / 2)

    # ------------------------------------------------------------ whom to protect

    @cached_property
    def charges(self) -> list[Vessel]:
        """Ships to be screened: merchantmen and carriers, else the biggest."""
        protected = [ship for ship in self.surface if ship.printed.type == "MM" or ship.printed.carrier]
        return protected or sorted(self.surface, key=self.odds.stake)[-1:]

    @cached_property
    def escorts(self) -> list[Vessel]:
        """The side's destroyers in unit order."""
        return [ship for ship in self.surface if ship.printed.type == "DD"]
