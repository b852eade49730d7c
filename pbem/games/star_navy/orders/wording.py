"""What the envelope must know of the language (5.1)."""

from __future__ import annotations

import re

from pbem.core.orders.order_words import OrderError
from pbem.core.orders.wording import Wording
from pbem.games.star_navy.language import engine_grammar, grammar, setup_grammar
from pbem.games.star_navy.language.lexer import Words
from pbem.games.star_navy.language.syntax import HEADS
from pbem.games.star_navy.model.orders import Setup
from pbem.games.star_navy.model.reserved_words import RESERVED
from pbem.games.star_navy.orders.filing import take_slot


def reads(text: str) -> bool:
    """Is a text one order?"""
    order = Words(text)
    try:
        slot = take_slot(order)
        head = order.peek()
        if head in engine_grammar.ENGINE_HEADS:
            engine_grammar.engine_item(order)
        elif head in ("JUMP", "IST", "DISENGAGE") and order.take():
            engine_grammar.jump(order, alone=head == "DISENGAGE")
        elif head == "POLICY" and order.take():
            setup_grammar.policy(order)
        elif head == "SETUP" and order.take():
            setup_grammar.setup(order, Setup())
        elif head != "CLEAR" and not slot.startswith("E"):
            order.accept("STANDING")
            grammar.chain(order)
    except OrderError:
        return False
    return True


WORDING = Wording(
    heads=frozenset(HEADS),
    words=RESERVED,
    goes_on=re.compile(r"(ELSE|IF|AND|AT|ON|WITHIN|RETREAT|LEAVE|BELOW)\b|,", re.I),
    order_shape=re.compile(r"[TE] ?[1-9]\b.*", re.I),
    reads=reads,
)
