"""What rules and reports hand on: what is asked and how it ended, panels, dry runs, and orders as help and pages list them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.core.drawing.labels import Label
from pbem.core.drawing.scene import Point, Scene, Shape


@dataclass(frozen=True)
class Ask:
    """What a seat is asked for now: in words, and for which units."""

    what: str
    units: list[str]


@dataclass(frozen=True)
class GameTurns:
    """Where a game is by its rule book's own count, in words such as `game turn 2 of 24`; set-up is `set-up`, never a number.

    `played` is the turn that the position is the end of, "" before the first of them; `next` what orders are wanted for (or,
    in a campaign, the turn in which a battle ends), "" after the end.
    """

    played: str
    next: str


def game_turns(turn: int, limit: int, over: bool) -> GameTurns:
    """Where a game is that has ended so many game turns, and whose turns all have orders."""
    words = [f"game turn {number} of {limit}" for number in (turn, turn + 1)]
    return GameTurns(words[0] if turn else "", "" if over else words[1])


@dataclass(frozen=True)
class Verdict:
    """How a game ended: winning sides (none: a draw), and in a whole sentence who won and why it ended."""

    winners: list[str]
    text: str


@dataclass(frozen=True)
class Losses:
    """Of `units` that a side began with (or received), so many are `lost`: sunk, destroyed, captured."""

    lost: int
    units: int


@dataclass(frozen=True)
class UnitLoss:
    """What one unit has lost so far, in a few words; `points` compare it with itself in another position of the same game."""

    points: int
    words: str


NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?[%\"]?|-|")
"""A cell of figures, or one that stands for none."""


@dataclass(frozen=True)
class Paragraph:
    """Words of a panel; in fixed width all lines but the first begin with `indent`. What begins with blanks is below others."""

    text: str
    indent: str = "  "

    @property
    def is_below(self) -> bool:
        """Whether it says more of the paragraph before it."""
        return self.text.startswith(" ")


@dataclass(frozen=True)
class Columns:
    """Rows of cells under a heading; without rows it says nothing.

    `below` has words that go with a row, by its place. `narrow` is how mail has it where columns alone are too wide for a line.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    below: Mapping[int, str] = field(default_factory=dict)
    least: int = 0
    narrow: Sequence[str] = ()

    @property
    def figures(self) -> list[bool]:
        """Of each column, whether all of its cells are figures."""
        return [all(NUMBER.fullmatch(cell.strip()) for cell in column) for column in zip(*self.rows, strict=True)]


@dataclass(frozen=True)
class Cells:
    """Short facts side by side; in fixed width as many in a line as fit, with `gap` between, further lines behind `indent`."""

    cells: Sequence[str]
    gap: str = "  "
    indent: str = ""


Part = Columns | Paragraph | Cells


@dataclass(frozen=True)
class Panel:
    """A part of a report in fixed-width lines: a record sheet, a table of contacts, a score."""

    title: str
    lines: list[str]
    parts: Sequence[Part] = field(default=(), metadata={"json": None})
    """The same as tables, lists and paragraphs, for pages (`panels.panel_of` makes both)."""
    sheet: bool = field(default=False, metadata={"json": None})
    """Is it a record sheet, of which the report has a picture, too?"""


@dataclass(frozen=True)
class Preview:
    """What a seat's own orders would do if nobody else did anything: a dry run made of what it knows.

    `scene` is the reader's map with the tracks, end positions and arcs of their own units drawn in; `tables` say the same in
    fixed-width lines, with ranges to known contacts and the odds of what is ordered to fire. `plan` are the tracks, the places
    where own units end, their arcs, and the shots alone, to be drawn over the map as it is: in its units. `words` are what is
    to be written on it then, where the map leaves room (`plan_words.place_over`).
    """

    scene: Scene
    tables: list[Panel]
    plan: Sequence[Shape] = ()
    words: Sequence[Label] = ()


@dataclass(frozen=True)
class Target:
    """What is pointed at on a reader's map: a place in the units of the map, and the unit there ("": none)."""

    place: Point
    unit: str = ""


@dataclass(frozen=True)
class SuggestedOrder:
    """An order that could be written now into the block of `unit`; `group` is the heading it is offered under.

    `text` parses without problems as it is; `hint` says what it does or what it would cost.
    """

    unit: str
    group: str
    text: str
    hint: str = ""
