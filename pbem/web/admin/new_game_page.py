"""Opening a game: a rule book, a scenario, its options, who plays, and what a missed deadline does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from events.platform import PolicySet
from pbem.accounts.people import BadPerson, Person
from pbem.campaign.played import rule_books
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
from pbem.core.game.protocol import Game, Seat
from pbem.core.state.players import bot_name
from pbem.service.context import ActRefused
from pbem.service.games.opening import OPENED, GameSetup, check_may_open, open_game
from pbem.service.policy.pace import pace_of
from pbem.service.policy.parse_policy import PRESET, policy_from
from pbem.service.policy.presets import STANDARD
from pbem.web.account.invitations import invite, mail_invitation
from pbem.web.admin.policy_form import policy_form, read_policy
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

pages = Blueprint("newgame", __name__)

GAMES_AN_HOUR = "40 per hour"
RHYTHM_HOURS = 24.0
"""Of a game whose pace is not said, or is said in days."""
OTHER_SEATS = "With these options there are other seats: look at them below, and open the game again."


@dataclass
class NewGameForm:
    """The form as it was filled in, so that nothing typed is lost: options, fields of seats, problems."""

    options: dict[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


@pages.get("/new")
def index() -> ResponseReturnValue:
    """All scenarios of all rule books."""
    signed_in()
    return render_template("newgame.html", games=_rule_books().values())


@pages.get("/new/<game>/<scenario>")
def form(game: str, scenario: str) -> ResponseReturnValue:
    """The form of one scenario."""
    signed_in()
    return _form(_game(game), scenario, NewGameForm())


@pages.post("/new/<game>/<scenario>")
@limiter.limit(GAMES_AN_HOUR)
def open_(game: str, scenario: str) -> ResponseReturnValue:
    """Open the game; whoever opens it is its game master. Invitations go out with it."""
    person, found = signed_in(), _game(game)
    sheet = NewGameForm(_options(found, scenario), dict(request.form))
    try:
        check_may_open(site().context, person.id)
        seats = found.rules.seats(scenario, found.scenarios.options(scenario, sheet.options))
        if request.form.get("shown") != _shown(seats):
            sheet.problem = OTHER_SEATS
            return _form(found, scenario, sheet)
        stream = _open(found, scenario, sheet.options, seats, person)
    except (NoScenario, ActRefused, BadPerson) as e:
        sheet.problem = str(e)
        return _form(found, scenario, sheet), 400
    flash("The game is open, and you run it.")
    return redirect(url_for("master.show", stream=stream), 303)


def _open(game: Game[Any], scenario: str, options: dict[str, str], seats: list[Seat], person: Person) -> str:
    players, invited = _players(seats, person)
    given = request.form
    policy = read_policy(PolicySet(why=OPENED))
    pace = pace_of(policy, RHYTHM_HOURS)
    rhythm = RHYTHM_HOURS if pace.days else pace.hours
    guests = {seat: invite(address) for seat, address in invited.items()}
    offers = {seat: guest.id for seat, guest in guests.items()}
    setup = GameSetup(players, offers, person.id, policy, given.get("title", ""), options)
    stream = open_game(site().context, game.key, scenario, rhythm, setup=setup)
    for seat, guest in guests.items():
        mail_invitation(stream, seat, guest, given.get("words", ""))
    return stream


def _players(seats: list[Seat], person: Person) -> tuple[dict[str, str], dict[str, str]]:
    """Who sits down at once, and the addresses of those who are invited. Raises `ActRefused`."""
    players, invited = {}, {}
    for seat in seats:
        who = request.form.get(f"seat-{seat.id}", "free")
        if who == "me":
            players[seat.id] = person.id
        elif bot_name(who):
            players[seat.id] = who
        elif who == "invite":
            invited[seat.id] = request.form.get(f"address-{seat.id}", "").strip()
            if not invited[seat.id]:
                raise ActRefused(f"{seat.title}: write the mail address of the person who is invited")
    return players, invited


def _game(key: str) -> Game[Any]:
    games = _rule_books()
    if key not in games:
        abort(404, f"there is no game {key}; {known_names(key, games)}")
    return games[key]


def _rule_books() -> Mapping[str, Game[Any]]:
    return rule_books(site().context.games)


def _options(game: Game[Any], scenario: str) -> dict[str, str]:
    """The options as they were sent, by name."""
    if scenario not in game.scenarios:
        abort(404, f"{game.title} has no scenario {scenario}")
    return {
        name: request.form[f"option-{name}"] for name in game.scenarios.choices(scenario) if f"option-{name}" in request.form
    }


def _shown(seats: list[Seat]) -> str:
    return " ".join(seat.id for seat in seats)


def _form(game: Game[Any], scenario: str, sheet: NewGameForm) -> str:
    if scenario not in game.scenarios:
        abort(404, f"{game.title} has no scenario {scenario}")
    try:
        seats = game.rules.seats(scenario, game.scenarios.options(scenario, sheet.options))
    except NoScenario:  # said in the sheet's problem; the seats are those of the defaults until it is mended
        seats = game.rules.seats(scenario, game.scenarios.options(scenario, {}))
    return render_template(
        "newgame_form.html",
        game=game,
        scenario=game.scenarios[scenario],
        choices=game.scenarios.choices(scenario),
        seats=seats,
        shown=_shown(seats),
        sheet=sheet,
        policy=policy_form(_started(), RHYTHM_HOURS, game.planning.bots),
    )


def _started() -> PolicySet:
    """The ready-made policy that the form starts from."""
    return policy_from({PRESET: request.args.get(PRESET, STANDARD)}, PolicySet(), site().context.now().date())
