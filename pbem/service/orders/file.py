"""Take a mail's orders: file what is good, say what is not, and show the current orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from events.base import Draft
from events.platform import OrdersFiled, SitterLeft
from pbem.core.game.phrases import numbered
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.core.texts.text_limits import check_bounds
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import check_seat, filing, message_of, opened, readiness, refusal
from pbem.service.decide import Decision, decide
from pbem.service.ladder.applicants import Applicant
from pbem.service.ladder.sitters import by_sitter, check_writer, following, is_taken
from pbem.service.orders.elsewhere import Filed, tell_elsewhere
from pbem.service.orders.make_receipt import reply
from pbem.service.orders.message_versions import gave_ready, replaced, same_as_before
from pbem.service.orders.read import ParsedMail, files_nothing, read_mail
from pbem.service.orders.requests import MailOrigin, people_named
from pbem.service.orders.withdraw import without_repeated
from pbem.service.press.messages import keep
from pbem.service.receipt import Receipt
from pbem.service.repository import load, reading
from pbem.service.votes.votes import keep_after_vote, vote_events

NOW_BACK = "you are back: nobody orders for you any more"
RESOLVED_SINCE = "this mail was filed in time; the turn has been resolved since then"


class NothingToFile(ActRefused):
    """A player who files this text and is ready may have lost what they wrote."""


def file_orders(context: ServiceContext, stream: str, seat: str, text: str, source: str, turn: int | None = None) -> Receipt:
    """File the orders of one mail, send its press, take its requests and answer its questions.

    `source` is the mail's SHA-256, or what a message is known by (`message_versions`): an edited one takes the place of what it
    said before. The same mail filed again changes nothing. Of whoever orders for the seat's player it is
    what `sitter_source` makes of that. `turn` is the turn the mail answers; orders for a turn already
    resolved are not filed. The receipts of the crew and the press come again with a repeated mail, as its own
    receipt does, so that none is lost in a crash; the caller must know by `source` which it has handed out.

    Raises:
        NotTheirSeat: nobody orders for the seat's player (any more). NoSuchGame, NoSuchSeat, Corrupt, TooLong.
    """
    origin = MailOrigin(source, turn, _people(context, stream, seat, text, source))

    def act(record: Record, now: datetime) -> Decision[Filed]:
        check_seat(record, seat)
        check_writer(record, seat, source)
        mail = read_mail(record, seat, text, origin, now, replaced(record, seat, source))
        return _decision(context, record, without_repeated(context, record, mail), now, turn)

    return _filed(context, stream, act)


def file_something(context: ServiceContext, stream: str, seat: str, text: str, source: str, turn: int | None = None) -> Receipt:
    """File a text as `file_orders` does, unless nothing but `ready` in it is to be filed.

    Raises:
        NothingToFile, and what `file_orders` raises: nothing is written then.
    """
    origin = MailOrigin(source, turn, _people(context, stream, seat, text, source))

    def act(record: Record, now: datetime) -> Decision[Filed]:
        check_seat(record, seat)
        check_writer(record, seat, source)
        mail = read_mail(record, seat, text, origin, now)
        if files_nothing(record, mail):
            raise NothingToFile("nothing of this text is to be filed")
        return _decision(context, record, mail, now, turn)

    return _filed(context, stream, act)


def _filed(context: ServiceContext, stream: str, act: Callable[[Record, datetime], Decision[Filed]]) -> Receipt:
    receipt = tell_elsewhere(context, decide(context, stream, act))
    if any(vote.done for vote in receipt.votes):
        keep_after_vote(context, stream)
    return receipt


def _people(context: ServiceContext, stream: str, seat: str, text: str, source: str) -> Mapping[str, Applicant]:
    """The persons with the addresses that the requests of a text name; one whose address nobody has yet is added."""
    if "sitter" not in text.lower() or by_sitter(source):
        return {}
    check_bounds(text)
    with reading(context, stream) as record:
        check_seat(record, seat)
        return people_named(context, record, seat, opened(record, seat, text))


def _decision(context: ServiceContext, record: Record, mail: ParsedMail, now: datetime, turn: int | None) -> Decision[Filed]:
    duplicate = is_taken(record, mail.source)
    drafts = [] if duplicate or mail.envelope.preview else _drafts(context, record, mail, now)
    back = [NOW_BACK for draft in drafts if isinstance(draft.event, SitterLeft)]
    elsewhere, player = None if mail.envelope.preview else mail.requests.elsewhere, record.ledger.players.get(mail.seat, "")

    def answer() -> Filed:
        receipt = reply(context, record, mail, duplicate)
        receipt = replace(receipt, notes=[*receipt.notes, *back])
        late = duplicate and mail.stopped == "late"
        made = _as_filed(context, record, receipt, mail.source, turn) if late and turn is not None else receipt
        return Filed(made, player, elsewhere)

    return Decision(drafts, answer)


def _drafts(context: ServiceContext, record: Record, mail: ParsedMail, now: datetime) -> list[Draft]:
    """All events of this mail. Its press is kept first, so that no event is ever without its words."""
    press = keep(context, record, mail.seat, mail.source, mail.press)
    # Requests come before orders: the last player who asks for more time and is ready is content with the time there was.
    # Votes come last: what they lead to may end the turn, and nothing of the mail is lost by that.
    past = partial(load, context, record.stream)
    votes = [draft for vote in mail.requests.votes for draft in vote_events(record, past, vote, now)]
    drafts = [*press, *mail.requests.drafts, *_orders(context, record, mail, now), *votes]
    return following(record, mail.seat, drafts, now)


def _orders(context: ServiceContext, record: Record, mail: ParsedMail, now: datetime) -> list[Draft]:
    """The events of this mail's orders, and of those of an edited message that it takes the place of."""
    if mail.stopped:
        return []
    seat, envelope, over = mail.seat, mail.envelope, mail.over
    drafts = []
    luck = envelope.luck if envelope.luck is not None or over is None else over.luck
    if mail.parsed.accepted or envelope.luck is not None or (over and not same_as_before(record, seat, over)):
        drafts.append(filing(record, seat, mail.parsed.sheet, luck, mail.source))
    elif mail.parsed.problems:
        drafts.append(refusal(record, seat, len(mail.parsed.problems), mail.source))
    ready = envelope.ready
    if ready is None and over and gave_ready(context, record, seat, message_of(mail.source)):
        ready = False
    return drafts if ready is None else [*drafts, *readiness(record, seat, ready, mail.source, now)]


def _as_filed(context: ServiceContext, record: Record, receipt: Receipt, source: str, turn: int) -> Receipt:
    """The receipt of a mail taken again after its turn is resolved (its first receipt was lost): what it filed then."""
    first, last = (context.store.before_turn(record.stream, number) for number in (turn, turn + 1))
    for entry in context.store.read(record.stream, first, last):
        filed = entry.event
        if isinstance(filed, OrdersFiled) and filed.source == source:
            sealed = replace(receipt, luck=filed.luck, commitment=filed.commitment, salt=filed.salt)
            return replace(
                sealed,
                outcome="accepted",
                turn=turn,
                turn_words=numbered(turn, ""),
                current_orders=OrderSheet(filed.sheet).text(),
                due="",
                notes=[RESOLVED_SINCE],
            )
    return receipt
