"""A part of the script: orders in a message that its author edits, and then deletes."""

from __future__ import annotations

from hashlib import sha256

from pbem.service.current_orders import DELETED, EDITED, WRITTEN, message_source
from pbem.service.orders.file import file_orders
from pbem.service.orders.withdraw import withdraw_orders
from tests.kit.forgery.tables import Table

MESSAGE = sha256(b"a private message").hexdigest()


def messages(table: Table) -> None:
    """Orders by message; other ones when it is edited; none of them when it is deleted."""
    context, stream, seat = table.context, table.stream, table.first
    first, second, third = (message_source(MESSAGE, n, way) for n, way in enumerate((WRITTEN, EDITED, DELETED), 1))
    table.do("message", lambda: file_orders(context, stream, seat, f"{table.orders(seat)}\nready", first))
    table.do("message edited", lambda: file_orders(context, stream, seat, table.orders(seat, "again"), second))
    table.do("message deleted", lambda: withdraw_orders(context, stream, seat, third, table.turn), True)
