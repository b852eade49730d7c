"""How even scenarios are: the figures of the rule books' tables of balance, which bots have measured."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pbem.files import DOCS

HEAD = "| scenario | side | bot | wins % | draws % | turns | units lost |\n"
GAMES = re.compile(r"^([0-9]+) games of each scenario", re.M)
EVEN, LEANING = 20.0, 50.0
"""The best side wins so many per cent more of the games than the worst."""


@dataclass(frozen=True)
class Balance:
    """What came of `games` games between bots: the share of each side in per cent, of draws, and how many turns they took."""

    games: int
    wins: Mapping[str, float]
    draws: float
    turns: float

    @property
    def best(self) -> str:
        """The side that won most."""
        return max(self.wins, key=lambda side: self.wins[side])

    @property
    def kind(self) -> str:
        """`even`, `leaning` or `one-sided`."""
        spread = max(self.wins.values()) - min(self.wins.values())
        return "even" if spread <= EVEN else "leaning" if spread <= LEANING else "one-sided"

    @property
    def shares(self) -> str:
        """`54 : 46`, in the order of the sides."""
        return " : ".join(f"{share:.0f}" for share in self.wins.values())


@cache
def balances(game: str) -> Mapping[str, Balance]:
    """By scenario, of all options at their defaults: the first table of the rule book; none for a book without one."""
    page = DOCS / "rules" / f"{game}.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    before, found, table = text.partition(HEAD)
    counts = GAMES.findall(before)
    if not found or not counts:
        return {}
    rows = list(_rows(table))
    return {scenario: _balance(int(counts[-1]), rows, scenario) for scenario in dict.fromkeys(row[0] for row in rows)}


def _rows(table: str) -> Iterator[list[str]]:
    """The cells of each line: scenario, side, bot, figures without their intervals. A scenario is named in its first line."""
    scenario = ""
    for line in table.splitlines()[1:]:
        if not line.startswith("|"):
            return
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        scenario = cells[0].strip("` ") or scenario
        yield [scenario, cells[1], cells[2], *(cell.partition(" ")[0] for cell in cells[3:])]


def _balance(games: int, rows: list[list[str]], scenario: str) -> Balance:
    own = [row for row in rows if row[0] == scenario]
    return Balance(games, {row[1]: float(row[3]) for row in own}, float(own[0][4]), float(own[0][5]))
