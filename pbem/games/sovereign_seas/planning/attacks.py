"""What own ships can do to one enemy who is pointed at: fire as a dry run has it, plans that bring guns to bear, courses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, Hex, distance, label
from pbem.games.sovereign_seas.model.geometry import sight
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import MAX_RANGE, needed_at, number_modifier, ram_pool
from pbem.games.sovereign_seas.orders.parse import ORDERS
from pbem.games.sovereign_seas.orders.tracks import expected
from pbem.games.sovereign_seas.planning.dry_run import Laid, rehearse
from pbem.games.sovereign_seas.planning.odds import at_least, ram_chance
from pbem.games.sovereign_seas.planning.reach import End, Sailing
from pbem.games.sovereign_seas.planning.suggestions import FIRE, STANDING, Offer
from pbem.games.sovereign_seas.planning.tactics import Odds

MOST_BORNE, MOST_NEAR = 2, 1
"""Plans that bring guns to bear, and that come near."""


class Attacks:
    """Of the ships asked about, on one enemy, who is taken to go on as she goes now."""

    def __init__(self, known: State, foe: Ship, asked: Sequence[str]) -> None:
        self.known = known
        self._foe = foe
        self._asked = asked
        self._sailing = Sailing(known)
        self._odds = Odds(known)
        self._then: Hex = expected(foe, known.next_turn, known.impulses).places[known.impulses][0]

    @cached_property
    def _laid(self) -> dict[str, list[Laid]]:
        """Salvos at her by ship, if all who are asked about are ordered to fire at her and else nothing new is ordered."""
        seat = self.known.reader or ""
        text = "\n".join(f"{id}:\nFIRE ALL AT {self._foe.id}" for id in self._asked)
        found: dict[str, list[Laid]] = {}
        for laid in rehearse(self.known, ORDERS.read(self.known, seat, text, ORDERS.sheet(self.known, seat)).sheet).laid:
            if laid.target == self._foe.id:
                found.setdefault(laid.ship, []).append(laid)
        return found

    # ------------------------------------------------------------ fire

    def of_fleet(self) -> Iterator[Offer]:
        """SSL-X.16."""
        able = list(self._laid)
        yield FIRE, f"FIRE ALL AT {self._foe.id}", f"ships without FIRE lines; {', '.join(able) or 'none'} would reach her"

    def shots(self, ship: Ship) -> Iterator[Offer]:
        """SSL-X.11: all guns, and where there are several kinds each of them, as she sails now."""
        laid = self._laid.get(ship.id, [])
        if laid:
            chances = ", ".join(f"[{each.code}] {each.chance:.0%}" for each in laid)
            yield FIRE, f"FIRE ALL AT {self._foe.id}", f"impulse {laid[0].impulse}, range {laid[0].range}, a hit: {chances}"
        for each in laid if len({gun.code for gun in ship.living()}) > 1 else ():
            beaten = "beats" if each.pierces else "does not beat"
            hint = f"range {each.range}, {each.chance:.0%}, {beaten} her hull armour"
            yield FIRE, f"FIRE {each.code} AT {self._foe.id}", hint

    def in_vain(self, ship: Ship) -> Iterator[Offer]:
        """The same where she is out of reach this turn."""
        if ship.living() and ship.id not in self._laid:
            hint = f"not this turn as she sails now: range {distance(ship.hex, self._foe.hex)}"
            yield FIRE, f"FIRE ALL AT {self._foe.id}", hint

    # ------------------------------------------------------------ plans and courses

    def approaches(self, ship: Ship, brief: bool) -> Iterator[tuple[End, str]]:
        """Plans after which her guns do most, then the one that comes nearest; `brief`: that alone, at her present speed."""
        speeds = self._sailing.speeds(ship)
        found = list(self._sailing.ends(ship, speeds[:1] if brief else speeds))
        found.sort(key=lambda end: self._change(ship, end))
        kept = [] if brief else list(islice(self._armed(ship, found), MOST_BORNE))
        by_range = sorted(found, key=lambda end: distance(end.hex, self._then))
        near = (end for end in by_range if end not in kept and self._sailing.clear(ship, end))
        for end in [*kept, *islice(near, MOST_NEAR)]:
            yield end, self._end_words(ship, end)

    def _armed(self, ship: Ship, ends: Sequence[End]) -> Iterator[End]:
        """Those after which guns bear, those that do most first."""
        pool, rows = self._odds.pool(self._foe, self._foe.speed), self._odds.rows(ship)
        near = [end for end in ends if distance(end.hex, self._then) <= MAX_RANGE] if rows else []
        worth = [self._odds.volley(ship, self._foe, pool, *sight(end.hex, end.heading, self._then)) for end in near]
        best = sorted((place for place, each in enumerate(worth) if each > 0), key=lambda place: -worth[place])
        return (near[place] for place in best if self._sailing.clear(ship, near[place]))

    @staticmethod
    def _change(ship: Ship, end: End) -> tuple[int, int, int]:
        return abs(end.speed - ship.speed), end.turns, (end.heading - ship.heading) % 6

    def _end_words(self, ship: Ship, end: End) -> str:
        away, step = sight(end.hex, end.heading, self._then)
        guns = self._odds.bearing(ship, away, step)
        chances = ", ".join(f"{number} [{code}] {self._chance(number, away):.0%}" for code, number in guns.items())
        where = f"{end.words}: ends in {label(end.hex)} heading {DIRECTIONS[end.heading]}, range {away}"
        return f"{where}: {chances}" if chances else f"{where}, no gun bears"

    def _chance(self, guns: int, away: int) -> float:
        """SSL-J2.8, SSL-J2.9: of a hit or more."""
        dice = max(0, self._odds.pool(self._foe, self._foe.speed) + number_modifier(guns))
        return at_least(dice, needed_at(max(1, away), self.known.options))

    def courses(self, ship: Ship) -> Iterator[Offer]:
        """SSL-X.6: standing helms that steer by her."""
        foe, away = self._foe, count(distance(ship.hex, self._foe.hex), "hex", "hexes")
        yield STANDING, f"CLOSE {foe.id}", f"steers for her, now {away} off"
        yield STANDING, f"KEEP 3 {foe.id}", f"holds that range, now {away}"
        pool = ram_pool(min(ship.speed, ship.maximum) - foe.speed, (ship.heading - foe.heading) % 6)
        yield STANDING, f"RAM {foe.id}", f"into her hex; at these speeds and headings a ram hits at {ram_chance(pool):.0%}"
