"""Make the receipt of a mail from the record as it is when the mail is filed."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from events.platform import ExtensionAsked, OrdersFiled, PressSent, ReadyChanged
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_titles
from pbem.core.texts.commands import prose
from pbem.core.texts.envelope import Envelope, OrderSheet, Parsed
from pbem.service.context import ServiceContext
from pbem.service.current_orders import Sheets, current_orders, filings, open_turn_words, waiting
from pbem.service.ladder.sitters import by_sitter
from pbem.service.orders.questions import answers
from pbem.service.orders.read import ParsedMail, outcome_of
from pbem.service.orders.requests import asked_by
from pbem.service.press.messages import sent
from pbem.service.receipt import Outcome, Receipt
from pbem.service.repository import reading
from pbem.service.votes.news import votes_cast

DONE = (OrdersFiled, ReadyChanged, ExtensionAsked, PressSent)
"""What a player is told when somebody else has done it for them."""


def reply(context: ServiceContext, record: Record, mail: ParsedMail, duplicate: bool) -> Receipt:
    """The receipt of a mail that is filed."""
    outcome, preview = outcome_of(mail), mail.envelope.preview and not mail.stopped
    given, notes = answers(context, record, mail.seat, mail.envelope.asks, mail.source)
    crew = [] if mail.stopped or preview else _crew_receipts(context, record, mail.seat, mail.source)
    copy = [] if preview else _player_copy(context, record, mail.seat, mail.source)
    parsed = Parsed(mail.parsed.sheet, mail.parsed.problems, [*mail.parsed.notes, *notes], mail.parsed.accepted)
    receipt = receipt_of(context, record, mail.seat, outcome, parsed)
    return replace(
        receipt,
        luck=luck_words(record, mail.seat, mail.envelope) if preview else receipt.luck,
        duplicate=duplicate,
        asks=[ask.name for ask in mail.envelope.asks],
        crew=[*crew, *copy],
        names_sitter=any(request.name == "sitter" for request in mail.envelope.requests),
        taken=mail.taken,
        read_as=[] if mail.stopped else [str(piece) for piece in mail.envelope.read_as],
        left_out=[] if mail.stopped else prose(mail.envelope),
        answers=given,
        press=[] if mail.envelope.preview else sent(context, record, mail.source),
        asked=asked_by(context, record, mail.source) if mail.envelope.requests and not preview else None,
        votes=votes_cast(context, record, mail.source) if mail.envelope.requests and not preview else [],
        for_game=mail.for_game,
    )


def luck_words(record: Record, seat: str, envelope: Envelope) -> str:
    """The words of luck that a mail of the seat would leave."""
    filed = record.ledger.filed.get(seat)
    return envelope.luck if envelope.luck is not None else filed.luck if filed else ""


def side_effects(context: ServiceContext, stream: str, seat: str, source: str) -> Receipt:
    """What the filing `source` of the open turn gives rise to for others: press, crew receipts, news of the deadline, votes.

    The same whenever it is asked for.
    """
    with reading(context, stream) as record:
        made = receipt_of(context, record, seat, "unchanged", Parsed(current_orders(record, seat)))
        return replace(
            made,
            crew=[*_crew_receipts(context, record, seat, source), *_player_copy(context, record, seat, source)],
            press=sent(context, record, source),
            asked=asked_by(context, record, source),
            votes=votes_cast(context, record, source),
        )


def occasion(context: ServiceContext, stream: str, turn: int, source: str) -> str:
    """What answers to a mail for `turn` are known by: the mail, and the history of the game in which it was taken (hex).

    The same whenever the mail is taken again, by whatever way. A database that was put back to an earlier moment goes on
    otherwise; there it is another, because the chain from there on is. The dice's root would not do: it follows from the seed.
    """
    begun = context.store.before_turn(stream, turn)
    wrote = (entry for entry in context.store.read(stream, begun) if getattr(entry.event, "source", "") == source)
    found = next(wrote, None) or next(iter(context.store.read(stream, max(0, begun - 1), begun or 1)))
    return sha256(f"{source}\n{found.hash.hex()}".encode()).hexdigest()


def receipt_of(
    context: ServiceContext,
    record: Record,
    seat: str,
    outcome: Outcome,
    parsed: Parsed,
) -> Receipt:
    """A receipt of the current orders; for a preview, of what they would be, without a seal."""
    ledger, preview = record.ledger, outcome == "preview"
    filed = None if preview else ledger.filed.get(seat)
    current = parsed.sheet if preview else current_orders(record, seat)
    return Receipt(
        stream=record.stream,
        title=ledger.title,
        seat=seat,
        side=ledger.seats[seat],
        turn=ledger.turn,
        outcome=outcome,
        turn_words=open_turn_words(record),
        replacing=record.game.orders.replacing,
        problems=[str(problem) for problem in parsed.problems],
        notes=[*parsed.notes, *remarks(record, seat, current)],
        current_orders=current.text(),
        luck=filed.luck if filed else "",
        ready=seat in ledger.ready,
        commitment=filed.commitment if filed else "",
        salt=filed.salt if filed else "",
        due=ledger.due,
        head=told_head(context, record),
        waiting=waiting(record) if not ledger.ended else [],
        early=ledger.policy.early,
        owed=ledger.ended or bool(record.game.rules.due(record.state)),
        left=seat not in ledger.players,
        ended=ledger.ended,
        titles=seat_titles(record.game, ledger.scenario, ledger.seats),
    )


def told_head(context: ServiceContext, record: Record) -> str:
    """The head of the log that the last report prints (hex); the present one when the game is over.

    Of the open turn none is told: whoever knows their own filing and the heads before and after it can try out its version,
    which counts what others filed in secret.
    """
    if record.ledger.ended:
        return record.head.hash.hex()
    return context.store.head_before(record.stream, record.ledger.turn).hash.hex()


def remarks(record: Record, seat: str, current: OrderSheet) -> list[str]:
    """How the seat's orders go together with those of its crew, as they are now; nothing for a seat that has no crew."""
    if seat not in record.ledger.crews or record.ledger.ended:
        return []
    sheets = {other: current_orders(record, other) for other in record.ledger.seats} | {seat: current}
    return record.game.orders.remarks(record.known(seat), sheets, seat)


