"""The two forms of one mail compared: its plain text and its HTML, which a mail program has made one from the other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

# The addresses of links, pictures and the numbers of a list are in one form of a mail only.
PLACEHOLDER = re.compile(
    r"<(?:https?|mailto):[^<>\s]{1,2000}>|\[(?:image|cid|bild|inline)[^\[\]\n]{0,200}\]|^[ \t]*\d{1,3}[.)](?=\s)", re.I | re.M
)
NO_LETTERS = re.compile(r"[\W_]+")
COMPARED = 4000  # letters from the top
WRAPPED = 60  # a line that was broken for its length has so many signs, or nearly
KEY = 20
MAX_RUN = 50  # lines that were one


def without_placeholders(text: str) -> str:
    """The text without what only one of its forms shows."""
    return PLACEHOLDER.sub("", text)


def differ(text: str, top: str, whole: bool) -> bool:
    """Whether the text begins with other words than the top of the page, or goes on where the `whole` page ends."""
    shown = letters_of(top)[:COMPARED]
    said = letters_of(text[: 3 * len(shown) + COMPARED])
    return not said.startswith(shown) or (whole and len(shown) < COMPARED and said != shown)


def may_be_wrapped(text: str) -> bool:
    """Whether a line of the writer's is as long as lines are when they are broken, and goes on."""
    lines = text.split("\n")
    return any(len(line) >= WRAPPED and _typed(line) and below.strip() for line, below in pairwise(lines))


def unwrapped(text: str, page: str) -> str:
    """The text with each of the writer's lines as long as it is on the page."""
    whole = {
        letters[:KEY]: letters
        for line in page.split("\n")
        if len(line) > KEY and _typed(line) and (letters := letters_of(line))
    }
    lines = text.split("\n")
    made: list[str] = []
    at = 0
    while at < len(lines):
        count = _run(lines, at, whole)
        made.append(" ".join(line.strip() for line in lines[at : at + count]) if count > 1 else lines[at])
        at += count
    return "\n".join(made)


def letters_of(text: str) -> str:
    """The letters and digits of a text."""
    return NO_LETTERS.sub("", without_placeholders(text)).casefold()


def _typed(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(">")


def _run(lines: Sequence[str], at: int, whole: Mapping[str, str]) -> int:
    """How many lines, from this one on, are one line of the page; a sign of its own, `>`, may be where it was broken."""
    joined = letters_of(lines[at]) if len(lines[at]) > KEY and _typed(lines[at]) else ""
    full = whole.get(joined[:KEY], "")
    count = 1
    while full != joined and full.startswith(joined) and count < min(MAX_RUN, len(lines) - at) and lines[at + count].strip():
        joined += letters_of(lines[at + count])
        count += 1
    return count if joined and joined == full else 1
