"""The API for programs: all that the pages show and do, as JSON under `/api/v1`."""

from __future__ import annotations

from pbem.web.api import checks, games, master, me, my_settings, open_game, orders, press, rule_books, seats, turns, voting
from pbem.web.api.endpoint import pages

__all__ = [
    "checks",
    "games",
    "master",
    "me",
    "my_settings",
    "open_game",
    "orders",
    "pages",
    "press",
    "rule_books",
    "seats",
    "turns",
    "voting",
]
