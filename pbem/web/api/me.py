"""Who asks: themselves, their deadlines, and the secret addresses that they have given out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import abort

from pbem.accounts.credentials import Key
from pbem.service.context import stamp
from pbem.service.games.calendar import Deadline, deadlines
from pbem.service.games.lobby import Lobby, lobby
from pbem.web.account.feeds import secret_url
from pbem.web.account.substitute_form import save_games, substitute_for
from pbem.web.api.describe import route
from pbem.web.api.endpoint import person, read
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, visitor


@dataclass(frozen=True)
class Me:
    """The person whose token it is; `zone` is the clock that they read ("": UTC)."""

    id: str
    name: str
    address: str
    zone: str


@dataclass(frozen=True)
class NewFeed:
    """A secret address to be given: a feed of one game (`stream`) or of all of yours, or the calendar of all your deadlines."""

    kind: Literal["feed", "calendar"]
    stream: str = ""


@dataclass(frozen=True)
class Given:
    """A token of a program (`api`, which is not shown again) or a secret address. Stamps in UTC; `seen` "" if never used."""

    id: str
    kind: str
    label: str
    stream: str
    created: str
    seen: str
    url: str


@dataclass(frozen=True)
class Revoked:
    """It opens nothing any more."""

    id: str


@dataclass(frozen=True)
class SubstituteFor:
    """The rule books whose free seats you take over, by their keys; "" is all of them, and none takes you off the list."""

    games: list[str]


@route("GET /me", "me", Me, signed=True)
def show_me() -> Me:
    """Whose token this is."""
    found = person()
    return Me(found.id, found.name, found.address, found.zone)


@route("GET /lobby", "me", Lobby)
def show_lobby() -> Lobby:
    """The start page: games that wait for you, oldest first; your others, games to join and to watch."""
    return lobby(site().context, site().asks, visitor().id)


@route("GET /me/deadlines", "me", list[Deadline], signed=True)
def list_deadlines() -> list[Deadline]:
    """When orders are due in your games, earliest first."""
    return deadlines(site().context, person().id)


@route("GET /me/keys", "me", list[Given], signed=True)
def list_keys() -> list[Given]:
    """Your tokens, feeds and calendars."""
    return [_given(key) for key in site().keys.keys(person().id)]


@route("POST /me/keys", "me", Given, NewFeed)
def give_key() -> Given:
    """A secret address; the one that there is, if there is one. Tokens are made on the page /you alone."""
    asked = read(NewFeed)
    if asked.stream:
        game_row(asked.stream)
    now = stamp(site().context.now())
    return _given(site().keys.give_address(person().id, asked.kind, "" if asked.kind == "calendar" else asked.stream, now))


@route("DELETE /me/keys/<id>", "me", Revoked)
def revoke_key(id: str) -> Revoked:
    """Make a token or a secret address worthless."""
    if not site().keys.revoke(person().id, id):
        abort(404, "you have no such token or address")
    return Revoked(id)


@route("GET /me/substitute", "me", SubstituteFor, signed=True)
def show_substitute() -> SubstituteFor:
    """Of which rule books you take over free seats."""
    return SubstituteFor(substitute_for(person().id))


@route("POST /me/substitute", "me", SubstituteFor, SubstituteFor)
def set_substitute() -> SubstituteFor:
    """Come on the list of substitutes, and promise to play no other side of a game of which you are told; or leave it."""
    return SubstituteFor(save_games(person().id, read(SubstituteFor).games))


def _given(key: Key) -> Given:
    return Given(key.id, key.kind, key.label, key.stream, key.created, key.seen, secret_url(key))
