"""STG-MOV, STG-MEG, STG-SUP: what a movement plan may be, what becomes of it, and when and where it leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from pbem.core.geometry.hexes import Hex, off_edge
from pbem.core.geometry.hexes import step as neighbour
from pbem.games.stingray.model.order_parts import Item
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES, PHASES_OF
from pbem.games.stingray.model.vessel import Vessel

Motion = Literal["AHEAD", "S", "P"]
"""One hex forward, or one turn (SS: one shift)."""
StepKind = Literal["S", "P", "AHEAD", "SHIFT S", "SHIFT P"]

SPEED_UP, SLOW_DOWN, SHIFT = 4, 2, 4
"""STG-SUP.1: so many moves must have passed since an SS last did so."""
COUNTED = {1: ("Second", "once"), 2: ("Third", "twice")}
"""Turn allowance -> how the first turn too many is called, and how often the vessel turns."""
SPIN_PHASES = (1, 4)
"""STG-MOV.5: the phases of the turns at speed 0."""


class Limits(NamedTuple):
    """The legal speeds of a move, both ends included."""

    least: int
    most: int


class Clamped(NamedTuple):
    """STG-MOV.8: the plan in force, and what was wrong with the one ordered, in words."""

    plan: Plan
    faults: list[str]


class Step(NamedTuple):
    """One turn, hex or shift of a plan and the phase it is made in."""

    phase: int
    kind: StepKind


class Place(NamedTuple):
    """Where a vessel is after a step."""

    phase: int
    hex: Hex
    tail: Hex | None
    facing: int


# ---------------------------------------------------------------- words and sums


def plan_text(plan: Plan) -> str:
    """STG-MOV.1 in canonical words: `2 S 2`, `HALT`."""
    return " ".join(str(item) for item in plan.items) or "HALT"


def plan_speed(vessel_class: str, plan: Plan) -> int:
    """STG-MOV.1: the sum of the numbers; STG-SUP.2: a shift of an SS counts as one hex."""
    return plan.hexes + plan.turns if vessel_class == "SS" else plan.hexes


def _motions(plan: Plan) -> list[Motion]:
    motions: list[Motion] = []
    for item in plan.items:
        motions += ["AHEAD"] * item if isinstance(item, int) else [item]
    return motions


def _plan(motions: list[Motion]) -> Plan:
    items: list[Item] = []
    for motion in motions:
        if motion != "AHEAD":
            items.append(motion)
        elif items and isinstance(items[-1], int):
            items[-1] += 1
        else:
            items.append(1)
    return Plan(tuple(items))


def _is_hex(vessel_class: str, motion: Motion) -> bool:
    return motion == "AHEAD" or vessel_class == "SS"


# ---------------------------------------------------------------- limits


def top_speed(vessel: Vessel, options: Mapping[str, Any]) -> int:
    """STG-MOV.10: flat out, less by ENGINES (STG-SPH.3) or the reactor of an SS (STG-SPH.7)."""
    if vessel.vessel_class != "SS":
        return CLASSES[vessel.vessel_class].top >> vessel.specials.get("ENGINES", 0)
    return 1 if vessel.specials.get("REACTOR", 0) else int(options["supersub-max"])


def _rates(vessel: Vessel, move: int, options: Mapping[str, Any]) -> tuple[int, int]:
    """Acceleration and deceleration of table 2.1; STG-SUP.1: an SS only when its waiting time is over."""
    printed = CLASSES[vessel.vessel_class]
    if vessel.vessel_class == "SS":
        return int(_free(vessel.accelerated, move, SPEED_UP)), int(_free(vessel.slowed, move, SLOW_DOWN))
    if vessel.vessel_class == "MF" and options["mega-accel"] == "sheet":
        return printed.decelerate, printed.accelerate
    return printed.accelerate, printed.decelerate


def _free(last: int, move: int, wait: int) -> bool:
    return last == 0 or move - last > wait


def speed_limits(vessel: Vessel, move: int, options: Mapping[str, Any]) -> Limits:
    """STG-MOV.4; STG-MOV.9: above its maximum a vessel slows at its normal rate; STG-SUP.1 for an SS."""
    faster, slower = _rates(vessel, move, options)
    least = max(0, vessel.speed - slower)
    return Limits(least, min(vessel.speed + faster, max(top_speed(vessel, options), least)))


# ---------------------------------------------------------------- the clamp


def clamp(vessel: Vessel, plan: Plan, move: int, options: Mapping[str, Any]) -> Clamped:
    """STG-MOV.8: speed first, then the turns (SS: shifts) from left to right."""
    limits, speed = speed_limits(vessel, move, options), plan_speed(vessel.vessel_class, plan)
    faults: list[str] = []
    if not limits.least <= speed <= limits.most:
        legal = f"{limits.least} to {limits.most} is" if limits.least < limits.most else f"only {limits.least} is"
        faults.append(f"Speed {speed} refused: {vessel.id} moved {vessel.speed} last move, so {legal} legal.")
    motions = _motions(cut(vessel.vessel_class, plan, limits.most))
    motions += ["AHEAD"] * (limits.least - speed)
    sift = _sift_shifts(vessel, motions, move, faults) if vessel.vessel_class == "SS" else _sift_turns(vessel, motions, faults)
    return Clamped(_plan(list(sift)), faults)


def cut(vessel_class: str, plan: Plan, hexes: int) -> Plan:
    """At most `hexes` hexes: the others are cut from the end, with the turns after them."""
    over = plan_speed(vessel_class, plan) - hexes
    if over <= 0:
        return plan
    motions = _motions(plan)
    while over > 0:
        over -= _is_hex(vessel_class, motions.pop())
    return _plan(motions)


def _sift_turns(vessel: Vessel, motions: list[Motion], faults: list[str]) -> Iterator[Motion]:
    since, turns = vessel.since_turn, 0
    moving = "AHEAD" in motions
    for number, motion in enumerate(motions, 1):
        if motion == "AHEAD":
            since += 1
        elif fault := _turn_fault(vessel, turns, since > 0 or not moving, "AHEAD" in motions[number:]):
            faults.append(fault)
            continue
        else:
            since, turns = 0, turns + 1
        yield motion


def _turn_fault(vessel: Vessel, turns: int, hex_before: bool, hex_after: bool) -> str:
    """STG-MOV.6 the allowance, STG-MOV.7 a hex before it, STG-MEG.3 a hex after it; STG-SPH.4, STG-SPH.8 the steering."""
    allowed = CLASSES[vessel.vessel_class].turns
    if vessel.specials.get("STEERING", 0):
        return f"Turn refused: the steering of {vessel.id} is damaged."
    if turns == allowed:
        which, often = COUNTED[allowed]
        return f"{which} turn refused: {vessel.id} turns {often} a move."
    if not hex_before:
        return "Turn refused: one hex must be moved since the last turn."
    if vessel.vessel_class == "MF" and not hex_after:
        return f"{vessel.id} may not turn without moving a hex after it."
    return ""


def _sift_shifts(vessel: Vessel, motions: list[Motion], move: int, faults: list[str]) -> Iterator[Motion]:
    """STG-SUP.3: an SS never turns; what is written as a turn is a shift, and a refused one is a hex ahead."""
    shifted = False
    for motion in motions:
        if motion != "AHEAD" and (fault := _shift_fault(vessel, move, shifted)):
            faults.append(fault)
            yield "AHEAD"
            continue
        shifted = shifted or motion != "AHEAD"
        yield motion


def _shift_fault(vessel: Vessel, move: int, shifted: bool) -> str:
    """STG-SUP.1 the waiting time, STG-MOV.6 one a move; STG-SPH.4 the steering."""
    if vessel.specials.get("STEERING", 0):
        return f"Shift refused: the steering of {vessel.id} is damaged."
    if not _free(vessel.shifted, move, SHIFT):
        return f"Shift refused: {vessel.id} shifted in move {vessel.shifted}, next shift in move {vessel.shifted + SHIFT + 1}."
    return f"Second shift refused: {vessel.id} shifts once in {SHIFT + 1} moves." if shifted else ""


def cut_for_over(vessel_class: str, plan: Plan) -> Plan:
    """STG-LEP.3: without its last two hexes and all that is written after the remaining ones."""
    motions = _motions(cut(vessel_class, plan, max(0, plan_speed(vessel_class, plan) - 2)))
    while motions and not _is_hex(vessel_class, motions[-1]):
        motions.pop()
    return _plan(motions)


# ---------------------------------------------------------------- when and where


def schedule(vessel_class: str, plan: Plan) -> list[Step]:
    """STG-MOV.2: the k-th hex in the k-th phase of its speed; STG-MOV.5: turns just before the next hex, or after the last."""
    phases = PHASES_OF[plan_speed(vessel_class, plan)]
    steps: list[Step] = []
    hexes = 0
    for motion in _motions(plan):
        if not phases:
            steps.append(Step(SPIN_PHASES[min(len(steps), 1)], motion))
            continue
        steps.append(Step(phases[min(hexes, len(phases) - 1)], _kind(vessel_class, motion)))
        hexes += _is_hex(vessel_class, motion)
    return steps


def _kind(vessel_class: str, motion: Motion) -> StepKind:
    if motion == "AHEAD" or vessel_class != "SS":
        return motion
    return "SHIFT S" if motion == "S" else "SHIFT P"


def advance(place: Place, step: Step) -> Place:
    """Where a step leads. STG-MEG.2: the tail follows; STG-SUP.2: a shift goes one hex to the bow side, facing kept."""
    if step.kind in ("S", "P"):
        return Place(step.phase, place.hex, place.tail, (place.facing + (1 if step.kind == "S" else -1)) % 6)
    side = {"AHEAD": 0, "SHIFT S": 1, "SHIFT P": -1}[step.kind]
    tail = None if place.tail is None else place.hex
    return Place(step.phase, neighbour(place.hex, place.facing + side), tail, place.facing)


def track(vessel: Vessel, plan: Plan) -> list[Place]:
    """The place after each step, obstacles and the map's edge ignored."""
    place = Place(0, vessel.hex, vessel.tail, vessel.facing)
    places = []
    for step in schedule(vessel.vessel_class, plan):
        place = advance(place, step)
        places.append(place)
    return places


