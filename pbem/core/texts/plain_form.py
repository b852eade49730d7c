"""The order form on a page: the box holds its heads and orders alone; what its comments say stands beside the box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

HEAD = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,11}):")
"""The head of a block, as games write it in a form."""
MAILED, FILED = "Sent back as it stands", "Filed as it stands"
"""What a form says of itself: in a mail, and on a page."""
NUMBER = re.compile(r"[0-9]+")
KEPT = 64
"""Forms whose parts are kept: a page has the same one until its turn is over."""


class _Line(NamedTuple):
    """A line of a form, the unit in whose block it is ("": above all blocks), and its comment."""

    unit: str
    code: str
    comment: str


@lru_cache(KEPT)
def plain_form(form: str) -> str:
    """The form without its comments: it files the same. One without blocks stays as it is: nothing else names what is meant."""
    lines = list(_lines(form))
    if not any(line.unit for line in lines):
        return form
    kept = "\n".join(line.code for line in lines if line.code.strip() or not line.comment)
    return re.sub(r"\n{3,}", "\n\n", kept).strip()


@lru_cache(KEPT)
def form_notes(form: str, words: tuple[str, ...]) -> Mapping[str, list[str]]:
    """What the comments of a form with blocks say of each unit, and ("") of all.

    Left out are examples of orders, which begin with one of `words`, and what is said of the comments of the form themselves.
    """
    lines = list(_lines(form))
    begin = {_shape(word) for word in words}
    found: dict[str, list[str]] = {}
    if not any(line.unit for line in lines):
        return found
    for unit, code, comment in lines:
        if comment and "#" not in comment and _shape(comment) not in begin:
            said = comment.replace(MAILED, FILED)
            found.setdefault(unit, []).append(f"{code.strip()}: {said}" if code.strip() else said)
    return found


def _lines(form: str) -> Iterator[_Line]:
    unit = ""
    for line in form.split("\n"):
        code, _, comment = line.partition("#")
        head = HEAD.match(code)
        unit = head[1] if head else unit
        yield _Line(unit, code.rstrip(), comment.strip())


def _shape(words: str) -> str:
    """The first word, whatever number is in it: T3 is written like T1."""
    return NUMBER.sub("1", words.split(maxsplit=1)[0]) if words.strip() else ""
