"""The map as it would be after a dry run: own ships where they end, with their tracks, sweeps and shots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.hex_chart import HEX, point_of
from pbem.core.drawing.scene import Circle, Line, Scene, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.turns import coming
from pbem.games.star_navy.planning.dry_run import Run
from pbem.games.star_navy.report.pictures.map_scene import MapAddition, draw_map


def draw_preview(runs: Sequence[Run], known: State) -> Scene:
    """Enemies as the first guess has them; where the others have them is outlined."""
    first, *others = runs
    shapes = [*_starts(first, known), *_shots(first), *(shape for run in others for shape in _elsewhere(first, run))]
    matter = [known.ships[id].hex for id in first.ships] + [ship.hex for run in others for ship in run.state.living()]
    note = f"drawn as {first.guess.words.removeprefix('if ')}" if first.guess.words else ""
    return draw_map(first.state, MapAddition("trial", f"Trial of {coming(known)}", note, shapes, matter))


def _starts(run: Run, known: State) -> Iterator[Shape]:
    """Where own ships are now."""
    for id in run.ships:
        hex = known.ships[id].hex
        if hex != run.state.ships[id].hex and hex in run.state.ships[id].trail:
            title = f"{id} now, hex {label(hex)} heading {DIRECTIONS[known.ships[id].heading]}"
            yield Circle(point_of(hex), HEX * 0.22, "plan-end", title, id)


def _shots(run: Run) -> Iterator[Shape]:
    """From where the ship fires, at the target, with the range."""
    for number, volley, _ in run.volleys:
        (x0, y0), (x1, y1) = point_of(volley.ship.hex), point_of(volley.target.hex)
        title = f"T{number} {volley.ship.id} {volley.section} at {volley.target.id}, range {volley.range}"
        yield Line([(x0, y0), (x1, y1)], "plan-fire", title, arrow=True, unit=volley.ship.id)
        middle = ((x0 + x1) / 2 + HEX * 0.2, (y0 + y1) / 2)
        yield Text(middle, str(volley.range), "plan-fire", 12, unit=volley.ship.id)


def _elsewhere(first: Run, run: Run) -> Iterator[Shape]:
    """Ships that are somewhere else by another guess."""
    for ship in run.state.living():
        if ship.hex != first.state.ships[ship.id].hex and ship.id not in first.ships:
            title = f"{ship.id} {run.guess.words}, hex {label(ship.hex)}"
            yield Circle(point_of(ship.hex), HEX * 0.3, "plan-end", title, ship.id)
