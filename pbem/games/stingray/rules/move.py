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
from pbem.games.stingray.model.state import Missile, Vessel
from pbem.games.stingray.model.tables import PHASES, SONAR_KINDS
from pbem.games.stingray.rules.turn_scratch import Action, Hit

SHORTEST_OVER = 3
"""STG-LEP.5: hexes left after the cut that a leap over an obstacle needs."""
RE_ENTRY = 1
"""STG-LEP.9: damage points."""


# ---------------------------------------------------------------- 3a leaps


def leaps(action: Action, phase: int) -> None:
    """Step 3a, vessel order. STG-LEP.1: over an obstacle or away from a missile, one attempt a move."""
    for vessel in action.afloat():
        if vessel.id in action.leapt or vessel.id in action.struck:
            continue
        if action.orders[vessel.id].over:
            if _goes_over(action, vessel, phase):
                _try(action, vessel, phase, "over")
        elif leap := action.orders[vessel.id].leap:
            _evade(action, vessel, leap, phase)


def _try(action: Action, vessel: Vessel, phase: int, reason: str) -> bool:
    """STG-LEP.2: at most the ordered speed, less by the crew penalty."""
    action.leapt.add(vessel.id)
    needed = vessel.ordered - vessel.penalty
    rolled = action.die(f"leap {vessel.id} {reason}", "STG-LEP.2", vessel.crew)
    action.tell(LeapTried(vessel.id, phase, reason, rolled, needed, rolled <= needed), "STG-LEP.2", vessel)
    return rolled <= needed


def _due(action: Action, vessel: Vessel, phase: int) -> list[Step]:
    return [step for step in action.steps[vessel.id] if step.phase == phase]


def _place(vessel: Vessel) -> Place:
    return Place(0, vessel.hex, vessel.tail, vessel.facing)


def _goes_over(action: Action, vessel: Vessel, phase: int) -> bool:
    """STG-LEP.5: it enters its first obstacle hex now, with 3 hexes or more left to it by the cut."""
    place = _place(vessel)
    for step in _due(action, vessel, phase):
        place = advance(place, step)
    enters = place.hex in action.state.obstacles
    return enters and vessel.scheduled >= SHORTEST_OVER and _straight_over(action, vessel, phase)


def _straight_over(action: Action, vessel: Vessel, phase: int) -> bool:
    """STG-LEP.4: it turns on none of the obstacle hexes; several in a row are one leap."""
    place, over = _place(vessel), False
    for step in action.steps[vessel.id]:
        if step.phase < phase:
            continue
        if over and step.kind != "AHEAD":
            return False
        place = advance(place, step)
        if over and place.hex not in action.state.obstacles:
            break
        over = place.hex in action.state.obstacles
    return True


def _evade(action: Action, vessel: Vessel, leap: Leap, phase: int) -> None:
    """STG-LEP.7: at the phase named, or when a missile has come near; success shakes off all that are within 2 hexes."""
    if why := _no_leap(action, vessel):
        if phase == PHASES[0]:
            words = "LEAP EVADE" if leap.phase is None else f"LEAP IN PHASE {leap.phase}"
            action.tell(OrderLapsed(vessel.id, words, why), "STG-LEP.7", vessel)
        return
    if phase == leap.phase if leap.phase else _threatened(action, vessel, phase):
        seekers = _seekers(action, vessel, 2)
        if _try(action, vessel, phase, "evade"):
            for missile in seekers:
                action.hide(TargetEvaded(missile.id, vessel.id), "STG-LEP.7")


def _no_leap(action: Action, vessel: Vessel) -> str:
    if action.state.opt("leap-evade") == "off":
        return "vessels do not leap to evade in this game"
    return "" if vessel.ordered else "it lies still"


def _threatened(action: Action, vessel: Vessel, phase: int) -> bool:
    """Within 1 hex, or within 2 if the vessel moves a hex in this phase."""
    moves = any(step.kind not in ("S", "P") for step in _due(action, vessel, phase))
    return bool(_seekers(action, vessel, 2 if moves else 1))


