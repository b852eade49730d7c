"""What a form or the script of the orders sends: whose orders, and the words of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import request
from werkzeug.exceptions import BadRequest

from events.lists.game_list import GameRow
from pbem.web.infra.visitor import commander


class SentOrders(NamedTuple):
    """Whose orders, the text, the turn that the form was opened for, and the form's own id."""

    row: GameRow
    seat: str
    text: str
    turn: int | None
    form: str


def sent_orders(row: GameRow) -> SentOrders:
    """The orders of the seat that the visitor commands. 400 for what is no text."""
    seat, data = commander(row), sent_data()
    return SentOrders(row, seat, "\n".join(words_of(data, "text").splitlines()), turn_of(data), str(data.get("form", "")))


def sent_data() -> Any:
    """The fields of the form, or the object of the script."""
    data = request.get_json() if request.is_json else request.form
    if not hasattr(data, "get"):
        raise BadRequest("the orders are to be an object with `text` and `turn`")
    return data


def words_of(data: Any, name: str) -> str:
    """A field's words. 400 for what is none."""
    text = data.get(name, "")
    if not isinstance(text, str):
        raise BadRequest(f"`{name}` is to be words")
    return text.encode(errors="replace").decode()  # JSON knows halves of letters, which no page can show


def turn_of(data: Any) -> int | None:
    """The turn that the orders are meant for."""
    turn = str(data.get("turn", ""))
    return int(turn) if turn.isascii() and turn.isdecimal() and len(turn) < 9 else None
