"""A game now and at the end of any turn; the proof of a turn's dice, and the log of a game that is over."""

from __future__ import annotations

from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from events.transfer import export_stream
from pbem.service.reports.turn_report import turn_report
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, reader
from pbem.web.table.report_tab import check_resolved
from pbem.web.table.table_page import render_table

pages = Blueprint("games", __name__, url_prefix="/g/<stream>")


@pages.get("")
def latest(stream: str) -> ResponseReturnValue:
    """The game now: its last resolved turn, and what is wanted."""
    return render_table(game_row(stream), "report")


@pages.get("/t/<int:turn>")
def past(stream: str, turn: int) -> ResponseReturnValue:
    """Report and map of one turn, rebuilt from the log."""
    return render_table(game_row(stream), "report", turn)


@pages.get("/t/<int:turn>/record-sheets")
def sheets(stream: str, turn: int) -> ResponseReturnValue:
    """The same with its record sheets, which no other page of it has: they are drawn when they are wanted."""
    return render_table(game_row(stream), "sheets", turn)


@pages.get("/t/<int:turn>/proof.json")
def proof(stream: str, turn: int) -> ResponseReturnValue:
    """What the reader needs to check the dice of the turn that they may see."""
    row = game_row(stream)
    check_resolved(row, turn)
    made = turn_report(site().context, stream, turn, reader(row))
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
