"""Maps in cards: the map alone, small, drawn once for all who may see the same."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from pbem.campaign.played import rule_books
from pbem.core.drawing.scene import Scene
from pbem.present.svg import to_svg
from pbem.service.games.teaching_map import teaching_map
from pbem.service.reports.turn_report import report_hash, turn_report
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, reader

pages = Blueprint("small", __name__)


@pages.get("/g/<stream>/t/<int:turn>/small.svg")
def of_turn(stream: str, turn: int) -> ResponseReturnValue:
    """The map of a game at the end of a turn, for the reader whom `?side=` names. 404 for a turn that is not there yet."""
    row = game_row(stream)
    seat = reader(row)
    if turn > row.closed:
        abort(404, f"turn {turn} of {stream} is not resolved yet")
    context = site().context
    key = ("small", stream, turn, seat, report_hash(context, stream, turn))
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


def _alone(scene: Scene) -> str:
    """Without the title and the legend, which nobody can read when it is small."""
    return to_svg(replace(scene, box=scene.inner or scene.box, around=()))


def _picture(svg: str, kept: str) -> Response:
    """Who has it already is not sent it again."""
    response = Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": kept})
    response.add_etag()
    return response.make_conditional(request)
