"""Every event and every roll of every test is held against the rule book's table of who may see what (`Rules.audience`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest import mock

from events.base import EVERYONE, NOBODY, Event, visible
from pbem.core.game.protocol import Game
from pbem.core.game.turn import Turn
from pbem.core.state.knowledge import Readers, strangers
from tests.kit.playing import GAMES


class ShownTooWidely(AssertionError):
    """An event or a roll is shown to somebody from whom the rule book hides it."""


def readers_of(state: Any) -> Readers:
    """The ids that each seat of a position, and a spectator (None), answers to."""
    crews = getattr(state, "crews", {})
    return {**{seat: frozenset({seat, side, crews.get(seat, seat)}) for seat, side in state.seats.items()}, None: frozenset()}


@cache
def game_of(apply: Callable[..., None]) -> Game[Any] | None:
    """The game whose handlers these are; None for one of those that tests make up."""
    rooms = apply.__module__.removeprefix("pbem.").removeprefix("games.").split(".")
    return GAMES[rooms[0]] if rooms[0] in GAMES and len(rooms) > 1 else None


def seen_by_strangers(turn: Turn[Any], event: Event, audience: str) -> list[str | None]:
    """Who would be told, though they may not. Mostly the audience is the widest one, which is soon seen."""
    game = game_of(turn.apply)
    if game is None or game.rules.audience(turn.state, event) in (EVERYONE, audience):
        return []
    return strangers(game, turn.state, event, audience, readers_of(turn.state))


def wider(state: Any, audience: str) -> Iterator[str]:
    """Audiences with somebody who is not in this one: everybody, and one seat more."""
    if audience == EVERYONE:
        return
    yield EVERYONE
    for seat, ids in readers_of(state).items():
        if seat is not None and not visible(audience, ids):
            yield ",".join(filter(None, (audience, seat))) if audience != NOBODY else seat


@contextmanager
def checked_turns() -> Iterator[None]:
    """While this lasts, `emit` and `roll` of all games raise `ShownTooWidely` rather than tell a stranger."""
    emit, roll = Turn.emit, Turn.roll

    def checked_emit(turn: Turn[Any], event: Event, rule: str, audience: str) -> None:
        if seats := seen_by_strangers(turn, event, audience):
            raise ShownTooWidely(f"{event.type} ({rule}, {event.shown_to}) for {audience!r} tells {seats} of {event}")
        emit(turn, event, rule, audience)

    def checked_roll(turn: Turn[Any], n: int, sides: int, purpose: str, rule: str, audience: str) -> list[int]:
        if n > 0 and (game := game_of(turn.apply)) and not game.rules.roll_audience(turn.state, rule, audience):
            raise ShownTooWidely(f"dice of {rule} ({purpose}) are thrown for {audience!r}")
        return roll(turn, n, sides, purpose, rule, audience)

    with mock.patch.object(Turn, "emit", checked_emit), mock.patch.object(Turn, "roll", checked_roll):
        yield
