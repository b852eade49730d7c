"""What people and mail programs put into and around a line: odd characters, list numbers, bullets, bold, tables."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise

SIGNS = str.maketrans({**dict.fromkeys("‐‑‒–—―−", "-"), "≤": "<=", "≥": ">=", "´": "'"})
FRACTION = re.compile("([¼-¾⅐-⅟↉])")
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
BULLET = re.compile(r"[-*•‣◦▪▫●○■□➢➤✓⁃∙·\uf0b7\uf0a7\uf0d8]\s+(?=\S)")
NUMBER = re.compile(r"\(?([0-9]{1,3}|[a-h])(?:[.)]\s+|、\s*)(?=\S)")
MARK = re.compile(r"\W|[0-9]|[a-h][.)、]")
"""How a line begins that may have a mark before it."""
ARROW = re.compile(r"(?:\+|-+>|=+>|[→➔➜»])\s+(?=\w{2})")
"""What is a bullet only before an order."""
OPENING = re.compile(r"([*_`]{1,3})(?=[^\s*_`])([^*_`]{0,200}[^\s*_`])\1(?![\w*])")
STARS = str.maketrans("", "", "*`")
PAIR = re.compile(r"(?<![\w/])(_{1,2}|/)(?=[^\s_/])(.{0,200}?[^\s_/])\1(?![\w/])")
QUOTES = '"“”„«»'
MARKED = re.compile(rf"[*`_/{QUOTES}]")
BOLD = re.compile(r"(\*{1,3}|__?)(?=[^\s*_]).*[^\s*_]\1:?")
CELL = re.compile(r"(?<=\s)\|(?=\s)")
SMILEYS = re.compile(
    r"(?:(?:(?<=\s)|\A)(?:[:;]-?['’]?[)(DPp]|:[A-Za-z][\w+-]{1,30}:)|[\U0001f300-\U0001faff\u2600-\u26ff]\ufe0f?)+\s*\Z"
)
"""Smileys at the end of a line: an order says the same without them."""
RULE = re.compile(r"[-:|\s]*")


SMILEY_LENGTH = 40
"""Characters at the end of a line in which a smiley is looked for."""


def clean(text: str) -> str:
    """The same lines in plain characters: no invisible ones, plain dashes and comparison signs.

    A fraction of one character stays: its plain characters would make 11/2 of 1½.
    """
    if text.isascii():
        return _visible(text)
    parts = FRACTION.split(_visible(text.translate(SIGNS)))
    plain = [part if FRACTION.match(part) else unicodedata.normalize("NFKC", part) for part in parts]
    return _visible("".join(plain).translate(SIGNS))


def _visible(text: str) -> str:
    if text.isascii():
        return CONTROL.sub("", text)
    return "".join(c for c in text if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf"))


def without_marks(lines: Sequence[str], is_order: Callable[[str], bool]) -> list[str]:
    """Lines without list numbers, bullets, and the bars of a table.

    A number is a list's when the numbered line before or after it has the next one; one that stands alone, when what is left
    is an order and the whole line is none.
    """
    rows = [line.strip() for line in lines]
    marked = [at for at, row in enumerate(rows) if MARK.match(row)]
    for at in marked:
        rows[at] = _off(BULLET, _cells(rows[at]))
    numbered = [(at, mark, _value(mark[1])) for at in marked if (mark := NUMBER.match(rows[at]))]
    runs = {at for (first, _, one), (last, _, two) in pairwise(numbered) if two == one + 1 for at in (first, last)}
    for at in marked:
        rest = _off(ARROW, rows[at])
        rows[at] = rest if rest != rows[at] and is_order(plain(rest)) else rows[at]
    for at, number, _ in numbered:
        rest = _off(BULLET, rows[at][number.end() :])
        if at in runs or (is_order(plain(rest)) and not is_order(plain(rows[at]))):
            rows[at] = rest
    return rows


def without_opening(line: str) -> str:
    """A line without the marks around its first words; what follows stays as it was written."""
    mark = OPENING.match(line)
    return f"{mark[2]}{line[mark.end() :]}" if mark else line


def plain(text: str) -> str:
    """A piece of a line without the marks around its words, and smileys behind them; white space as single blanks."""
    while (found := SMILEYS.search(text, max(0, len(text) - SMILEY_LENGTH))) and found.start():
        text = text[: found.start()].rstrip()
    if not MARKED.search(text):
        return " ".join(text.split())
    words = " ".join(PAIR.sub(r"\2", text.translate(STARS)).split())
    return words[1:-1].strip() if len(words) > 2 and words[0] in QUOTES and words[-1] in QUOTES else words


def is_set_off(line: str) -> bool:
    """Is the whole line set off by marks, as headings are?"""
    return bool(BOLD.fullmatch(line))


def _off(mark: re.Pattern[str], line: str) -> str:
    """A line without the mark that it may begin with."""
    found = mark.match(line)
    return line[found.end() :] if found else line


def _cells(line: str) -> str:
    """A row of a table as words; its ruled lines are empty."""
    if not (line.startswith("|") and line.endswith("|")):
        return line
    return "" if RULE.fullmatch(line) else CELL.sub(" ", line.strip("|")).strip()


def _value(mark: str) -> int:
    return int(mark) if mark.isdigit() else ord(mark)
