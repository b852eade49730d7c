"""A Stingray without players: what its Captain and their Co-Pilot decide, each for themselves, from the same report.

Both seats see the whole vessel (STG-SEA.3) and work things out alike, so their orders go together without a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.core.geometry.hexes import column_row, distance, step
from pbem.games.stingray.bots.bot_goals import bot_goal
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
    threat,
)
from pbem.games.stingray.model.geometry import in_rear_arc, sees, zones_of
from pbem.games.stingray.model.plan import plan_text
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import DECOY, MAX_SCAN, MINE, MK7, MK61
from pbem.games.stingray.model.vessel import Launcher, Vessel
from pbem.games.stingray.orders.order_context import setup_open

MK61_REACH = 30
"""Hexes; of 36, because the target does not wait."""
ENOUGH = {"TF": 2, "MF": 4}
"""Mk61 under way at one vessel."""
RAM_FROM = 6
"""Points left with which a Stingray still wins by ramming a fish."""
SCAN_FULL = 8
"""From this distance on a zone is searched to full range."""
SEARCHES = ("1 2 6", "1, HALF 2 6", "1 2 6", "HALF 3 5, HALF 4 1")
"""Sweeps, move by move, when nobody is held."""


@dataclass
class StingrayCrew:
    """A Stingray at one deadline. `captain` and `copilot`: which of the two seats writes."""

    known: State
    vessel: Vessel
    style: BotStyle

    def __post_init__(self) -> None:
        self.captain = self.known.reader == self.vessel.captain
        self.copilot = not self.vessel.copilot or self.known.reader == self.vessel.copilot
        self.enemies = known_enemies(self.known)
        self.held = [enemy for enemy in self.enemies if enemy.fresh]
        self.goal = bot_goal(self.known, self.vessel, self.style)
        self.mines = mined(self.known, self.vessel)
        self.seekers = seekers(self.vessel)
        arming = self.style.arming if setup_open(self.known) else self.vessel.arming
        self.odds = MissileOdds(self.known.obstacles, arming)
        self.tubes = {name: tube for name, tube in self._tubes() if self.vessel.whole(name)}
        self.target = self._target()
        self.near = self._wanted_range()

    def block(self) -> str:
        """The orders of the seat that writes."""
        lines: list[str] = []
        if self.captain:
            lines += self._set_up()
        if not self.known.setting_up:
            course = self._course()
            lines += self._helm(course) if self.captain else []
            lines += self._engine_room(course) if self.copilot else []
        return "\n".join([f"{self.vessel.id}:", *(lines or ["PASS"])])

    # ------------------------------------------------------------ what there is

    def _set_up(self) -> Iterator[str]:
        if setup_open(self.known):
            one, two = self._loadout()
            yield f"ARMING {self.style.arming}"
            yield f"LOADOUT TUBE 1 {one or 'EMPTY'}, TUBE 2 {two or 'EMPTY'}"

    def _loadout(self) -> tuple[str, str]:
        """As they like it, else the other missile (STG-LAU.9), and nothing in a tube out of action (STG-CAM.4)."""
        left, loads = dict(self.vessel.stores), []
        for name, wanted in zip(self.vessel.launchers, self.style.loadout, strict=True):
            load = next((weapon for weapon in (wanted, MK7, MK61) if left[weapon] > 0), "") if self.vessel.whole(name) else ""
            left[load] = left.get(load, 0) - 1
            loads.append(load)
        return loads[0], loads[1]

    def _tubes(self) -> Iterator[tuple[str, Launcher]]:
        """The tubes as they will be: LOADOUT comes first."""
        for (name, tube), load in zip(self.vessel.launchers.items(), self._loadout(), strict=True):
            yield name, Launcher(load) if setup_open(self.known) else tube

    def _target(self) -> Enemy | None:
        """Whom the Mk61 of this move are for (STG-M61.3): the nearest that is held, in sight, and not yet doomed."""
        found = [enemy for enemy in self.held if self._worth(enemy)]
        return min(found, key=lambda enemy: (not self._in_sight(enemy), distance(self.vessel.hex, enemy.here)), default=None)

    def _worth(self, enemy: Enemy) -> bool:
        under_way = sum(missile.target == enemy.id and missile.lock for missile in self.known.guided(self.vessel))
        return under_way < ENOUGH.get(enemy.vessel_class, 1) and distance(self.vessel.hex, enemy.here) <= MK61_REACH

    def _in_sight(self, enemy: Enemy) -> bool:
        return sees(self.vessel.hex, enemy.here, self.known.obstacles)

    def _wanted_range(self) -> int:
        has_mk61 = self.vessel.stores.get(MK61, 0) > 0 and bool(self.tubes)
        return self.style.mk61_near if has_mk61 else self.style.mk7_near

    # ------------------------------------------------------------ power

    @property
    def strikes(self) -> list[str]:
        """Tubes whose Mk61 is launched in this move."""
        return [name for name, tube in self.tubes.items() if tube.load == MK61 and self.target]

    @property
    def charge(self) -> int:
        """APU in the batteries."""
        return 0 if self.vessel.out("BATTERY") else self.vessel.battery

    def _loads(self) -> dict[str, str]:
        """STG-LAU.6: what goes into empty tubes: Mk61, then Mk7, then mines."""
        left = dict(self.vessel.stores)
        for tube in self.vessel.launchers.values():
            left[tube.load] = left.get(tube.load, 0) - 1
        found: dict[str, str] = {}
        for name, tube in self.tubes.items():
            weapon = next((kind for kind in (MK61, MK7, MINE) if left.get(kind, 0) > 0), "")
            if not tube.load and weapon:
                found[name] = weapon
                left[weapon] -= 1
        return found

    def _reserved(self) -> int:
        """APU for all but movement: a zone is searched in any case."""
        unarmed = sum(not self.tubes[name].armed for name in self.strikes)
        return 2 + len(self.strikes) + unarmed + len(self._loads()) + self._needs_fix(self.vessel.speed)

    def _needs_fix(self, speed: int) -> bool:
        """STG-NAV.2: will a fix count in this move?"""
        if not self.goal or not self.goal.fix or self.vessel.out("NAV"):
            return False
        return self.goal.left(self.known, self.vessel.hex) <= speed + self.vessel.printed.accelerate

    # ------------------------------------------------------------ the course

    def _course(self) -> Course:
        reserved = self._reserved()
        value = {course: self._value(course, reserved) for course in courses(self.known, self.vessel)}
        best = sorted(value, key=lambda course: value[course], reverse=True)[:FINALISTS]
        return max(best, key=lambda course: value[course] - self._risk_after(course))

    def _value(self, course: Course, reserved: int) -> float:
        if course.edge and not (self.goal and self.goal.edge == course.edge):
            return -100.0
        short = course.speed + reserved - self.vessel.max_output
        value = -4.0 * max(0, short - self.charge) - 0.25 * max(0, short)
        value -= 6.0 * len(self.mines.intersection(course.path[1:]) - {self.vessel.hex})
        column, row = column_row(course.end)
        value -= 0.6 * (column in (1, self.known.columns)) + 0.6 * (row in (1, self.known.rows))
        return value + self._progress(course) + self._condition(course) + sum(self._against(course, m) for m in self.enemies)

    def _progress(self, course: Course) -> float:
        """Faster when time is short, and a prize where the errand is done."""
        if not self.goal:
            return 0.0
        left = self.goal.left(self.known, course.end)
        if self.goal.escort:
            return -0.4 * max(0, left - 2)
        if left < 0 if self.goal.edge else left == 0:
            return 6.0
        # A turn yet to be made is worse than one made: it may have to wait for a hex moved (STG-MOV.7).
        ahead = {way: self.goal.left(self.known, step(course.end, course.facing + way)) for way in (0, 1, -1)}
        way = min(hexes + 0.6 * abs(turn) for turn, hexes in ahead.items()) - left
        pace = self.goal.pace(self.known, self.vessel)
        return -(0.25 + 0.4 * pace) * left - 0.5 * way

    def _condition(self, course: Course) -> float:
        """Lying still to repair what is needed most; speed for the leap, and not the stern, when missiles are near."""
        value = 0.0
        quiet = not self.seekers and not any(distance(enemy.end, self.vessel.hex) <= 12 for enemy in self.enemies)
        needed = ("REACTOR", "ENGINES", "STEERING", "TUBE1", "TUBE2", "SONAR")
        broken = any(self.vessel.out(system) for system in needed)
        lost = bool(self.goal and self.goal.fix and self.vessel.out("NAV"))
        if course.speed <= max(0, self.vessel.speed - self.vessel.printed.decelerate):
            value += (1.5 if quiet else 0.3) * broken + (4.0 if quiet else 1.0) * lost
        if self.seekers:
            astern = sum(in_rear_arc(course.facing, course.end, hex) for hex in self.seekers if hex != course.end)
            value += 0.25 * course.speed - 0.8 * astern
        return value

    def _against(self, course: Course, enemy: Enemy) -> float:
        """Range, danger, the Mk7 shot, and the hex in which they may meet."""
        trust = 1.0 if enemy.fresh else 0.4
        away = distance(course.end, enemy.end)
        value = -self.style.caution * 3.0 * threat(course.end, course.facing, enemy)
        if enemy is self.enemies[0] or enemy is self.target:
            value -= 0.2 * abs(away - self.near)
        if any(tube.load == MK7 for tube in self.tubes.values()):
            value += 2.0 * max(self.odds.shot(course.path[m], course.facings[m], enemy, m) for m in WATCHED)
        if meets(course, enemy):
            value += -6.0 if enemy.vessel_class == "MF" else self.style.rams - 1.0
        return value * trust

    def _risk_after(self, course: Course) -> float:
        """Rocks and edges ahead; and a Mk61 needs its target in sight at the next launch too."""
        leaving = bool(self.goal and self.goal.edge and self.goal.left(self.known, course.end) <= 6)
        value = 5.0 * (cornered(self.known, self.vessel, course) and not leaving)
        if self.held and self.near == self.style.mk61_near:
            value += 0.8 * (not any(sees(course.end, enemy.end, self.known.obstacles) for enemy in self.held))
        return value

    # ------------------------------------------------------------ the Captain's orders

    def _helm(self, course: Course) -> Iterator[str]:
        yield f"MOVE {plan_text(course.plan)}" if course.plan.items else "HALT"
        if course.speed >= 4 and self.known.options["leap-evade"] == "on":
            yield "LEAP EVADE"
        if self.vessel.printed.points - self.vessel.damage >= RAM_FROM:
            yield "RAM ANY"
        if self.target:
            yield from (f"LAUNCH STING {name} AT {self.target.id}" for name in self.strikes)
        shots = list(self._sonar_launches(course))
        yield from shots
        yield from self._mine_launches(course)
        if self._wants_decoy(bool(shots)):
            yield "DECOY IF MISSILE WITHIN 3"

    def _sonar_launches(self, course: Course) -> Iterator[str]:
        """Mk7 at what comes before the bow; a fish that lies still makes no sound (STG-MK7.5)."""
        prey = [enemy for enemy in self.enemies if any(self._bears(course, enemy, w) for w in quiet_windows(course))]
        quiet = [w for w in quiet_windows(course) if self._safe(course, prey, w)]
        bearing = any(self._bears(course, enemy, w) for w in quiet for enemy in prey)
        for name, tube in self.tubes.items():
            if tube.load == MK7 and bearing:
                yield from in_windows(f"LAUNCH STING {name} AT ANY WHEN RANGE 1-8 AND CLEAR", quiet)

    def _bears(self, course: Course, enemy: Enemy, window: int) -> bool:
        shot = self.odds.shot(course.path[window], course.facings[window], enemy, window)
        return shot > 0 and (enemy.speed > 0 or window < WATCHED[0])

    def _safe(self, course: Course, prey: list[Enemy], window: int) -> bool:
        """No rock before the bow, no friend for it to go on to."""
        hex, facing = course.path[window], course.facings[window]
        friends = [contact.hex for contact in self.vessel.reported.contacts.values() if contact.side == self.vessel.side]
        lost = any(
            may_hit_friend(hex, facing, enemy.path[window], friends)
            or hits_launcher(course, window, self.odds.arming, enemy.path[window])
            for enemy in prey
        )
        return not lost and free_run(self.known, hex, facing, 2) == 2

    def _mine_launches(self, course: Course) -> Iterator[str]:
        """A mine for one that follows."""
        chased = any(
            distance(enemy.here, self.vessel.hex) <= 6 and in_rear_arc(self.vessel.facing, self.vessel.hex, enemy.here)
            for enemy in self.held
            if enemy.here != self.vessel.hex
        )
        if chased and course.speed:
            yield from (f"LAUNCH STING {name} AT START" for name, tube in self.tubes.items() if tube.load == MINE)

    def _wants_decoy(self, own_missile: bool) -> bool:
        """For a missile that is near, or may be soon; but one's own would set it off too (STG-DEC.5)."""
        if not self.vessel.stores.get(DECOY):
            return False
        soon = any(threat(self.vessel.hex, self.vessel.facing, enemy) >= 0.3 for enemy in self.held)
        return bool(self.seekers) or (soon and not own_missile)

    # ------------------------------------------------------------ the Co-Pilot's orders

    def _engine_room(self, course: Course) -> Iterator[str]:
        strikes = self.strikes
        unarmed = [name for name in strikes if not self.tubes[name].armed]
        yield from (f"PREP STING {name}" for name in unarmed)
        loads = self._loads()
        yield from (f"LOAD {name} WITH {weapon}" for name, weapon in loads.items())
        fix = self._needs_fix(course.speed)
        if fix:
            yield "PRIORITY LIFE, MOVE, NAV"
            yield "NAV ON"
        spent = 1 + course.speed + len(strikes) + len(unarmed) + len(loads) + fix
        if not self.vessel.out("SONAR"):
            yield f"SCAN {self._scan(course, self.vessel.max_output + self.charge - spent)}"
        if course.speed == 0 and self.vessel.out("NAV") and self.goal and self.goal.fix:
            yield "REPAIR NAV"

    def _scan(self, course: Course, left: int) -> str:
        """The zones in which enemies will be; a sweep of all round when there are none."""
        if left <= 0:
            return "HALF 1"
        if not self.enemies:
            return SEARCHES[self.known.move % len(SEARCHES)] if left >= 3 else "1"
        zones: dict[int, bool] = {}
        for enemy in self.enemies:
            half = distance(course.end, enemy.end) <= SCAN_FULL
            for zone in zones_of(course.facing, course.end, enemy.end)[:2]:
                zones[zone] = zones.get(zone, True) and half
        zones.setdefault(1, False)
        chosen = list(zones.items())[: max(1, min(left, MAX_SCAN))]
        return ", ".join(f"{'HALF' if half else 'FULL'} {zone}" for zone, half in chosen)
