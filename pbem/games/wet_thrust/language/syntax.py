"""The words of the language, and hints how to write its orders."""

from __future__ import annotations

import re
from difflib import get_close_matches

from pbem.core.orders.usage import Shape
from pbem.core.texts.envelope import shortened
from pbem.games.wet_thrust.model.order_parts import NONE
from pbem.games.wet_thrust.model.orders import AIMS, FLEET, FLEET_ORDERS, LANGUAGE, SHIP_ORDERS

HEAD = re.compile(r"([A-Za-z]*) ?:?\s*(.*)", re.S)


def _written(shape: Shape) -> str:
    """How an order is written."""
    none = f" or {shape.heads[0]} {NONE}" if NONE in shape.inner else ""
    return shape.declared.legal or f"Write {shape.usage.example}{none}."


HINTS = {
    **{"SPEED": "Write 1A SPEED 7, the speed behind the plot."},
    **{other.split()[0]: f"Write {other}." for shape in LANGUAGE.shapes for other in shape.usage.also},
    **{head: _written(shape) for shape in reversed(LANGUAGE.shapes) for head in shape.heads},
}
"""First word of an order -> how it is written."""
RESERVED = frozenset((*HINTS, "E", "EVADE", "EVASIVE", "ELSE", "AT", "ON", "WITH", "WITHIN"))
"""Words of the order language: none of them opens a block."""
MAX_HEAD = 12
NEAR = 0.6


def hint(text: str, unit: str) -> str:
    """What may be meant, or how the order is written, in the block of this unit."""
    language = FLEET_ORDERS if unit == FLEET else AIMS if "-" in unit else SHIP_ORDERS
    head, rest = HEAD.findall(text)[0]
    if head.upper() in HINTS:
        return HINTS[head.upper()]
    if found := get_close_matches(head[:MAX_HEAD].upper(), language.words, n=1, cutoff=NEAR):
        return f"Did you mean {shortened(f'{found[0]} {rest}'.strip())}?"
    return f"Orders are {', '.join(dict.fromkeys(shape.heads[0] for shape in language.shapes if shape.heads))}."
