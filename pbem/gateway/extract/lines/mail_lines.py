"""A mail's text as lines that each step of the pipeline may label; what no step labels is the player's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MARKS = re.compile(r"[ \t\ufeff]{0,4}(?:> ?)+")
MAX_GAP = 6
CLOSES = re.compile(r"\s{0,4}>[^<>]{0,40}[:：]\s*")
OPENED = re.compile(r"<[^<>\s]*@[^<>\s]*\s*$")
BAR = re.compile(r" {0,2}\|(?!\|)")
MIN_BARS = 3
MAX_BARS = 20
INITIALS = re.compile(r"[ \t]{0,4}[A-Z][A-Za-z]{0,2}>")


class MailLine(NamedTuple):
    """One line: as written, without its quote marks, how deep it is quoted, and what it is ("": the player's)."""

    text: str
    bare: str
    depth: int
    kind: str = ""

    @property
    def blank(self) -> bool:
        return not self.bare.strip()


class Span(NamedTuple):
    """The lines from `first` up to, not with, `after` are of one kind."""

    first: int
    after: int
    kind: str


def read(text: str) -> list[MailLine]:
    """The lines of a text.

    `C> ` counts as a quote mark only where two lines in a row have one, ` |` only where three lines have it, which are no
    table; `> wrote:` is none if it closes an address that a line before has opened.
    """
    raw = text.split("\n")
    initials = [bool(INITIALS.match(line)) for line in raw]
    barred = [line for line in raw if BAR.match(line)]
    bars = len(barred) >= MIN_BARS and not all(line.rstrip().endswith("|") for line in barred)
    lines: list[MailLine] = []
    for n, line in enumerate(raw):
        if initials[n] and (initials[n - 1 : n] == [True] or initials[n + 1 : n + 2] == [True]):
            lines.append(_marked(line, ">"))
        elif bars and BAR.match(line):
            lines.append(_marked(line, "|"))
        elif n and CLOSES.fullmatch(line) and OPENED.search("".join(part.strip()[-120:] for part in raw[max(0, n - 2) : n])):
            lines.append(MailLine(line, line, 0))
        else:
            lines.append(_line(line))
    return lines


def _line(text: str) -> MailLine:
    found = MARKS.match(text)
    if not found:
        return MailLine(text, text, 0)
    return MailLine(text, text[found.end() :], found[0].count(">"))


def _marked(text: str, mark: str) -> MailLine:
    """A line quoted with a mark of another kind; below it there may be the usual ones, or the same again."""
    below = _line(text[text.index(mark) + 1 :].removeprefix(" " if mark == ">" else ""))
    bare, depth = below.bare, below.depth + 1
    while mark == "|" and depth < MAX_BARS and BAR.match(bare):
        bare, depth = bare[bare.index("|") + 1 :], depth + 1
    return MailLine(text, bare, depth)


def label(lines: Sequence[MailLine], spans: Iterable[Span]) -> list[MailLine]:
    """The lines with their kinds; a line that has one keeps it."""
    labelled = list(lines)
    for first, after, kind in spans:
        for n in range(first, min(after, len(labelled))):
            if not labelled[n].kind:
                labelled[n] = labelled[n]._replace(kind=kind)
    return labelled


def segments(lines: Sequence[MailLine]) -> list[tuple[int, int]]:
    """(first, after) of each run of lines that nobody has labelled."""
    runs: list[tuple[int, int]] = []
    start = -1
    for n, line in enumerate(lines):
        if line.kind and start >= 0:
            runs.append((start, n))
            start = -1
        elif not line.kind and start < 0:
            start = n
    return [*runs, (start, len(lines))] if start >= 0 else runs


def quoted_below(lines: Sequence[MailLine], at: int) -> bool:
    """Whether the next words are quoted, or known to be of our report."""
    for line in lines[at : at + MAX_GAP]:
        if line.depth or line.kind in ("report", "form"):
            return True
        if not line.blank:
            return False
    return False
