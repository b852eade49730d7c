"""On the visitor's own page: how they are reminded of deadlines, in all games and in single ones."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem.accounts.people import BadPerson
from pbem.accounts.reminder_choices import ALL_GAMES, ReminderChoice, ReminderChoices, read_choice
from pbem.service.reminders.choices import choose, games_of
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

pages = Blueprint("reminders", __name__, url_prefix="/you")

AS_ELSEWHERE = "as in all"
"""What the form calls a game without a choice of its own."""
WORDS = {"reminders": "a reminder before the deadline", "digest": "one mail a day", "off": "no reminders"}


@pages.post("/reminders")
def change() -> ResponseReturnValue:
    """Another choice for all games (`stream` is ""), or for one."""
    person, stream, mode = signed_in(), request.form.get("stream", ALL_GAMES), request.form.get("mode", "")
    if stream and stream not in games_of(site().context, person.id):
        abort(404, f"you have no game {stream}")
    if mode == AS_ELSEWHERE and stream == ALL_GAMES:
        raise BadPerson("choose the game that is to follow what holds in all")
    choice = None if mode == AS_ELSEWHERE else read_choice(mode, request.form.get("hours", ""))
    choose(site().context, person, stream, choice)
    flash("Saved.")
    return redirect(url_for("account.show", _anchor="reminders"), 303)


def chosen(person: str) -> list[tuple[str, str]]:
    """What the person has chosen, in words: by game ("" for all)."""
    found = ReminderChoices(site().context.database).of_person(person)
    return [(stream, _words(choice)) for stream, choice in found.items()]


def _words(choice: ReminderChoice) -> str:
    if choice.mode != "reminders":
        return WORDS[choice.mode]
    return f"{WORDS[choice.mode]}: {', '.join(map(str, choice.hours))} hours"
