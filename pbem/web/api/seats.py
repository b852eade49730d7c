"""Seats: taking a free one, leaving one's own, being away."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.service.games import catalogue, seating
from pbem.service.games.catalogue import GameListing
from pbem.service.history import PLAYER
from pbem.service.ladder import absence
from pbem.service.orders.requests import NAMED
from pbem.web.account.sitter_forms import name
from pbem.web.account.take_seat import SEATS_AN_HOUR
from pbem.web.api.describe import route
from pbem.web.api.endpoint import person, read
from pbem.web.api.master import Reason, moment_of
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_plays, game_row


@dataclass(frozen=True)
class Absence:
    """Until when you are away, in ISO 8601 ("": you are back), and what the others are told."""

    until: str
    why: str


@route("POST /games/<stream>/seats/<seat>/take", "seats", GameListing)
@limiter.limit(SEATS_AN_HOUR)
def take_seat(stream: str, seat: str) -> GameListing:
    """Take a free seat of a game that is open to all, or one that was opened to substitutes."""
    game_row(stream)
    seating.take_free(site().context, stream, seat, person().id)
    return _after(stream)


@route("POST /games/<stream>/seats/<seat>/resign", "seats", GameListing, Reason)
@limiter.limit(SEATS_AN_HOUR)
def resign_seat(stream: str, seat: str) -> GameListing:
    """Leave your seat. It may be another's the next moment."""
    _check_own(stream, seat)
    seating.resign(site().context, stream, seat, person().id, read(Reason).why)
    return _after(stream)


@route("POST /games/<stream>/seats/<seat>/absence", "seats", GameListing, Absence)
@limiter.limit(SEATS_AN_HOUR)
def set_own_absence(stream: str, seat: str) -> GameListing:
    """Tell the others that you are away, or back. What that does to the deadline, the game's policy says."""
    _check_own(stream, seat)
    asked = read(Absence)
    until = moment_of(asked.until) if asked.until else None
    absence.set_absence(site().context, stream, seat, until, asked.why, PLAYER)
    return _after(stream)


@dataclass(frozen=True)
class Sitter:
    """Who is to order for you when you cannot, by mail address ("": nobody), and why: all players read that."""

    address: str
    why: str = NAMED


@route("POST /games/<stream>/seats/<seat>/sitter", "seats", GameListing, Sitter)
@limiter.limit(SEATS_AN_HOUR)
def name_own_sitter(stream: str, seat: str) -> GameListing:
    """Name who orders for you when you cannot, or take it back. They are told by mail."""
    _check_own(stream, seat)
    asked = read(Sitter)
    name(stream, seat, asked.address, asked.why)
    return _after(stream)


def _check_own(stream: str, seat: str) -> None:
    """403 for another's seat."""
    game_row(stream)
    check_plays(stream, seat)


def _after(stream: str) -> GameListing:
    return catalogue.game_listing(site().context, game_row(stream))
