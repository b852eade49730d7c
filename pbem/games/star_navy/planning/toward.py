"""Orders by pointing at the map: what leads an own ship to a hex, or aims its sections and marines at an enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pbem.core.drawing.hex_chart import hex_near
from pbem.core.game.phrases import count
from pbem.core.game.protocol import MOST_TOWARD
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.hexes import DIRECTIONS, Hex, distance, off_bearing
from pbem.core.orders.offered import each_once, some_of_each
from pbem.games.star_navy.model.geometry import bearing_sections, label_of, range_of
from pbem.games.star_navy.model.ships import READY, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import MAX_RANGE, MOVE_CHART, PRIORITY, SECTION_NAMES, TURNS
from pbem.games.star_navy.orders.prospects import Prospects
from pbem.games.star_navy.planning.courses import Course, best, courses
from pbem.games.star_navy.planning.dry_run import SPEEDS
from pbem.games.star_navy.planning.odds import boarding_chance, percent, volley_words
from pbem.games.star_navy.planning.suggestions import BEFORE, CLOSE, ENGINE, FIRE, KEPT, MOVEMENT, suggest
from pbem.games.star_navy.report.record_sheet import moves_on, weapon_count
from pbem.games.star_navy.rules.boarding import shields_to_beat
from pbem.games.star_navy.rules.fire import effective_number
from pbem.games.star_navy.rules.legal import Decision, Firing, mine_hex, turn_barred

EACH, MOST_COURSES = 2, 4
"""Orders for each ship where none is chosen; ways to one hex."""


def toward(known: State, unit: str, target: Target) -> Sequence[SuggestedOrder]:
    """For the ship that is chosen, or the best of each; own ships have all their orders."""
    own = [ship for ship in known.mine() if unit in ("", ship.id)] if not known.over else []
    if any(ship.id == target.unit for ship in own):
        return some_of_each([each for each in suggest(known) if each.unit == target.unit], MOST_TOWARD)
    enemy = next((ship for ship in known.enemies() if ship.id == target.unit), None)
    goal = enemy.hex if enemy else hex_near(target.place, known.on_map)
    if not own or not (enemy or known.on_map(goal)):
        return []
    prospects, most = Prospects(known), MOST_TOWARD if unit or len(own) == 1 else EACH
    own.sort(key=lambda ship: distance(ship.hex, goal))
    found = (each for ship in own for each in islice(each_once(_orders(known, prospects, ship, goal, enemy)), most))
    return list(islice(found, MOST_TOWARD))


def _orders(known: State, prospects: Prospects, ship: Ship, goal: Hex, enemy: Ship | None) -> Iterator[SuggestedOrder]:
    if enemy:
        yield from sorted(_volleys(known, prospects, ship, enemy), key=lambda each: " if it " in each.hint)
        yield from _boarding(known, prospects, ship, enemy)
        yield from _into_sweep(known, prospects, ship, enemy)
        yield from _courses(known, ship, goal, enemy)
        hint = "whom to fire at when an order names nobody (SN-15.6)"
        yield SuggestedOrder(ship.id, KEPT, f"POLICY TARGETS {enemy.id}, ANY", hint)
        return
    yield from () if known.cycle else _places(known, ship, goal)
    yield from _mine(known, prospects, ship, goal)
    yield from _courses(known, ship, goal, None)
    yield from _jump(known, prospects, ship, goal)


# ---------------------------------------------------------------- to a hex


def _places(known: State, ship: Ship, goal: Hex) -> Iterator[SuggestedOrder]:
    """SN-2.1: before turn 1, its heading first."""
    if not ship.zone or distance(goal, ship.setup_hex) > ship.zone or goal in known.planets:
        return
    for change in (0, -1, 1, -2, 2, 3):
        heading = DIRECTIONS[(ship.heading + change) % 6]
        yield SuggestedOrder(
            ship.id, BEFORE, f"SETUP PLACE {label_of(goal)} {heading}", f"begins there, heading {heading} (SN-2.1)"
        )


def _courses(known: State, ship: Ship, goal: Hex, enemy: Ship | None) -> Iterator[SuggestedOrder]:
    """Those that come there this cycle or nearest to it; else what turns the ship to it, and makes it faster."""
    now, there = distance(ship.hex, goal), enemy.id if enemy else label_of(goal)
    found = best(list(courses(known, ship)), goal, now, nearest=1 if enemy else 0)
    for course in found[:MOST_COURSES]:
        text = course.text or f"T{known.next_turn[1]} NOTHING"
        words = _arrival(course, goal, there)
        yield SuggestedOrder(ship.id, MOVEMENT, text, words if course.text else f"no command: {words}")
    if now and not any(course.hex == goal for course in found):
        yield from _facing(known, ship, goal, there, {course.text for course in found[:MOST_COURSES]})
        yield from _faster(known, ship)


def _arrival(course: Course, goal: Hex, there: str) -> str:
    risk = ", through asteroids or past a mine" if course.risky else ""
    heading = f"heading {DIRECTIONS[course.heading]}"
    if course.hex == goal:
        return f"arrives in T{course.turn} {heading}{risk} (SN-4.2)"
    away = count(distance(course.hex, goal), "hex", "hexes")
    return f"in {label_of(course.hex)} in T{course.turn}, {away} from {there}, {heading}{risk} (SN-4.2)"


def _facing(known: State, ship: Ship, goal: Hex, there: str, given: set[str]) -> Iterator[SuggestedOrder]:
    """SN-5.3: the turn after which it heads more nearly for the hex."""
    if turn_barred(ship):
        return
    ways = [(off_bearing(ship.hex, ship.heading + change, goal), word, change) for word, change in (("L", -1), ("R", 1))]
    missed, word, change = min(ways)
    text = f"T{known.next_turn[1]} TURN {word}"
    if missed < off_bearing(ship.hex, ship.heading, goal) and text not in given:
        heading = DIRECTIONS[(ship.heading + change) % 6]
        yield SuggestedOrder(ship.id, MOVEMENT, text, f"heading {heading}, toward {there} (SN-5.3)")


def _faster(known: State, ship: Ship) -> Iterator[SuggestedOrder]:
    """SN-10.9: the highest speed that its console can pay for in this cycle's Engine phase."""
    console = ship.console
    if not known.by_cycle and known.next_turn[1] != TURNS:
        return
    paid = min(console.engines, console.free_thrusters) + ship.printed.discount
    speed = min(SPEEDS[-1], console.speed + paid)
    if speed > console.speed:
        yield SuggestedOrder(ship.id, ENGINE, f"E2 SPEED {speed}", f"from then on {moves_on(speed)} (SN-10.9)")


