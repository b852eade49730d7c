"""Orders that a seat may choose from now, vessel by vessel: courses, launches, and what power is there for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pbem.core.game.phrases import count
from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import DIRECTIONS, distance, label, off_edge
from pbem.games.stingray.language.words import order_text
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.plan import clamp, crosses_obstacle, default_plan, plan_speed, speed_limits, straight, track
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.tables import AQUAPHIBIANS, DECOY, MINE, MK7, MK61, RUN
from pbem.games.stingray.model.view import ContactView, LauncherView, VesselView, View
from pbem.games.stingray.orders.order_context import setup_open
from pbem.games.stingray.orders.spy_filing import SYSTEMS, UNIT
from pbem.games.stingray.orders.stock import missiles
from pbem.games.stingray.planning.power_suggestions import POWER, REPAIR, SENSORS, TUBES, crew_picks
from pbem.games.stingray.report.record_sheet import system_name
from pbem.games.stingray.rules.demand import affordable

MOST_TARGETS = 3
"""The nearest contacts; others can be written."""
NEAR = 8
"""Hexes from which a homing missile reaches its target within two moves."""
ARMINGS = (0, 2, 3, 5)
LOADOUTS = ((MK61, MK61), (MK7, MK7))
WAYS: tuple[Literal["S", "P"], ...] = ("S", "P")
BEFORE, MOVEMENT, LAUNCH, CLOSE, KEPT, SPIES = (
    *("Before move 1", "Movement", "Launch", "Defence and ramming", "Standing orders", "Spies"),
)
HEADINGS = (BEFORE, MOVEMENT, LAUNCH, CLOSE, TUBES, SENSORS, POWER, REPAIR, KEPT, SPIES)


def suggest(view: View) -> list[SuggestedOrder]:
    """For each own vessel whose crew lives, then for the spies; a Captain is not offered the Co-Pilot's orders (STG-SEA.1)."""
    if view.over or view.seat is None:
        return []
    able = [vessel for vessel in view.mine() if not vessel.crew_dead]
    offered = (each for vessel in able for each in sorted(_paid(view, vessel), key=_place))
    return [*offered, *_spies(view)]


def _place(suggestion: SuggestedOrder) -> int:
    return HEADINGS.index(suggestion.group)


def _paid(view: View, vessel: VesselView) -> list[SuggestedOrder]:
    """What there is power for."""
    return [each for each in _vessel(view, vessel) if affordable(view, vessel, each.text)]


def _vessel(view: View, vessel: VesselView) -> Iterator[SuggestedOrder]:
    copilot = bool(vessel.copilot) and view.seat == vessel.copilot
    if setup_open(view) and not copilot:
        yield from _set_up(vessel)
    if view.setting_up:
        return
    if not copilot:
        yield from () if vessel.broken_off else _captains(view, vessel)
        yield from _rams(vessel)
    if copilot or not vessel.copilot:
        yield from crew_picks(view, vessel)
    if vessel.standing.get(view.seat or ""):
        yield SuggestedOrder(vessel.id, KEPT, "CANCEL STANDING ALL", "gives up every standing order of yours")


def _captains(view: View, vessel: VesselView) -> Iterator[SuggestedOrder]:
    yield from _courses(view, vessel)
    for name, launcher in vessel.launchers.items():
        if launcher.load and not (launcher.destroyed or launcher.out):
            yield from _launches(vessel, name, launcher)
    yield from _defence(view, vessel)


def _targets(vessel: VesselView) -> list[ContactView]:
    """The nearest enemies of its list, those of the last report first."""
    enemies = [contact for contact in vessel.contacts if contact.side != vessel.side]
    return sorted(enemies, key=lambda contact: (contact.old, distance(vessel.hex, contact.hex)))[:MOST_TARGETS]


# ---------------------------------------------------------------- movement


