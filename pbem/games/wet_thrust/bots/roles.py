"""What each ship of an admiral without a player is for: to fight, or to hunt, screen, run, strike, break contact."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from pbem.core.geometry.tabletop import Spot, advanced, distance, heading, offset
from pbem.games.wet_thrust.bots.side import Side
from pbem.games.wet_thrust.bots.tactics import MIL, guns_left
from pbem.games.wet_thrust.bots.task import Task
from pbem.games.wet_thrust.model.tables import SMOKERS
from pbem.games.wet_thrust.model.units import Squadron, Vessel

SCREEN_AHEAD, SCREEN_BESIDE = 6, 5
"""Inches before and beside the ships that destroyers screen."""
SCREEN_WEIGHT = 0.8
CARRIER_ROOM = 34.0
"""Inches that carriers like to keep from enemy ships."""
STRIKE_RANGE = 42
"""Inches from the enemy at which a carrier launches her strikes."""
CLOSES, MEETS, WAITS = 0.2, 0.15, 0.8
"""Points for each inch nearer to a target out of reach, to aircraft in the air, and to such as hardly come home."""
SHADOW_WEIGHT = {"escape": 8.0, "cripple": 4.0, "breakout": 4.0}
"""Points for keeping up with the ship on which the game turns, by kind of victory (WT-21.3)."""
LAST_TURNS = 6
"""Before the end of the game in which a raider thinks of getting away."""
HURT = 0.35
"""Part of her boxes marked at which a raider thinks of getting away."""
BIG = 12
"""Damage boxes of a ship worth a destroyer's torpedoes."""
CONVOY_COURSE, FAR_EAST = 3, 40
"""Scenario S4: merchantmen are worth more in the east."""
RAM_FROM = 12 * MIL
NERVE = 2
"""WT-5.6: what a destroyer's nerve gains against submarines, and battleships that fire at merchantmen."""


