"""Ids of units in a line of the report, each marked by itself, so that pointing at one lights it on the map."""

from __future__ import annotations

import re
from collections.abc import Collection

from markupsafe import Markup, escape

WORD = re.compile(r"([\w-]+)")


def unit_marks(text: str, units: Collection[str]) -> Markup:
    """The words with what the script of the table looks for around each of these ids."""
    words = (escape(word) if word not in units else _marked(word) for word in WORD.split(text))
    return Markup("").join(words)


def _marked(unit: str) -> Markup:
    return Markup('<span data-units="{0}">{0}</span>').format(unit)
