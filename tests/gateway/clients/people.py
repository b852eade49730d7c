"""Mails as people write them: `people/*.eml` as their programs send them, `people/*.json` with the orders that were meant."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.texts.units import Units
from pbem.games import GAMES
from pbem.gateway.extract import extract
from pbem.gateway.reading.headers import parse
from tests.kit.playing import Played, by_bot, open_play, turns_of

FOLDER = Path(__file__).with_name("people")


@dataclass(frozen=True)
class PersonMail:
    """A mail and what is to be filed of it.

    `turns` were played by the game's first bot before. `clean` are the orders meant, as the game's page wants them. `asks` are
    words of the problems for what cannot be filed without asking. `joined`: a wrapped order is filed, and said to be *read as*.
    `item` is the kind of difficulty, from 1 (numbered lists) to 9 (what keyboards and writing programs change).
    """

    mail: str
    game: str
    scenario: str
    turns: int
    seat: str
    clean: str
    item: int
    asks: Sequence[str] = ()
    joined: bool = False

    def written(self) -> str:
        """The orders in the mail, as the service takes them out of it; a mail that is an answer answers a report."""
        message = parse((FOLDER / f"{self.mail}.eml").read_bytes())
        return extract(message, sent=[report(self.game)] if message.get("In-Reply-To") else []).orders

    def read(self, text: str) -> Understood:
        """What the player's game makes of a text."""
        game = GAMES[self.game]
        known = position(self.game, self.scenario, self.turns).known(self.seat)
        sheet = game.orders.sheet(known, self.seat)
        envelope = game.orders.open(text, Units(list(sheet.units), game.report.names(known)))
        parsed = game.orders.parse(known, self.seat, envelope, sheet)
        filed = Filed(
            {unit: list(lines) for unit, lines in parsed.given.items() if lines},
            envelope.ready,
            envelope.luck,
            [(press.to, press.text) for press in envelope.press],
            [str(ask) for ask in envelope.asks],
        )
        return Understood(filed, [f"{problem.unit} {problem}" for problem in parsed.problems], bool(envelope.read_as))


@dataclass(frozen=True)
class Filed:
    """What a text gives: the orders by unit in canonical words, and the lines that all games share."""

    given: Mapping[str, Sequence[str]]
    ready: bool | None
    luck: str | None
    press: Sequence[tuple[Sequence[str], str]]
    asks: Sequence[str]


@dataclass(frozen=True)
class Understood:
    """What is filed of a text, what its receipt says is wrong, and whether it says how broken lines were read."""

    filed: Filed
    problems: Sequence[str]
    read_as: bool


@cache
def people() -> list[PersonMail]:
    """All mails, in the order of their names."""
    rows: list[dict[str, Any]] = [row for path in sorted(FOLDER.glob("*.json")) for row in json.loads(path.read_text("utf-8"))]
    return [PersonMail(**row) for row in rows]


@cache
def report(game: str) -> str:
    """Our mail that the mails of a game quote, abbreviated."""
    return (FOLDER / f"report-{game}.txt").read_text("utf-8")


@cache
def position(key: str, scenario: str, turns: int) -> Played:
    """A scenario after some turns of the game's first bot at every seat."""
    game = GAMES[key]
    bot = next(iter(game.planning.bots))
    seats = game.rules.seats(scenario, game.scenarios.options(scenario, {}))
    played = open_play(game, scenario, {}, "people")
    for _ in turns_of(played, by_bot({seat.id: bot for seat in seats}), "people", turns):
        pass
    return played
