"""STG-LEP, STG-OBS and the vessels' part of a phase: leaps (step 3a), turns and hexes (3c), landings (3h)."""

from __future__ import annotations

from events.stingray.movement import Exited, Landed, LeapTried, Moved, Struck, Turned
from events.stingray.orders import OrderLapsed
from events.stingray.weapons import TargetEvaded
from pbem.core.geometry.hexes import Hex, label, off_edge
from pbem.core.geometry.hexes import step as neighbour
from pbem.games.stingray.model.geometry import range_to
from pbem.games.stingray.model.orders import Leap
from pbem.games.stingray.model.plan import Place, Step, advance
from pbem.games.stingray.model.state import Missile
from pbem.games.stingray.model.tables import PHASES, SONAR_KINDS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import Hit, TurnScratch

SHORTEST_OVER = 3
"""STG-LEP.5: hexes left after the cut that a leap over an obstacle needs."""
RE_ENTRY = 1
"""STG-LEP.9: damage points."""


# ---------------------------------------------------------------- 3a leaps


def leaps(scratch: TurnScratch, phase: int) -> None:
    """Step 3a, vessel order. STG-LEP.1: over an obstacle or away from a missile, one attempt a move."""
    for vessel in scratch.state.afloat():
        orders = scratch.orders[vessel.id]
        if not (orders.over or orders.leap) or vessel.id in scratch.leapt or vessel.id in scratch.struck:
            continue
        if orders.over:
            if _goes_over(scratch, vessel, phase):
                _try(scratch, vessel, phase, "over")
        elif orders.leap:
            _evade(scratch, vessel, orders.leap, phase)


def _try(scratch: TurnScratch, vessel: Vessel, phase: int, reason: str) -> bool:
    """STG-LEP.2: at most the ordered speed, less by the crew penalty."""
    scratch.leapt.add(vessel.id)
    needed = vessel.ordered - vessel.penalty
    rolled = scratch.die(f"leap {vessel.id} {reason}", "STG-LEP.2", vessel.crew)
    scratch.tell(LeapTried(vessel.id, phase, reason, rolled, needed, rolled <= needed), "STG-LEP.2", vessel)
    return rolled <= needed


def _due(scratch: TurnScratch, vessel: Vessel, phase: int) -> list[Step]:
    return [step for step in scratch.steps[vessel.id] if step.phase == phase]


def _place(vessel: Vessel) -> Place:
    return Place(0, vessel.hex, vessel.tail, vessel.facing)


def _goes_over(scratch: TurnScratch, vessel: Vessel, phase: int) -> bool:
    """STG-LEP.5: it enters its first obstacle hex now, with 3 hexes or more left to it by the cut."""
    place = _place(vessel)
    for step in _due(scratch, vessel, phase):
        place = advance(place, step)
    enters = place.hex in scratch.state.obstacles
    return enters and vessel.scheduled >= SHORTEST_OVER and _straight_over(scratch, vessel, phase)


def _straight_over(scratch: TurnScratch, vessel: Vessel, phase: int) -> bool:
    """STG-LEP.4: it turns on none of the obstacle hexes; several in a row are one leap."""
    place, over = _place(vessel), False
    for step in scratch.steps[vessel.id]:
        if step.phase < phase:
            continue
        if over and step.kind != "AHEAD":
            return False
        place = advance(place, step)
        if over and place.hex not in scratch.state.obstacles:
            break
        over = place.hex in scratch.state.obstacles
    return True


def _evade(scratch: TurnScratch, vessel: Vessel, leap: Leap, phase: int) -> None:
    """STG-LEP.7: at the phase named, or when a missile has come near; success shakes off all that are within 2 hexes."""
    if why := _no_leap(scratch, vessel):
        if phase == PHASES[0]:
            words = "LEAP EVADE" if leap.phase is None else f"LEAP IN PHASE {leap.phase}"
            scratch.tell(OrderLapsed(vessel.id, words, why), "STG-LEP.7", vessel)
        return
    if phase == leap.phase if leap.phase else _threatened(scratch, vessel, phase):
        seekers = _seekers(scratch, vessel, 2)
        if _try(scratch, vessel, phase, "evade"):
            for missile in seekers:
                scratch.hide(TargetEvaded(missile.id, vessel.id), "STG-LEP.7")


def _no_leap(scratch: TurnScratch, vessel: Vessel) -> str:
    if scratch.state.opt("leap-evade") == "off":
        return "vessels do not leap to evade in this game"
    return "" if vessel.ordered else "it lies still"


def _threatened(scratch: TurnScratch, vessel: Vessel, phase: int) -> bool:
    """Within 1 hex, or within 2 if the vessel moves a hex in this phase."""
    moves = any(step.kind not in ("S", "P") for step in _due(scratch, vessel, phase))
    return bool(_seekers(scratch, vessel, 2 if moves else 1))