def _crew_receipts(context: ServiceContext, record: Record, seat: str, source: str) -> list[Receipt]:
    """Receipts for those of the seat's crew of whose orders something else is to be said since this mail was filed."""
    crew = record.ledger.crewmates(seat)
    change = _change(context, record, source) if crew else None
    if change is None:
        return []
    said = record.game.orders.remarks
    before, after = ({mate: said(record.known(mate), sheets, mate) for mate in crew} for sheets in change)
    changed = [mate for mate in crew if before[mate] != after[mate]]
    return [receipt_of(context, record, mate, "crew", Parsed(current_orders(record, mate))) for mate in changed]


def _player_copy(context: ServiceContext, record: Record, seat: str, source: str) -> list[Receipt]:
    """The receipt for the seat's player, when whoever orders for them has done something in the open turn."""
    if not by_sitter(source):
        return []
    first = context.store.before_turn(record.stream, record.ledger.turn)
    done = context.store.select(record.stream, DONE, first)
    if not any(getattr(entry.event, "source", "") == source for entry in done):
        return []
    return [receipt_of(context, record, seat, "sitter", Parsed(current_orders(record, seat)))]


def _change(context: ServiceContext, record: Record, source: str) -> tuple[Sheets, Sheets] | None:
    """The orders before and after the mail was filed in the open turn; None if it filed nothing.

    Read from the log, so that a mail taken again after a crash gives the same. Until a turn is resolved only filings move
    the current orders.
    """
    sheets = {seat: record.game.orders.sheet(record.state, seat) for seat in record.ledger.seats}
    for _, filed in filings(context, record):
        before = sheets
        sheets = {**before, filed.seat: OrderSheet(filed.sheet)}
        if filed.source == source:
            return before, sheets
    return None
