"""How each order is written (5.1), what it does, and its clause: for hints, and for whoever learns the language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import get_args

from pbem.core.orders.language import Language
from pbem.core.orders.usage import OrderSyntax
from pbem.games.sovereign_seas.model.orders import LANGUAGE, SHARED, CarryOn, Clear, FleetOrder, Order

HEAD = re.compile(r"\W*([A-Za-z]*)")
MAX_HEAD = 12
NEAR = 0.65


def _examples(*types: type) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for form in Language[object](*types).forms():
        found.setdefault(form.word, []).append(form.example)
    return {word: " or ".join(filter(None, (", ".join(some[:-1]), some[-1]))) for word, some in found.items()}


SHIP_FORMS = _examples(*get_args(Order), Clear, CarryOn)
FLEET_FORMS = _examples(*get_args(FleetOrder), *SHARED)
FORMS = SHIP_FORMS | FLEET_FORMS
"""First word of an order -> examples of it."""
OF_FLEET = FLEET_FORMS.keys() - SHIP_FORMS.keys()
"""First words of orders that only the FLEET block has."""


def forms() -> Sequence[OrderSyntax]:
    """Every order of the language, those of ships first: one for each first word."""
    first: dict[str, OrderSyntax] = {}
    for form in LANGUAGE.forms():
        first.setdefault(form.word, form)
    return tuple(first.values())


def head_of(text: str) -> str:
    """The first word of a line; "" if it begins with none."""
    found = HEAD.match(text)
    return found[1].upper() if found else ""


def hint(text: str, fleet: bool) -> str:
    """How the order that a line is, or comes near to, is written in a ship's block or in that of the fleet."""
    forms = FLEET_FORMS if fleet else SHIP_FORMS
    found = get_close_matches(head_of(text)[:MAX_HEAD], list(forms), n=1, cutoff=NEAR)
    return f"write {forms[found[0]]}" if found else f"orders begin with {', '.join(forms)}"
