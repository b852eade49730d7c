"""Opening a game: whoever opens it runs it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from flask import abort

from events.platform import PolicySet
from pbem.accounts.people import Person
from pbem.core.state.players import bot_name
from pbem.service.games import opening
from pbem.service.games.opening import GameSetup, check_may_open
from pbem.service.games.overview import Overview, overview
from pbem.service.policy.pace import MAX_HOURS
from pbem.service.policy.parse_policy import policy_from
from pbem.web.account.invitations import invite, mail_invitation
from pbem.web.admin.new_game_page import GAMES_AN_HOUR
from pbem.web.api.describe import route
from pbem.web.api.endpoint import person, read
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site

ME = "me"


@dataclass(frozen=True, kw_only=True)
class PolicyFields:
    """Fields of the game's policy, by the names that they have there; null: as it is. `pace` is like `24h`, `3 days`,
    `Mon, Thu 20:00 Europe/Berlin`; `bot` "none": none. `preset` is a ready-made policy to start from: club, fast, strict,
    patient or evening; the `holidays` of a country (`DE`, `DE-BE`) become days off, as dates of the coming three years.
    """

    preset: str = ""
    holidays: str = ""
    pace: str | None = None
    days_off: list[str] | None = None
    min_hours: float | None = None
    max_hours: float | None = None
    early: bool | None = None
    notice_hours: float | None = None
    use_standing: bool | None = None
    wait_days: float | None = None
    excuses: int | None = None
    excuse_hours: float | None = None
    excuse_after: int | None = None
    grace_hours: float | None = None
    officers: bool | None = None
    sitters: bool | None = None
    sitter_hours: float | None = None
    bot: str | None = None
    offer_after: int | None = None
    substitutes: bool | None = None
    open_seats: bool | None = None
    reliability: int | None = None
    votes: dict[str, int] | None = None
    silent_days: float | None = None
    silent_then: Literal["players", "operator"] | None = None
    delay_hours: float | None = None
    comments: Literal["everybody", "players", "nobody"] | None = None


def changed(asked: PolicyFields, present: PolicySet) -> PolicySet:
    """The present policy with what was asked for. Raises `ActRefused`."""
    given = {name: value for name, value in vars(asked).items() if name != "why" and value is not None}
    return policy_from(given, present, site().context.now().date())


@dataclass(frozen=True)
class NewGame:
    """A game to be opened. `seats` maps each seat to `me`, `bot:NAME` or an invited person's mail address; others stay free.

    `rhythm_hours` is the time for a turn, 0: turns end only when all are ready. A `pace` in the policy counts before it.
    """

    game: str
    scenario: str
    title: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    rhythm_hours: float = 24.0
    seats: dict[str, str] = field(default_factory=dict)
    words: str = "you are invited to play"
    policy: PolicyFields = field(default_factory=PolicyFields)


@route("POST /games", "master", Overview, NewGame)
@limiter.limit(GAMES_AN_HOUR)
def open_game() -> Overview:
    """Open a game that you run. Invited people are mailed."""
    asked, whose, context = read(NewGame), person(), site().context
    check_may_open(context, whose.id)
    if not 0 <= asked.rhythm_hours <= MAX_HOURS:
        abort(422, f"rhythm_hours is 0 to {MAX_HOURS}")
    players, guests = _seated(asked.seats, whose)
    policy = changed(asked.policy, PolicySet(why=opening.OPENED))
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
