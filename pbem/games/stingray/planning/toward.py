"""Orders by pointing at the map: what leads an own vessel to a hex, or aims its weapons at a contact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from pbem.core.drawing.hex_chart import hex_near
from pbem.core.game.phrases import count
from pbem.core.game.protocol import MOST_TOWARD
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.hexes import DIRECTIONS, Hex, distance, label, off_bearing
from pbem.core.orders.offered import each_once, some_of_each
from pbem.games.stingray.language.lines import order_text
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import MK61, TERROR
from pbem.games.stingray.model.vessel import Contact, Vessel
from pbem.games.stingray.planning import odds
from pbem.games.stingray.planning.courses import Course, courses
from pbem.games.stingray.planning.power_suggestions import TUBES
from pbem.games.stingray.planning.suggestions import CLOSE, LAUNCH, MOVEMENT, launches, price_words, suggest
from pbem.games.stingray.report.record_sheet import WEAPONS
from pbem.games.stingray.rules.demand import affordable

EACH, MOST_COURSES = 2, 5
"""Orders for each vessel where none is chosen; ways to one hex."""


def toward(known: State, unit: str, target: Target) -> Sequence[SuggestedOrder]:
    """For the vessel that is chosen, or the best of each; own vessels have all their orders."""
    if known.over or known.reader is None:
        return []
    own = [vessel for vessel in known.mine() if unit in ("", vessel.id) and not vessel.crew_dead]
    if any(vessel.id == target.unit for vessel in own):
        return some_of_each([each for each in suggest(known) if each.unit == target.unit], MOST_TOWARD)
    goal = hex_near(target.place, known.on_map)
    if known.setting_up or not known.on_map(goal):
        return []
    most = MOST_TOWARD if unit or len(own) == 1 else EACH
    own.sort(key=lambda vessel: distance(vessel.hex, goal))
    found = (each for vessel in own for each in islice(_paid(known, vessel, goal, target.unit), most))
    return list(islice(found, MOST_TOWARD))


def _paid(known: State, vessel: Vessel, goal: Hex, unit: str) -> Iterator[SuggestedOrder]:
    """What there is power for."""
    enemy = vessel.reported.contacts.get(unit)
    if enemy and enemy.side == vessel.side:
        enemy = None
    orders = _at_contact(known, vessel, enemy) if enemy else _to_hex(known, vessel, goal)
    return (each for each in each_once(orders) if affordable(known, vessel, each.text))


def _to_hex(known: State, vessel: Vessel, goal: Hex) -> Iterator[SuggestedOrder]:
    if _captains(known, vessel):
        yield from _courses(known, vessel, goal, label(goal))
    if known.reader == (vessel.copilot or vessel.captain):
        for missile in known.guided(vessel):
            if missile.lock and goal not in known.obstacles:
                hint = f"by way of this hex at {missile.target} (STG-M61.5)"
                yield SuggestedOrder(vessel.id, TUBES, f"STEER {missile.name} VIA {label(goal)}", hint)


def _captains(known: State, vessel: Vessel) -> bool:
    """STG-SEA.1: the Captain's part is helm and launches; a fish that has broken off has neither."""
    return known.reader == vessel.captain and not vessel.broken_off


# ---------------------------------------------------------------- to a hex


def _courses(known: State, vessel: Vessel, goal: Hex, there: str, nearest: int = 0) -> Iterator[SuggestedOrder]:
    """The plans that end there, or else near it; if none comes nearer, one that turns the bow to it."""
    now, offered, arrived = distance(vessel.hex, goal), 0, False
    for course in courses(known, vessel, goal, nearest):
        turns = not offered and course.hex == vessel.hex and course.off < off_bearing(vessel.hex, vessel.facing, goal)
        if arrived and course.hex != goal:
            return
        if course.away >= now and not turns:
            if course.away > now:
                return
            continue
        text = order_text(Plan(course.items))
        if affordable(known, vessel, text):
            yield SuggestedOrder(vessel.id, MOVEMENT, text, _end_words(vessel, course, goal, there))
            offered, arrived = offered + 1, arrived or course.hex == goal
        if offered == MOST_COURSES:
            return


def _end_words(vessel: Vessel, course: Course, goal: Hex, there: str) -> str:
    """Where it leads, and what it costs."""
    facing = f"facing {DIRECTIONS[course.facing]}"
    away = count(distance(course.hex, goal), "hex", "hexes")
    ends = f"ends there {facing}" if course.hex == goal else f"ends in {label(course.hex)} {facing}, {away} from {there}"
    return f"{ends}; speed {course.speed}{price_words(vessel, course.speed)}"


# ---------------------------------------------------------------- at a contact


def _at_contact(known: State, vessel: Vessel, contact: Contact) -> Iterator[SuggestedOrder]:
    """STG-LAU.4, STG-M61.2, STG-RAM.3; then what brings the vessel nearer."""
    captain = _captains(known, vessel)
    for name, launcher in vessel.launchers.items():
        if captain and launcher.load and vessel.whole(name):
            weapon = TERROR if vessel.printed.fish else launcher.load
            for each in launches(known, vessel, name, launcher, [contact]):
                if f" AT {contact.id}" in each.text:
                    yield replace(each, hint=_aim_words(known, vessel, contact, weapon))
    mk61 = any(launcher.load == MK61 and vessel.whole(name) for name, launcher in vessel.launchers.items())
    if mk61 and known.reader == vessel.copilot:
        yield SuggestedOrder(vessel.id, LAUNCH, f"AIM AT {contact.id}", _aim_words(known, vessel, contact, MK61))
    if captain:
        yield from _courses(known, vessel, contact.hex, contact.id, nearest=1)
    if contact.vessel_class and known.reader == vessel.captain:
        yield SuggestedOrder(vessel.id, CLOSE, f"RAM {contact.id}", "rams it if you share its hex (STG-RAM.3)")


def _aim_words(known: State, vessel: Vessel, contact: Contact, weapon: str) -> str:
    """`Mk61: range 6, 67 %`."""
    away = distance(vessel.hex, contact.hex)
    age = "last found at range" if known.is_old(contact) else "now at range"
    chance = odds.hit_words(weapon, contact.vessel_class, vessel.penalty)
    return f"{WEAPONS[weapon]}: {age} {away}, hits with {chance} (STG-LAU.4)"
