"""A message that its author deletes is taken back; of one that is edited nothing is sent or said twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from events.base import Draft
from pbem.core.state.record import Record
from pbem.core.texts.envelope import Parsed
from pbem.service.context import ServiceContext
from pbem.service.current_orders import check_seat, current_orders, message_of, readiness
from pbem.service.decide import Decision, decide
from pbem.service.ladder.sitters import check_writer, following, is_taken
from pbem.service.orders.make_receipt import receipt_of
from pbem.service.orders.message_versions import Stand, gave_ready, taken_back, without
from pbem.service.orders.read import ParsedMail
from pbem.service.press.messages import PressDraft, words_of
from pbem.service.receipt import Outcome, Receipt

UNSENT = "what the message said to other players has been sent and stays so"
NOT_AGAIN = "press that the message held before was sent then, and is not sent again"
NOTHING = "nothing of the message was in force any more, so nothing was changed"


def withdraw_orders(context: ServiceContext, stream: str, seat: str, source: str, turn: int) -> Receipt:
    """Take back what a message has filed for a seat in `turn`; `source` says that it was deleted. Twice is once.

    The outcome is accepted, unchanged (nothing of it was in force), late or over.

    Raises:
        NotTheirSeat, NoSuchGame, NoSuchSeat, Corrupt: nothing was done.
    """

    def act(record: Record, now: datetime) -> Decision[Receipt]:
        check_seat(record, seat)
        check_writer(record, seat, source)
        parsed = Parsed(current_orders(record, seat))
        if record.ledger.ended or turn != record.ledger.turn:
            outcome: Outcome = "over" if record.ledger.ended else "late"
            return Decision([], lambda: receipt_of(context, record, seat, outcome, parsed))
        stand, ready = without(record, seat, message_of(source)), gave_ready(context, record, seat, message_of(source))
        notes = _notes(context, record, seat, stand, source, ready)
        drafts = [] if is_taken(record, source) else _drafts(record, seat, source, ready, now)

        def answer() -> Receipt:
            made = receipt_of(context, record, seat, "accepted", Parsed(current_orders(record, seat)))
            return replace(made, notes=[*notes, *made.notes])

        return Decision(drafts, answer)

    return decide(context, stream, act)


def _drafts(record: Record, seat: str, source: str, ready: bool, now: datetime) -> Sequence[Draft]:
    drafts = taken_back(record, seat, source)
    return following(record, seat, [*drafts, *(readiness(record, seat, False, source, now) if ready else [])], now)


def _notes(context: ServiceContext, record: Record, seat: str, stand: Stand, source: str, ready: bool) -> list[str]:
    notes = [back(stand.changed)] if stand.changed else [] if ready else [NOTHING]
    return [*notes, UNSENT] if _sent_before(context, record, message_of(source)) else notes


def back(units: Sequence[str]) -> str:
    """Which units have the orders again that they had before a message."""
    return f"as they were before the message: the orders for {', '.join(units)}"


def without_repeated(context: ServiceContext, record: Record, mail: ParsedMail) -> ParsedMail:
    """An edited message without the press that it has sent before. Any other mail as it is."""
    if mail.over is None:
        return mail
    before = _sent_before(context, record, message_of(mail.source))
    new = [each for each in mail.press.sent if each not in before]
    notes = [NOT_AGAIN] if len(new) < len(mail.press.sent) else [UNSENT] if before else []
    notes = [*notes, *([back(mail.over.changed)] if mail.over.changed and not mail.stopped else [])]
    press = PressDraft(new, mail.press.problems, mail.press.notes)
    return replace(mail, press=press, parsed=replace(mail.parsed, notes=[*mail.parsed.notes, *notes]))


def _sent_before(context: ServiceContext, record: Record, message: str) -> list[tuple[list[str], str]]:
    """The press that the versions of a message have sent: to which seats, and the words."""
    rows = [row for row in context.store.presses(record.stream) if message_of(row.source) == message]
    kept = [(row.recipients.split(","), words_of(context, row.digest)) for row in rows]
    return [(to, words[0] if words else "") for to, words in kept]
