"""The list of games, and any turn of a game as a spectator may see it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, render_template, url_for
from flask.typing import ResponseReturnValue

from events import projections
from events.transfer import export_stream
from pbem.present.report import to_text
from pbem.present.svg import to_svg
from pbem.service.loading import load
from pbem.service.reports import TurnReport, turn_report
from pbem.service.room import Room

pages = Blueprint("games", __name__)


def room() -> Room:
    """The room this application serves."""
    found: Room = current_app.extensions["room"]
    return found


@pages.get("/")
def index() -> ResponseReturnValue:
    """All games, those under way first."""
    con = room().store.db.con
    order = {"open": 0, "paused": 1, "ended": 2}
    rows = sorted(projections.games(con), key=lambda row: (order[row.status], row.due or "~", row.stream))
    return render_template("index.html", games=[(row, projections.seats(con, row.stream)) for row in rows])


def _at(stream: str, turn: int) -> TurnReport:
    """A resolved turn's report for a spectator; 404 for one that is not there yet."""
    row = projections.game(room().store.db.con, stream)
    if row is None:
        load(room(), stream)
    elif turn > row.closed:
        abort(404, f"turn {turn} of {stream} is not resolved yet")
    return turn_report(room(), stream, turn, None)


@pages.get("/g/<stream>")
def latest(stream: str) -> ResponseReturnValue:
    """The game now: the last resolved turn."""
    row = projections.game(room().store.db.con, stream)
    return past(stream, row.closed if row else 0)


@pages.get("/g/<stream>/t/<int:turn>")
def past(stream: str, turn: int) -> ResponseReturnValue:
    """Report and map of one turn, rebuilt from the log."""
    made = _at(stream, turn)
    row = projections.game(room().store.db.con, stream)
    scene = made.scenes[0]
    return render_template("game.html", game=row, turn=turn, text=to_text(made.report), scene=scene, proof=bool(made.proof))


@pages.get("/g/<stream>/t/<int:turn>/map.svg")
def map_svg(stream: str, turn: int) -> ResponseReturnValue:
    """The map of one turn."""
    return Response(to_svg(_at(stream, turn).scenes[0]), mimetype="image/svg+xml")


@pages.get("/g/<stream>/t/<int:turn>/proof.json")
def proof(stream: str, turn: int) -> ResponseReturnValue:
    """What a spectator needs to check the turn's public dice."""
    made = _at(stream, turn)
    if not made.proof:
        abort(404, "the opening has no proof file: its dice are proved by the seed when the game is over")
    return Response(made.proof, mimetype="application/json")


@pages.get("/g/<stream>/log.jsonl")
def log(stream: str) -> ResponseReturnValue:
    """The whole log of a finished game, for `tools/verify_dice.py`, `verify` and `import`."""
    row = projections.game(room().store.db.con, stream)
    if row is None or row.status != "ended":
        abort(404, f"the log of {stream} is laid open when the game is over; see {url_for('games.index')}")
    lines = "".join(f"{line}\n" for line in export_stream(room().store, stream))
    return Response(
        lines, mimetype="application/jsonl", headers={"Content-Disposition": f"attachment; filename={stream}.jsonl"}
    )
