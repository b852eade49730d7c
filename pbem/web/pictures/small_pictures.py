"""Maps in cards: the map alone, small, drawn once for all who may see the same."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from pbem.campaign.played import rule_books
from pbem.core.drawing.scene import Polygon, Scene
from pbem.present.svg import to_svg
from pbem.service.guests.teaching_map import opening_map, teaching_map
from pbem.service.reports.turn_report import turn_end, turn_report
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, reader

pages = Blueprint("small", __name__)

Box = tuple[float, float, float, float]
SHAPE = 16 / 9
"""How much wider than high a card's picture is."""
MARGIN = 0.08
"""Around the units, as a part of the map."""


@pages.get("/g/<stream>/t/<int:turn>/small.svg")
def of_turn(stream: str, turn: int) -> ResponseReturnValue:
    """The map of a game at the end of a turn, for the reader whom `?side=` names. 404 for a turn that is not there yet."""
    row = game_row(stream)
    seat = reader(row)
    if turn > row.closed:
        abort(404, f"turn {turn} of {stream} is not resolved yet")
    context = site().context
    key = ("small", stream, turn, seat, turn_end(context, stream, turn).told)
    svg: str = context.rendered.get(key, lambda: _alone(turn_report(context, stream, turn, seat).scenes[0]))
    return _picture(svg, "private, no-cache")


@pages.get("/try/<game>/map.svg")
def to_try(game: str) -> ResponseReturnValue:
    """A map of the scenario that whoever tries this rule book plays."""
    context = site().context
    if game not in rule_books(context.games):
        abort(404, f"there is no game {game}")
    found = context.games[game]
    key = ("to try", game, found.rules_version)
    svg: str = context.rendered.get(key, lambda: _alone(teaching_map(context, found)))
    return _picture(svg, "public, max-age=3600")


@pages.get("/new/<game>/<scenario>/map.svg")
def of_scenario(game: str, scenario: str) -> ResponseReturnValue:
    """The map of a scenario at its opening."""
    context = site().context
    books = rule_books(context.games)
    if game not in books or scenario not in books[game].scenarios:
        abort(404, f"there is no scenario {scenario} of {game}")
    found = books[game]
    key = ("opening", game, scenario, found.rules_version)
    svg: str = context.rendered.get(key, lambda: _alone(opening_map(context, found, scenario)))
    return _picture(svg, "public, max-age=3600")


def _alone(scene: Scene) -> str:
    """Its units and what is near them, without the title and the legend, which nobody can read when it is small."""
    return to_svg(replace(scene, box=_near_units(scene), around=()))


def _near_units(scene: Scene) -> Box:
    """The part of the map that its units are in, as wide as a card if the map is; all of it when there are none."""
    x, y, width, height = scene.inner or scene.box
    points = [point for shape in scene.shapes if isinstance(shape, Polygon) and shape.unit for point in shape.points]
    if not points:
        return x, y, width, height
    left, right = min(px for px, _ in points), max(px for px, _ in points)
    top, bottom = min(py for _, py in points), max(py for _, py in points)
    margin = MARGIN * max(width, height)
    wide = min(width, max(right - left + 2 * margin, SHAPE * (bottom - top + 2 * margin)))
    high = min(height, max(bottom - top + 2 * margin, wide / SHAPE))
    return _within((left + right) / 2, wide, x, width), _within((top + bottom) / 2, high, y, height), wide, high


def _within(centre: float, size: float, start: float, whole: float) -> float:
    """Where a part of this size begins that lies around the centre, but not beyond the map."""
    return min(max(centre - size / 2, start), start + whole - size)


def _picture(svg: str, kept: str) -> Response:
    """Who has it already is not sent it again."""
    response = Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": kept})
    response.add_etag()
    response.make_conditional(request)
    return response
