"""A resolved turn as its reader is told of it: the report, the record sheets and the tables, made once."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import NamedTuple

from flask import abort, url_for
from markupsafe import Markup

from events.base import EVERYONE
from events.lists.game_list import GameRow
from pbem.core.game.report_parts import Panel
from pbem.present.report import Report
from pbem.service.reports.line_groups import by_phase
from pbem.service.reports.replay import TurnReplay
from pbem.service.reports.turn_report import TurnReport, report_of, resolved_turn, turn_end
from pbem.web.infra.kept_parts import kept
from pbem.web.infra.site import site
from pbem.web.pictures.pictures import figure, map_figure
from pbem.web.table.time_line import TimeLine, asked_side

LINK = re.compile(r'<a href="[^"]*"')


class SheetFigure(NamedTuple):
    """A record sheet, and whose it is."""

    title: str
    figure: Markup


class ShownTurn(NamedTuple):
    """What a page says of a turn at its end.

    `sheets` are the record sheets in words, `tables` the other panels.
    """

    report: Report
    sheets: list[Panel]
    tables: list[Panel]


class TurnPictures:
    """A resolved turn for the reader, each part of it made when it is wanted, and kept for the next who asks.

    Whoever sees everything is told what spectators are; the lines and maps of all sides are those of the steps.
    """

    def __init__(self, row: GameRow, turn: int, seat: str | None, side: str | None) -> None:
        """404 for a turn that is not there yet."""
        check_resolved(row, turn)
        told = None if seat == EVERYONE else seat
        self._rendered, self._here = (
            site().context.rendered,
            url_for("pictures.map_svg", stream=row.stream, turn=turn, side=None if told != seat else side),
        )
        self.key = (self._here, told, turn_end(site().context, row.stream, turn).told)
        self.resolved = cache(partial(resolved_turn, site().context, row.stream, turn))
        self._made = cache(lambda: report_of(self.resolved(), told))

    @property
    def shown(self) -> ShownTurn:
        """What is said of it."""
        return self._rendered.get(("turn", *self.key), lambda: _shown(self._made()))

    @property
    def map(self) -> Markup:
        """Its map."""
        return self._rendered.get(("turn map", *self.key), lambda: map_figure(self._made().map, alone=self._here))

    @property
    def sheets(self) -> list[SheetFigure]:
        """Its record sheets."""
        return self._rendered.get(("turn sheets", *self.key), lambda: _sheets(self._made()))


def sheet_list(row: GameRow, turn: int, pictures: TurnPictures, side: str | None) -> Markup:
    """The record sheets of the turn, as HTML."""
    return kept(
        "_sheets.html", *pictures.key, side, game=row, turn=turn, side=side, sheets=pictures.sheets, shown=pictures.shown
    )


def report_parts(row: GameRow, replay: TurnReplay, shown: ShownTurn, line: TimeLine, side: str | None) -> dict[str, Markup]:
    """The turn's lines, tables and seals as HTML, made once for all who look at the turn as this reader, by the same address.

    The line of the shown step is marked.
    """
    asked, turn = asked_side(), replay.shown.turn
    key = (asked, *replay.key, turn_end(site().context, row.stream, turn).told)
    words = {"game": row, "turn": turn, "asked": asked, "side": side, "report": shown.report, "shown": shown}
    lines = kept("_report_lines.html", *key, **words, steps=replay.shown.steps, by_phase=by_phase)
    return {
        "lines": lines if line.at_end else _marked(lines, line.number),
        "tables": kept("_report_tables.html", *key, **words),
        "seals": kept("_report_seals.html", *key, **words),
    }


def _marked(lines: Markup, number: int) -> Markup:
    """With the line of this number as the one that is shown."""
    before, item, after = lines.partition(f'<li value="{number}" ')
    return before + item + Markup(LINK.sub(r'\g<0> aria-current="step"', str(after), count=1))  # noqa: S704 (it was HTML)


def check_resolved(row: GameRow, turn: int) -> None:
    """404 for a turn that is not there yet."""
    if turn > row.closed:
        abort(404, f"turn {turn} of {row.stream} is not resolved yet")


def _shown(made: TurnReport) -> ShownTurn:
    sheets, tables = ([panel for panel in made.report.panels if panel.sheet is sheet] for sheet in (True, False))
    return ShownTurn(made.report, sheets, tables)


def _sheets(made: TurnReport) -> list[SheetFigure]:
    return [SheetFigure(scene.title, figure(scene, zoom=False, legend=False)) for scene in made.scenes[1:]]
