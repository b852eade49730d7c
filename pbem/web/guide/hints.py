"""The hints of a first game: seven for each rule book, each beside the part of the table that it is about."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import session, url_for

from events.lists.game_list import GameRow
from pbem.web.infra.site import site
from pbem.web.infra.visitor import held_seats, visitor

TEXTS = Path(__file__).parent / "texts"
KEPT = "hints"
"""Where the browser's cookie keeps how far its reader is, by rule book."""
KNOWN = 0
"""How far whoever needs no hints is."""
AFTER_TURN = 6
"""The first hint about a turn that was resolved."""


@dataclass(frozen=True)
class Hint:
    """One hint: a title, a few sentences, and the part of the table that it is about (its id)."""

    title: str
    text: str
    part: str


@dataclass(frozen=True)
class Hints:
    """All hints of a game; number `at` (from 1) is the one to show. `here` is the page to come back to."""

    game: str
    hints: tuple[Hint, ...]
    at: int
    here: str


@cache
def _read(game: str) -> dict[str, Any]:
    path = TEXTS / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@cache
def texts(game: str) -> tuple[Hint, ...]:
    """The hints of a rule book, in their order; none for one that has none."""
    return tuple(Hint(**each) for each in _read(game).get("hint", ()))


def about(game: str) -> str:
    """What a first game of this rule book is, for whoever knows none of its words; "" for one that has no hints."""
    return str(_read(game).get("about", ""))


def hints_for(row: GameRow, seat: str | None) -> Hints | None:
    """What to show beside the table of this game as seen from this seat; None for whoever needs no hints.

    They are for the teaching scenario, in games to learn by. After the first turn they go on with its report.
    """
    found = texts(row.game) if row.game in site().context.games else ()
    if not found or not seat or not _learns(row, seat):
        return None
    at = reached(row.game)
    if at == KNOWN:
        return None
    if row.closed:
        at = max(at, AFTER_TURN)
    return Hints(row.game, found, min(at, len(found)), url_for("games.latest", stream=row.stream))


def _learns(row: GameRow, seat: str) -> bool:
    """Is it the visitor's own seat in a game of the teaching scenario to learn by, or of the demonstration?"""
    person = visitor().person
    shown = row.hidden or (person is not None and person.address == site().mailbox)
    teaching = row.scenario == site().context.games[row.game].scenarios.practice
    return bool(shown and teaching and seat in (held.seat for held in held_seats(row.stream)))


def reached(game: str) -> int:
    """How far this browser's reader is with a rule book: the number of a hint, or `KNOWN`."""
    kept = session.get(KEPT)
    at = kept.get(game, 1) if isinstance(kept, dict) else 1
    return at if isinstance(at, int) else 1


def remember(game: str, at: int) -> None:
    """This browser's reader is that far."""
    kept = session.get(KEPT)
    session[KEPT] = {**(kept if isinstance(kept, dict) else {}), game: at}
