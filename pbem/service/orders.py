"""Take a mail's orders: parse, file what is good, say what is not, and tell what stands now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from events.base import Draft
from events.platform import DeadlineSet, OrdersFiled, OrdersRefused, ReadyChanged
from events.store import Conflict
from pbem.core import dice
from pbem.core.orders import Envelope, OrderSheet, Parsed, open_envelope
from pbem.core.record import Record
from pbem.service.loading import load
from pbem.service.room import NoSuchSeat, Room, stamp

NOT_YET_READY = "`ready` was not taken, so that you can mend the problems first; write it again when you are content"

Outcome = Literal["accepted", "partly", "refused", "unchanged", "late", "over", "crew"]
Sheets = Mapping[str, OrderSheet]
"""What stands for every seat."""


@dataclass(frozen=True)
class Receipt:
    """The answer to a mail, for the gateway to put into words. Hex for hashes, UTC stamps for times, "" for none.

    `outcome`: accepted (all of it), partly (some orders had problems), refused (all had), unchanged (no orders in it), late
    (meant for a turn that is resolved), over (the game has ended), crew (no answer: another of the seat's crew has filed
    orders that change what is to be said of its own). `crew` are the receipts of that kind that an answered mail gives rise to.
    """

    stream: str
    title: str
    seat: str
    side: str
    turn: int
    outcome: Outcome
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    standing: str = ""
    luck: str = ""
    ready: bool = False
    commitment: str = ""
    salt: str = ""
    due: str = ""
    head: str = ""
    waiting: list[str] = field(default_factory=list)
    duplicate: bool = False
    asks: list[str] = field(default_factory=list)
    crew: list[Receipt] = field(default_factory=list)


def file_orders(room: Room, stream: str, seat: str, text: str, source: str, turn: int | None = None) -> Receipt:
    """File the orders of one mail. `source` is the mail's SHA-256; the same mail filed again changes nothing.

    `turn` is the turn the mail answers; orders for a turn already resolved are not filed. The receipts of the crew come again
    with a repeated mail, as its own does, so that none is lost in a crash; who hands them out must know them by `source`.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    while True:
        record = load(room, stream)
        check_seat(record, seat)
        try:
            receipt = _file(room, record, seat, text, source, turn)
        except Conflict:
            continue
        room.shelf.put(record)
        return receipt


def _file(room: Room, record: Record, seat: str, text: str, source: str, turn: int | None) -> Receipt:
    """Append what the mail changes, and bring the record up to date. Raises Conflict."""
    envelope = open_envelope(text)
    stopped = _stopped(record, turn)
    if stopped:
        return _receipt(record, seat, stopped, Parsed(standing(record, seat)), envelope)
    parsed = read_orders(record, seat, text)
    if envelope.ready and parsed.problems:
        envelope.ready = None
        parsed.notes.append(NOT_YET_READY)
    duplicate = source in record.ledger.sources
    drafts = [] if duplicate else _decide(room, record, seat, parsed, envelope, source)
    if drafts:
        record.head = room.store.append(record.stream, drafts, record.head, stamp(room.now()))
        for draft in drafts:
            record.apply(draft.event)
    crew = _crew_receipts(room, record, seat, source)
    return _receipt(record, seat, _outcome(parsed, envelope), parsed, envelope, duplicate, crew)


def check_seat(record: Record, seat: str) -> None:
    """Raises NoSuchSeat."""
    if seat not in record.ledger.seats:
        raise NoSuchSeat(f"{record.stream} has no seat {seat!r}; its seats are {', '.join(record.ledger.seats)}")


def standing(record: Record, seat: str) -> OrderSheet:
    """What stands for the seat now: what it filed this turn, else its advance and standing orders."""
    filed = record.ledger.filed.get(seat)
    return OrderSheet(filed.sheet) if filed else record.game.sheet(record.state, seat)


def read_orders(record: Record, seat: str, text: str) -> Parsed:
    """The text as the game understands it, over what stands."""
    return record.game.parse(record.state, seat, text, standing(record, seat))


def _stopped(record: Record, turn: int | None) -> Outcome | None:
    if record.ledger.ended:
        return "over"
    return "late" if turn is not None and turn < record.ledger.turn else None


def _outcome(parsed: Parsed, envelope: Envelope) -> Outcome:
    took = parsed.accepted or envelope.luck is not None or envelope.ready is not None
    if parsed.problems:
        return "partly" if took else "refused"
    return "accepted" if took else "unchanged"


