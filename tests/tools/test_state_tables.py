"""tools/pages/state_tables.py: section "State JSON" of a rule book is written from the declaration of the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from events.shapes import Id, Range
from pbem.core.geometry.hexes import Hex, MaybeDirection
from pbem.core.geometry.tabletop import Spot
from tools.pages.state_tables import BEGIN, END, ROOT, declared, pages, tables


@dataclass
class Log:
    """What damage
    leaves."""

    marked: Annotated[int, Range(0, 6)] = 0
    """Circles, from
    the bow."""


@dataclass
class Thing:
    """What ships inherit."""

    id: Id
    name: str
    """Of the | class."""


@dataclass
class Ship(Thing):
    """One ship."""

    hex: Hex
    heading: MaybeDirection = -1
    fate: Literal["afloat", "sunk"] = "afloat"
    speed: Fraction = Fraction(3, 2)
    log_if_known: Log | None = field(default=None, metadata={"json": "log"})
    """Her owner's."""
    own: Log = field(default_factory=Log)
    way: list[Spot] = field(default_factory=list)
    secret: str = field(default="", metadata={"json": None})


@dataclass
class State:
    """A whole game."""

    ships: dict[str, Ship] = field(default_factory=dict)
    strikes: dict[str, int | str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


TABLES = """| field | in JSON | left out | meaning |
|---|---|---|---|
| `ships` | object by id: Ship | `{}` |  |
| `strikes` | object by text: whole number or text | `{}` |  |
| `options` | object by text: anything | `{}` |  |

**Ship**: One ship.

| field | in JSON | left out | meaning |
|---|---|---|---|
| `name` | text |  | Of the \\| class. |
| `hex` | a hex label `CCRR` |  |  |
| `heading` | a direction `N` to `NW`, or `""` | `""` |  |
| `fate` | `"afloat"` or `"sunk"` | `"afloat"` |  |
| `speed` | a fraction like `3/2` | `"3/2"` |  |
| `log` | Log, or `null` | `null` | Her owner's. |
| `own` | Log | all of it left out |  |
| `way` | list: `[x, y]` in mils | `[]` |  |

**Log**: What damage leaves.

| field | in JSON | left out | meaning |
|---|---|---|---|
| `marked` | whole number 0 to 6 | `0` | Circles, from the bow. |
"""


def test_each_dataclass_has_a_table_of_its_fields() -> None:
    """What it is in JSON, its default, its docstring; what it inherits first; ids and what JSON has not are left out."""
    assert tables(State) == TABLES


def test_the_tables_stand_between_the_markers(tmp_path: Path) -> None:
    """The words of the book around them stay; written again nothing changes."""
    (tmp_path / "docs/rules").mkdir(parents=True)
    book = tmp_path / "docs/rules/chess.md"
    book.write_text(f"Before.\n\n{BEGIN}old\n{END}\nAfter.\n")
    made = pages(tmp_path, {"rules/chess": State})
    assert made == {book: f"Before.\n\n{BEGIN}\n{TABLES}\n{END}\nAfter.\n"}
    book.write_text(made[book])
    assert pages(tmp_path, {"rules/chess": State}) == made


@pytest.mark.parametrize("name", declared())
def test_each_page_says_what_is_declared(name: str) -> None:
    """Section "State JSON" of a rule book, and what a campaign file holds."""
    for page, text in pages(ROOT, {name: declared()[name]}).items():
        assert page.read_text(encoding="utf-8") == text, "run `make pages`, which writes it"
