"""What a commander without a player works out from what they know: the courses they can steer, and where the others will be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

from pbem.core.geometry.hexes import DIRECTIONS, Hex, at, bearing, column_row, distance, off_edge, step
from pbem.games.stingray.model.geometry import in_arc, in_rear_arc, sees, toward
from pbem.games.stingray.model.order_parts import Item
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.plan import SHIFT, Place, advance, default_plan, plan_speed, schedule, speed_limits, track
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES, MK61, PHASES_OF, TERRAINIANS
from pbem.games.stingray.model.vessel import Contact, Vessel

MOMENTS = range(7)
"""The start of the move and the ends of its six phases: also the windows of STG-LAU.3."""
WATCHED = (2, 4, 6)
"""Moments at which a course is weighed."""
FINALISTS = 12
"""Courses that are looked at again, one move further."""
STALE = 3
"""Moves after which a contact that was not renewed is worth nothing."""
OVERSHOOT = 5
"""Hexes behind its target in which a missile that misses may find another."""
UNHEARD_SPEED = 2
"""What a vessel of which only the plant is heard may be doing."""


@dataclass(frozen=True)
class BotStyle:
    """What tells one commander from another."""

    fish_near: int
    """The range that a fish steers for."""
    mk61_near: int
    """The range that a Stingray with Mk61 keeps, out of the enemy's reach or not."""
    mk7_near: int
    caution: float
    """The weight of danger against opportunity."""
    rams: float
    """What it is worth to meet an enemy in their hex."""
    arming: int
    loadout: tuple[str, str]
    flees: int
    """Damage points left at which they make for the edge."""
    homes: bool
    """Do they go home when their best weapons are spent?"""


# ---------------------------------------------------------------- courses


@dataclass(frozen=True)
class Shape:
    """A plan sailed from the origin: hex and facing at each moment."""

    plan: Plan
    path: tuple[Hex, ...]
    facings: tuple[int, ...]


@dataclass(frozen=True)
class Course:
    """A legal plan: hex and facing at each moment; `edge` is that by which it leaves the map, or "". It meets no rock."""

    plan: Plan
    speed: int
    path: tuple[Hex, ...]
    facings: tuple[int, ...]
    edge: str = ""

    @property
    def end(self) -> Hex:
        """Where it leads."""
        return self.path[-1]

    @property
    def facing(self) -> int:
        """The facing at its end."""
        return self.facings[-1]


@cache
def shapes(vessel_class: str, speed: int, facing: int) -> tuple[Shape, ...]:
    """All plans of a speed that table 2.1 admits, with the turns an undamaged vessel may make (STG-MOV.6, STG-MOV.7)."""
    return tuple(_shape(vessel_class, plan, facing) for plan in _plans(vessel_class, speed))


def _plans(vessel_class: str, speed: int) -> Iterator[Plan]:
    yield Plan((speed,) if speed else ())
    if vessel_class == "SS":  # STG-SUP.2: a shift is one of its hexes
        yield from (_written(speed - 1, (after,), (way,)) for after in range(speed) for way in "SP")
        return
    for turns in range(1, CLASSES[vessel_class].turns + 1):
        for after in combinations_with_replacement(range(speed + 1), turns):
            spaced = len(set(after)) == turns or speed == 0
            if spaced and not (vessel_class == "MF" and after[-1] == speed):  # STG-MEG.3
                yield from (_written(speed, after, ways) for ways in product("SP", repeat=turns))


def _written(hexes: int, after: tuple[int, ...], ways: tuple[str, ...]) -> Plan:
    items: list[Item] = []
    done = 0
    for where, way in zip(after, ways, strict=True):
        items += [where - done] if where > done else []
        items.append("S" if way == "S" else "P")
        done = where
    return Plan((*items, hexes - done) if hexes > done else tuple(items))


def _shape(vessel_class: str, plan: Plan, facing: int) -> Shape:
    places = [Place(0, (0, 0), None, facing)]
    for each in schedule(vessel_class, plan):
        places.append(advance(places[-1], each))
    at_moment = [[place for place in places if place.phase <= moment][-1] for moment in MOMENTS]
    return Shape(plan, tuple(place.hex for place in at_moment), tuple(place.facing for place in at_moment))


def courses(known: State, vessel: Vessel) -> list[Course]:
    """All courses that are legal in the next move and meet no rock; if there is none, what no orders would do."""
    found = [course for shape in _legal(known, vessel) if (course := _sail(known, vessel, shape))]
    return found or [_helpless(known, vessel)]


def _legal(known: State, vessel: Vessel) -> Iterator[Shape]:
    limits = speed_limits(vessel, known.next_move, known.options)
    may_turn = not vessel.out("STEERING")
    if vessel.vessel_class == "SS":
        may_turn = may_turn and (vessel.shifted == 0 or known.next_move - vessel.shifted > SHIFT)
    for speed in range(limits.least, limits.most + 1):
        turned = speed > 0 and vessel.since_turn == 0 and vessel.vessel_class != "SS"
        for shape in shapes(vessel.vessel_class, speed, vessel.facing):
            at_once = shape.plan.items[:1] in (("S",), ("P",))
            if shape.plan.turns == 0 or (may_turn and not (turned and at_once)):
                yield shape


