"""Mails that are not filed, or not yet: what the log says of them. Each is said once, however often the mail is taken."""

from __future__ import annotations

from datetime import datetime

from events.base import Draft
from events.platform import AddressMisused, OrdersHeld
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext
from pbem.service.current_orders import check_seat
from pbem.service.decide import Decision, decide


def hold_orders(context: ServiceContext, stream: str, seat: str, turn: int, why: str, source: str) -> None:
    """A mail for the seat waits to be confirmed. Filing it later with the same source works as ever.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    _say(context, stream, seat, OrdersHeld(seat, turn, why, source))


def note_misuse(context: ServiceContext, stream: str, seat: str, by: str, source: str) -> None:
    """A mail came to the seat's address from another than its player: `by` is their seat, or "" for a stranger.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    _say(context, stream, seat, AddressMisused(seat, by, source))


def _say(context: ServiceContext, stream: str, seat: str, event: OrdersHeld | AddressMisused) -> None:
    """Write the event for the seat to know, unless the open turn has it, or the game is over."""

    def act(record: Record, now: datetime) -> Decision[None]:
        check_seat(record, seat)
        drafts = [] if record.ledger.ended or said(record, event) else unfiled(record, event)
        return Decision(drafts, lambda: None)

    decide(context, stream, act)


def said(record: Record, event: OrdersHeld | AddressMisused) -> bool:
    """Has the log said it in the open turn?"""
    return event in record.ledger.held or event in record.ledger.misused


def unfiled(record: Record, event: OrdersHeld | AddressMisused) -> list[Draft]:
    """What the seat is to know of a mail that is not filed."""
    return [Draft(event, record.ledger.turn, "Orders", "", event.seat)]
