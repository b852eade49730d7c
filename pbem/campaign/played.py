"""What the service plays: the rule books and campaigns, which are games as well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from pbem.core.game.protocol import Game
from pbem.games import GAMES

KEY = "campaign"


class Played(Mapping[str, Game[Any]]):
    """The rule books by their keys, and last campaigns; each is imported when it is first asked for."""

    def __getitem__(self, key: str) -> Game[Any]:
        if key != KEY:
            return GAMES[key]
        game: Game[Any] = import_module("pbem.campaign.game").CAMPAIGN
        return game

    def __contains__(self, key: object) -> bool:
        return key == KEY or key in GAMES

    def __iter__(self) -> Iterator[str]:
        yield from GAMES
        yield KEY

    def __len__(self) -> int:
        return len(GAMES) + 1


class RuleBooks(Mapping[str, Game[Any]]):
    """Games without campaigns. None is imported by this."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games

    def __getitem__(self, key: str) -> Game[Any]:
        if key == KEY:
            raise KeyError(key)
        return self._games[key]

    def __contains__(self, key: object) -> bool:
        return key != KEY and key in self._games

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._games if key != KEY)

    def __len__(self) -> int:
        return sum(1 for _ in self)


PLAYED: Mapping[str, Game[Any]] = Played()


def rule_books(games: Mapping[str, Game[Any]]) -> Mapping[str, Game[Any]]:
    """Those of the games that are no campaigns: of which a game, a practice game or a battle of a campaign can be opened."""
    return RuleBooks(games)
