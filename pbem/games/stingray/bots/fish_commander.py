"""A commander of fish without a player: silent until there is prey, then to where a Terror Missile may hit it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.core.geometry.hexes import Hex, bearing, column_row, distance, off_edge
from pbem.games.stingray.bots.sea_distances import sea_distances
from pbem.games.stingray.bots.tactics import (
    FINALISTS,
    WATCHED,
    BotStyle,
    Course,
    Enemy,
    MissileOdds,
    cornered,
    courses,
    free_run,
    hits_launcher,
    in_windows,
    known_enemies,
    may_hit_friend,
    meets,
    mined,
    quiet_windows,
    seekers,
)
from pbem.games.stingray.model.geometry import sees
from pbem.games.stingray.model.plan import plan_text
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import MINE, MK61
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.orders.order_context import setup_open

FARTHEST = 12
"""Hexes beyond which a launch need not be thought of: 10, and what the prey may do to come nearer."""
ROB_FROM = 7
"""Hexes from which a fish goes for robbing."""
SABOTAGE = ("NAV", "ENGINES", "SONAR", "REACTOR")
FIRST_SABOTAGE = 6


@dataclass
class Shoal:
    """All fish of a seat at one deadline."""

    known: State
    style: BotStyle
    prey: list[Enemy] = field(default_factory=list)
    chosen: dict[str, Course] = field(default_factory=dict)
    """Courses of those that have been ordered already."""

    def blocks(self) -> Iterator[str]:
        """The seat's orders, fish by fish, and its spies."""
        yield from self._spies()
        if self.known.setting_up:
            yield from (f"{fish.id}:\nARMING {self.style.arming}" for fish in self.known.mine())
            return
        self.prey = known_enemies(self.known)
        for fish in self.known.mine():
            if not fish.crew_dead and not fish.broken_off:
                yield "\n".join([f"{fish.id}:", *Hunter(self, fish).lines()])

    def _spies(self) -> Iterator[str]:
        """STG-SPY: a survey without a fix is worth nothing, so NAV is what to spoil."""
        opening = OPENINGS.get(self.known.scenario)
        stingray = next((e.id for e in opening.vessels if e.vessel_class == "SR"), "") if opening else ""
        if opening and opening.grants_spies and self.known.setting_up:
            yield f"SIDE:\nSPY TRAP {stingray} NAV MOVE 4\nSPY AGENT {stingray}"
        elif self.known.next_move >= FIRST_SABOTAGE and self.known.agent_aboard:
            yield f"SIDE:\nSPY SABOTAGE {SABOTAGE[self.known.move % len(SABOTAGE)]}"


