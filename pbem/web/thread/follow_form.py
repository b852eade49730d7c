"""Following a game's thread by mail: two buttons on its page."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.service.thread.following import follow, unfollow
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, signed_in

pages = Blueprint("follow", __name__, url_prefix="/g/<stream>/thread/follow")


@pages.post("")
def change(stream: str) -> ResponseReturnValue:
    """Begin (`follow=yes`) or end it. Whoever reads the thread may follow it."""
    row, person = game_row(stream), signed_in()
    if request.form.get("follow") == "yes":
        follow(site().live, row.stream, person.id)
        flash("What is new here will be mailed to you; an answer to such a mail is posted here.")
    else:
        unfollow(site().live, row.stream, person.id)
        flash("You get no more mail of this thread.")
    return redirect(url_for("thread.show", stream=row.stream), 303)
