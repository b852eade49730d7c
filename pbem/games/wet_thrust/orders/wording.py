"""What the envelope must know of the language (5.1)."""

from __future__ import annotations

import re

from pbem.core.orders.order_words import OrderError
from pbem.core.orders.wording import Wording
from pbem.games.wet_thrust.language.grammar import PLOTS, READERS, RESERVED, read
from pbem.games.wet_thrust.language.lexer import FRACTIONS
from pbem.games.wet_thrust.orders.filing import GOES_ON, MOST_LENGTH

PLOT_SHAPE = re.compile(
    r"(?:(?:MAX ?[AD]|[ADPSE]|SPEED UP|SLOW(?: DOWN)?|STARBOARD|STBD|PORT|SPEED ?=? ?(?=[0-9.])|[0-9./]+)[ ,+]*)+[.! ]*|-",
    re.I,
)


def spelled(order: str) -> str:
    """WT-1.6: an order with its fractions in plain characters."""
    return " ".join(order.translate(FRACTIONS).split())


def reads(text: str) -> bool:
    """Is a text one order of a ship, a squadron or the fleet?"""
    try:
        return len(text) <= MOST_LENGTH and bool(read(text))
    except OrderError:
        return False


WORDING = Wording(
    heads=frozenset((*READERS, *PLOTS)),
    words=RESERVED
    | set(
        [
            "WILL",
            "NEAREST",
            "MAIN",
            "ANY",
            "SILENT",
            "NONE",
            "RUDDER",
            "FC",
            "HOLE",
            "INTO",
            "RANGE",
            "PRIORITY",
            "PORT",
            "STARBOARD",
            "STBD",
            "SMOKE",
            "FIRE",
            "SLOW",
            "MAXA",
            "MAXD",
            "OFF",
            "TO",
            "DIVE",
            "WEAKEST",
        ]
    ),
    goes_on=GOES_ON,
    order_shape=PLOT_SHAPE,
    reads=reads,
    spelled=spelled,
)
