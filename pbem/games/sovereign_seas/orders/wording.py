"""What the envelope must know of the language (5.1)."""

from __future__ import annotations

import re

from pbem.core.orders.order_words import OrderError
from pbem.core.orders.wording import Wording
from pbem.games.sovereign_seas.language.grammar import read
from pbem.games.sovereign_seas.language.syntax import FORMS, RESERVED
from pbem.games.sovereign_seas.orders.filing import GOES_ON, MOST_LENGTH

COUNTER_HEAD = re.compile(r"^(BSIC|CBIC|SF|COV|LM|SM) ([0-9]+)(?= ?:(?!/))", re.I)


def spelled(order: str) -> str:
    """2.1: a printed counter name before a colon is one word (BSIC 1: is BSIC-1:)."""
    return COUNTER_HEAD.sub(r"\1-\2", order)


def reads(text: str) -> bool:
    """Is a text one order of a ship or the fleet?"""
    try:
        return len(text) <= MOST_LENGTH and bool(read(text))
    except OrderError:
        return False


WORDING = Wording(
    heads=frozenset(FORMS),
    words=RESERVED
    | set(
        [
            "NEAREST",
            "WEAKEST",
            "BIGGEST",
            "MAX",
            "MIN",
            "MATCH",
            "FRIENDS",
            "ENEMIES",
            "NONE",
            "ALL",
            "ARMOUR",
            "ARMOR",
            "CHEAP",
            "TURRET",
            "TURRETS",
            "PORT",
            "STARBOARD",
            "STBD",
            "LEFT",
            "RIGHT",
            "NE",
            "SE",
            "SW",
            "NW",
            "FIRE",
            "POLICY",
            "HEX",
        ]
    ),
    goes_on=GOES_ON,
    reads=reads,
    spelled=spelled,
)
