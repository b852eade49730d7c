"""The words of a line of orders, and the names that orders of a campaign have: units, fleets, battles, items of a sheet."""

from __future__ import annotations

import re

from pbem.core.orders import order_words
from pbem.core.orders.parts import Listed, Number, OneWord

WORDS = frozenset(("ALL", "AND", "BATTLE", "COMMANDER", "TO"))
"""Words of the language that are no names."""
MOST_NAMES = 40


class Words(order_words.Words):
    """The words of one order: names may have dots and hyphens within (`f.shields`, `gun-a`), and begin with a digit (`1ST`)."""

    TOKEN = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?|\S")


def called(kind: str, why: str) -> OneWord[str]:
    """A name of the campaign, in upper case; `kind` is what random ones are drawn from."""
    return OneWord("[A-Z0-9_][A-Z0-9_.-]*", kind, str, str, WORDS, why=why)


UNIT = called("unit", 'a unit is called by its id, not "{}"')
FLEET_NAME = called("fleet", 'a fleet is called by its name, not "{}"')
PLACE = called("place", 'a battle is called by its number or its node, not "{}"')
ITEM = OneWord(
    "(?=.*[A-Z])[A-Z0-9_][A-Z0-9_.-]*", "item", str.lower, str, WORDS, why='an item is called as on the sheet, not "{}"'
)
"""In small letters, as sheets have it."""
UNITS: Listed[str] = Listed(UNIT, ",", "AND", loose=True, most=(MOST_NAMES, f"an order names at most {MOST_NAMES} units"))
FORCE: Listed[str] = Listed(
    called("force", 'units and fleets are called by their names, not "{}"'),
    ",",
    "AND",
    loose=True,
    most=(MOST_NAMES, f"an order names at most {MOST_NAMES} units and fleets"),
)
BOXES = Number(1, also={"ALL": None}, why='boxes are a number from 1, or ALL, not "{}"')
STORES = Number(1, why='stores are a number from 1, not "{}"')
