"""Games: the list, one of them, its turns as reports and pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import abort, request

from events.lists.game_list import GameRow
from pbem.core.drawing.scene import Scene
from pbem.core.state.codec import dump
from pbem.present.report import Report
from pbem.present.svg import to_svg
from pbem.service.games import catalogue
from pbem.service.games.catalogue import GameListing
from pbem.service.games.turn_status import TurnStatus, turn_status
from pbem.service.history import HistoryEntry, history
from pbem.service.reports.replay import undone
from pbem.service.reports.turn_report import TurnReport, turn_report
from pbem.web.api.describe import SIDE, Parameter, route
from pbem.web.api.endpoint import person
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, held_seats, is_master, reader

LISTS = [
    Parameter("status", "query", "only games that are open, paused or ended"),
    Parameter("game", "query", "only games of this rule book"),
    Parameter("mine", "query", "1: only games in which you hold a seat, or which you run"),
]


@dataclass(frozen=True)
class Shown:
    """A game, the state of its open turn for the reader (null when it is over), and what they are in it."""

    listed: GameListing
    turn_status: TurnStatus | None
    seats: list[str]
    master: bool


@dataclass(frozen=True)
class ResolvedTurn:
    """A turn's report; `due` is the deadline that it names, `at` when the turn ended (UTC stamps, "" for none).

    `undone` says why the turn was rolled back, "" if it was not.
    """

    report: Report
    due: str
    at: str
    undone: str


@dataclass(frozen=True)
class Picture:
    """A map or record sheet: as shapes in the units of its `box` (left, top, width, height), each with its kind, and as SVG."""

    key: str
    title: str
    description: str
    box: tuple[float, float, float, float]
    shapes: list[dict[str, Any]]
    svg: str


@route("GET /games", "games", list[GameListing], parameters=LISTS)
def list_games() -> list[GameListing]:
    """All games, by name."""
    asked = request.args
    rows = site().context.store.games()
    if asked.get("mine"):
        person()
        rows = [row for row in rows if held_seats(row.stream) or is_master(row)]
    status, game = asked.get("status", ""), asked.get("game", "")
    kept = [row for row in rows if status in ("", row.status) and game in ("", row.game)]
    return [catalogue.game_listing(site().context, row) for row in kept]


@route("GET /games/<stream>", "games", Shown, parameters=[SIDE])
def show_game(stream: str) -> Shown:
    """One game, and the state of its open turn for you."""
    row = game_row(stream)
    context, own = site().context, [seat.seat for seat in held_seats(stream)]
    now = None if row.status == "ended" else turn_status(context, stream, reader(row))
    return Shown(catalogue.game_listing(context, row), now, own, is_master(row))


@route("GET /games/<stream>/turns/<int:turn>", "games", ResolvedTurn, parameters=[SIDE])
def show_turn(stream: str, turn: int) -> ResolvedTurn:
    """The report of a resolved turn."""
    made = turn_of(game_row(stream), turn)
    return ResolvedTurn(made.report, made.due, made.at, undone(site().context, stream).get(turn, ""))


@route("GET /games/<stream>/turns/<int:turn>/pictures", "games", list[Picture], parameters=[SIDE])
def list_pictures(stream: str, turn: int) -> list[Picture]:
    """The map of a resolved turn, then the record sheets."""
    return [picture(scene) for scene in turn_of(game_row(stream), turn).scenes]


@route("GET /games/<stream>/turns/<int:turn>/proof", "games", dict[str, Any], parameters=[SIDE])
def show_proof(stream: str, turn: int) -> dict[str, Any]:
    """What checks the dice of the turn that you may see; `tools/verify_dice.py` reads it."""
    made = turn_of(game_row(stream), turn)
    if not made.proof:
        abort(404, "this turn has no proof file: its dice, if any, are proved by the seed when the game is over")
    found: dict[str, Any] = json.loads(made.proof)
    return found


@route("GET /games/<stream>/history", "games", list[HistoryEntry])
def list_history(stream: str) -> list[HistoryEntry]:
    """How the game was run: its turns, and all that its game master did, with reasons."""
    return history(site().context, game_row(stream).stream)


def turn_of(row: GameRow, turn: int) -> TurnReport:
    """A resolved turn for the reader. 404 for one that is not there yet."""
    if turn > row.closed:
        abort(404, f"turn {turn} of {row.stream} is not resolved yet")
    return turn_report(site().context, row.stream, turn, reader(row))


def picture(scene: Scene) -> Picture:
    """A scene for programs."""
    shapes = [{"shape": type(shape).__name__.lower(), **dump(shape)} for shape in scene.shapes]
    return Picture(scene.key, scene.title, scene.description, scene.box, shapes, to_svg(scene))
