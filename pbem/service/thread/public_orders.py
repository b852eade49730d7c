"""Does a text that everybody would read hold orders?"""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.core.state.record import Record
from pbem.core.texts.text_limits import TooLong, check_bounds
from pbem.service.current_orders import check_seat, current_orders, opened

FENCE = re.compile(r"\s{0,3}(```|~~~)")
QUOTE = re.compile(r"\s{0,3}>")


def looks_like_orders(record: Record, seat: str, text: str) -> bool:
    """Would the game take something of this text as orders for a unit that it names, if the player of the seat mailed it?

    What is quoted, or stands in a code fence, is talk about orders. Raises NoSuchSeat.
    """
    check_seat(record, seat)
    own = _own_words(text)
    try:
        check_bounds(own)
    except TooLong:  # such a mail is not read at all
        return False
    if record.ledger.ended:
        return False
    envelope = opened(record, seat, own)
    headed = replace(envelope, blocks=[block for block in envelope.blocks if block.unit])
    return record.game.orders.parse(record.known(seat), seat, headed, current_orders(record, seat)).accepted > 0


def _own_words(text: str) -> str:
    """The text without quotes and code fences; a fence that nobody closes goes on to the end, as Markdown has it."""
    kept: list[str] = []
    fence = ""
    for line in text.splitlines():
        found = FENCE.match(line)
        if fence:
            fence = "" if found and found[1] == fence else fence
        elif found:
            fence = found[1]
        elif not QUOTE.match(line):
            kept.append(line)
    return "\n".join(kept)
