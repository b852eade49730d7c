"""Votes from the game page: for something, taken back, more time. The state is shown on the game page itself."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.core.game.options import finite
from pbem.service.orders.order_desk import source_of
from pbem.service.orders.requests import ask_more_time
from pbem.service.orders.vote_requests import SaidVote, cast_vote
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row

pages = Blueprint("votes", __name__)


@pages.post("/g/<stream>/votes")
def act(stream: str) -> ResponseReturnValue:
    """Vote, take a vote back, or ask for more time; the same form sent twice counts once."""
    row = game_row(stream)
    seat, form, what = commander(row), request.form, request.form.get("act", "")
    if what not in ("vote", "back", "time"):
        abort(400, "that is nothing that can be done with a vote")
    on, why = f"{form.get('on', '')} {form.get('turn', '')}".strip(), form.get("why", "")
    own = f"vote {stream} {seat} {form.get('form') or site().context.entropy(16).hex()}"
    source = source_of("web", own, f"{what}\n{on}\n{form.get('hours', '')}\n{why}")
    if what == "time":
        told = ask_more_time(site().context, stream, seat, _hours(form.get("hours", "")), why, source)
    else:
        told = cast_vote(site().context, stream, seat, SaidVote(on, what == "vote", why), source)
    site().mailer.mail_receipts(stream, seat, source)
    flash(f"{told[:1].upper()}{told[1:]}.")
    return redirect(url_for("games.latest", stream=stream, side=seat, _anchor="votes"), 303)


def _hours(text: str) -> float:
    """400 for what is no number."""
    found = finite(text)
    if found is None:
        abort(400, f"{text!r} is no number of hours")
    return found
