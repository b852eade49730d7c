"""Reading a page of the documentation, for tests that compare it with the code."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
SPAN = re.compile(r"`([^`]+)`")


def page(name: str) -> str:
    """A page of docs/, like `rules/stingray`."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def chapter(page: str, heading: str, level: int = 2) -> str:
    """What is under a heading."""
    found = re.search(rf"^{'#' * level} {re.escape(heading)}\n(.*?)(?=^#{{2,{level}}} |\Z)", page, re.M | re.S)
    assert found, heading
    return found[1]


def samples(text: str, language: str = "") -> list[str]:
    """The code blocks of a chapter."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def rows(text: str) -> list[list[str]]:
    """The cells of all table rows of a chapter, headings included, rules left out."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in cells]