def _mine(known: State, prospects: Prospects, ship: Ship, goal: Hex) -> Iterator[SuggestedOrder]:
    """SN-5.12: where it can lay one next."""
    if prospects.next(ship.id, "MINE") and mine_hex(prospects.fields[0].state.ships[ship.id]) == goal:
        hint = f"lays a mine there; {count(ship.console.mines, 'mine')} aboard (SN-5.12)"
        yield SuggestedOrder(ship.id, CLOSE, f"T{known.next_turn[1]} MINE", hint)


def _jump(known: State, prospects: Prospects, ship: Ship, goal: Hex) -> Iterator[SuggestedOrder]:
    """SN-11.4: to a hex, heading and speed as they are."""
    able = (known.by_cycle or known.next_turn[1] == TURNS) and prospects.jump(ship.id)
    if able and goal != ship.hex and goal not in known.planets:
        text = f"JUMP {label_of(goal)} {DIRECTIONS[ship.heading]} {ship.console.speed}"
        yield SuggestedOrder(
            ship.id, ENGINE, text, f"comes out there or near it, on a die of at most {ship.console.isds} (SN-11.2)"
        )


# ---------------------------------------------------------------- at an enemy


def _volleys(known: State, prospects: Prospects, ship: Ship, enemy: Ship) -> Iterator[SuggestedOrder]:
    """SN-5.6: each section that bears after the moves, if the enemy stays or goes on."""
    turn = known.next_turn[1]
    for name in PRIORITY:
        command = f"FIRE {name} AT {enemy.id}"
        shots = enumerate(prospects.decisions(ship.id, command))
        aimed = [_shot(prospects.fields[number].state, ship, shot, moves=bool(number)) for number, shot in shots]
        if any(aimed):
            section = ship.console.sections[name]
            weapons = weapon_count(min(section.weapons, ship.console.energy), section.weapon)
            odds = " or ".join(dict.fromkeys(filter(None, aimed)))
            only = "" if all(aimed) else f" if it {'stays' if aimed[0] else 'moves on'}"
            yield SuggestedOrder(ship.id, FIRE, f"T{turn} {command}", f"{weapons}: {odds}{only} (SN-5.6)")


def _shot(state: State, ship: Ship, decision: Decision | str, moves: bool) -> str:
    """`range 6, 42 %` after the moves, by one of the guesses; "" if the section does not fire there."""
    if not isinstance(decision, Firing):
        return ""
    section, away = ship.console.sections[decision.section], range_of(decision.ship.hex, decision.target.hex)
    seen = decision.target.console_if_known
    moving = [speed for speed in SPEEDS if (state.turn in MOVE_CHART[speed]) == moves]
    wear = section.wear if section.weapon == "C" else 0
    speeds = [seen.speed] if seen else moving
    return f"range {away}, {volley_words(section.weapon, effective_number(state, decision), away, wear, speeds)}"


def _boarding(known: State, prospects: Prospects, ship: Ship, enemy: Ship) -> Iterator[SuggestedOrder]:
    """SN-5.14, SN-9.4."""
    if prospects.next(ship.id, f"BOARD {enemy.id}"):
        chance = (
            f"gets aboard with {percent(boarding_chance(shields_to_beat(known, ship, enemy)))}, "
            if enemy.console_if_known
            else ""
        )
        hint = f"{chance}{count(ship.console.marines, 'marine')} (SN-5.14)"
        yield SuggestedOrder(ship.id, CLOSE, f"T{known.next_turn[1]} BOARD {enemy.id}", hint)


def _into_sweep(known: State, prospects: Prospects, ship: Ship, enemy: Ship) -> Iterator[SuggestedOrder]:
    """SN-5.10: the turns after which another ready section bears, if the enemy stays."""
    world = prospects.fields[0].state
    mine, its = world.ships[ship.id], world.ships[enemy.id]
    away = range_of(mine.hex, its.hex)
    if turn_barred(ship) or not 0 < away <= MAX_RANGE or not (mine.alive and its.alive):
        return
    now = bearing_sections(mine.hex, mine.heading, its.hex)
    for word, change in (("L", -1), ("R", 1)):
        sections = [ship.console.sections[name] for name in bearing_sections(mine.hex, mine.heading + change, its.hex)]
        names = bearing_sections(mine.hex, (mine.heading + change) % 6, its.hex)
        able = [name for name, each in zip(names, sections, strict=True) if each.status == READY and each.weapons]
        if able and not set(able) <= set(now):
            sides = " and ".join(f"{SECTION_NAMES[name].lower()} ({name})" for name in able)
            hint = f"then {enemy.id} is in your {sides}, range {away} (SN-5.10)"
            yield SuggestedOrder(ship.id, MOVEMENT, f"T{known.next_turn[1]} TURN {word}", hint)