@dataclass(frozen=True)
class Roles:
    """Tasks of one side's surface ships."""

    side: Side

    def tasks(self) -> dict[str, Task]:
        """By ship."""
        return {ship.id: self._task(ship) for ship in self.side.surface}

    def _task(self, ship: Vessel) -> Task:
        if self._gives_up(ship):
            task = Task(run=True, breaks=True, smoke=self.side.known.weather.smoke)
        else:
            task = self._mission(ship)
            task.smoke = self._smokes(ship)
        task.shadow, task.shadow_weight = self._quarry()
        return task

    def _mission(self, ship: Vessel) -> Task:
        if ship.printed.type == "MM":
            return self._convoy(ship)
        if ship.printed.carrier:
            return self._carrier(ship)
        if ship.printed.type == "DD" and self.side.enemy_has_submarines:
            return self._escort(ship)
        return Task(ram=self._rammed(ship), stay_near=self._nearest_carrier(ship))

    def _quarry(self) -> tuple[str, float]:
        """The enemy who must not break contact, if they are in sight, and how much it matters."""
        victory = self.side.odds.victory
        here = any(foe.id == victory.ship for foe, _ in self.side.foes)
        return (victory.ship, SHADOW_WEIGHT[victory.test]) if here and victory.test in SHADOW_WEIGHT else ("", 0.0)

    def _nearest_carrier(self, ship: Vessel) -> Spot | None:
        """Where the carrier is with whom a ship stays that has nobody to fight."""
        decks = [mate.at for mate in self.side.surface if mate.printed.carrier]
        return min(decks, key=lambda at: distance(at, ship.at), default=None)

    def _rammed(self, ship: Vessel) -> str:
        """WT-5.6: the enemy whom a destroyer may have the nerve to ram, if any is near."""
        if ship.printed.type != "DD" or not self.side.style.ram:
            return ""
        rows = self.side.known.options["ram_modifier_unit"] == "row"
        against = self._whole_rows(ship) if rows else ship.sheet.unmarked
        near = sorted(self.side.foes, key=lambda each: distance(each[0].at, ship.at))
        for foe, _ in near:
            if distance(foe.at, ship.at) <= RAM_FROM and against <= (NERVE if foe.printed.boat or self._raids(foe) else 0):
                return foe.id
        return ""

    @staticmethod
    def _whole_rows(ship: Vessel) -> int:
        """Rows without a marked box."""
        starts = accumulate((row[0] for row in ship.printed.rows), initial=0)
        return sum(start >= ship.sheet.marked for start in list(starts)[:-1])

    def _raids(self, foe: Vessel) -> bool:
        """WT-5.6: a battleship that fired at a merchantman or a carrier last turn."""
        if foe.printed.type not in ("BB", "BC"):
            return False
        protected = [ship.id for ship in self.side.own if ship.printed.type in ("MM", "CV")]
        return any(mark.by == foe.id and mark.target in protected for mark in self.side.known.marks)

    def _smokes(self, ship: Vessel) -> bool:
        """WT-20.2: merchantmen always, where smoke may be made; destroyers that go in with torpedoes."""
        if not self.side.known.weather.smoke or ship.printed.type not in SMOKERS:
            return False
        if ship.printed.type == "MM":
            return bool(self.side.foes) or self.side.enemy_has_submarines or bool(self.side.enemy_bombers)
        attacks = ship.printed.type == "DD" and self.side.odds.loaded(ship)
        return bool(attacks) and any(foe.printed.boxes > BIG for foe, _ in self.side.foes)

    # ------------------------------------------------------------ breaking contact

    def _gives_up(self, ship: Vessel) -> bool:
        """Does she break contact? Where that wins the game, and where nothing is left to be won."""
        victory, marked = self.side.odds.victory, self.side.odds.marked(ship) / ship.printed.boxes
        if not self.side.foes or ship.printed.type == "MM" or self._recovers(ship):
            return False
        if ship.id == victory.ship:
            if victory.test in ("escape", "cripple"):
                return True
            if victory.test == "duel":
                return False
            late = self.side.known.next_turn > self.side.known.limit - LAST_TURNS
            return victory.test == "breakout" and (late or marked >= HURT)
        return marked >= self.side.style.worn or not (guns_left(self.side.odds, ship) or self.side.odds.loaded(ship))

    def _recovers(self, ship: Vessel) -> bool:
        """WT-6.8: do her planes bar her?"""
        planes = [each for each in self.side.known.wings() if each.kind == "R" and each.carrier == ship.id]
        bar = self.side.known.options["recon_bar"]
        return any(each.place == "alongside" or (bar == "aloft" and each.airborne) for each in planes) or bar == "game"

    # ------------------------------------------------------------ merchantmen and their escorts

    def _convoy(self, ship: Vessel) -> Task:
        """East, where that counts; else away from the enemy."""
        if self.side.odds.victory.test == "convoy":
            return Task(goal=advanced(ship.at, CONVOY_COURSE, FAR_EAST), weight=1.0, shun=self.shunned)
        return Task(run=True, shun=self.shunned)

    @cached_property
    def shunned(self) -> list[Spot]:
        """Where submarines were last held."""
        return [contact.at for contact in self.side.contacts.values()]

    def _escort(self, ship: Vessel) -> Task:
        """Hunts the contact that is nearest to her rather than to another; else keeps her place in the screen."""
        near = {name: each for name, each in self.side.contacts.items() if self._hers(ship, each.at)}
        if near and self.side.odds.working(ship, "AS"):
            return Task(hunt=near)
        place = self.side.escorts.index(ship)
        across = 2 * place - (len(self.side.escorts) - 1)
        leader = self.side.charges[0]
        ahead = advanced(self._middle(), leader.course, SCREEN_AHEAD + leader.speed * 2)
        beam = heading(leader.course) + (90 if across > 0 else 270)
        return Task(goal=offset(ahead, beam, abs(across) * SCREEN_BESIDE), weight=SCREEN_WEIGHT)

    def _hers(self, ship: Vessel, at: Spot) -> bool:
        nearest = sorted(self.side.escorts, key=lambda each: distance(each.at, at))
        return ship in nearest[: max(1, len(nearest) - len(self.side.contacts) + 1)]

    def _middle(self) -> Spot:
        many = len(self.side.charges)
        return sum(ship.at[0] for ship in self.side.charges) // many, sum(ship.at[1] for ship in self.side.charges) // many

    # ------------------------------------------------------------ carriers

    def _carrier(self, ship: Vessel) -> Task:
        """Out of everybody's reach, but there when her aircraft come home, and near enough to strike."""
        task = Task(away=CARRIER_ROOM)
        hers = [each for each in self.side.known.wings() if each.carrier == ship.id]
        flying = [each for each in hers if each.airborne and each.kind != "R"]
        if flying:
            late = min(flying, key=lambda each: self._spare(each, ship))
            task.goal, task.weight = late.at, WAITS if self._spare(late, ship) < 2 else MEETS
        elif self.side.foes and any(each.home == ship.id and each.kind != "F" for each in hers):
            foe = max((foe for foe, _ in self.side.foes), key=self.side.odds.stake)
            if distance(foe.at, ship.at) > STRIKE_RANGE * MIL:
                task.goal, task.weight = foe.at, CLOSES
        return task

    @staticmethod
    def _spare(squadron: Squadron, ship: Vessel) -> float:
        """Turns that it can stay in the air beyond those of its way home."""
        return squadron.deck.endurance - distance(squadron.at, ship.at) / MIL / squadron.speed
