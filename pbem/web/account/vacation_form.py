"""On the visitor's own page: they are away from all their games at once, or back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.accounts.people import Person
from pbem.service import vacation
from pbem.service.context import ActRefused
from pbem.service.vacation import ToldGame
from pbem.web.infra.site import site
from pbem.web.infra.times import read_moment
from pbem.web.infra.visitor import signed_in

pages = Blueprint("vacation", __name__, url_prefix="/you")


@pages.post("/vacation")
def change() -> ResponseReturnValue:
    """Away until a day is over, or back (`act`)."""
    person, form = signed_in(), request.form
    if form.get("act") == "back":
        told = vacation.come_back(site().context, person.id, form.get("why", "") or vacation.BACK)
        flash("Welcome back.")
    else:
        told = vacation.leave(site().context, person.id, end_of(form.get("until", ""), person), form.get("why", ""))
        flash("You are away from all your games.")
    for line in _lines(told):
        flash(line)
    return redirect(url_for("account.show", _anchor="vacation"), 303)


def end_of(day: str, person: Person) -> datetime:
    """When a day (`2026-12-24`) is over by the person's clock. Raises `ActRefused`."""
    try:
        following = date.fromisoformat(day.strip()) + timedelta(days=1)
    except (ValueError, OverflowError):
        raise ActRefused(f"{day[:40]!r} is no day: write it like 2026-12-24") from None
    return read_moment(f"{following}T00:00", person)


def _lines(told: Sequence[ToldGame]) -> list[str]:
    """Which games were told, and which were not, and why."""
    heard = [f"{game.stream} ({game.seat})" for game in told if not game.refused]
    lines = [f"The others are told in {', '.join(heard)}."] if heard else []
    return [*lines, *(f"{game.stream} ({game.seat}) was not told: {game.refused}." for game in told if game.refused)]
