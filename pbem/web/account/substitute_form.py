"""The list of substitutes, as the page about oneself shows it: of which rule books one takes over free seats."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.accounts.substitutes import ANY, Substitutes
from pbem.campaign.played import rule_books
from pbem.service.context import ActRefused
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

pages = Blueprint("substitutes", __name__, url_prefix="/you")


@pages.post("/substitute")
def save() -> ResponseReturnValue:
    """Other rule books, or none at all."""
    person = signed_in()
    games = save_games(person.id, [ANY if game == "any" else game for game in request.form.getlist("game")])
    flash("You are on the list of substitutes." if games else "You are not on the list of substitutes.")
    return redirect(url_for("account.show", _anchor="substitute"), 303)


def substitute_for(person: str) -> list[str]:
    """The rule books that a person takes over seats of."""
    return Substitutes(site().context.database).games_of(person)


def save_games(person: str, games: Sequence[str]) -> list[str]:
    """Keep the rule books, `ANY` for all of them. Raises `ActRefused` for one that is not played here."""
    books = rule_books(site().context.games)
    if unknown := [game for game in games if game != ANY and game not in books]:
        raise ActRefused(f"{unknown[0]!r} is not played here; there are {', '.join(books)}")
    Substitutes(site().context.database).set_games(person, games)
    return substitute_for(person)