def _courses(view: View, vessel: VesselView) -> Iterator[SuggestedOrder]:
    """STG-MOV.4, STG-MOV.6, STG-MOV.7: legal plans, straight or with a turn."""
    for plan in _plans(view, vessel):
        clamped = clamp(vessel, plan, view.next_move, view.options)
        if not clamped.faults and clamped.plan == plan:
            yield SuggestedOrder(vessel.id, MOVEMENT, order_text(plan), _course_words(view, vessel, plan))


def _plans(view: View, vessel: VesselView) -> Iterator[Plan]:
    limits = speed_limits(vessel, view.next_move, view.options)
    for speed in range(limits.least, limits.most + 1):
        yield straight(speed)
    for speed in range(limits.least, limits.most + 1):
        ahead = speed - 1 if vessel.vessel_class == "SS" else speed
        for way in WAYS:
            yield Plan((way, ahead)) if ahead > 0 else Plan((way,))
            if speed == limits.most and ahead > 0:
                yield Plan((ahead, way))


def _course_words(view: View, vessel: VesselView, plan: Plan) -> str:
    """Where it leads, and what it costs."""
    speed = plan_speed(vessel.vessel_class, plan)
    places = track(vessel, plan)
    if any(off_edge(place.hex, view.columns, view.rows) for place in places):
        where = "leaves the map and does not return"
    elif crosses_obstacle(vessel, plan, view):
        where = "strikes an obstacle"
    else:
        end, facing = (places[-1].hex, places[-1].facing) if places else (vessel.hex, vessel.facing)
        where = f"ends in {label(end)} facing {DIRECTIONS[facing]}"
    return f"speed {speed}, {where}{_price(vessel, speed)}"


def _price(vessel: VesselView, speed: int) -> str:
    """STG-POW.5, STG-FUE.2."""
    if vessel.vessel_class == "SR":
        return f"; {speed} APU (STG-POW.5)"
    if not vessel.printed.fish:
        return ""
    rate = 0 if speed == 0 else 1 if speed <= vessel.printed.cruise else 2
    return f"; {rate * (2 if vessel.out('FUEL') else 1)} AKG (STG-FUE.2)"


# ---------------------------------------------------------------- launches


def _launches(vessel: VesselView, name: str, launcher: LauncherView) -> Iterator[SuggestedOrder]:
    """STG-LAU.3, STG-LAU.8."""
    word = {"1": "LAUNCH STING 1", "2": "LAUNCH STING 2", "LAUNCHER": "LAUNCH"}.get(name, f"LAUNCH {name}")
    if vessel.printed.fish:
        if missiles(vessel, name):
            yield from _homing(vessel, word)
        if vessel.stores.get(MINE):
            lay = "LAUNCH MINE" if name == "LAUNCHER" else f"LAUNCH MINE {name}"
            yield SuggestedOrder(vessel.id, LAUNCH, f"{lay} IN PHASE 4", "lays a mine where you are then (STG-MIN.1)")
    elif launcher.load == MINE:
        yield SuggestedOrder(vessel.id, LAUNCH, f"{word} IN PHASE 4", "lays the mine where you are then (STG-MIN.1)")
    elif launcher.load == MK61:
        prepare = "" if launcher.armed or vessel.copilot else f"PREP STING {name}; "
        for contact in _targets(vessel):
            hint = f"Mk61, needs it in sight within {RUN[MK61]} hexes{_away(vessel, contact)} (STG-LAU.4)"
            yield SuggestedOrder(vessel.id, LAUNCH, f"{prepare}{word} AT {contact.id}", hint)
    else:
        yield from _homing(vessel, word)


def _homing(vessel: VesselView, word: str) -> Iterator[SuggestedOrder]:
    """STG-LAU.4: Mk7 and Terror Missiles."""
    for contact in _targets(vessel):
        hint = f"homing missile, in your forward arc{_away(vessel, contact)} (STG-LAU.4)"
        yield SuggestedOrder(vessel.id, LAUNCH, f"{word} AT {contact.id} WHEN RANGE <= {NEAR}", hint)
    yield SuggestedOrder(
        vessel.id, LAUNCH, f"{word} AT ANY WHEN RANGE <= {NEAR} AND CLEAR", "at the nearest enemy, no friend before it"
    )


