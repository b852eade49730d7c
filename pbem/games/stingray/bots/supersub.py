"""A SuperSub without a player: it keeps going, and has decoys, a leap and its own weight against what comes near."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.geometry.hexes import Hex, distance, step
from pbem.games.stingray.bots.bot_goals import bot_goal
from pbem.games.stingray.bots.tactics import BotStyle, Course, Enemy, courses, direction_to, known_enemies, mined, seekers
from pbem.games.stingray.model.plan import plan_text
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import DECOY
from pbem.games.stingray.model.vessel import Vessel


def supersub_block(known: State, vessel: Vessel, style: BotStyle) -> str:
    """Its orders."""
    lines = ["PASS"] if known.setting_up else _lines(known, vessel, style)
    return "\n".join([f"{vessel.id}:", *lines])


def _lines(known: State, vessel: Vessel, style: BotStyle) -> Iterator[str]:
    foes = known_enemies(known)
    course = max(courses(known, vessel), key=lambda course: _value(known, vessel, style, course, foes))
    yield f"MOVE {plan_text(course.plan)}" if course.plan.items else "HALT"
    if course.speed and known.options["leap-evade"] == "on":
        yield "LEAP EVADE"
    yield "RAM ANY"
    if vessel.stores.get(DECOY) and not vessel.out(DECOY):
        yield f"DECOY {_toward(known, vessel, foes)} IF MISSILE WITHIN 3"


def _value(known: State, vessel: Vessel, style: BotStyle, course: Course, foes: list[Enemy]) -> float:
    """Progress; off the track of mines; and not as a robber expects (STG-VIC.2)."""
    goal = bot_goal(known, vessel, style)
    if course.edge and not (goal and goal.edge == course.edge):
        return -100.0
    value = -1.0 * goal.left(known, course.end) if goal else 0.0
    value -= 5.0 * len(mined(known, vessel).intersection(course.path[1:]))
    for foe in foes:
        alongside = (foe.here, foe.facing, foe.speed) == (vessel.hex, vessel.facing, vessel.speed)
        value -= 4.0 * (alongside and (course.end, course.speed) == (foe.end, foe.speed))
    return value - 0.2 * course.plan.turns


def _toward(known: State, vessel: Vessel, foes: list[Enemy]) -> str:
    """STG-DEC.4: the adjacent hex on the side that the danger comes from; astern if there is none."""
    dangers: list[Hex] = seekers(vessel) or [foe.end for foe in foes]
    nearest = min((hex for hex in dangers if hex != vessel.hex), key=lambda hex: distance(vessel.hex, hex), default=None)
    where = direction_to(vessel.hex, nearest) if nearest else direction_to(vessel.hex, step(vessel.hex, vessel.facing + 3))
    return where