def _seekers(action: Action, vessel: Vessel, within: int) -> list[Missile]:
    """Sonar missiles past their arming distance and locked on the vessel."""
    return [
        missile
        for missile in action.state.missiles.values()
        if missile.kind in SONAR_KINDS
        and missile.target == vessel.id
        and missile.run >= missile.arming
        and range_to(missile.hex, vessel.body) <= within
    ]


# ---------------------------------------------------------------- 3c vessels


def vessels(action: Action, phase: int) -> None:
    """Step 3c. STG-SEQ.2: all vessels at once, after all missiles; STG-MOV.13: they may share a hex."""
    action.entered = []
    for vessel in action.afloat():
        for step in _due(action, vessel, phase):
            if not _step(action, vessel, step):
                break


def _step(action: Action, vessel: Vessel, step: Step) -> bool:
    """One turn or hex; False if the rest of the plan is lost."""
    place, state = advance(_place(vessel), step), action.state
    if place.hex == vessel.hex:
        action.tell(Turned(vessel.id, step.phase, place.facing), "STG-MOV.5", vessel)
        return True
    if edge := off_edge(place.hex, state.columns, state.rows):
        action.tell(Exited(vessel.id, step.phase, edge), "STG-MOV.11", vessel)
        action.steps[vessel.id] = []
        return False
    if place.hex in state.obstacles and not (vessel.airborne or _skims(action, vessel)):
        _strike(action, vessel, step.phase, place.hex, (vessel.hex, vessel.tail))
        action.steps[vessel.id] = action.steps[vessel.id][: action.steps[vessel.id].index(step)]
        return False
    tail = "" if place.tail is None else label(place.tail)
    moved = Moved(vessel.id, step.phase, label(place.hex), tail, place.facing, vessel.airborne)
    action.tell(moved, "STG-LEP.8" if vessel.airborne else _rule(vessel, step), vessel)
    action.entered.append(vessel.id)
    return True


def _rule(vessel: Vessel, step: Step) -> str:
    """STG-MOV.2, or STG-MEG.2 with a tail, or STG-SUP.2 sideways."""
    if step.kind != "AHEAD":
        return "STG-SUP.2"
    return "STG-MOV.2" if vessel.tail is None else "STG-MEG.2"


def _skims(action: Action, vessel: Vessel) -> bool:
    """Option `over-mode` = skim: having rolled for its leap, it gets across, in the water if need be."""
    return action.state.opt("over-mode") == "skim" and action.orders[vessel.id].over and vessel.id in action.leapt


def _strike(action: Action, vessel: Vessel, phase: int, obstacle: Hex, body: tuple[Hex, Hex | None]) -> None:
    """STG-OBS.1: it stays in the last open hex, its plan lost; STG-OBS.2: the damage is rolled in ASSESS."""
    hex, tail = body
    rule = "STG-LEP.6" if vessel.id in action.leapt else "STG-LEP.5" if action.orders[vessel.id].over else "STG-OBS.1"
    action.tell(Struck(vessel.id, phase, label(obstacle), label(hex), "" if tail is None else label(tail)), rule, vessel)
    action.hits.append(Hit(vessel.id, "OBSTACLE", phase, hex))
    action.struck.add(vessel.id)


# ---------------------------------------------------------------- 3h landing


def landing(action: Action, phase: int) -> None:
    """Step 3h. STG-LEP.6, STG-LEP.7: a vessel over open water again, or that only evaded, comes down."""
    for vessel in action.afloat():
        over_rock = vessel.hex in action.state.obstacles
        last = phase == PHASES[-1] or not action.orders[vessel.id].over
        if over_rock and last:
            _strike(action, vessel, phase, vessel.hex, _last_open(action, vessel))
            action.steps[vessel.id] = [step for step in action.steps[vessel.id] if step.phase <= phase]
        elif vessel.airborne and not over_rock:
            action.tell(Landed(vessel.id, phase), "STG-LEP.9", vessel)
            action.hits.append(Hit(vessel.id, "LANDING", phase, vessel.hex, RE_ENTRY))


def _last_open(action: Action, vessel: Vessel) -> tuple[Hex, Hex | None]:
    """STG-LEP.6: the last open hex it held, an MF's tail behind it."""
    hex = next((hex for hex in reversed(vessel.track) if hex not in action.state.obstacles), vessel.started)
    return hex, None if vessel.tail is None else neighbour(hex, vessel.facing + 3)
