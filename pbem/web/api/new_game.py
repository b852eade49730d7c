"""Opening a game: whoever opens it runs it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import abort

from pbem.accounts.people import Person
from pbem.core.state.players import bot_name
from pbem.service.games import opening
from pbem.service.games.absence import policy_of
from pbem.service.games.opening import GameSetup, check_may_open
from pbem.service.games.overview import Overview, overview
from pbem.web.account.invitations import invite, mail_invitation
from pbem.web.admin.new_game_page import GAMES_AN_HOUR
from pbem.web.api.describe import route
from pbem.web.api.endpoint import person, read
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site

ME = "me"


@dataclass(frozen=True)
class NewGame:
    """A game to be opened. `seats` maps each seat to `me`, `bot:NAME` or an invited person's mail address; others stay free.

    `rhythm_hours` is the time for a turn, 0: turns end only when all are ready.
    """

    game: str
    scenario: str
    title: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    rhythm_hours: float = 24.0
    seats: dict[str, str] = field(default_factory=dict)
    words: str = "you are invited to play"
    grace_hours: float = 0.0
    absent: str = "standing"
    open_seats: bool = False


@route("POST /games", "master", Overview, NewGame)
@limiter.limit(GAMES_AN_HOUR)
def open_game() -> Overview:
    """Open a game that you run. Invited people are mailed."""
    asked, whose, context = read(NewGame), person(), site().context
    check_may_open(context, whose.id)
    if not 0 <= asked.rhythm_hours <= opening.MAX_HOURS:
        abort(422, f"rhythm_hours is 0 to {opening.MAX_HOURS}")
    players, guests = _seated(asked.seats, whose)
    policy = policy_of(float(asked.grace_hours), asked.absent, asked.open_seats, opening.OPENED)
    offers = {seat: guest.id for seat, guest in guests.items()}
    setup = GameSetup(players, offers, whose.id, policy, asked.title, asked.options)
    rhythm = float(asked.rhythm_hours)
    stream = opening.open_game(context, asked.game, asked.scenario, rhythm, setup=setup)
    for seat, guest in guests.items():
        mail_invitation(stream, seat, guest, asked.words)
    return overview(context, stream)


def _seated(seats: dict[str, str], whose: Person) -> tuple[dict[str, str], dict[str, Person]]:
    """Who sits down at once, and who is invited. Raises BadPerson."""
    known = {ME: whose.id}
    players = {seat: known.get(who, who) for seat, who in seats.items() if who == ME or bot_name(who)}
    return players, {seat: invite(who) for seat, who in seats.items() if who and seat not in players}
