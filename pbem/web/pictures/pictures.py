"""Maps and record sheets on pages: the figure with its legend, zoom and table twin; the picture alone; the print sheets."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from pbem.core.drawing.scene import Scene
from pbem.present.legend import legend as explained
from pbem.present.legend import twin
from pbem.present.painter import row_id, slug
from pbem.present.pixels.png import to_png
from pbem.present.stylesheet import role_css
from pbem.present.svg import to_map_svg, to_page_svg, to_svg
from pbem.service.reports.publish import MAP_WIDTH
from pbem.service.reports.turn_report import TurnReport, turn_report
from pbem.web.infra.limits import DRAW, limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, reader

pages = Blueprint("pictures", __name__)

SAMPLE_PEN = 0.9
"""Line widths in the legend's small samples."""


def inline(scene: Scene, marked: Collection[str] = ()) -> Markup:
    """The picture to put into a page, its units linked to their rows in the table; `marked` units ringed."""
    return Markup(to_page_svg(scene, marked))  # noqa: S704 (to_page_svg escapes all words)


def figure(scene: Scene, marked: Collection[str] = (), zoom: bool = True, legend: bool = True, alone: str = "") -> Markup:
    """The scene as a `<figure>`: picture, zoom buttons, legend, table twin. `alone` is the picture's own address."""
    return _figure(scene, inline(scene, marked), bool(marked), zoom, legend, alone)


def map_figure(scene: Scene, marked: Collection[str] = (), alone: str = "") -> Markup:
    """The map of a game's page, without the title and the legend that are in the picture alone."""
    return _figure(scene, Markup(to_map_svg(scene, marked)), bool(marked), True, True, alone)  # noqa: S704 (as `inline`)


def _figure(scene: Scene, svg: Markup, marked: bool, zoom: bool, legend: bool, alone: str) -> Markup:
    samples = [
        (Markup(to_svg(entry.sample, pen=SAMPLE_PEN)), entry.words)  # noqa: S704 (to_svg escapes all words)
        for entry in (explained(scene, marked) if legend else [])
    ]
    named: set[str] = set()
    rows = []
    for row in twin(scene):
        rows.append((row, row_id(scene.key, row.unit) if row.unit and row.unit not in named else ""))
        named.add(row.unit)
    return Markup(  # noqa: S704 (a template of ours)
        render_template(
            "_picture.html",
            svg=svg,
            scene=scene,
            key=slug(scene.key),
            zoom=zoom,
            legend=samples,
            rows=rows,
            alone=alone,
        )
    )


def seen(stream: str, turn: int) -> TurnReport:
    """A resolved turn's report for the reader whom `?side=` names. 404 for a turn that is not there yet."""
    row = game_row(stream)
    if turn > row.closed:
        abort(404, f"turn {turn} of {stream} is not resolved yet")
    return turn_report(site().context, stream, turn, reader(row))


@pages.get("/g/<stream>/t/<int:turn>/map.svg")
def map_svg(stream: str, turn: int) -> ResponseReturnValue:
    """The map alone."""
    return Response(to_svg(seen(stream, turn).scenes[0]), mimetype="image/svg+xml")


@pages.get("/g/<stream>/t/<int:turn>/map.png")
@limiter.limit(DRAW)
def map_png(stream: str, turn: int) -> ResponseReturnValue:
    """The map as everybody may know it, for forums, which show no SVG. Drawn once."""
    context = site().public
    row = context.store.game(stream) if stream.isprintable() else None
    if row is None or turn > row.closed:
        abort(404, f"turn {turn} of {stream} is not resolved yet")
    made = turn_report(context, stream, turn, None)
    svg = to_svg(made.scenes[0])
    png: bytes = context.rendered.get(("map.png", svg), lambda: to_png(made.scenes[0], MAP_WIDTH))
    return Response(png, mimetype="image/png", headers={"Cache-Control": "public, max-age=3600"})


@pages.get("/g/<stream>/t/<int:turn>/sheets")
def sheets(stream: str, turn: int) -> ResponseReturnValue:
    """The record sheets, to be printed: one ship per half page."""
    made = seen(stream, turn)
    return render_template("sheets_page.html", game=game_row(stream), turn=turn, scenes=made.scenes[1:], report=made.report)


@cache
def looks_css() -> str:
    """The colours of pictures on a dark page: the palette as CSS."""
    return role_css()


@pages.get("/looks.css")
def looks() -> ResponseReturnValue:
    """The colours of pictures on a dark page: the palette as CSS."""
    return Response(looks_css(), mimetype="text/css", headers={"Cache-Control": "public, max-age=3600"})