def _seekers(scratch: TurnScratch, vessel: Vessel, within: int) -> list[Missile]:
    """Sonar missiles past their arming distance and locked on the vessel."""
    return [
        missile
        for missile in scratch.state.missiles.values()
        if missile.kind in SONAR_KINDS
        and missile.target == vessel.id
        and missile.run >= missile.arming
        and range_to(missile.hex, vessel.body) <= within
    ]


# ---------------------------------------------------------------- 3c vessels


def vessels(scratch: TurnScratch, phase: int) -> None:
    """Step 3c. STG-SEQ.2: all vessels at once, after all missiles; STG-MOV.13: they may share a hex."""
    scratch.entered = []
    for vessel in scratch.state.afloat():
        for step in scratch.steps[vessel.id]:
            if step.phase == phase and not _step(scratch, vessel, step):
                break


def _step(scratch: TurnScratch, vessel: Vessel, step: Step) -> bool:
    """One turn or hex; False if the rest of the plan is lost."""
    place, state = advance(_place(vessel), step), scratch.state
    if place.hex == vessel.hex:
        scratch.tell(Turned(vessel.id, step.phase, place.facing), "STG-MOV.5", vessel)
        return True
    if edge := off_edge(place.hex, state.columns, state.rows):
        scratch.tell(Exited(vessel.id, step.phase, edge), "STG-MOV.11", vessel)
        scratch.steps[vessel.id] = []
        return False
    if place.hex in state.obstacles and not (vessel.airborne or _skims(scratch, vessel)):
        _strike(scratch, vessel, step.phase, place.hex, (vessel.hex, vessel.tail))
        scratch.steps[vessel.id] = scratch.steps[vessel.id][: scratch.steps[vessel.id].index(step)]
        return False
    tail = "" if place.tail is None else label(place.tail)
    moved = Moved(vessel.id, step.phase, label(place.hex), tail, place.facing, vessel.airborne)
    scratch.tell(moved, "STG-LEP.8" if vessel.airborne else _rule(vessel, step), vessel)
    scratch.entered.append(vessel)
    return True


def _rule(vessel: Vessel, step: Step) -> str:
    """STG-MOV.2, or STG-MEG.2 with a tail, or STG-SUP.2 sideways."""
    if step.kind != "AHEAD":
        return "STG-SUP.2"
    return "STG-MOV.2" if vessel.tail is None else "STG-MEG.2"


def _skims(scratch: TurnScratch, vessel: Vessel) -> bool:
    """Option `over-mode` = skim: having rolled for its leap, it gets across, in the water if need be."""
    return scratch.state.opt("over-mode") == "skim" and scratch.orders[vessel.id].over and vessel.id in scratch.leapt


def _strike(scratch: TurnScratch, vessel: Vessel, phase: int, obstacle: Hex, body: tuple[Hex, Hex | None]) -> None:
    """STG-OBS.1: it stays in the last open hex, its plan lost; STG-OBS.2: the damage is rolled in ASSESS."""
    hex, tail = body
    rule = "STG-LEP.6" if vessel.id in scratch.leapt else "STG-LEP.5" if scratch.orders[vessel.id].over else "STG-OBS.1"
    scratch.tell(Struck(vessel.id, phase, label(obstacle), label(hex), "" if tail is None else label(tail)), rule, vessel)
    scratch.hits.append(Hit(vessel.id, "OBSTACLE", phase, hex))
    scratch.struck.add(vessel.id)


# ---------------------------------------------------------------- 3h landing


def landing(scratch: TurnScratch, phase: int) -> bool:
    """Step 3h. STG-LEP.6, STG-LEP.7: a vessel over open water again, or that only evaded, comes down. Was any above water?"""
    state = scratch.state
    above = [vessel for vessel in state.afloat() if vessel.airborne or vessel.hex in state.obstacles]
    for vessel in above:
        if vessel.hex not in state.obstacles:
            scratch.tell(Landed(vessel.id, phase), "STG-LEP.9", vessel)
            scratch.hits.append(Hit(vessel.id, "LANDING", phase, vessel.hex, RE_ENTRY))
        elif phase == PHASES[-1] or not scratch.orders[vessel.id].over:
            _strike(scratch, vessel, phase, vessel.hex, _last_open(scratch, vessel))
            scratch.steps[vessel.id] = [step for step in scratch.steps[vessel.id] if step.phase <= phase]
    return bool(above)


def _last_open(scratch: TurnScratch, vessel: Vessel) -> tuple[Hex, Hex | None]:
    """STG-LEP.6: the last open hex it held, an MF's tail behind it."""
    hex = next((hex for hex in reversed(vessel.track) if hex not in scratch.state.obstacles), vessel.started)
    return hex, None if vessel.tail is None else neighbour(hex, vessel.facing + 3)
