"""What a dry run adds to the map: the ways of own ships, where they end with what bears from there, and their shots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import clip_field, point_of
from pbem.core.drawing.labels import Label
from pbem.core.drawing.plan_words import place_over, words_beside
from pbem.core.drawing.scene import Line, Polygon, Scene, Shape
from pbem.core.geometry.hexes import DIRECTIONS, Hex
from pbem.games.star_navy.model.geometry import bearing_sections, facing, label_of, range_of
from pbem.games.star_navy.model.ships import READY, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import MAX_RANGE
from pbem.games.star_navy.model.turns import coming
from pbem.games.star_navy.planning.dry_run import Run, Shot, Stop
from pbem.games.star_navy.planning.odds import volley_words
from pbem.games.star_navy.report.pictures import map_marks
from pbem.games.star_navy.report.pictures.map_scene import MapAddition, draw_map
from pbem.games.star_navy.report.pictures.map_window import window_of
from pbem.games.star_navy.report.pictures.silhouettes import half_length, hull

SIZE, GHOST, TURNED = 11.0, HEX * 0.4, 1.35
"""Of the letters, of a ship where it would be, and of one that only turns: it lies around its counter."""
NEAREST = 3
"""A sweep is drawn at least so far, else a hex beyond its target."""


def draw_preview(runs: Sequence[Run], known: State) -> tuple[Scene, list[Shape], list[Label]]:
    """The reader's map with the plan, which is drawn for the first guess about the enemies; the plan alone, and its words."""
    first, shots = runs[0], list(_shots(runs[0], known))
    matter = [run.on_map(ship.hex) for run in runs for ship in run.state.living()]
    plan = [
        *_sweeps(first, known, window_of(known, matter).box),
        *(shape for id in first.ships for shape in _way(first, known, id)),
        *(line for line, _ in shots),
        *_others(runs, known),
    ]
    note = f"drawn as {first.guess.words.removeprefix('if ')}" if first.guess.words else ""
    words = [*(words_beside(*shot, SIZE) for shot in shots), *(each for id in first.ships for each in _turns(first, known, id))]
    scene = draw_map(known, MapAddition("trial", f"Trial of {coming(known)}", note, plan, matter))
    return replace(scene, shapes=[*scene.shapes, *place_over(scene, (), words)]), plan, words


# ---------------------------------------------------------------- ways and ends


def _way(run: Run, known: State, id: str) -> Iterator[Shape]:
    """The hexes it enters, and the ship where it ends."""
    start, stops = known.ships[id], run.stops.get(id, [])
    hexes = list(dict.fromkeys([start.hex, *(stop.hex for stop in stops)]))
    if len(hexes) > 1:
        yield Line([point_of(hex) for hex in hexes], "plan", f"way of {id} as ordered", unit=id)
    if stops and (stops[-1].hex, stops[-1].heading) != (start.hex, start.heading):
        ship, end = run.state.ships[id], stops[-1]
        words = f"{id} after T{end.turn}, hex {label_of(end.hex)} heading {DIRECTIONS[end.heading]}, speed {ship.console.speed}"
        yield _ghost(known, ship, end.hex, end.heading, words)


def _turns(first: Run, known: State, id: str) -> Iterator[Label]:
    """The turn in which each hex of its way is entered, if there are several."""
    start, stops = known.ships[id], first.stops.get(id, [])
    for before, stop in pairwise([Stop(0, start.hex, start.heading), *stops]) if len(stops) > 1 else ():
        if before.hex != stop.hex:
            yield Label(point_of(stop.hex), str(stop.turn), "plan", SIZE, HEX * 0.2, unit=id)


def _ghost(known: State, ship: Ship, hex: Hex, heading: int, words: str) -> Shape:
    size = half_length(ship.ship_class, False) * (TURNED if hex == known.ships[ship.id].hex else 1)
    return Polygon(hull(ship.ship_class, point_of(hex), map_marks.unit(heading), size), "plan-end", words, ship.id)


def _others(runs: Sequence[Run], known: State) -> Iterator[Shape]:
    """Ships of others that are somewhere else by a guess."""
    drawn: set[tuple[str, Hex]] = set()
    for run in runs:
        for ship in run.state.living():
            hex = run.on_map(ship.hex)
            if ship.id not in run.ships and hex != known.ships[ship.id].hex and (ship.id, hex) not in drawn:
                drawn.add((ship.id, hex))
                yield _ghost(known, ship, hex, ship.heading, f"{ship.id} {run.guess.words or 'then'}, hex {label_of(hex)}")


# ---------------------------------------------------------------- fire


def _sweeps(run: Run, known: State, box: Box) -> Iterator[Shape]:
    """SN-5.10: of sections that fire; of ships that do not, where they end, of ready sections that bear on somebody."""
    for shot in run.shots:
        id, name = shot.volley.ship.id, shot.volley.section
        words = f"sweep of {id} {name} on T{shot.turn}"
        yield from _sweep(shot.origin, facing(shot.heading, name), shot.volley.range, box, words, id)
    busy = {shot.volley.ship.id for shot in run.shots}
    for ship in run.own():
        for name, away in _bearing(run, ship).items() if ship.id not in busy else ():
            words = f"sweep of {ship.id} {name}, {away} hexes to the nearest enemy in it"
            yield from _sweep(run.on_map(ship.hex), facing(ship.heading, name), away, box, words, ship.id)


def _bearing(run: Run, ship: Ship) -> dict[str, int]:
    """Ready sections with enemies in their sweep, and how far the nearest is."""
    found: dict[str, int] = {}
    for enemy in run.state.living():
        away = range_of(ship.hex, enemy.hex)
        if enemy.side != ship.side and away <= MAX_RANGE:
            for name in bearing_sections(ship.hex, ship.heading, enemy.hex):
                section = ship.console.sections[name]
                if section.status == READY and section.weapons:
                    found[name] = min(away, found.get(name, away))
    return found


def _sweep(hex: Hex, direction: int, away: int, box: Box, words: str, unit: str) -> Iterator[Shape]:
    """From half way to one neighbouring direction to half way to the other, out to a distance."""
    (x, y), reach = point_of(hex), HEX * min(MAX_RANGE, max(NEAREST, away + 1))
    before, ahead, after = (map_marks.unit(direction + k) for k in (-1, 0, 1))
    sides = [((one[0] + ahead[0]) / 2, (one[1] + ahead[1]) / 2) for one in (before, after)]
    ways = ((0.0, 0.0), sides[0], ahead, sides[1])
    if field := clip_field([(x + dx * reach, y + dy * reach) for dx, dy in ways], box):
        yield Polygon(field, "arc", words, unit)


def _shots(run: Run, known: State) -> Iterator[tuple[Line, str]]:
    """From where the ship fires, at the target, and what is written beside it: range and odds."""
    for shot in run.shots:
        volley, words = shot.volley, f"{shot.volley.section} at {shot.volley.target.id}, range {shot.volley.range}"
        told = f"T{shot.turn} {words}, {_odds(run, known, shot)}"
        ends = [point_of(shot.origin), point_of(shot.aim)]
        yield Line(ends, "plan-fire", f"{volley.ship.id} {told}", arrow=True, unit=volley.ship.id), told


def _odds(run: Run, known: State, shot: Shot) -> str:
    volley, seen = shot.volley, known.ships[shot.volley.target.id].console_if_known
    speeds = (volley.target.console.speed,) if seen else run.guess.possible
    return volley_words(volley.weapon, volley.number, volley.range, volley.wear, speeds)