@dataclass
class Hunter:
    """One fish."""

    shoal: Shoal
    fish: Vessel

    def __post_init__(self) -> None:
        self.known, self.style = self.shoal.known, self.shoal.style
        self.prey = min(self.shoal.prey, key=self._reluctance, default=None)
        self.miles = self._sea_distances()
        self.mines = mined(self.known, self.fish)
        self.seekers = seekers(self.fish)
        arming = self.style.arming if setup_open(self.known) else self.fish.arming
        self.odds = MissileOdds(self.known.obstacles, arming)
        self.loaded = [name for name, held in self.fish.launchers.items() if held.load and not self.fish.launcher_out(name)]
        self.robs = self._may_rob()

    def lines(self) -> Iterator[str]:
        """Its block."""
        course = self._course()
        self.shoal.chosen[self.fish.id] = course
        if setup_open(self.known):
            yield f"ARMING {self.style.arming}"
        yield f"MOVE {plan_text(course.plan)}" if course.plan.items else "HALT"
        if course.speed >= 3 and self.known.options["leap-evade"] == "on":
            yield "LEAP EVADE"
        yield from self._ram()
        if self.prey:
            mine = self._mine(course, self.prey)
            yield from [mine] if mine else self._launches(course, self.prey)
        else:
            yield from self._chances(course)

    # ------------------------------------------------------------ whom

    def _reluctance(self, enemy: Enemy) -> float:
        """The nearest; a SuperSub is worth a detour, what was only seen before is not."""
        detour = {"SS": -6, "": 0}.get(enemy.vessel_class, 0)
        return distance(self.fish.hex, enemy.end) + detour + (0 if enemy.fresh else 6)

    def _sea_distances(self) -> dict[Hex, int]:
        """The way to the prey around the rocks; none if it is thought to be on one, or off the map."""
        if self.prey is None or self.prey.end in self.known.obstacles:
            return {}
        if off_edge(self.prey.end, self.known.columns, self.known.rows):
            return {}
        return sea_distances(self.prey.end, self.known)

    def _may_rob(self) -> bool:
        """STG-VIC.2: one fish of the seat, the nearest, goes alongside."""
        opening, prey = OPENINGS.get(self.known.scenario), self.prey
        if not (opening and opening.robbed and prey and prey.vessel_class == "SS" and prey.facing >= 0):
            return False
        mates = [fish for fish in self.known.mine() if not fish.broken_off]
        nearest = min(mates, key=lambda fish: distance(fish.hex, prey.here))
        return nearest is self.fish and distance(self.fish.hex, prey.here) <= ROB_FROM

    def _ram(self) -> Iterator[str]:
        """STG-RAM.5: a SuperSub breaks whoever rams it, but a MegaFish breaks everything."""
        if self.fish.vessel_class == "MF" or not any(enemy.vessel_class in ("SS", "") for enemy in self.shoal.prey):
            yield "RAM ANY"

    # ------------------------------------------------------------ where

    def _course(self) -> Course:
        found = sorted(courses(self.known, self.fish), key=self._value, reverse=True)
        return max(found[:FINALISTS], key=lambda course: self._value(course) - self._risk_after(course))

    def _value(self, course: Course) -> float:
        if course.edge:
            return -100.0
        value = self._upkeep(course) - self._crowding(course)
        if self.prey is None:
            return value - 0.5 * course.speed - 0.1 * course.plan.turns
        return value + self._hunt(course, self.prey) + (self._rob(course, self.prey) if self.robs else 0.0)

    def _risk_after(self, course: Course) -> float:
        """Rocks and edges ahead; and rocks are cover from a Mk61, under way or yet to come (STG-M61.4)."""
        value = 4.0 * cornered(self.known, self.fish, course)
        for missile in self.fish.reported.missile_contacts:
            if missile.kind == MK61:
                value += 1.5 * sees(missile.hex, course.end, self.known.obstacles)
        if self.prey and self.prey.vessel_class != "SS" and distance(course.end, self.prey.end) > self.style.fish_near + 2:
            value += 0.5 * self.style.caution * sees(self.prey.end, course.end, self.known.obstacles)
        return value

    def _upkeep(self, course: Course) -> float:
        """Fuel, mines, the edge, and a halt where it helps: to be silent (STG-MK7.5), or to repair."""
        cruise = self.fish.printed.cruise
        use = (0 if course.speed == 0 else 1 if course.speed <= cruise else 2) * (2 if self.fish.out("FUEL") else 1)
        lasts = self.fish.fuel >= use * (self.known.limit - self.known.move)
        value = -use * (0.1 if lasts else 0.5)
        value -= 5.0 * len(self.mines.intersection(course.path[1:]) - {self.fish.hex})
        column, row = column_row(course.end)
        value -= 0.5 * (column in (1, self.known.columns)) + 0.5 * (row in (1, self.known.rows))
        if course.speed == 0:
            value += 1.5 * any(distance(hex, self.fish.hex) <= 6 for hex in self.seekers)
            value += 0.8 * any(self.fish.out(system) for system in ("LAUNCHER", "STEERING", "PORT", "STARBOARD"))
        return value

    def _crowding(self, course: Course) -> float:
        """Friends are as good a sound source as the enemy, and as hard."""
        value = 0.0
        for friend in self.known.mine():
            if friend.id == self.fish.id:
                continue
            other = self.shoal.chosen.get(friend.id)
            end = other.end if other else friend.hex
            value += 3.0 * (course.end == end) + 0.6 * (distance(course.end, end) <= 1)
            if other:
                value += 2.0 * any(a == b for a, b in zip(course.path[1:], other.path[1:], strict=True))
        return value

    def _hunt(self, course: Course, prey: Enemy) -> float:
        """The shot of this move and of the next, the range, and how it looks from the prey's tubes."""
        now = max(self.odds.shot(course.path[m], course.facings[m], prey, m) for m in WATCHED) if self.loaded else 0.0
        after = self.odds.shot(course.end, course.facing, prey, WATCHED[-1])
        away = self.miles.get(course.end, distance(course.end, prey.end))
        value = 4.0 * now + 2.5 * after - 0.4 * abs(away - self.style.fish_near)
        value -= self.style.caution * self._exposed(course, prey, away)
        heavy = 3.0 if self.fish.vessel_class == "MF" else 0.0 if prey.vessel_class == "SS" else 1.0
        return value + self.style.rams * heavy * meets(course, prey)

    def _exposed(self, course: Course, prey: Enemy, away: int) -> float:
        """Before the bow of a Stingray: Mk7, unless it lies still."""
        if prey.vessel_class == "SS" or prey.facing < 0 or course.speed == 0 or away > 8 or away == 0:
            return 0.0
        i, _, b = bearing(prey.end, course.end)
        ahead = i in ((prey.facing - 1) % 6, prey.facing) or (i == (prey.facing + 1) % 6 and b == 0)
        return (1 - away / 9) * ahead

    def _rob(self, course: Course, prey: Enemy) -> float:
        """STG-VIC.2: into its hex, on its course, at its speed; twice."""
        if (course.end, course.facing, course.speed) == (prey.end, prey.facing, prey.speed):
            return 12.0 if (self.fish.hex, self.fish.facing) == (prey.here, prey.facing) else 7.0
        turn = min((course.facing - prey.facing) % 6, (prey.facing - course.facing) % 6)
        return -0.5 * distance(course.end, prey.end) - 0.4 * turn

    # ------------------------------------------------------------ weapons

    def _launches(self, course: Course, prey: Enemy) -> Iterator[str]:
        """From astern if that is to be had in this move, else as soon as it is near enough; never into its own way."""
        quiet = [w for w in quiet_windows(course) if self._may_bear(course, prey, w)]
        shots = {w: self.odds.shot(course.path[w], course.facings[w], prey, w) for w in quiet}
        better = prey.vessel_class == "SR" and any(shot > 0.5 for shot in shots.values())
        for name in self._ready():
            what = "LAUNCH" if name == "LAUNCHER" else f"LAUNCH {name}"
            if better:
                yield from in_windows(f"{what} AT ANY WHEN BEHIND AND RANGE 1-9 AND CLEAR", quiet)
            late = [window for window in quiet if window >= 4] if better else quiet
            yield from in_windows(f"{what} AT ANY WHEN RANGE 1-10 AND CLEAR", late)

    def _chances(self, course: Course) -> Iterator[str]:
        """Whatever comes before the bow in mid-move; without comms it may hold what its report does not show (STG-COM.4)."""
        quiet = [w for w in quiet_windows(course) if free_run(self.known, course.path[w], course.facings[w], 2) == 2]
        for name in self._ready():
            what = "LAUNCH" if name == "LAUNCHER" else f"LAUNCH {name}"
            yield from in_windows(f"{what} AT ANY WHEN RANGE 2-8 AND CLEAR", quiet)

    def _ready(self) -> list[str]:
        """Launchers that hold a missile."""
        return [name for name in self.loaded if self.fish.stores.get("TERROR" if name == "LAUNCHER" else name, 0)]

    def _may_bear(self, course: Course, prey: Enemy, window: int) -> bool:
        """No rock before the bow, none between, and near enough to think of it."""
        hex, target = course.path[window], prey.path[window]
        if distance(hex, target) > FARTHEST or free_run(self.known, hex, course.facings[window], 2) < 2:
            return False
        if hits_launcher(course, window, self.odds.arming, target):
            return False
        friends = [friend for friend in self.known.mine() if friend.id != self.fish.id]
        plans = {id: course for id, course in self.shoal.chosen.items() if course.speed}
        ends = [plans[f.id].path[window] if f.id in plans else f.hex for f in friends if f.id in plans or f.speed]
        return sees(hex, target, self.known.obstacles) and not may_hit_friend(hex, course.facings[window], target, ends)

    def _mine(self, course: Course, prey: Enemy) -> str:
        """STG-MIN.1: into the prey's way, where no missile bears."""
        if not self.loaded or not self.fish.stores.get(MINE) or prey.facing < 0 or not prey.fresh or course.speed == 0:
            return ""
        if any(self.odds.shot(course.path[m], course.facings[m], prey, m) for m in WATCHED):
            return ""
        for moment in WATCHED[:2]:
            if _in_its_way(course.path[moment], prey, moment) and course.path[moment] != course.end:
                return f"LAUNCH MINE IN PHASE {moment}"
        return ""


def _in_its_way(hex: Hex, prey: Enemy, moment: int) -> bool:
    """Straight before its bow, 1 to 5 hexes?"""
    origin = prey.path[moment]
    if origin == hex:
        return False
    i, a, b = bearing(origin, hex)
    return i == prey.facing and b == 0 and a <= 5