def _on_map(vessel: Vessel, plan: Plan, state: State) -> Iterator[Hex]:
    """The hexes of the track up to the map's edge."""
    for place in track(vessel, plan):
        if off_edge(place.hex, state.columns, state.rows):
            return
        yield place.hex


def crosses_obstacle(vessel: Vessel, plan: Plan, state: State) -> bool:
    """Does its head enter an obstacle hex before it leaves the map?"""
    return any(hex in state.obstacles for hex in _on_map(vessel, plan, state))


def straight(hexes: int) -> Plan:
    """So many hexes straight ahead."""
    return Plan((hexes,)) if hexes else Plan()


def default_plan(vessel: Vessel, state: State, move: int) -> Plan:
    """Section 6, no orders: straight on at the last speed, or the highest legal lower one that meets neither rock nor edge."""
    limits = speed_limits(vessel, move, state.options)
    for speed in range(min(vessel.speed, limits.most), limits.least - 1, -1):
        hexes = list(_on_map(vessel, straight(speed), state))
        if len(hexes) == speed and not any(hex in state.obstacles for hex in hexes):
            return straight(speed)
    return straight(limits.least)


def dead_plan(vessel: Vessel, move: int, options: Mapping[str, Any]) -> Plan:
    """STG-CRW.3: a vessel without a living crew goes straight on and slows as fast as it can."""
    return straight(speed_limits(vessel, move, options).least)
