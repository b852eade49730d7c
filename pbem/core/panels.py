"""Parts of a report in fixed-width lines: what the games' panels are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.game import Panel

PANEL_WIDTH = 78
"""Columns of the widest line of a panel: what mail programs show of fixed-width text without breaking it."""
OPTION_COLUMNS = 3


def columns(rows: Sequence[Sequence[str]], least: int = 0) -> list[str]:
    """Rows with each column as wide as its widest cell, and at least `least`."""
    widths = [max(least, *map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under a heading, the first of them; a heading alone is no table."""
    return columns(rows) if len(rows) > 1 else []


def options_panel(options: Mapping[str, Any], turn: int) -> Panel:
    """All options of a game by name, in the reports before turn 1; without lines in later ones."""
    words = [f"{name} {value}" for name, value in sorted(options.items())] if not turn else []
    laid = (_beside(words, number) for number in range(OPTION_COLUMNS, 0, -1))
    fits = (lines for lines in laid if max(map(len, lines), default=0) <= PANEL_WIDTH)
    return Panel("OPTIONS OF THIS GAME", next(fits, words))


def _beside(words: Sequence[str], number: int) -> list[str]:
    """Words in so many columns, read downwards."""
    height = -(-len(words) // number)
    return columns([[*words[row::height], *[""] * number][:number] for row in range(height)])
