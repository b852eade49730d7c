"""The demonstration's guide: what to do first, in three steps, and every other scenario one button away."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.accounts.people import Person
from pbem.campaign.played import rule_books
from pbem.service.games.practice import lessons, open_practice
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

pages = Blueprint("practice", __name__, url_prefix="/welcome")
GAMES_AN_HOUR = "60 per hour"


def _you() -> Person:
    """The demonstration's player. 401 for nobody, 403 for anybody else."""
    person = signed_in()
    if person.address != site().mailbox:
        abort(403, "this is for the demonstration's player")
    return person


@pages.get("")
def show() -> ResponseReturnValue:
    """Three steps through the first game, then all scenarios."""
    found = lessons(site().context, _you().id)
    first = next((each.row for each in found if each.to_begin_with and each.row), None)
    return render_template("welcome.html", lessons=found, first=first)


@pages.post("")
@limiter.limit(GAMES_AN_HOUR)
def begin() -> ResponseReturnValue:
    """Open a game of the scenario that was chosen, with bots on the other seats."""
    you, game = _you(), request.form.get("game", "")
    if game not in rule_books(site().context.games):
        abort(404, "there is no such game")
    stream = open_practice(site().context, game, request.form.get("scenario", ""), you.id)
    flash(f"{stream} is open: you have the first seat, bots have the others.")
    return redirect(url_for("games.latest", stream=stream), 303)
