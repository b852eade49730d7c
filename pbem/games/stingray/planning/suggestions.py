"""Orders that a seat may choose from now, vessel by vessel: courses, launches, and what power is there for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.core.game.phrases import count
from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import DIRECTIONS, distance, label, off_edge
from pbem.games.stingray.language.lines import order_text
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.plan import clamp, crosses_obstacle, default_plan, plan_speed, speed_limits, straight, track
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, DECOY, MINE, MK7, MK61, RUN
from pbem.games.stingray.model.vessel import Contact, Launcher, Vessel
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


def suggest(known: State) -> list[SuggestedOrder]:
    """For each own vessel whose crew lives, then for the spies; a Captain is not offered the Co-Pilot's orders (STG-SEA.1)."""
    if known.over or known.reader is None:
        return []
    able = [vessel for vessel in known.mine() if not vessel.crew_dead]
    offered = (each for vessel in able for each in sorted(_paid(known, vessel), key=_place))
    return [*offered, *_spies(known)]


def _place(suggestion: SuggestedOrder) -> int:
    return HEADINGS.index(suggestion.group)


def _paid(known: State, vessel: Vessel) -> list[SuggestedOrder]:
    """What there is power for."""
    return [each for each in _vessel(known, vessel) if affordable(known, vessel, each.text)]


