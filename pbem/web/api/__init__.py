"""The API for programs: all that the pages show and do, as JSON under `/api/v1`."""

from __future__ import annotations

from pbem.web.api import books, checks, games, master, me, opening, orders, press, seats, turns
from pbem.web.api.door import pages

__all__ = ["books", "checks", "games", "master", "me", "opening", "orders", "pages", "press", "seats", "turns"]
