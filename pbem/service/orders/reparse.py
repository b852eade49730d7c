"""Read a seat's mails of the open turn once more, as one: after a mistake in how they were read was mended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.core.state.record import Record
from pbem.core.texts.commands import hinted
from pbem.core.texts.envelope import Parsed, Problem
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import check_seat, current_orders, filing, opened
from pbem.service.decide import Decision, decide
from pbem.service.orders.make_receipt import receipt_of
from pbem.service.receipt import Outcome, Receipt

Texts = Sequence[tuple[str, str]]
"""(source, text) of each mail, in the order they came in."""


def reparse(context: ServiceContext, stream: str, seat: str, texts: Texts, turn: int | None = None) -> Receipt:
    """Build the seat's sheet of the open turn again from these mails, and file it if it differs from the current orders.

    Previews are left out; `ready`, requests, press and questions are not taken up again. `turn` is that of the mails.

    Raises:
        ActRefused: that turn is closed, or the game over. NoSuchGame, NoSuchSeat, Corrupt.
    """

    def act(record: Record, now: datetime) -> Decision[Receipt]:
        check_seat(record, seat)
        _check_open(record, turn)
        parsed, luck = _read_again(record, seat, texts)
        changed = bool(texts) and _differs(record, seat, parsed, luck)
        outcome = _outcome(parsed, luck) if changed else "unchanged"
        drafts = [filing(record, seat, parsed.sheet, luck, texts[-1][0])] if changed else []
        return Decision(drafts, lambda: receipt_of(context, record, seat, outcome, parsed))

    return decide(context, stream, act)


def _check_open(record: Record, turn: int | None) -> None:
    """Raises ActRefused."""
    ledger = record.ledger
    if ledger.ended:
        raise ActRefused(f"{record.stream} is over")
    if turn is not None and turn != ledger.turn:
        raise ActRefused(f"turn {turn} of {record.stream} is closed; turn {ledger.turn} is open")


def _read_again(record: Record, seat: str, texts: Texts) -> tuple[Parsed, str]:
    """The mails one over the other, from the orders without any, and the last words of luck."""
    sheet, luck = record.game.orders.sheet(record.state, seat), ""
    problems: list[Problem] = []
    notes: list[str] = []
    accepted = 0
    for _, text in texts:
        envelope = opened(record, seat, text)
        if envelope.preview:
            continue
        parsed = record.game.orders.parse(record.known(seat), seat, envelope, sheet)
        sheet, accepted = parsed.sheet, accepted + parsed.accepted
        problems += [hinted(problem, envelope) for problem in parsed.problems]
        notes = [*notes, *(note for note in parsed.notes if note not in notes)]
        luck = envelope.luck if envelope.luck is not None else luck
    return Parsed(sheet, problems, notes, accepted), luck


def _differs(record: Record, seat: str, parsed: Parsed, luck: str) -> bool:
    filed = record.ledger.filed.get(seat)
    if filed is None and not parsed.accepted and not luck:
        return False
    return current_orders(record, seat).text() != parsed.sheet.text() or luck != (filed.luck if filed else "") or filed is None


def _outcome(parsed: Parsed, luck: str) -> Outcome:
    took = bool(parsed.accepted or luck)
    if parsed.problems:
        return "partly" if took else "refused"
    return "accepted" if took else "unchanged"