def _sail(known: State, vessel: Vessel, shape: Shape) -> Course | None:
    """The shape laid at the vessel's hex, up to the map's edge; None if it meets a rock."""
    q, r = vessel.hex
    path: list[Hex] = []
    edge = ""
    for dq, dr in shape.path:
        hex = (q + dq, r + dr)
        if hex in known.obstacles:
            return None
        path.append(hex)
        edge = edge or off_edge(hex, known.columns, known.rows)
        if edge:
            path += [hex] * (len(MOMENTS) - len(path))
            break
    return Course(shape.plan, plan_speed(vessel.vessel_class, shape.plan), tuple(path), shape.facings, edge)


def _helpless(known: State, vessel: Vessel) -> Course:
    plan = default_plan(vessel, known, known.next_move)
    places = track(vessel, plan)
    facing = places[-1].facing if places else vessel.facing
    path = (vessel.hex,) * len(MOMENTS)
    return Course(plan, plan_speed(vessel.vessel_class, plan), path, (facing,) * len(MOMENTS))


def free_run(known: State, hex: Hex, facing: int, most: int) -> int:
    """How many hexes ahead are open water on the map."""
    for hexes in range(1, most + 1):
        ahead = step(hex, facing, hexes)
        if ahead in known.obstacles or off_edge(ahead, known.columns, known.rows):
            return hexes - 1
    return most


def cornered(known: State, vessel: Vessel, course: Course) -> bool:
    """Will it be too fast to stop or turn before a rock or the edge in the move after?"""
    run = course.speed - vessel.printed.decelerate
    just_turned = course.speed > 0 and course.plan.items[-1:] in (("S",), ("P",))  # STG-MOV.7: first a hex ahead
    ways = (0,) if just_turned or vessel.vessel_class == "SS" or vessel.out("STEERING") else (0, 1, -1)
    return run > 0 and not any(free_run(known, course.end, course.facing + way, run) >= run for way in ways)


def quiet_windows(course: Course) -> list[int]:
    """Windows after which the vessel does not run into the hex of what it has just launched straight ahead (STG-MK7.11)."""

    def follows(window: int) -> bool:
        ahead = step(course.path[window], course.facings[window])
        return window < MOMENTS[-1] and course.path[window + 1] == ahead

    return [window for window in MOMENTS if not follows(window)]


# ---------------------------------------------------------------- the others


@dataclass(frozen=True)
class Enemy:
    """An enemy as far as they are known: where they may be at each moment of the next move. facing -1: unknown."""

    id: str
    vessel_class: str
    facing: int
    speed: int
    path: tuple[Hex, ...]
    fresh: bool
    """Were they on the last report? Then they are held (STG-SCN.8)."""

    @property
    def here(self) -> Hex:
        """Where they are now."""
        return self.path[0]

    @property
    def end(self) -> Hex:
        """Where they will be."""
        return self.path[-1]


def newest(known: State) -> dict[str, Contact]:
    """The best contact of every vessel on the lists of all the seat's own."""
    found: dict[str, Contact] = {}
    for vessel in known.mine():
        for contact in vessel.reported.contacts.values():
            line = found.get(contact.id)
            if line is None or (contact.move, contact.facing) > (line.move, line.facing):
                found[contact.id] = contact
    return found


def known_enemies(known: State) -> list[Enemy]:
    """Enemies worth reckoning with, the fresh ones first."""
    contacts = [c for c in newest(known).values() if c.side != known.side and known.move - c.move <= STALE]
    noises = [c for c in contacts if c.id.startswith("U") and known.is_old(c)]
    found = [_enemy(known, contact) for contact in contacts if contact not in noises]
    return sorted(found, key=lambda enemy: not enemy.fresh)


def _enemy(known: State, contact: Contact) -> Enemy:
    """Straight on at the speed that was seen; one that was only heard goes where its side is to go."""
    facing, speed = contact.facing, contact.speed
    course = facing
    if facing < 0:
        course = _course_toward(known, contact.hex)
        speed = UNHEARD_SPEED if course >= 0 else 0
    hex = step(contact.hex, course, speed * (known.move - contact.move)) if speed else contact.hex
    moved = [sum(phase <= moment for phase in PHASES_OF[min(speed, 6)]) for moment in MOMENTS]
    path = tuple(step(hex, course, hexes) for hexes in moved)
    return Enemy(contact.id, contact.vessel_class, facing, speed, path, not known.is_old(contact))


def _course_toward(known: State, hex: Hex) -> int:
    """The direction in which the Terrainians of this scenario want to go, as any briefing tells; -1: none."""
    opening = OPENINGS.get(known.scenario)
    edges = [way.edge for way in opening.exits if way.points] if opening and known.side != TERRAINIANS else []
    return bearing(hex, beyond(known, hex, edges[0]))[0] if edges else -1


