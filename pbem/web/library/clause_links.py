"""Clause ids in any text as links to their place in the rule book."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup, escape

from pbem.campaign.played import PLAYED
from pbem.service import help_pages

CLAUSE = re.compile(r"\b([A-Z]+)-[A-Z0-9]+\.[0-9]+\b")
BOOKS = {game.clauses: key for key, game in PLAYED.items()}
"""Prefix of the clause ids -> game."""


class TextPart(NamedTuple):
    """A piece of a text; `clause` is the id that it is, "" for other words."""

    text: str
    clause: str


def parts(text: str) -> Iterator[TextPart]:
    """The text cut at its clause ids. What only looks like one stays a word, so that every link leads somewhere."""
    end = 0
    for found in CLAUSE.finditer(text):
        if book_of(found[0]):
            if found.start() > end:
                yield TextPart(text[end : found.start()], "")
            yield TextPart(found[0], found[0])
            end = found.end()
    if text[end:]:
        yield TextPart(text[end:], "")


def book_of(clause: str) -> str:
    """The game whose rule book has this clause; "" for none."""
    game = BOOKS.get(clause.partition("-")[0], "")
    return game if game and clause in help_pages.clauses(game) else ""


def clause_url(clause: str) -> str:
    """Where the clause is: `/rules/star_navy#SN-6.4`; "" for what is no clause."""
    game = book_of(clause)
    return url_for("rules.rule_book", game=game, _anchor=clause) if game else ""


def clauses(text: object) -> Markup:
    """The text with each clause id in it a link."""
    return Markup("").join(_linked(part) if part.clause else escape(part.text) for part in parts(str(text)))


def _linked(part: TextPart) -> Markup:
    return Markup('<a class="clause" href="{}">{}</a>').format(clause_url(part.clause), part.text)
