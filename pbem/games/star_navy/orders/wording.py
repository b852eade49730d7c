"""What the envelope must know of the language (5.1)."""

from __future__ import annotations

import re

from pbem.core.orders.order_words import OrderError, Words
from pbem.core.orders.wording import Wording
from pbem.games.star_navy.language.stored import read_chain
from pbem.games.star_navy.language.syntax import HEADS, LANGUAGES
from pbem.games.star_navy.model.orders import ENGINE_ITEM, ENGINE_ORDERS, JUMPS, POLICIES, SETUPS
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS, RESERVED
from pbem.games.star_navy.orders.filing import take_slot


def reads(text: str) -> bool:
    """Is a text one order?"""
    words = Words(text)
    try:
        slot = take_slot(words)
        head = words.peek()
        plain = next((each for each in (JUMPS, POLICIES, SETUPS) if head in each.words), None)
        if plain:
            plain.whole(words)
        elif head in ENGINE_ORDERS.words or slot in ENGINE_SLOTS:
            ENGINE_ITEM.whole(words)
        elif head != "CLEAR":
            words.accept("STANDING")
            read_chain(words)
    except OrderError:
        return False
    return True


WORDING = Wording(
    heads=frozenset(HEADS),
    words=RESERVED | {word for each in LANGUAGES for word in (*each.words, *each.inner)},
    goes_on=re.compile(r"(ELSE|IF|AND|AT|ON|WITHIN|RETREAT|LEAVE|BELOW)\b|,", re.I),
    order_shape=re.compile(r"[TE] ?[1-9]\b.*", re.I),
    reads=reads,
)
