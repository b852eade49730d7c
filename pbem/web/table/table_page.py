"""The page of a game: its map and time line, and beside them orders, report, record sheets, press and history.

All addresses of a game lead to this page, with another tab or another step open. Without script its parts follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from flask import get_flashed_messages, request
from markupsafe import Markup

from events.base import EVERYONE
from events.lists.battle_list import BattleRow
from events.lists.game_list import GameRow, SeatRow
from pbem.accounts.last_looks import last_look, look
from pbem.service.games.overview import overview
from pbem.service.games.turn_status import turn_status
from pbem.service.reports.replay import turn_replay, undone
from pbem.service.votes.standing import voting_state
from pbem.web.guide.hints import hints_for
from pbem.web.infra.kept_pages import form_id, kept_page, kept_tab
from pbem.web.infra.kept_parts import this_minute
from pbem.web.infra.site import site
from pbem.web.infra.times import time_left
from pbem.web.infra.visitor import (
    EVERYTHING,
    NOBODY_SEAT,
    held_among,
    is_master,
    open_seats,
    played_among,
    seat_rows,
    sees_at_once,
    viewer,
    visitor,
    what_if,
)
from pbem.web.pictures.pictures import map_figure
from pbem.web.table.history_tab import history_list
from pbem.web.table.orders_tab import orders_tab
from pbem.web.table.press_tab import press_tab
from pbem.web.table.report_tab import ShownTurn, TurnPictures, report_parts, sheet_list
from pbem.web.table.time_line import ShownMoment, TimeLine, moment, time_line, turn_list

Tab = Literal["orders", "report", "sheets", "press", "history"]


def render_table(
    row: GameRow,
    tab: Tab,
    turn: int | None = None,
    number: int | None = None,
    orders: dict[str, Any] | None = None,
    press: dict[str, Any] | None = None,
) -> bytes:
    """The page of a game at a turn (None: the last that is resolved) and a step (None: the turn's end), with one tab open.

    `orders` and `press` are what these tabs show if it is not what they begin with; of a dry run the map is as it would be.
    404 for a turn or step that is not there.
    """
    seat, turn = viewer(row), row.closed if turn is None else turn
    seats = seat_rows(row.stream)
    holds = seat in {each.seat for each in held_among(seats)}
    if holds and seat and row.status != "ended":
        orders = orders or orders_tab(row, seat)
    if holds and seat and not row.hidden:
        press = press or press_tab(row, seat)
    pictures = TurnPictures(row, turn, seat, side_of(seat))
    shown, replay = pictures.shown, turn_replay(site().context, row.stream, turn, seat, pictures.resolved)
    line = time_line(row, replay, number)
    at = None if line.at_end else moment(replay, line.number)
    parts: dict[str, Markup | None] = {
        "map": _tried(orders) or (at.figure if at else pictures.map),
        "turns": turn_list(row, line, undone(site().context, row.stream)),
        "record_sheets": sheet_list(row, turn, pictures, side_of(seat)) if tab == "sheets" else None,
        **report_parts(row, replay, shown, line, side_of(seat)),
        **_tabs_made(row, seat if holds else None, tab == "history", orders, press),
    }
    return kept_page(
        "table.html",
        row.stream,
        parts,
        tab=tab,
        tabs=_tabs(bool(orders), bool(press), bool(shown.sheets)),
        **_state(row, seat if holds else None, turn == row.closed),
        **_shown(row, shown, line, at),
        **_visitor(row, seat, seats),
        unseen=_unseen(row, turn) if holds and number is None else 0,
        flashed=get_flashed_messages(),
    )


def _tabs_made(
    row: GameRow, seat: str | None, whole: bool, orders: dict[str, Any] | None, press: dict[str, Any] | None
) -> dict[str, Markup]:
    """The tabs that are the same whichever turn is looked at. `whole`: the history in full."""
    history: dict[str, Any] = {"acts": history_list(row, whole), "voting": None}
    if row.status != "ended" and seat:
        history |= {"voting": this_minute(voting_state, row.stream, seat), "vote_form": form_id()}
    made = {
        "history": kept_tab("_tab_history.html", row.stream, seat, whole, game=row, seat=seat, **history),
    }
    if orders:
        made["orders"] = kept_tab("_tab_orders.html", row.stream, seat, game=row, seat=seat, **_state(row, seat), **orders)
    if press:
        made["press"] = kept_tab("_tab_press.html", row.stream, seat, game=row, seat=seat, press=press)
    return made


def _shown(row: GameRow, shown: ShownTurn, line: TimeLine, at: ShownMoment | None) -> dict[str, Any]:
    """The turn and the step."""
    return {
        "game": row,
        "turn": line.turn,
        "latest": line.turn == row.closed,
        "line": line,
        "moment": at,
        "report": shown.report,
        "undone": undone(site().context, row.stream),
        "battle": _battle(row),
    }


def _visitor(row: GameRow, seat: str | None, seats: Sequence[SeatRow]) -> dict[str, Any]:
    """As whom the visitor looks, and what they may do here."""
    held, played, going_on = held_among(seats), played_among(seats), row.status != "ended"
    return {
        "seat": None if seat == EVERYONE else seat,
        "side": side_of(seat),
        "viewers": viewers(row, seats, seat),
        "hints": hints_for(row, seat),
        "mine": seat in {each.seat for each in held},
        "master": is_master(row),
        "sat_for": [each.seat for each in seats if each.sitter and going_on],
        "sits": [each.seat for each in held if each not in played],
        "free": bool(row.open_seats) and going_on and any(not each.player for each in seats),
        "fork_as": what_if(row, seat),
        "delay": 0.0 if sees_at_once(row) else row.delay_hours,
    }


def _state(row: GameRow, seat: str | None, latest: bool = True) -> dict[str, Any]:
    """The open turn: its state for the seat (not on pages of the past), and the rules of the clock for who has none."""
    if row.status == "ended":
        return {"turn_status": None, "rules": None}
    rules = None if seat else overview(site().context, row.stream).rules
    if not latest:
        return {"turn_status": None, "rules": rules}
    status = this_minute(turn_status, row.stream, seat)
    return {"turn_status": status, "left": time_left(status.due), "rules": rules}


def _unseen(row: GameRow, turn: int) -> int:
    """The first turn that its player has not seen, if they come back after more than one; else 0. From now on they have seen
    this turn."""
    database, person = site().live.database, visitor().id
    seen = last_look(database, person, row.stream)
    if turn > seen:
        look(database, person, row.stream, turn)
    return seen + 1 if turn == row.closed and 0 <= seen < turn - 1 else 0


def _battle(row: GameRow) -> BattleRow | None:
    """Of which campaign the game is a battle, kept for the next who asks: it stays what it was opened as."""
    context = site().context
    key = ("battle", row.stream, context.store.head(row.stream).hash)
    found: BattleRow | None = context.rendered.get(key, lambda: context.store.battle(row.stream))
    return found


def _tabs(orders: bool, press: bool, sheets: bool) -> list[tuple[Tab, str]]:
    """The tabs that there are, with their words."""
    there: list[tuple[Tab, str, bool]] = [
        ("orders", "Orders", orders),
        ("report", "Report", True),
        ("sheets", "Sheets", sheets),
        ("press", "Press", press),
        ("history", "History", True),
    ]
    return [(key, words) for key, words, shown in there if shown]


def _tried(orders: dict[str, Any] | None) -> Markup | None:
    """The map as it would be after a dry run, if one was asked for."""
    preview = orders["tried"].preview if orders and orders.get("tried") else None
    return map_figure(preview.scene) if preview else None


def side_of(seat: str | None) -> str | None:
    """What links on a page shown to this reader say after `?side=`, so that they lead to the same view whoever follows them."""
    if seat == EVERYONE:
        return EVERYTHING
    return seat or (NOBODY_SEAT if request.args.get("side") == NOBODY_SEAT else None)


def viewers(row: GameRow, seats: Sequence[SeatRow], seat: str | None) -> list[tuple[str, bool]]:
    """As which seats the visitor may look, if there is a choice: what the link says after `?side=`, and is it this reader?"""
    offered = [(each, each == seat) for each in open_seats(row, seats)]
    if not offered:
        return []
    everything = [(EVERYTHING, seat == EVERYONE)] if row.status == "ended" else []
    return [*offered, (NOBODY_SEAT, seat is None), *everything]
