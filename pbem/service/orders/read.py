"""Read a mail: its orders, press and questions, over the current orders. Nothing is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime

from pbem.core.state.record import Record
from pbem.core.texts.commands import hinted
from pbem.core.texts.envelope import Envelope, Parsed
from pbem.core.texts.text_limits import check_bounds
from pbem.service.current_orders import current_orders, open_turn_words, opened
from pbem.service.orders.message_versions import Stand
from pbem.service.orders.requests import MailOrigin, Requests, read_requests
from pbem.service.press.messages import PressDraft, read_press
from pbem.service.receipt import Outcome, Taken

NUMBER = re.compile(r"(?<!of )\b[0-9]{1,5}\b")
NOT_YET_READY = "`ready` was not taken, so that you can mend the problems first; write it again when you are content"


@dataclass(frozen=True)
class ParsedMail:
    """A mail as it was read: nothing is written yet.

    `stopped` is why its orders are not filed, if they are not; for `for_game` see `Receipt`. `over` is what it was read over,
    if that are not the current orders: what an edited message takes the place of is not among them.
    """

    seat: str
    source: str
    envelope: Envelope
    parsed: Parsed
    press: PressDraft
    requests: Requests
    stopped: Outcome | None = None
    taken: list[Taken] = field(default_factory=list)
    for_game: bool = True
    over: Stand | None = None


def read_mail(record: Record, seat: str, text: str, origin: MailOrigin, now: datetime, over: Stand | None = None) -> ParsedMail:
    """Read all that is in a mail of this moment, over the current orders or other ones. Raises TooLong."""
    check_bounds(text)
    envelope = opened(record, seat, text)
    stopped = _stopped(record, envelope, origin.turn)
    ended = record.ledger.ended
    press = PressDraft() if ended else read_press(record, seat, envelope.press)
    requests = Requests() if ended else read_requests(record, seat, envelope.requests, origin, now)
    beside, notes = [*press.problems, *requests.problems], [*press.notes, *requests.notes]
    if stopped:
        parsed, for_game = Parsed(current_orders(record, seat), beside, notes), _for_game(record, seat, envelope)
        return ParsedMail(seat, origin.source, envelope, parsed, press, requests, stopped, for_game=for_game)
    game = _parsed(record, seat, envelope, over)
    hints = [hinted(problem, envelope) for problem in game.problems]
    problems = sorted([*hints, *beside], key=lambda problem: problem.line)
    notes = [*game.notes, *notes, *_other_turns(record, envelope)]
    if envelope.ready and (problems or envelope.preview):
        envelope.ready = None
        notes += [NOT_YET_READY] if problems else []
    parsed = replace(game, problems=problems, notes=notes)
    for_game = _for_game(record, seat, envelope, game)
    return ParsedMail(seat, origin.source, envelope, parsed, press, requests, None, _taken(record, seat, game), for_game, over)


def _parsed(record: Record, seat: str, envelope: Envelope, over: Stand | None = None) -> Parsed:
    current = over.sheet if over else current_orders(record, seat)
    return record.game.orders.parse(record.known(seat), seat, envelope, current)


def _other_turns(record: Record, envelope: Envelope) -> list[str]:
    """A note for each heading that names another turn than the open one, by either of its numbers."""
    words = open_turn_words(record)
    open_numbers = {int(number) for number in NUMBER.findall(words)}
    others = dict.fromkeys(turn for turn in envelope.turns if turn not in open_numbers)
    return [f"A heading of yours says turn {turn}. What is below it was read for the open one: {words}" for turn in others]


def _stopped(record: Record, envelope: Envelope, turn: int | None) -> Outcome | None:
    """Questions, requests and press are no orders: they are never too late."""
    if record.ledger.ended:
        return "over"
    return "late" if turn is not None and turn < record.ledger.turn and envelope.orders else None


def _for_game(record: Record, seat: str, envelope: Envelope, parsed: Parsed | None = None) -> bool:
    """Whatever becomes of it: is there a word of the service in it, a unit of the seat, or an order that could count?"""
    beside = envelope.asks or envelope.requests or envelope.press
    if beside or envelope.luck is not None or envelope.ready is not None:
        return True
    if not _units(record, seat).isdisjoint(block.unit for block in envelope.blocks):
        return True
    return not record.ledger.ended and (parsed or _parsed(record, seat, envelope)).accepted > 0


def _units(record: Record, seat: str) -> set[str]:
    """What the seat's orders may begin with: what it can see, what has orders, and what it is asked for."""
    game = record.game
    asked = game.rules.due(record.state).get(seat)
    return {
        *game.report.names(record.known(seat)),
        *current_orders(record, seat).units,
        *(asked.units if asked else ()),
    }


def _taken(record: Record, seat: str, parsed: Parsed) -> list[Taken]:
    """The current orders of the units whose orders the mail changed or confirmed."""
    if not parsed.accepted:
        return []
    names = record.game.report.names(record.known(seat))
    return [Taken(unit, names.get(unit, ""), list(parsed.sheet.units[unit])) for unit in parsed.changed]


def outcome_of(mail: ParsedMail) -> Outcome:
    """What became of it, once it is filed."""
    if mail.stopped:
        return mail.stopped
    if mail.envelope.preview:
        return "preview"
    envelope, parsed = mail.envelope, mail.parsed
    took = parsed.accepted or mail.press.sent or mail.requests.heard or envelope.luck is not None or envelope.ready is not None
    took = took or bool(mail.over and mail.over.changed)
    if parsed.problems:
        return "partly" if took else "refused"
    return "accepted" if took else "unchanged"


def files_nothing(record: Record, mail: ParsedMail) -> bool:
    """Is nothing in it to be filed but `ready`, or only the current orders though nothing was filed this turn?"""
    envelope, parsed = mail.envelope, mail.parsed
    if mail.stopped or envelope.preview or parsed.problems:
        return False
    if mail.press.sent or mail.requests.heard or envelope.luck is not None:
        return False
    same = parsed.sheet.text() == current_orders(record, mail.seat).text()
    return not parsed.accepted or (same and mail.seat not in record.ledger.filed)
