"""What seats and their players are called on a page, as its visitor may know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import g

from events.lists.game_list import SeatRow
from pbem.core.state.players import bot_name
from pbem.web.infra.site import site
from pbem.web.infra.visitor import is_master


class SeatName(NamedTuple):
    """`title` is the rule book's (`British admiral`); `player` is the bot that plays it or, to the game master, the person.

    It is "" for a free seat, and where the visitor may not know.
    """

    title: str
    player: str

    @property
    def full(self) -> str:
        """`British admiral (Ada)`."""
        return f"{self.title} ({self.player})" if self.player else self.title


def seat_name(stream: str, seat: str) -> str:
    """`British admiral`, to the game master `British admiral (Ada)`; the id of a seat that the game does not have."""
    return seat_names(stream).get(seat, seat)


def seat_title(stream: str, seat: str) -> str:
    """The same without the player."""
    found = _names(stream).get(seat)
    return found.title if found else seat


def seat_names(stream: str) -> Mapping[str, str]:
    """All seats of the game as `seat_name` has them; none for a stream that is no game."""
    return {seat: name.full for seat, name in _names(stream).items()}


def _names(stream: str) -> dict[str, SeatName]:
    """Looked up once in a request."""
    kept: dict[str, dict[str, SeatName]] = g.setdefault("seat_names", {})
    if stream not in kept:
        kept[stream] = _look_up(stream)
    return kept[stream]


def _look_up(stream: str) -> dict[str, SeatName]:
    context = site().context
    row = context.store.game(stream)
    if row is None:
        return {}
    seats, tells = context.store.seats(stream), is_master(row)
    titles = context.seat_titles(stream)
    return {each.seat: SeatName(titles[each.seat], _player(each, tells)) for each in seats}


def _player(seat: SeatRow, tells: bool) -> str:
    """Which bot plays, all may know; which person, only who runs the game."""
    if bot := bot_name(seat.player or ""):
        return f"the bot {bot}"
    person = site().people.by_id(seat.player) if tells and seat.player else None
    return person.name if person else ""
