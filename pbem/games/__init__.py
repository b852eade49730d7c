"""The games. `GAMES` is the only list of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from pbem.core.game.protocol import Game

KEYS = ("star_navy", "stingray", "sovereign_seas", "wet_thrust")
"""A game with the key `toy` is the object `TOY` of the package `pbem.games.toy`."""

NAMED = "the game is looked for under its key in capitals"


class Games(Mapping[str, Game[Any]]):
    """The games by their keys; each is imported when it is first asked for, because its rules take long to load."""

    def __getitem__(self, key: str) -> Game[Any]:
        if key not in KEYS:
            raise KeyError(key)
        game = getattr(import_module(f"{__name__}.{key}"), key.upper(), None)
        if not isinstance(game, Game):
            raise ImportError(f"pbem/games/{key}/__init__.py: write `{key.upper()} = Game(key={key!r}, ...)` there; {NAMED}")
        return game

    def __contains__(self, key: object) -> bool:
        return key in KEYS

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


GAMES: Mapping[str, Game[Any]] = Games()
