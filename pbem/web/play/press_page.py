"""Press: what a seat has written to others and they to it, and a form to write more."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from events.game_list import GameRow
from pbem.core.texts.text_limits import TooLong
from pbem.service.context import ActRefused, NoSuchSeat
from pbem.service.orders.order_desk import source_of
from pbem.service.press.messages import MAX_TEXT, messages
from pbem.service.press.send import send_press
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row, held_seats, seat_rows, written_as

pages = Blueprint("press", __name__, url_prefix="/g/<stream>/press")


@pages.get("")
def show(stream: str) -> ResponseReturnValue:
    """The seat's own press, the newest last, and a form."""
    row = game_row(stream)
    return _page(row, commander(row), request.args.getlist("to"))


@pages.post("")
def write(stream: str) -> ResponseReturnValue:
    """Send words to seats; the same form sent twice sends once."""
    row = game_row(stream)
    seat = commander(row)
    to, words = request.form.getlist("to"), request.form.get("words", "")
    form = request.form.get("form") or site().context.entropy(16).hex()
    source = written_as(stream, seat, source_of("web", f"press {stream} {seat} {form}", words))
    try:
        notes = send_press(site().context, stream, seat, to, words, source)
    except (ActRefused, NoSuchSeat, TooLong) as e:
        code = 413 if isinstance(e, TooLong) else 409
        return _page(row, seat, to, words, f"{str(e)[:1].upper()}{str(e)[1:]}."), code
    site().mailer.mail_receipts(stream, seat, source)
    flash(" ".join(["Sent.", *(f"{note[:1].upper()}{note[1:]}." for note in notes)]))
    return redirect(url_for("press.show", stream=stream, side=seat), 303)


def _page(row: GameRow, seat: str, to: Sequence[str] = (), words: str = "", problem: str = "") -> str:
    return render_template(
        "press.html",
        game=row,
        seat=seat,
        own=[each.seat for each in held_seats(row.stream)],
        others=[each for each in seat_rows(row.stream) if each.seat != seat],
        messages=messages(site().context, row.stream, seat),
        to=to,
        words=words,
        problem=problem,
        longest=MAX_TEXT,
        form=site().context.entropy(12).hex(),
    )
