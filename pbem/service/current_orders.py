"""The current orders of a seat in the open turn, what files it, and who is waited for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Literal

from events.base import Draft
from events.platform import DeadlineSet, OrdersFiled, OrdersRefused, ReadyChanged
from pbem.core.dice import fair_dice
from pbem.core.game.phrases import numbered
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.core.texts.envelope import Envelope, OrderSheet, Parsed
from pbem.core.texts.text_limits import check_bounds
from pbem.core.texts.units import Units
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext, stamp
from pbem.service.history import ALL_READY

Sheets = Mapping[str, OrderSheet]
"""The current orders of every seat."""


def check_seat(record: Record, seat: str) -> None:
    """Raises NoSuchSeat."""
    if seat not in record.ledger.seats:
        raise NoSuchSeat(f"{record.stream} has no seat {seat!r}; its seats are {', '.join(record.ledger.seats)}")


def check_owed(record: Record) -> None:
    """Raises `ActRefused` where nobody owes orders in the open turn: it ends by something else."""
    if not record.game.rules.due(record.state):
        raise ActRefused(f"nobody owes orders in turn {record.ledger.turn} of {record.stream}, so it has no deadline")


def current_orders(record: Record, seat: str) -> OrderSheet:
    """The current orders of the seat: what it filed this turn, else its advance and standing orders."""
    filed = record.ledger.filed.get(seat)
    return OrderSheet(filed.sheet) if filed else record.game.orders.sheet(record.state, seat)


def filings(context: ServiceContext, record: Record) -> Iterator[tuple[str, OrdersFiled]]:
    """What was filed in the open turn, as far as the record knows: when, and the event; oldest first."""
    first = context.store.before_turn(record.stream, record.ledger.turn)
    for entry in context.store.select(record.stream, [OrdersFiled], first):
        if isinstance(entry.event, OrdersFiled) and entry.version <= record.head.version:
            yield entry.at, entry.event


def open_turn_words(record: Record) -> str:
    """The open turn by both its numbers: `turn 5, game turn 3 of 24`."""
    return numbered(record.ledger.turn, record.game.rules.turns(record.state).next)


def opened(record: Record, seat: str, text: str) -> Envelope:
    """A text of the seat, its heads and prose told apart by the units that it knows."""
    return record.game.orders.open(text, units_of(record, seat))


def units_of(record: Record, seat: str) -> Units:
    """The units that the seat orders, and the names of those that it knows."""
    return Units(list(current_orders(record, seat).units), record.game.report.names(record.known(seat)))


def read_orders(record: Record, seat: str, text: str) -> Parsed:
    """The text as the game understands it, over the current orders. Raises TooLong."""
    check_bounds(text)
    return record.game.orders.parse(record.known(seat), seat, opened(record, seat, text), current_orders(record, seat))


def waiting(record: Record, but: str = "") -> list[str]:
    """Seats that owe orders and are not ready; for one that its player has left nobody waits."""
    ledger = record.ledger
    done = {*ledger.ready, *ledger.vacant, but}
    return [seat for seat in record.game.rules.due(record.state) if seat not in done]


def readiness(record: Record, seat: str, ready: bool, source: str, now: datetime) -> list[Draft]:
    """The events by which a seat is ready, or not after all; none when it said so before.

    A turn in which nobody owes orders has nothing to be ready for. The last one resolves the
    turn, unless the policy says that turns last until their deadlines.
    """
    ledger = record.ledger
    if ready == (seat in ledger.ready) or not record.game.rules.due(record.state):
        return []
    drafts = [Draft(ReadyChanged(seat, ledger.turn, ready, source), ledger.turn, "Orders")]
    if ready and ledger.policy.early and not waiting(record, but=seat) and not _kept_open(record):
        drafts.append(Draft(DeadlineSet(ledger.turn, stamp(now), ALL_READY, "all_ready"), ledger.turn, "Orders"))
    return drafts


def _kept_open(record: Record) -> bool:
    """Are only bots left while a seat waits for somebody? Then turns keep their time: bots alone play to the end at once."""
    ledger = record.ledger
    only_bots = not any(is_person(player) for player in ledger.players.values())
    return bool(ledger.due and only_bots and (ledger.opened or ledger.lost))


def refusal(record: Record, seat: str, problems: int, source: str) -> Draft:
    """The event of a mail whose orders all have problems."""
    return Draft(OrdersRefused(seat, record.ledger.turn, problems, source), record.ledger.turn, "Orders", "", seat)


BY_BOT, AGAIN = "bot", "turn"
"""The first word of a filing's source when a bot filed it, or when it was filed again after a roll-back."""

MessageWay = Literal["forum", "forum-edit", "forum-delete"]
WRITTEN: MessageWay = "forum"
EDITED: MessageWay = "forum-edit"
DELETED: MessageWay = "forum-delete"
SOURCE = re.compile(r"(?:sitter )?([0-9a-f]{64})\.[1-9][0-9]*\.(forum|forum-edit|forum-delete)")
"""A message of which versions come: its hash, the number of the version, and how that came."""


def message_source(message: str, number: int, way: MessageWay) -> str:
    """What the log knows a version of a message by; `number` counts its versions from 1."""
    return f"{message}.{number}.{way}"


def message_of(source: str) -> str:
    """The hash of the message that a source is a version of; "" for a source of another kind."""
    found = SOURCE.fullmatch(source)
    return found[1] if found else ""


def message_way(source: str) -> MessageWay | None:
    """How a version of a message came; None for a source of another kind."""
    found = SOURCE.fullmatch(source)
    return next((way for way in (WRITTEN, EDITED, DELETED) if found and found[2] == way), None)


def is_deletion(source: str) -> bool:
    """Does the source say that a message was deleted?"""
    return message_way(source) == DELETED


def filing(record: Record, seat: str, sheet: OrderSheet, luck: str | None, source: str) -> Draft:
    """The event that files a sheet, sealed; without new words of luck (None) the old ones stay."""
    ledger = record.ledger
    before = ledger.filed.get(seat)
    words = luck if luck is not None else before.luck if before else ""
    salt = fair_dice.salt(bytes.fromhex(ledger.seed), ledger.turn, seat)
    sealed = fair_dice.commitment(salt, sheet.text(), words)
    units = {unit: list(lines) for unit, lines in sheet.units.items()}
    filed = OrdersFiled(seat, ledger.turn, units, words, salt.hex(), sealed, source)
    return Draft(filed, ledger.turn, "Orders", "", seat)
