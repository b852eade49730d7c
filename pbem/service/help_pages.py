"""Pages of the documentation as plain text for a mail: the order language by sections, the rule book by clauses."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from pbem.files import DOCS

WIDTH = 76
HEADING = re.compile(r"(#{1,6}) (.*)")
CLAUSE = re.compile(r"- \*\*([A-Z]+-[A-Z0-9]+\.[0-9]+)\*\* (.*)")
BULLET = re.compile(r"( *)(?:[-*]|[0-9]+\.) (.*)")
CELL = re.compile(r"(?<!\\)\|")
RULE = re.compile(r"[|:\- ]+")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
CODE = re.compile(r"`[^`]*`")
HELD = "\0"
"""Stands for a piece of code while the words around it are read."""
STAR = re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])")


@dataclass
class Section:
    """A headline and what is below it up to the next one, in Markdown."""

    title: str
    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Plain text: the headline underlined, prose and tables wrapped, examples as they are."""
        body = "\n".join(_blocks(self.lines)).strip("\n")
        return f"{self.title}\n{'-' * len(self.title)}\n\n{body}".rstrip()

    def markdown(self, level: int) -> str:
        """The section as it is on its page, under a headline of this level."""
        return "\n".join([*([f"{'#' * level} {self.title}", ""] if self.title else []), *self.lines])

    def codes(self) -> str:
        """The first cells of its tables, where a page of orders has the orders."""
        rows = [line for line in self.lines if line.startswith("|")]
        return " ".join(_cells(row)[0] for row in rows).upper()


@cache
def order_page(game: str) -> list[Section]:
    """`docs/orders/<game>.md` by its headlines; none if there is no such page."""
    page = DOCS / "orders" / f"{game}.md"
    if not page.is_file():
        return []
    sections = [Section("")]
    fenced = False
    for line in page.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        heading = None if fenced else HEADING.fullmatch(line)
        if heading:
            sections.append(Section(_plain(heading[2])))
        else:
            sections[-1].lines.append(line)
    return [section for section in sections if section.title]


@cache
def clauses(game: str) -> dict[str, str]:
    """The clauses of `docs/rules/<game>.md`: id -> its words, in plain text."""
    page = DOCS / "rules" / f"{game}.md"
    if not page.is_file():
        return {}
    found = map(CLAUSE.fullmatch, page.read_text(encoding="utf-8").splitlines())
    return {clause[1]: _plain(clause[2]) for clause in found if clause}


def wrapped(text: str, indent: int = 0, hang: int = 0) -> list[str]:
    """Prose in lines of at most 76 columns; lines after the first are indented by `hang` more."""
    before, after = " " * indent, " " * (indent + hang)
    return textwrap.wrap(text, WIDTH, initial_indent=before, subsequent_indent=after, break_on_hyphens=False)


# ---------------------------------------------------------------- Markdown


def _blocks(lines: list[str]) -> Iterator[str]:
    """The lines of a section as they are in a mail."""
    at = 0
    while at < len(lines):
        line, end = lines[at], at + 1
        if line.startswith("```"):
            while end < len(lines) and not lines[end].startswith("```"):
                end += 1
            yield from (f"  {code}".rstrip() for code in lines[at + 1 : end])
            end += 1
        elif line.startswith("|"):
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            yield from _table(lines[at:end])
        elif line.strip():
            while end < len(lines) and _goes_on(lines[end]):
                end += 1
            yield from _prose(" ".join(part.strip() for part in [line.rstrip(), *lines[at + 1 : end]]), line)
        else:
            yield ""
        at = end


def _goes_on(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(("```", "|")) and not BULLET.fullmatch(line)


def _prose(text: str, first: str) -> list[str]:
    """A paragraph or an item of a list."""
    item = BULLET.fullmatch(first)
    if not item:
        return wrapped(_plain(text))
    return wrapped(_plain(text), len(item[1]), 2)


def _table(rows: list[str]) -> Iterator[str]:
    """A row is its first cell with the second below it; further cells are there with the names of their columns."""
    names = _cells(rows[0])
    for row in rows[1:]:
        first, *rest = _cells(row)
        if RULE.fullmatch(row):
            continue
        more = zip(names[2:], rest[1:], strict=False)
        rest = [*rest[:1], *(f"{name}: {cell}" if name else f"({cell})" for name, cell in more if cell)]
        yield from wrapped(first, 2, 2)
        for cell in rest:
            yield from wrapped(cell, 6)


def _cells(row: str) -> list[str]:
    return [_plain(cell.strip().replace("\\|", "|")) for cell in CELL.split(row.strip().removesuffix("|"))[1:]] or [""]


def _plain(text: str) -> str:
    """Without links and emphasis; what is between backticks stays as it is."""
    linked = LINK.sub(r"\1", text)
    codes = iter(CODE.findall(linked))
    bare = STAR.sub(r"\1", CODE.sub(HELD, linked).replace("**", ""))  # emphasis may hold code
    return re.sub(HELD, lambda _: next(codes), bare)