def _away(vessel: VesselView, contact: ContactView) -> str:
    return f", {'last found' if contact.old else 'now'} at {count(distance(vessel.hex, contact.hex), 'hex', 'hexes')}"


# ---------------------------------------------------------------- defence and ramming


def _defence(view: View, vessel: VesselView) -> Iterator[SuggestedOrder]:
    """STG-LEP.7, STG-DEC.5."""
    if view.options.get("leap-evade") == "on" and plan_speed(vessel.vessel_class, default_plan(vessel, view)):
        yield SuggestedOrder(vessel.id, CLOSE, "LEAP EVADE", "leaps when a homing missile is near; 1 damage point (STG-LEP.7)")
    if not vessel.stores.get(DECOY) or vessel.out(DECOY):
        return
    ways = [f"{DIRECTIONS[(vessel.facing + turn) % 6]} " for turn in (0, 3)] if vessel.vessel_class == "SS" else [""]
    for way in ways:
        hint = f"drops a SonaDecoy then; {vessel.stores[DECOY]} aboard (STG-DEC.5)"
        yield SuggestedOrder(vessel.id, CLOSE, f"DECOY {way}IF MISSILE WITHIN 3", hint)
        yield SuggestedOrder(vessel.id, KEPT, f"STANDING DECOY {way}IF MISSILE WITHIN 3", "the same, every move (STG-SEA.1)")


def _rams(vessel: VesselView) -> Iterator[SuggestedOrder]:
    """STG-RAM.3."""
    yield SuggestedOrder(vessel.id, CLOSE, "RAM ANY", "rams any enemy whose hex you share (STG-RAM.3)")
    for contact in _targets(vessel)[:1]:
        if contact.vessel_class:
            yield SuggestedOrder(vessel.id, CLOSE, f"RAM {contact.id}", "rams it if you share its hex (STG-RAM.3)")


# ---------------------------------------------------------------- before move 1, and spies


def _set_up(vessel: VesselView) -> Iterator[SuggestedOrder]:
    """STG-MK7.2, STG-LAU.9."""
    if vessel.vessel_class == "SS":
        return
    for hexes in ARMINGS:
        yield SuggestedOrder(vessel.id, BEFORE, f"ARMING {hexes}", "hexes that your homing missiles run straight (STG-MK7.2)")
    for first, second in LOADOUTS if vessel.vessel_class == "SR" else ():
        if all(vessel.stores.get(weapon, 0) >= (first, second).count(weapon) for weapon in (first, second)):
            text = f"LOADOUT TUBE 1 {first}, TUBE 2 {second}"
            yield SuggestedOrder(vessel.id, BEFORE, text, "what the tubes hold at the start (STG-LAU.9)")


def _spies(view: View) -> Iterator[SuggestedOrder]:
    """STG-SPY.1, STG-SPY.3: where the scenario grants them."""
    opening = OPENINGS.get(view.scenario)
    if opening is None or not opening.grants_spies or view.side != AQUAPHIBIANS:
        return
    target = next(entry.id for entry in opening.vessels if entry.vessel_class == "SR")
    if not view.setting_up:
        if any(kind == "AGENT" for kind, *_ in view.cards):
            for system in SYSTEMS:
                yield SuggestedOrder(
                    UNIT, SPIES, f"SPY SABOTAGE {system}", f"the agent tries the {system_name(system)} (STG-SPY.3)"
                )
        return
    if opening.spies.others:
        yield SuggestedOrder(UNIT, SPIES, "SPY PLANS", "the enemy's briefing, positions and loads (STG-SPY.1)")
        yield SuggestedOrder(UNIT, SPIES, f"SPY AGENT {target}", "an agent aboard, who may sabotage later (STG-SPY.3)")
    for system in SYSTEMS if opening.spies.traps else ():
        yield SuggestedOrder(
            UNIT, SPIES, f"SPY TRAP {target} {system} MOVE 4", f"the {system_name(system)} fails in move 4 (STG-SPY.2)"
        )
