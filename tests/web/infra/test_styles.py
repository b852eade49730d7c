"""Style sheets hold what pages use: no class that nothing has; sizes of type and space are those of `wardroom.css`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "pbem" / "web" / "static"
SHEETS = sorted(STATIC.glob("*.css"))
PICTURES = ("present", "web", "core/drawing", "games", "campaign")
"""Folders whose modules name classes: of markup, and roles of shapes."""


def used_words() -> Iterator[str]:
    """Words of class attributes in templates, and all words of scripts and of strings in modules."""
    for template in (ROOT / "templates").rglob("*.html"):
        for attribute in re.findall(r"class=\\?[\"'](.*?[^=])[\"'](?=[ >/])", template.read_text(), re.S):
            yield from re.findall(r"[\w-]+", attribute)
    for script in STATIC.glob("*.js"):
        yield from re.findall(r"[\w-]+", script.read_text())
    for folder in PICTURES:
        for module in (ROOT / "pbem" / folder).rglob("*.py"):
            for text in re.findall(r"[\"']([^\"'\n]*)[\"']", module.read_text()):
                yield from re.findall(r"[\w-]+", text)


USED = frozenset(used_words())
STEMS = tuple(word for word in USED if word.endswith("-") and len(word) > 2)
"""Beginnings of classes whose ends are worked out: `state-`."""


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.name))
def test_every_class_is_used(sheet: Path) -> None:
    """A rule that nothing needs any more goes with the last thing that needed it."""
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
    named = {name for rule in re.findall(r"([^{}]+)\{", rules) for name in re.findall(r"\.([a-zA-Z][\w-]*)", rule)}
    assert sorted(name for name in named if name not in USED and not name.startswith(STEMS)) == []


SIZED = re.compile(r"(?<![\w-])((?:margin|padding)(?:-[a-z]+)*|(?:row-|column-)?gap|font-size|font)\s*:\s*([^;{}]+)")
LENGTH = re.compile(r"(?<![\w.])\d*\.?\d+(?:rem|vw|vh)\b|(?<![\w.])(?:[4-9]|[1-9]\d+)(?:\.\d+)?px\b")
"""A size of its own; hairlines of up to 3 px, and `em`, which goes with the type around it, are none; paper has mm and pt."""
WITHOUT_TOKENS = {"replay_file.css": "it is inside a file that is kept alone, without the other style sheets"}


@pytest.mark.parametrize(
    "sheet", [sheet for sheet in SHEETS if sheet.name not in WITHOUT_TOKENS], ids=lambda sheet: str(sheet.name)
)
def test_sizes_are_those_of_all_pages(sheet: Path) -> None:
    """Type and spaces are `--t1` to `--t6` and `--s1` to `--s7`, so that pages go together and change together."""
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
    own = [f"{name}: {value}" for name, value in SIZED.findall(rules) if LENGTH.search(value)]
    assert own == []


def test_what_has_no_tokens_is_there() -> None:
    """An exception goes with what it was for."""
    assert set(WITHOUT_TOKENS) <= {sheet.name for sheet in SHEETS}
