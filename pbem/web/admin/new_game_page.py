"""Opening a game in three steps: a scenario, who plays, and the pace; each is a page, and the last one opens the game."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.accounts.people import BadPerson, Person
from pbem.campaign.played import rule_books
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
from pbem.core.game.protocol import Game
from pbem.service.context import ActRefused
from pbem.service.games.opening import GameSetup, check_may_open, open_game
from pbem.service.policy.pace import pace_of
from pbem.web.account.invitations import invite, mail_invitation
from pbem.web.admin.new_game_form import (
    START,
    NewGameForm,
    Players,
    chosen_policy,
    form_of,
    pace_cards,
    read_players,
    start_policy,
)
from pbem.web.admin.policy_form import policy_form
from pbem.web.admin.scenario_cards import MANY, cards, scenario_card, side_title
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

pages = Blueprint("newgame", __name__)

GAMES_AN_HOUR = "40 per hour"
RHYTHM_HOURS = 24.0
"""Of a game whose pace is not said, or is said in days."""
OTHER_SEATS = "With these options there are other seats: say who plays them."
KEPT_FORMS = 500
REFUSED = (NoScenario, ActRefused, BadPerson)


# ---------------------------------------------------------------- the steps


@pages.get("/new")
def index() -> ResponseReturnValue:
    """Step 1: the scenarios of all rule books, or of those that `?game=` and `?players=` ask for."""
    signed_in()
    books, game, players = _rule_books(), request.args.get("game", ""), request.args.get("players", "")
    number = int(players) if players.isdecimal() and len(players) == 1 else 0
    found = cards([_game(game)] if game else books.values(), number)
    titles = {key: book.title for key, book in books.items()}
    return render_template(
        "newgame.html", found=found, titles=titles, game=game, number=number, many=MANY, side_title=side_title
    )


@pages.route("/new/<game>/<scenario>/seats", methods=["GET", "POST"], endpoint="seats")
@pages.get("/new/<game>/<scenario>")
def form(game: str, scenario: str) -> ResponseReturnValue:
    """Step 2: the name of the game, and who plays. With what was sent, if another step leads back."""
    signed_in()
    return _seats(_sheet(game, scenario))


@pages.route("/new/<game>/<scenario>/pace", methods=["GET", "POST"])
def pace(game: str, scenario: str) -> ResponseReturnValue:
    """Step 3: the pace, rule options, and all of it once more. Seats that are not filled in rightly lead back to step 2."""
    person, sheet = signed_in(), _sheet(game, scenario)
    try:
        read_players(sheet, person.id)
    except REFUSED as e:
        sheet.problem = str(e)
        return _seats(sheet), 400
    return _other_seats(sheet) or _pace(sheet)


@pages.post("/new/<game>/<scenario>")
@limiter.limit(GAMES_AN_HOUR)
def open_(game: str, scenario: str) -> ResponseReturnValue:
    """Open the game; whoever opens it is its game master. Invitations go out with it. The same form opens one game."""
    person, sheet = signed_in(), _sheet(game, scenario)
    if sheet.problem:
        return _pace(sheet), 400
    if other := _other_seats(sheet):
        return other
    back: Callable[[NewGameForm], str] = _seats
    try:
        check_may_open(site().context, person.id)
        players = read_players(sheet, person.id)
        back = _pace
        stream = _once(f"{person.id} {sheet.fields.get('form') or secrets.token_hex()}", lambda: _open(sheet, players, person))
    except REFUSED as e:
        sheet.problem = str(e)
        return back(sheet), 400
    flash("The game is open, and you run it.")
    return redirect(url_for("master.show", stream=stream), 303)


def _other_seats(sheet: NewGameForm) -> str:
    """Step 2 again, if the options make other seats than were shown."""
    if sheet.problem or sheet.fields.get("shown", sheet.shown) == sheet.shown:
        return ""
    sheet.problem = OTHER_SEATS
    return _seats(sheet)


def _open(sheet: NewGameForm, players: Players, person: Person) -> str:
    policy = chosen_policy(sheet)
    every = pace_of(policy, RHYTHM_HOURS)
    guests = {seat: invite(address) for seat, address in players.invited.items()}
    offers = {seat: guest.id for seat, guest in guests.items()}
    setup = GameSetup(players.seated, offers, person.id, policy, sheet.fields.get("title", ""), sheet.options)
    rhythm = RHYTHM_HOURS if every.days else every.hours
    stream = open_game(site().context, sheet.game.key, sheet.scenario, rhythm, setup=setup)
    for seat, guest in guests.items():
        mail_invitation(stream, seat, guest, sheet.fields.get("words", ""))
    return stream


_opened: dict[str, str] = {}
"""Form -> the game that it opened, the newest last. Forms are sent again within seconds, so memory is enough."""
_lock = threading.Lock()


def _once(form_id: str, make: Callable[[], str]) -> str:
    """The game that this form has opened, else a new one: a double click opens one game."""
    with _lock:
        if form_id not in _opened:
            _opened[form_id] = make()
            if len(_opened) > KEPT_FORMS:
                del _opened[next(iter(_opened))]
        return _opened[form_id]


# ---------------------------------------------------------------- what is shown


def _game(key: str) -> Game[Any]:
    games = _rule_books()
    if key not in games:
        abort(404, f"there is no game {key}; {known_names(key, games)}")
    return games[key]


def _rule_books() -> Mapping[str, Game[Any]]:
    return rule_books(site().context.games)


def _sheet(key: str, scenario: str) -> NewGameForm:
    """The form as it was sent, of a scenario that there is."""
    game = _game(key)
    if scenario not in game.scenarios:
        abort(404, f"{game.title} has no scenario {scenario}")
    return form_of(game, scenario)


def _seats(sheet: NewGameForm) -> str:
    """Step 2."""
    return _step("newgame_seats.html", sheet, kept=sheet.of_pace, choices=sheet.seat_choices)


def _pace(sheet: NewGameForm) -> str:
    """Step 3."""
    typed: dict[str, str] | None = {} if START in request.form else None
    policy = policy_form(start_policy(), RHYTHM_HOURS, sheet.game.planning.bots, typed)
    return _step(
        "newgame_pace.html", sheet, kept=sheet.of_seats, choices=sheet.other_choices, paces=pace_cards(), policy=policy
    )


def _step(template: str, sheet: NewGameForm, **more: object) -> str:
    card = scenario_card(sheet.game, sheet.scenario)
    form_id = sheet.fields.get("form") or site().context.entropy(12).hex()
    return render_template(template, sheet=sheet, game=sheet.game, card=card, form_id=form_id, side_title=side_title, **more)
