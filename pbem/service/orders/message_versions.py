"""Orders of a message that its author edits or deletes: as long as the turn is open they are replaced, or taken back.

A message is known by a hash; what each of its versions does is known in the log by that hash, the version's number, and how it
came: `HASH.1.forum`, `HASH.2.forum-edit`, `HASH.3.forum-delete`.
"""

from __future__ import annotations

from typing import NamedTuple

from events.base import Draft
from events.platform import ReadyChanged
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ServiceContext
from pbem.service.current_orders import EDITED, current_orders, filing, message_of, message_way
from pbem.service.ladder.sitters import is_taken


class Stand(NamedTuple):
    """What a seat's orders would be if a message had never been written. `changed`: for these units its orders stand now."""

    sheet: OrderSheet
    luck: str
    changed: list[str]


def filed_by(record: Record, seat: str, message: str) -> bool:
    """Has the message filed anything for the seat in the open turn?"""
    return any(message_of(filed.source) == message for filed in record.ledger.filings.get(seat, ()))


def without(record: Record, seat: str, message: str) -> Stand:
    """The seat's orders without a message: units that are as it left them go back to what they were before it."""
    before, luck = record.game.orders.sheet(record.state, seat).units, ""
    own: dict[str, list[str]] = {}
    own_luck: list[str] = []
    for filed in record.ledger.filings.get(seat, ()):
        mine = message_of(filed.source) == message
        for unit in dict.fromkeys([*before, *filed.sheet]):
            was, now = list(before.get(unit, ())), list(filed.sheet.get(unit, ()))
            if was == now:
                continue
            if mine:
                own.setdefault(unit, was)
            if not mine or own[unit] == now:
                own.pop(unit, None)
        if filed.luck != luck:
            own_luck = [*own_luck, luck][:1] if mine else []
        before, luck = filed.sheet, filed.luck
    units = {unit: own.get(unit, list(lines)) for unit, lines in before.items()}
    units |= {unit: lines for unit, lines in own.items() if unit not in units}
    return Stand(OrderSheet(units), own_luck[0] if own_luck else luck, [unit for unit in units if unit in own])


def gave_ready(context: ServiceContext, record: Record, seat: str, message: str) -> bool:
    """Is the seat ready because the message said so?"""
    begun = context.store.before_turn(record.stream, record.ledger.turn)
    said = ""
    for entry in context.store.select(record.stream, [ReadyChanged], begun):
        event = entry.event
        if isinstance(event, ReadyChanged) and event.seat == seat and entry.version <= record.head.version:
            said = event.source if event.ready else ""
    return bool(said) and message_of(said) == message


def taken_back(record: Record, seat: str, source: str) -> list[Draft]:
    """The event by which a deleted message's orders are taken back; none when it has filed nothing in the open turn."""
    message = message_of(source)
    if not filed_by(record, seat, message):
        return []
    stand = without(record, seat, message)
    return [filing(record, seat, stand.sheet, stand.luck, source)]


def replaced(record: Record, seat: str, source: str) -> Stand | None:
    """What an edited message is read over: the seat's orders without its earlier versions. None for any other source."""
    edits = message_way(source) == EDITED and not is_taken(record, source)
    return without(record, seat, message_of(source)) if edits else None


def same_as_before(record: Record, seat: str, stand: Stand) -> bool:
    """Would taking a message back change nothing?"""
    filed = record.ledger.filed.get(seat)
    return stand.sheet.text() == current_orders(record, seat).text() and stand.luck == (filed.luck if filed else "")
