"""Lines of fixed width: prose and tables that keep within a panel."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pbem.core.game.panels import PANEL_WIDTH, columns

GAP = 2
"""Columns between two cells."""


def wrapped_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under a heading, the first of them; the last column is broken where the panel ends. A heading alone is no table."""
    if len(rows) < 2:
        return []
    room = PANEL_WIDTH - sum(max(map(len, column)) + GAP for column in zip(*(row[:-1] for row in rows), strict=True))
    lines = [line for row in rows for line in _broken(row, room)]
    return columns(lines)


def _broken(row: Sequence[str], room: int) -> list[list[str]]:
    """A row as one or more, of which all but the first have only the rest of the last cell."""
    parts = textwrap.wrap(row[-1], room, break_long_words=False) or [""]
    return [[*row[:-1], parts[0]], *([*[""] * (len(row) - 1), part] for part in parts[1:])]
