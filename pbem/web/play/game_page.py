"""The game page: report, map and record sheets of the latest turn, or of any other, for the reader whom `?side=` names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from events.game_list import GameRow, SeatRow
from events.transfer import export_stream
from pbem.core.game.report_parts import Panel
from pbem.present.report import Report
from pbem.service.games.overview import overview
from pbem.service.games.turn_status import TurnStatus, turn_status
from pbem.service.history import HistoryEntry, history
from pbem.service.reports.replay import undone
from pbem.service.reports.turn_report import TurnReport, report_hash, turn_report
from pbem.service.votes.standing import voting_state
from pbem.web.infra.site import site
from pbem.web.infra.visitor import (
    NOBODY_SEAT,
    game_row,
    held_among,
    is_master,
    open_seats,
    played_among,
    reader,
    seat_rows,
    sees_at_once,
    what_if,
)
from pbem.web.play.pictures import figure

pages = Blueprint("games", __name__, url_prefix="/g/<stream>")

WORD = re.compile(r"[A-Za-z0-9]+")


def side_of(seat: str | None) -> str | None:
    """What links on a page shown to this reader say after `?side=`, so that they lead to the same view whoever follows them."""
    return seat or (NOBODY_SEAT if request.args.get("side") == NOBODY_SEAT else None)


def viewers(row: GameRow, seats: Sequence[SeatRow], seat: str | None) -> list[tuple[str, str, bool]]:
    """As which seats the visitor may look, if there is a choice: what the link says, its words, is it this reader?"""
    offered = open_seats(row, seats)
    if not offered:
        return []
    words = {each.seat: f"{each.seat} (for its player)" for each in held_among(seats)}
    words |= {each.seat: f"{each.seat} (you)" for each in played_among(seats)}
    named = [(name, words.get(name, name), name == seat) for name in offered]
    return [*named, (NOBODY_SEAT, "as a spectator", seat is None)]


@pages.get("")
def latest(stream: str) -> ResponseReturnValue:
    """The game now: its last resolved turn, and what is wanted."""
    row = game_row(stream)
    return _page(row, row.closed)


@pages.get("/t/<int:turn>")
def past(stream: str, turn: int) -> ResponseReturnValue:
    """Report, map and sheets of one turn, rebuilt from the log."""
    return _page(game_row(stream), turn)


class ShownTurn(NamedTuple):
    """What a turn's page shows of the turn itself, made once: the report and its pictures, the map first.

    `sheet_tables` say the same as a record sheet, `tables` are the others; `proof` says if there is a proof file.
    """

    report: Report
    figures: list[Markup]
    sheet_tables: list[Panel]
    tables: list[Panel]
    proof: bool


def _page(row: GameRow, turn: int) -> ResponseReturnValue:
    seat = reader(row)
    shown = _shown(row, turn, seat)
    delay = 0.0 if sees_at_once(row) else row.delay_hours
    now: TurnStatus | None = None
    news: list[HistoryEntry] = []
    seats = seat_rows(row.stream)
    mine, voting = seat in {each.seat for each in held_among(seats)}, None
    if turn == row.closed and row.status != "ended":
        now, news = turn_status(site().context, row.stream, seat), history(site().context, row.stream, since=row.turn)
        voting = voting_state(site().context, row.stream, seat) if mine else None
    return render_template(
        "turn.html",
        game=row,
        turn=turn,
        seat=seat,
        side=side_of(seat),
        viewers=viewers(row, seats, seat),
        mine=mine,
        rules=overview(site().context, row.stream).rules if now and not mine else None,
        voting=voting,
        form=site().context.entropy(12).hex() if voting else "",
        master=is_master(row),
        sat_for=[each.seat for each in seats if each.sitter and row.status != "ended"],
        sits=[each.seat for each in held_among(seats) if each not in played_among(seats)],
        free=bool(row.open_seats) and row.status != "ended" and any(not each.player for each in seats),
        shown=shown,
        report=shown.report,
        phases=[(phase, list(told)) for phase, told in groupby(shown.report.lines, key=lambda told: told.phase)],
        turn_status=now,
        news=news,
        undone=undone(site().context, row.stream).get(turn, ""),
        fork_as=what_if(row, seat),
        delay=delay,
        battle=site().context.store.battle(row.stream),
    )


def _shown(row: GameRow, turn: int, seat: str | None) -> ShownTurn:
    """A resolved turn for the reader, kept for the next who asks. 404 for one that is not there yet."""
    if turn > row.closed:
        abort(404, f"turn {turn} of {row.stream} is not resolved yet")
    context, here = site().context, url_for("pictures.map_svg", stream=row.stream, turn=turn, side=side_of(seat))
    key = ("turn", here, seat, report_hash(context, row.stream, turn))
    shown: ShownTurn = context.rendered.get(key, lambda: _drawn(_seen(row, turn), here))
    return shown


def _drawn(made: TurnReport, here: str) -> ShownTurn:
    sheets = [figure(scene, zoom=False, legend=False) for scene in made.scenes[1:]]
    headed = {word for scene in made.scenes[1:] for word in WORD.findall(scene.title)}
    sheet_tables = [panel for panel in made.report.panels if (WORD.findall(panel.title) or [""])[0] in headed]
    tables = [panel for panel in made.report.panels if panel not in sheet_tables]
    return ShownTurn(made.report, [figure(made.scenes[0], alone=here), *sheets], sheet_tables, tables, bool(made.proof))


def _seen(row: GameRow, turn: int) -> TurnReport:
    """A resolved turn's report for the reader. 404 for one that is not there yet."""
    if turn > row.closed:
        abort(404, f"turn {turn} of {row.stream} is not resolved yet")
    return turn_report(site().context, row.stream, turn, reader(row))


@pages.get("/t/<int:turn>/proof.json")
def proof(stream: str, turn: int) -> ResponseReturnValue:
    """What the reader needs to check the dice of the turn that they may see."""
    made = _seen(game_row(stream), turn)
    if not made.proof:
        abort(404, "this turn has no proof file: its dice, if any, are proved by the seed when the game is over")
    return Response(made.proof, mimetype="application/json")


@pages.get("/log.jsonl")
def log(stream: str) -> ResponseReturnValue:
    """The whole log of a game that is over, for `tools/verify_dice.py` or another installation."""
    if game_row(stream).status != "ended":
        abort(404, "the log is everybody's when the game is over; until then it holds what only some may know")
    lines = "".join(f"{line}\n" for line in export_stream(site().context.store, stream))
    named = {"Content-Disposition": f"attachment; filename={stream}.jsonl"}
    return Response(lines, mimetype="application/jsonl", headers=named)
