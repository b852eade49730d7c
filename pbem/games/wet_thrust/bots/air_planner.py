"""What an air officer without a player decides: launches, strikes that arrive together, fighters, planes that spot for guns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pbem.core.geometry.tabletop import Spot, distance, heading, inches, offset
from pbem.games.wet_thrust.bots.admiral import Admiral
from pbem.games.wet_thrust.bots.roles import STRIKE_RANGE
from pbem.games.wet_thrust.bots.tactics import MIL, bombs
from pbem.games.wet_thrust.model.tables import AIR_SPEED, ENDURANCE, FIGHTER_SPEED, LAUNCH_REACH, NEAR_RANGE
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.air.flights import reach

STRIKERS = ("T", "DB")
DECK = 2
TIRED = 2
"""Turns of endurance left with which a squadron should land."""
STAGE = 11
"""Inches abeam of the target at which a strike waits for the rest of it."""
MARGIN = 2
"""Inches that a target may be elsewhere than expected."""
DRIFT = 6
"""Inches that a deck may have gone farther away."""
ALARM = 60
"""Inches within which enemy aircraft make fighters go up."""
BEYOND = 6
"""Inches beyond the usual distance at which strikes are launched in haste."""
TARGETS = 3
"""Ships named in an order."""
STRIKE = 3
"""Squadrons of a strike."""
FULL = 6
"""Aircraft of a squadron."""


@dataclass
class AirPlanner:
    """One side's aircraft for one turn, after its ships have been given their moves."""

    admiral: Admiral
    launches: dict[str, list[str]] = field(default_factory=dict)
    """By ship."""
    aims: dict[str, str] = field(default_factory=dict)
    """By squadron."""

    def decide(self) -> None:
        """Fills `launches` and `aims` for the whole side."""
        for ship in self.admiral.surface:
            if self.admiral.obeys(ship):
                self.launches[ship.id] = list(self._deck(ship) if ship.printed.carrier else self._catapult(ship))
        for squadron in self.squadrons:
            going = self.going(squadron)
            here = squadron.airborne or going or squadron.place == "waiting"
            if here and (aim := self._aim(squadron, going)):
                self.aims[squadron.id] = aim

    def going(self, squadron: Squadron) -> bool:
        """Is it to be launched this turn?"""
        return any(squadron.id in ids for ids in self.launches.values())

    def aloft(self, squadron: Squadron) -> bool:
        """In the air, or about to be."""
        return squadron.airborne or self.going(squadron)

    # ------------------------------------------------------------ what there is

    @property
    def turn(self) -> int:
        """The turn that is ordered."""
        return self.admiral.known.next_turn

    @cached_property
    def squadrons(self) -> list[Squadron]:
        """The side's aircraft."""
        every = self.admiral.known.wings()
        return [each for each in every if each.side == self.admiral.known.side and each.place != "gone"]

    @cached_property
    def targets(self) -> list[Vessel]:
        """Enemy ships, the most rewarding for bombs and torpedoes first."""
        return sorted((foe for foe, _ in self.admiral.foes), key=lambda foe: -self._promise(foe))

    def _promise(self, foe: Vessel) -> float:
        """Points that one of the squadrons of a strike makes on average; the flak shoots at all of them."""
        odds = self.admiral.odds
        striker = next((each for each in self.squadrons if each.kind in STRIKERS), None)
        if striker is None:
            return odds.stake(foe)
        flak = odds.flak(foe, [other for other, _ in self.admiral.foes]) / STRIKE
        return odds.worth(foe, bombs(striker, foe, foe.evasive, flak))

    @cached_property
    def places(self) -> dict[str, Spot]:
        """Where enemy ships are expected when aircraft move."""
        return {foe.id: its.end for foe, its in self.admiral.foes}

    @cached_property
    def alarm(self) -> bool:
        """May enemy strikes be on the way, now or soon?"""
        if any(foe.printed.carrier for foe, _ in self.admiral.foes):
            return True
        return any(
            distance(each.at, ship.at) < ALARM * MIL for each in self.admiral.enemy_bombers for ship in self.admiral.surface
        )

    @cached_property
    def hostile(self) -> bool:
        """Does the enemy have fighters?"""
        flying = self.admiral.known.wings()
        return any(foe.printed.carrier for foe, _ in self.admiral.foes) or any(
            each.kind == "F" and each.side == self.admiral.enemy for each in flying
        )

    def home(self, squadron: Squadron) -> Spot | None:
        """Where the deck will be to which it returns."""
        decks = [ship for ship in self.admiral.surface if ship.printed.carrier]
        own = [ship for ship in decks if ship.id == squadron.carrier] or sorted(
            decks, key=lambda ship: distance(squadron.at, ship.at)
        )
        return self.admiral.plans[own[0].id].end if own else None

    def slack(self, squadron: Squadron, going: bool, after: Spot) -> int:
        """WT-11.8: turns that it has to spare if it flies home from a place after this turn."""
        home = self.home(squadron)
        if home is None:
            return 0
        left = ENDURANCE if going else squadron.deck.endurance - 1
        return left - math.ceil((distance(after, home) / MIL + DRIFT) / squadron.speed)

    # ------------------------------------------------------------ decks

    def _catapult(self, ship: Vessel) -> Iterator[str]:
        """WT-6.4: a plane that spots for the guns, once there is something to be spotted."""
        planes = [each for each in self.squadrons if each.carrier == ship.id and each.kind == "R"]
        if any(each.airborne for each in planes) or not self.admiral.foes or self.admiral.tasks[ship.id].breaks:
            return
        ready = [each for each in planes if each.place == "aboard" and each.deck.ready <= self.turn]
        if ready:
            yield ready[0].id

    def _deck(self, ship: Vessel) -> Iterator[str]:
        """WT-11.5: who goes up; nobody while others wait to land."""
        ready = [each for each in self.squadrons if each.home == ship.id and each.place == "aboard"]
        ready = [each for each in ready if each.deck.ready <= self.turn]
        if not ready or self._landing(ship):
            return
        fighters = [each for each in ready if each.kind == "F"]
        strikers = [each for each in ready if each.kind in STRIKERS] if self._in_range(ship) else []
        up = [each for each in self.squadrons if each.kind == "F" and each.airborne and not each.deck.spent]
        found = []
        if fighters and self.alarm and not up:
            found.append(fighters.pop(0))
        if strikers and fighters and self.hostile and (len(up) + len(found) < 2):
            found.append(fighters.pop(0))
        found = [*found[: DECK - 1], *strikers] if strikers else found
        yield from (each.id for each in found[:DECK])

    def _landing(self, ship: Vessel) -> bool:
        """Is anybody about to land who should not wait?"""
        deck = self.admiral.plans[ship.id].end
        hers = [each for each in self.squadrons if each.airborne and each.carrier == ship.id and each.kind != "R"]
        tired = [each for each in hers if each.deck.spent or each.deck.endurance <= TIRED]
        return any(distance(each.at, deck) <= each.speed * MIL for each in tired)

    def _in_range(self, ship: Vessel) -> bool:
        """Is the best target near enough that a strike comes home?"""
        if not self.targets:
            return False
        most = STRIKE_RANGE + (0 if self.admiral.style.mass else BEYOND)
        left = self.admiral.known.limit - self.turn
        gap = distance(self.admiral.plans[ship.id].end, self.places[self.targets[0].id]) / MIL
        if any(each.kind in STRIKERS and each.airborne and not each.deck.spent for each in self.squadrons):
            most += BEYOND
        return gap <= most and left >= (gap - LAUNCH_REACH) / AIR_SPEED

    # ------------------------------------------------------------ aims

    def _aim(self, squadron: Squadron, going: bool) -> str:
        if squadron.deck.spent:
            return "RETURN"
        if squadron.kind == "R":
            return self._spot(squadron)
        if squadron.kind == "B":
            names = " ELSE ".join(foe.id for foe in self.targets)
            return f"ATTACK {names}" if names else ""
        if squadron.kind == "F":
            return self._fighter(squadron, going)
        return self._strike(squadron, going)

    def _spot(self, plane: Squadron) -> str:
        """The enemy at whom its ship is firing, or the nearest."""
        ship = self.admiral.known.ships.get(plane.carrier)
        if ship is None or not ship.afloat or not self.admiral.foes:
            return ""
        seen = {foe.id: foe for foe, _ in self.admiral.foes}
        last = max((shot.turn, id) for id, shot in ship.ladder.items()) if ship.ladder else (0, "")
        near = min(seen.values(), key=lambda foe: distance(foe.at, ship.at))
        return f"SPOT {last[1] if last[1] in seen else near.id}"

    # ------------------------------------------------------------ strikes

    def _strike(self, squadron: Squadron, going: bool) -> str:
        """All together; those that are early wait abeam of the target, those that are late fly home."""
        if not self.targets:
            return "" if going else "RETURN"
        target = self.targets[0]
        slack = self.slack(squadron, going, self.places[target.id])
        if slack < 0 and not going:
            return "RETURN"
        waits = self.admiral.style.mass and slack > 0 and self._late(target)
        if waits or not self._reaches(squadron, going, target):
            return self._go(self._stage(squadron, target))
        return f"ATTACK {' ELSE '.join(foe.id for foe in self.targets[:TARGETS])}"

    def _reaches(self, squadron: Squadron, going: bool, target: Vessel) -> bool:
        """Will it be in a good place to attack this turn?"""
        at, most = self._from(squadron, going)
        its = next(its for foe, its in self.admiral.foes if foe.id == target.id)
        if squadron.kind == "DB":
            return distance(at, its.end) <= (most - MARGIN) * MIL
        spot = self._abeam(at, its.end, its.course, NEAR_RANGE)
        return distance(at, spot) <= (most - MARGIN) * MIL

    def _from(self, squadron: Squadron, going: bool) -> tuple[Spot, int]:
        if going:
            return self.admiral.plans[squadron.home].end, LAUNCH_REACH
        return squadron.at, reach(squadron, self.turn)

    @staticmethod
    def _abeam(at: Spot, target: Spot, course: int, away: int) -> Spot:
        """The point off the nearer beam of a target."""
        places = [offset(target, heading(course) + angle, away) for angle in (270, 90)]
        return min(places, key=lambda spot: distance(at, spot))

    def _stage(self, squadron: Squadron, target: Vessel) -> Spot:
        its = next(its for foe, its in self.admiral.foes if foe.id == target.id)
        at = self._from(squadron, False)[0] if squadron.airborne else its.end
        return self._abeam(at, its.end, its.course, STAGE)

    def _late(self, target: Vessel) -> bool:
        """Is there another striker that will be in place a turn later?"""
        others = (each for each in self.squadrons if each.kind in STRIKERS and not each.deck.spent and self.aloft(each))
        for each in others:
            going = self.going(each)
            at, most = self._from(each, going)
            near = distance(at, self.places[target.id]) <= (most + AIR_SPEED) * MIL
            if near and not self._reaches(each, going, target):
                return True
        return False

    @staticmethod
    def _go(spot: Spot) -> str:
        return f"GO {inches(spot[0], 3)}, {inches(spot[1], 3)}"

    # ------------------------------------------------------------ fighters

    def _fighter(self, squadron: Squadron, going: bool) -> str:
        """Home in time; with a strike, at a strike, or over the carrier."""
        at = self._from(squadron, going)[0]
        if not going and self.slack(squadron, going, at) < 1:
            return "RETURN"
        if prey := self._prey(squadron, going):
            return f"INTERCEPT {' ELSE '.join(prey)}"
        if charge := self._charge(squadron):
            return f"ESCORT {charge}"
        if squadron.carrier in self.admiral.plans:
            return "CAP"
        return "RETURN" if not going else ""

    def _prey(self, squadron: Squadron, going: bool) -> list[str]:
        """Enemy strikes near the ships that can be caught this turn; else planes that spot for the enemy."""
        at, most = self._from(squadron, going)
        near = [each for each in self.admiral.enemy_bombers if distance(each.at, at) <= (most - MARGIN) * MIL]
        if near:
            return [each.id for each in sorted(near, key=lambda each: distance(each.at, at))]
        flying = self.admiral.known.wings()
        spies = [each for each in flying if each.side == self.admiral.enemy and each.kind == "R" and each.airborne]
        close = sorted(spies, key=lambda each: distance(each.at, at))
        idle = not self.hostile and not self.admiral.enemy_bombers
        return [each.id for each in close if idle and distance(each.at, at) <= (FIGHTER_SPEED + 8) * MIL]

    def _charge(self, squadron: Squadron) -> str:
        """A strike that may meet fighters; the first fighters in the air stay over the carrier, unless nothing is kept back."""
        fighters = [each for each in self.squadrons if each.kind == "F" and not each.deck.spent and self.aloft(each)]
        strikes = [each.id for each in self.squadrons if each.kind in STRIKERS and not each.deck.spent and self.aloft(each)]
        if not self.hostile or not strikes or (self.admiral.style.mass and squadron is fighters[0]):
            return ""
        return strikes[0]