def beyond(known: State, hex: Hex, edge: str) -> Hex:
    """The first hex beyond an edge, straight across from `hex`."""
    column, row = column_row(hex)
    return {"N": at(column, 0), "S": at(column, known.rows + 1), "W": at(0, row), "E": at(known.columns + 1, row)}[edge]


# ---------------------------------------------------------------- worth


@dataclass(frozen=True)
class MissileOdds:
    """What decides whether a Mk7 or Terror Missile finds its target: rocks, and how far it swims straight on (STG-MK7.3)."""

    obstacles: Collection[Hex]
    arming: int

    def shot(self, origin: Hex, facing: int, enemy: Enemy, moment: int) -> float:
        """The chance of a hit with one launched here and now (STG-MK7.8), allowing for a stern chase."""
        target = enemy.path[moment]
        away = distance(origin, target)
        if away == 0 or not in_arc(facing, origin, target):
            return 0.0
        behind = enemy.facing >= 0 and in_rear_arc(enemy.facing, target, origin)
        if away > self._reach(enemy, target, origin):
            return 0.0
        if not self._homes(origin, facing, enemy.path[min(moment + self.arming, MOMENTS[-1])]):
            return 0.0
        shielded = enemy.vessel_class in ("SR", "") and not behind
        return (0.33 if shielded else 0.67) * (1.0 if away <= 6 else 0.75)

    def _reach(self, enemy: Enemy, target: Hex, origin: Hex) -> int:
        """How far it may be sent: less after one that runs away."""
        if enemy.facing < 0 or in_arc(enemy.facing, target, origin):
            return 11
        return 2 * (6 - min(enemy.speed, 5)) if in_rear_arc(enemy.facing, target, origin) else 9

    def _homes(self, origin: Hex, facing: int, target: Hex) -> bool:
        """Is the target still before the missile when it is armed, and open water all the way?"""
        armed = step(origin, facing, self.arming)
        straight = all(step(origin, facing, hexes + 1) not in self.obstacles for hexes in range(self.arming))
        return straight and (armed == target or in_arc(facing, armed, target)) and sees(armed, target, self.obstacles)


def may_hit_friend(hex: Hex, facing: int, target: Hex, friends: Iterable[Hex]) -> bool:
    """STG-MK7.6: friend and foe are alike: is a friend so placed that a missile may go on to them?"""
    far = distance(hex, target) + OVERSHOOT
    return any(in_arc(facing, hex, friend) and distance(hex, friend) <= far for friend in friends)


def hits_launcher(course: Course, window: int, arming: int, target: Hex) -> bool:
    """STG-MK7.6: will the launcher itself be nearer than its target, before the missile, once that is armed and turns?"""
    facing = course.facings[window]
    armed = step(course.path[window], facing, arming)
    heading = facing if armed == target else toward(armed, target, facing)
    later = course.path[min(window + arming, MOMENTS[-1]) :]
    return any(in_arc(heading, armed, hex) and distance(armed, hex) <= distance(armed, target) for hex in later)


def threat(origin: Hex, facing: int, enemy: Enemy) -> float:
    """0 to 1.6: how exposed a vessel at `origin` is to the sonar missiles of an enemy; the stern of a Stingray most."""
    target = enemy.end
    away = distance(origin, target)
    if away >= 10:
        return 0.0
    bears = enemy.facing < 0 or in_arc(enemy.facing, target, origin)
    astern = in_rear_arc(facing, origin, target)
    return (1 - away / 10) * (1.6 if astern else 1.0) * (1.0 if bears else 0.4)


def meets(course: Course, enemy: Enemy) -> bool:
    """Will they share a hex, if the enemy goes on as they did?"""
    return any(own == other for own, other in zip(course.path[1:], enemy.path[1:], strict=True))


def mined(known: State, vessel: Vessel) -> set[Hex]:
    """STG-MIN.3: hexes that are better not entered; one's own mines tell no friends from foes."""
    return {mine.hex for mine in known.mines.values() if mine.active} | set(vessel.reported.mines_seen)


def seekers(vessel: Vessel) -> list[Hex]:
    """Hexes of sonar missiles noticed near by; one that is only heard may be any kind."""
    return [m.hex for m in vessel.reported.missile_contacts if m.kind != MK61 and distance(m.hex, vessel.hex) <= 10]


def direction_to(origin: Hex, hex: Hex) -> str:
    """The map direction of the adjacent hex that lies nearest to the way."""
    i, a, b = bearing(origin, hex)
    return DIRECTIONS[i if a >= b else (i + 1) % 6]


# ---------------------------------------------------------------- words


def in_windows(order: str, windows: list[int]) -> Iterator[str]:
    """The order once for every run of neighbouring windows (STG-LAU.3)."""
    runs: list[list[int]] = []
    for window in windows:
        if runs and runs[-1][-1] == window - 1:
            runs[-1].append(window)
        else:
            runs.append([window])
    for run in runs:
        yield order + _when(run[0], run[-1])


def _when(first: int, last: int) -> str:
    if first == last:
        return f", IN PHASE {first}" if first else ", AT START"
    since = f", FROM PHASE {first}" if first else ""
    return since + (f", UNTIL PHASE {last}" if last < MOMENTS[-1] else "")
