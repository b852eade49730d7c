"""What a bot orders: text from what its seat knows."""

from __future__ import annotations

import hmac

from pbem.core.game.protocol import Chance
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ServiceContext
from pbem.service.current_orders import read_orders


def bot_orders(context: ServiceContext, record: Record, seat: str, name: str) -> str:
    """The order text of the bot `name` for a seat in the open turn: the same whenever it is asked for."""
    chance = _chance(context.secret, f"{record.stream} {seat} {record.ledger.turn}")
    return record.game.planning.bots[name](record.known(seat), chance)


def bot_sheet(context: ServiceContext, record: Record, seat: str, name: str) -> OrderSheet:
    """The same, read over the current orders of the seat."""
    return read_orders(record, seat, bot_orders(context, record, seat, name)).sheet


def _chance(secret: bytes, purpose: str) -> Chance:
    """What a bot may be undecided with: the same for the same turn, so that a repeated beat orders the same."""
    drawn = 0

    def chance(n: int) -> int:
        nonlocal drawn
        drawn += 1
        return int.from_bytes(hmac.digest(secret, f"{purpose} {drawn}".encode(), "sha256")[:8], "big") % n

    return chance
