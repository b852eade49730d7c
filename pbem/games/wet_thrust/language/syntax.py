"""The orders of the language, each with an example, what it does and its clause: for help, hints and the order desk."""

from __future__ import annotations

import re
from difflib import get_close_matches

from pbem.core.orders.envelope import shortened
from pbem.core.orders.usage import OrderSyntax
from pbem.games.wet_thrust.model.orders import AIMS, FLEET, FLEET_ORDERS, LANGUAGE, SHIP_ORDERS

FORMS = tuple(LANGUAGE.forms())
HEAD = re.compile(r"([A-Za-z]*) ?:?\s*(.*)", re.S)
HINTS = {"SPEED": "Write 1A SPEED 7, the speed behind the plot."}
"""First word of an order -> how it is written."""
for _shape in LANGUAGE.shapes:
    for _head in _shape.heads:
        HINTS.setdefault(_head, _shape.declared.legal or f"Write {_shape.usage.example}.")
    for _other in _shape.usage.also:
        HINTS.setdefault(_other.split()[0], f"Write {_other}.")
RESERVED = frozenset((*HINTS, "E", "EVADE", "EVASIVE", "ELSE", "AT", "ON", "WITH", "WITHIN"))
"""Words of the order language: none of them opens a block."""
MAX_HEAD = 12
NEAR = 0.6


def forms() -> tuple[OrderSyntax, ...]:
    """Every order of the language: the plot, ships, aircraft, the fleet."""
    return FORMS


def hint(text: str, unit: str) -> str:
    """What may be meant, or how the order is written, in the block of this unit."""
    language = FLEET_ORDERS if unit == FLEET else AIMS if "-" in unit else SHIP_ORDERS
    head, rest = HEAD.findall(text)[0]
    if head.upper() in HINTS:
        return HINTS[head.upper()]
    if found := get_close_matches(head[:MAX_HEAD].upper(), language.words, n=1, cutoff=NEAR):
        return f"Did you mean {shortened(f'{found[0]} {rest}'.strip())}?"
    return f"Orders are {', '.join(dict.fromkeys(shape.heads[0] for shape in language.shapes if shape.heads))}."
