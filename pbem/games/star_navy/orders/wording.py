"""What the envelope must know of the language (5.1)."""

from __future__ import annotations

import re

from pbem.core.orders.order_words import Words
from pbem.core.texts.wording import wording
from pbem.games.star_navy.language.stored import read_chain
from pbem.games.star_navy.language.syntax import HEADS, LANGUAGES
from pbem.games.star_navy.model.orders import ALTERNATIVE, ENGINE_ITEM, ENGINE_ORDERS, JUMPS, POLICIES, SETUPS
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS, RESERVED
from pbem.games.star_navy.orders.filing import take_slot


def read(text: str) -> bool:
    """Take one order, with its slot or without. Raises `OrderError`."""
    words = Words(text)
    slot = take_slot(words)
    plain = next((each for each in (JUMPS, POLICIES, SETUPS) if words.peek() in each.words), None)
    if plain:
        plain.whole(words)
    elif words.peek() in ENGINE_ORDERS.words or slot in ENGINE_SLOTS:
        ENGINE_ITEM.whole(words)
    elif words.peek() != "CLEAR":
        words.accept("STANDING")
        read_chain(words)
    return True


WORDING = wording(
    *(read, ALTERNATIVE, *LANGUAGES),
    heads=HEADS,
    going_on=("ELSE",),
    words=RESERVED,
    order_shape=re.compile(r"[TE] ?[1-9]\b.*", re.I),
)
