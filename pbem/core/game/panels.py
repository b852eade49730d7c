"""Parts of a report in fixed-width lines: what the games' panels are made of."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.core.game.report_parts import Cells, Columns, Panel, Paragraph, Part

PANEL_WIDTH = 78
"""Columns of the widest line of a panel: what mail programs show of fixed-width text without breaking it."""
INDENT = " " * 5
"""Of what a line goes on with that begins with a unit's id."""
SUMMARY_LINES = 8
"""Sentences of a turn's summary at most."""
OPTION_COLUMNS = 3
GAP = 2
"""Columns between two cells."""


def panel_of(title: str, *parts: Part, sheet: bool = False) -> Panel:
    """A panel of tables, facts and paragraphs, and the same in fixed-width lines."""
    said = [part for part in parts if not isinstance(part, Columns) or part.rows]
    return Panel(title, [line for part in said for line in _lines(part)], said, sheet)


def filled(panels: Iterable[Panel]) -> list[Panel]:
    """Those that say something."""
    return [panel for panel in panels if panel.lines]


def prose(said: Iterable[str], indent: str = "  ") -> list[Paragraph]:
    """A paragraph for each that says something."""
    return [Paragraph(words, indent) for words in said if words]


def outline(said: Iterable[str]) -> list[Paragraph]:
    """Paragraphs that go on four columns further in than they begin."""
    return [Paragraph(words, " " * (len(words) - len(words.lstrip()) + 4)) for words in said]


def facts(rows: Sequence[tuple[str, str]], width: int) -> Columns:
    """Facts with their names; in fixed width behind names of so many columns. Without words there is no fact."""
    said = [row for row in rows if row[1]]
    lines = [line for name, words in said for line in wrapped(f"{name:{width}}{words}", " " * width)]
    return Columns(("", ""), said, narrow=lines)


def _lines(part: Part) -> Sequence[str]:
    if isinstance(part, Paragraph):
        return wrapped(part.text, part.indent) or [""]
    if isinstance(part, Cells):
        return packed(part.cells, part.gap, part.indent)
    return part.narrow or wrapped_table([part.head, *part.rows], part.least)


def wrapped(line: str, indent: str = "  ") -> list[str]:
    """Words in lines of a panel; all but the first begin with `indent`. A word wider than a line is broken."""
    if len(line) <= PANEL_WIDTH:  # nearly all
        return [line.rstrip()] if line.strip() else []
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


def columns(rows: Sequence[Sequence[str]], least: int = 0) -> list[str]:
    """Rows with each column as wide as its widest cell, and at least `least`."""
    widths = [max(least, *map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def wrapped_table(rows: Sequence[Sequence[str]], least: int = 0) -> list[str]:
    """Rows under a heading, the first of them; the last column is broken where the panel ends. A heading alone is no table."""
    if len(rows) < 2:
        return []
    room = PANEL_WIDTH - sum(max(least, *map(len, column)) + GAP for column in zip(*(row[:-1] for row in rows), strict=True))
    return columns([line for row in rows for line in _broken(row, max(1, room))], least)


def _broken(row: Sequence[str], room: int) -> list[list[str]]:
    """A row as one or more, of which all but the first have only the rest of the last cell."""
    parts = textwrap.wrap(row[-1], room, break_long_words=False) or [""]
    return [[*row[:-1], parts[0]], *([*[""] * (len(row) - 1), part] for part in parts[1:])]


def options_panel(options: Mapping[str, Any], turn: int) -> Panel:
    """All options of a game by name, in the reports before turn 1; without lines in later ones."""
    rows = [(name, str(value)) for name, value in sorted(options.items())] if not turn else []
    words = [" ".join(row) for row in rows]
    laid = (_beside(words, number) for number in range(OPTION_COLUMNS, 0, -1))
    fits = (lines for lines in laid if max(map(len, lines), default=0) <= PANEL_WIDTH)
    return panel_of("OPTIONS OF THIS GAME", Columns(("option", "choice"), rows, narrow=next(fits, words)))


def _beside(words: Sequence[str], number: int) -> list[str]:
    """Words in so many columns, read downwards."""
    height = -(-len(words) // number)
    return columns([[*words[row::height], *[""] * number][:number] for row in range(height)])