def _decide(room: Room, record: Record, seat: str, parsed: Parsed, envelope: Envelope, source: str) -> list[Draft]:
    """The events of this mail."""
    ledger, drafts = record.ledger, []
    if parsed.accepted or envelope.luck is not None:
        drafts.append(Draft(_filed(record, seat, parsed.sheet, envelope.luck, source), ledger.turn, "Orders", "", seat))
    elif parsed.problems:
        refused = OrdersRefused(seat, ledger.turn, len(parsed.problems), source)
        drafts.append(Draft(refused, ledger.turn, "Orders", "", seat))
    if envelope.ready is not None and envelope.ready != (seat in ledger.ready):
        drafts.append(Draft(ReadyChanged(seat, ledger.turn, envelope.ready, source), ledger.turn, "Orders"))
        if envelope.ready and not waiting(record, but=seat):
            drafts.append(Draft(DeadlineSet(ledger.turn, stamp(room.now()), "all are ready"), ledger.turn, "Orders"))
    return drafts


def _filed(record: Record, seat: str, sheet: OrderSheet, luck: str | None, source: str) -> OrdersFiled:
    ledger = record.ledger
    before = ledger.filed.get(seat)
    words = luck if luck is not None else before.luck if before else ""
    salt = dice.salt(bytes.fromhex(ledger.seed), ledger.turn, seat)
    sealed = dice.commitment(salt, sheet.text(), words)
    units = {unit: list(lines) for unit, lines in sheet.units.items()}
    return OrdersFiled(seat, ledger.turn, units, words, salt.hex(), sealed, source)


def waiting(record: Record, but: str = "") -> list[str]:
    """Seats that owe orders and are not ready."""
    ledger = record.ledger
    return [seat for seat in record.game.due(record.state) if seat not in ledger.ready and seat != but]


def _remarks(record: Record, seat: str) -> list[str]:
    """How the seat's orders go together with those of its crew, as all stands now; nothing for a seat that has no crew."""
    if seat not in record.ledger.crews or record.ledger.ended:
        return []
    sheets = {other: standing(record, other) for other in record.ledger.seats}
    return record.game.remarks(record.state, sheets, seat)


def _crew_receipts(room: Room, record: Record, seat: str, source: str) -> list[Receipt]:
    """Receipts for those of the seat's crew of whose orders something else is to be said since this mail was filed."""
    crew = record.ledger.crewmates(seat)
    change = _change(room, record, source) if crew else None
    if change is None:
        return []
    before, after = ({mate: record.game.remarks(record.state, sheets, mate) for mate in crew} for sheets in change)
    changed = [mate for mate in crew if before[mate] != after[mate]]
    return [_receipt(record, mate, "crew", Parsed(standing(record, mate)), Envelope()) for mate in changed]


def _change(room: Room, record: Record, source: str) -> tuple[Sheets, Sheets] | None:
    """What stood before and after the mail was filed in the open turn; None if it filed nothing.

    Read from the log, so that a mail taken again after a crash gives the same. Until a turn is resolved only filings move
    what stands.
    """
    sheets = {seat: record.game.sheet(record.state, seat) for seat in record.ledger.seats}
    first = room.store.before_turn(record.stream, record.ledger.turn)
    for entry in room.store.read(record.stream, first, record.head.version):
        if isinstance(entry.event, OrdersFiled):
            before = sheets
            sheets = {**before, entry.event.seat: OrderSheet(entry.event.sheet)}
            if entry.event.source == source:
                return before, sheets
    return None


def _receipt(
    record: Record,
    seat: str,
    outcome: Outcome,
    parsed: Parsed,
    envelope: Envelope,
    duplicate: bool = False,
    crew: Sequence[Receipt] = (),
) -> Receipt:
    ledger = record.ledger
    filed = ledger.filed.get(seat)
    return Receipt(
        stream=record.stream,
        title=ledger.title,
        seat=seat,
        side=ledger.seats[seat],
        turn=ledger.turn,
        outcome=outcome,
        problems=[str(problem) for problem in parsed.problems],
        notes=[*parsed.notes, *_remarks(record, seat)],
        standing=standing(record, seat).text(),
        luck=filed.luck if filed else "",
        ready=seat in ledger.ready,
        commitment=filed.commitment if filed else "",
        salt=filed.salt if filed else "",
        due=ledger.due,
        head=record.head.hash.hex(),
        waiting=waiting(record) if not ledger.ended else [],
        duplicate=duplicate,
        asks=envelope.asks,
        crew=list(crew),
    )
