"""Parts of a report in fixed-width lines: what the games' panels are made of."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.game.report_parts import Panel

PANEL_WIDTH = 78
"""Columns of the widest line of a panel: what mail programs show of fixed-width text without breaking it."""
INDENT = " " * 5
"""Of what a line goes on with that begins with a unit's id."""
SUMMARY_LINES = 8
"""Sentences of a turn's summary at most."""
OPTION_COLUMNS = 3


def wrapped(line: str, indent: str = "  ") -> list[str]:
    """Words in lines of a panel; all but the first begin with `indent`. A word wider than a line is broken."""
    return textwrap.wrap(line, PANEL_WIDTH, subsequent_indent=indent)


def packed(cells: Sequence[str], between: str, indent: str = "") -> list[str]:
    """Cells side by side in as few lines as they need, all but the first behind `indent`. A cell wider than one is broken."""
    lines: list[str] = []
    for cell in cells:
        if lines and len(lines[-1]) + len(between) + len(cell) <= PANEL_WIDTH:
            lines[-1] += between + cell
        else:
            lines += wrapped((indent if lines else "") + cell, 2 * indent)
    return lines


def wrapped_deeper(line: str) -> list[str]:
    """Words in lines of a panel; all but the first begin four columns further in than the first. An empty line stays."""
    return wrapped(line, " " * (len(line) - len(line.lstrip()) + 4)) or [""]


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