def _vessel(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    copilot = bool(vessel.copilot) and known.reader == vessel.copilot
    if setup_open(known) and not copilot:
        yield from _set_up(vessel)
    if known.setting_up:
        return
    if not copilot:
        yield from () if vessel.broken_off else _captains(known, vessel)
        yield from _rams(known, vessel)
    if copilot or not vessel.copilot:
        yield from crew_picks(known, vessel)
    if vessel.standing.get(known.reader or ""):
        yield SuggestedOrder(vessel.id, KEPT, "CANCEL STANDING ALL", "gives up every standing order of yours")


def _captains(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    yield from _courses(known, vessel)
    for name, launcher in vessel.launchers.items():
        if launcher.load and vessel.whole(name):
            yield from launches(known, vessel, name, launcher, _targets(known, vessel))
    yield from _defence(known, vessel)


def _targets(known: State, vessel: Vessel) -> list[Contact]:
    """The nearest enemies of its list, those of the last report first."""
    enemies = [contact for contact in vessel.reported.contacts.values() if contact.side != vessel.side]
    return sorted(enemies, key=lambda contact: (known.is_old(contact), distance(vessel.hex, contact.hex)))[:MOST_TARGETS]


# ---------------------------------------------------------------- movement


def _courses(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-MOV.4, STG-MOV.6, STG-MOV.7: legal plans, straight or with a turn."""
    for plan in _plans(known, vessel):
        clamped = clamp(vessel, plan, known.next_move, known.options)
        if not clamped.faults and clamped.plan == plan:
            yield SuggestedOrder(vessel.id, MOVEMENT, order_text(plan), _course_words(known, vessel, plan))


def _plans(known: State, vessel: Vessel) -> Iterator[Plan]:
    limits = speed_limits(vessel, known.next_move, known.options)
    for speed in range(limits.least, limits.most + 1):
        yield straight(speed)
    for speed in range(limits.least, limits.most + 1):
        ahead = speed - 1 if vessel.vessel_class == "SS" else speed
        for way in WAYS:
            yield Plan((way, ahead)) if ahead > 0 else Plan((way,))
            if speed == limits.most and ahead > 0:
                yield Plan((ahead, way))


def _course_words(known: State, vessel: Vessel, plan: Plan) -> str:
    """Where it leads, and what it costs."""
    speed = plan_speed(vessel.vessel_class, plan)
    places = track(vessel, plan)
    if any(off_edge(place.hex, known.columns, known.rows) for place in places):
        where = "leaves the map and does not return"
    elif crosses_obstacle(vessel, plan, known):
        where = "strikes an obstacle"
    else:
        end, facing = (places[-1].hex, places[-1].facing) if places else (vessel.hex, vessel.facing)
        where = f"ends in {label(end)} facing {DIRECTIONS[facing]}"
    return f"speed {speed}, {where}{price_words(vessel, speed)}"


def price_words(vessel: Vessel, speed: int) -> str:
    """STG-POW.5, STG-FUE.2."""
    if vessel.vessel_class == "SR":
        return f"; {speed} APU (STG-POW.5)"
    if not vessel.printed.fish:
        return ""
    rate = 0 if speed == 0 else 1 if speed <= vessel.printed.cruise else 2
    return f"; {rate * (2 if vessel.out('FUEL') else 1)} AKG (STG-FUE.2)"


# ---------------------------------------------------------------- launches


def launches(
    known: State, vessel: Vessel, name: str, launcher: Launcher, targets: Sequence[Contact]
) -> Iterator[SuggestedOrder]:
    """STG-LAU.3, STG-LAU.8: what a loaded launcher may do, at these targets."""
    word = {"1": "LAUNCH STING 1", "2": "LAUNCH STING 2", "LAUNCHER": "LAUNCH"}.get(name, f"LAUNCH {name}")
    if vessel.printed.fish:
        if missiles(vessel, name):
            yield from _homing(known, vessel, word, targets)
        if vessel.stores.get(MINE):
            lay = "LAUNCH MINE" if name == "LAUNCHER" else f"LAUNCH MINE {name}"
            yield SuggestedOrder(vessel.id, LAUNCH, f"{lay} IN PHASE 4", "lays a mine where you are then (STG-MIN.1)")
    elif launcher.load == MINE:
        yield SuggestedOrder(vessel.id, LAUNCH, f"{word} IN PHASE 4", "lays the mine where you are then (STG-MIN.1)")
    elif launcher.load == MK61:
        prepare = "" if launcher.armed or vessel.copilot else f"PREP STING {name}; "
        for contact in targets:
            hint = f"Mk61, needs it in sight within {RUN[MK61]} hexes{_away(known, vessel, contact)} (STG-LAU.4)"
            yield SuggestedOrder(vessel.id, LAUNCH, f"{prepare}{word} AT {contact.id}", hint)
    else:
        yield from _homing(known, vessel, word, targets)


def _homing(known: State, vessel: Vessel, word: str, targets: Sequence[Contact]) -> Iterator[SuggestedOrder]:
    """STG-LAU.4: Mk7 and Terror Missiles."""
    for contact in targets:
        hint = f"homing missile, in your forward arc{_away(known, vessel, contact)} (STG-LAU.4)"
        yield SuggestedOrder(vessel.id, LAUNCH, f"{word} AT {contact.id} WHEN RANGE <= {NEAR}", hint)
    hint = "homing missile at the nearest enemy, no friend before it"
    yield SuggestedOrder(vessel.id, LAUNCH, f"{word} AT ANY WHEN RANGE <= {NEAR} AND CLEAR", hint)


def _away(known: State, vessel: Vessel, contact: Contact) -> str:
    return f", {'last found' if known.is_old(contact) else 'now'} at {count(distance(vessel.hex, contact.hex), 'hex', 'hexes')}"


# ---------------------------------------------------------------- defence and ramming


def _defence(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-LEP.7, STG-DEC.5."""
    if known.options.get("leap-evade") == "on" and plan_speed(
        vessel.vessel_class, default_plan(vessel, known, known.next_move)
    ):
        yield SuggestedOrder(vessel.id, CLOSE, "LEAP EVADE", "leaps when a homing missile is near; 1 damage point (STG-LEP.7)")
    if not vessel.stores.get(DECOY) or vessel.out(DECOY):
        return
    ways = [f"{DIRECTIONS[(vessel.facing + turn) % 6]} " for turn in (0, 3)] if vessel.vessel_class == "SS" else [""]
    for way in ways:
        hint = f"drops a SonaDecoy then; {vessel.stores[DECOY]} aboard (STG-DEC.5)"
        yield SuggestedOrder(vessel.id, CLOSE, f"DECOY {way}IF MISSILE WITHIN 3", hint)
        yield SuggestedOrder(vessel.id, KEPT, f"STANDING DECOY {way}IF MISSILE WITHIN 3", "the same, every move (STG-SEA.1)")


def _rams(known: State, vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-RAM.3."""
    yield SuggestedOrder(vessel.id, CLOSE, "RAM ANY", "rams any enemy whose hex you share (STG-RAM.3)")
    for contact in _targets(known, vessel)[:1]:
        if contact.vessel_class:
            yield SuggestedOrder(vessel.id, CLOSE, f"RAM {contact.id}", "rams it if you share its hex (STG-RAM.3)")


# ---------------------------------------------------------------- before move 1, and spies


def _set_up(vessel: Vessel) -> Iterator[SuggestedOrder]:
    """STG-MK7.2, STG-LAU.9; STG-CAM.4: a tube out of action is not loaded."""
    if vessel.vessel_class == "SS":
        return
    for hexes in ARMINGS:
        yield SuggestedOrder(vessel.id, BEFORE, f"ARMING {hexes}", "hexes that your homing missiles run straight (STG-MK7.2)")
    if vessel.vessel_class != "SR" or not all(map(vessel.whole, vessel.launchers)):
        return
    for first, second in LOADOUTS:
        if all(vessel.stores.get(weapon, 0) >= (first, second).count(weapon) for weapon in (first, second)):
            text = f"LOADOUT TUBE 1 {first}, TUBE 2 {second}"
            yield SuggestedOrder(vessel.id, BEFORE, text, "what the tubes hold at the start (STG-LAU.9)")


def _spies(known: State) -> Iterator[SuggestedOrder]:
    """STG-SPY.1, STG-SPY.3: where the scenario grants them."""
    opening = OPENINGS.get(known.scenario)
    if opening is None or not opening.grants_spies or known.side != AQUAPHIBIANS:
        return
    target = next(entry.id for entry in opening.vessels if entry.vessel_class == "SR")
    if not known.setting_up:
        if known.agent_aboard:
            for system in SYSTEMS:
                yield SuggestedOrder(
                    UNIT, SPIES, f"SPY SABOTAGE {system}", f"the agent tries the {system_name(system)} (STG-SPY.3)"
                )
        return
    if opening.spies.others:
        yield SuggestedOrder(UNIT, SPIES, "SPY PLANS", "shows the enemy's briefing, positions and loads (STG-SPY.1)")
        yield SuggestedOrder(UNIT, SPIES, f"SPY AGENT {target}", "puts an agent aboard, who may sabotage later (STG-SPY.3)")
    for system in SYSTEMS if opening.spies.traps else ():
        yield SuggestedOrder(
            UNIT, SPIES, f"SPY TRAP {target} {system} MOVE 4", f"the {system_name(system)} fails in move 4 (STG-SPY.2)"
        )
