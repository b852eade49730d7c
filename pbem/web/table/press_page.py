"""Press: what a seat has written to others and they to it, and a form to write more."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.core.texts.text_limits import TooLong
from pbem.service.context import ActRefused, NoSuchSeat
from pbem.service.orders.order_desk import source_of
from pbem.service.press.send import send_press
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row, written_as
from pbem.web.table.press_tab import press_tab
from pbem.web.table.table_page import render_table

pages = Blueprint("press", __name__, url_prefix="/g/<stream>/press")


@pages.get("")
def show(stream: str) -> ResponseReturnValue:
    """The seat's own press, the newest last, and a form."""
    row = game_row(stream)
    return render_table(row, "press", press=press_tab(row, commander(row), request.args.getlist("to")))


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
        return render_table(row, "press", press=press_tab(row, seat, to, words, f"{str(e)[:1].upper()}{str(e)[1:]}.")), code
    site().mailer.mail_receipts(stream, seat, source)
    flash(" ".join(["Sent.", *(f"{note[:1].upper()}{note[1:]}." for note in notes)]))
    return redirect(url_for("press.show", stream=stream, side=seat), 303)
