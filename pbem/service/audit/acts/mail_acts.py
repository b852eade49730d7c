"""What one mail, or one page, of a seat does: press, requests, orders, ready. And mails that are not filed.

Words stay out of the log, so a mail is not read again: what it gave must fit together, and be sealed as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from events.base import Draft, Event
from events.platform import (
    AbsenceSet,
    AddressMisused,
    ExtensionAsked,
    OrdersFiled,
    OrdersHeld,
    OrdersRefused,
    PressSent,
    ReadyChanged,
    SeatVacated,
    SitterCalled,
    SitterLeft,
    SitterNamed,
    VoteCast,
)
from pbem.core.state.ledger_handlers import BY_SITTER
from pbem.core.state.players import bot_name
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.audit.acts import vote_acts
from pbem.service.audit.acts.moment import Act, Moment
from pbem.service.context import ActRefused, parse_stamp
from pbem.service.current_orders import (
    AGAIN,
    BY_BOT,
    check_seat,
    current_orders,
    filing,
    is_deletion,
    message_of,
    readiness,
    refusal,
)
from pbem.service.decide import reason
from pbem.service.games.seating import leave
from pbem.service.history import PLAYER
from pbem.service.ladder.absence import absence
from pbem.service.ladder.sitters import by_sitter, check_writer, following, named
from pbem.service.orders.message_versions import filed_by, taken_back
from pbem.service.orders.quarantine import said, unfiled
from pbem.service.orders.requests import more_time
from pbem.service.press.messages import MAX_PRESS, PUBLIC, press_events

DIGEST = re.compile(r"[0-9a-f]{64}")
SourcedEvent = PressSent | ExtensionAsked | OrdersFiled | OrdersRefused | ReadyChanged | VoteCast
ORDER = (
    PressSent,
    AbsenceSet,
    SitterNamed,
    ExtensionAsked,
    SeatVacated,
    OrdersFiled | OrdersRefused,
    ReadyChanged,
    VoteCast,
)
"""In this order a mail's events come."""
SEVERAL = (PressSent, VoteCast)
"""Of these a mail may have more than one."""


@dataclass
class _Parts:
    """What is found of one mail: whose, from where, the messages of its press, and all other events."""

    seat: str
    source: str = ""
    press: list[PressSent] = field(default_factory=list)
    others: list[Event] = field(default_factory=list)


def mail(moment: Moment, first: SourcedEvent | AbsenceSet | SitterNamed | SitterLeft | SeatVacated) -> Act:
    """All that one mail did, from the record before it."""
    record, parts = moment.record, _parts(moment, first.seat)
    check_seat(record, parts.seat)
    _check_source(record, parts)
    if len({type(event) for event in parts.others} & {SeatVacated, VoteCast}) > 1:
        raise ActRefused("who leaves a seat does not vote for it any more")
    if is_deletion(parts.source):
        _check_deletion(record, parts)
    drafts = _press(record, parts)
    for event in parts.others:
        drafts += vote_acts.vote(moment, event) if isinstance(event, VoteCast) else _given(moment, event)
    again = parts.source in record.ledger.sources  # a mail that was read once more: its writer has done nothing new
    return Act(drafts if again else following(record, parts.seat, drafts, moment.now))


def _parts(moment: Moment, seat: str) -> _Parts:
    parts, stage = _Parts(seat), 0
    for event in _of_one_mail(moment, seat):
        place = next(n for n, kind in enumerate(ORDER) if isinstance(event, kind))
        source = getattr(event, "source", parts.source)
        twice = place == stage and not (isinstance(event, SEVERAL) and vote_acts.is_new(event, parts.others))
        if place < stage or twice or (parts.source and source != parts.source):
            break
        if by_sitter(source) and parts.others and not parts.source:  # that was done by the player
            break
        stage, parts.source = place, source
        if isinstance(event, PressSent):
            parts.press.append(event)
        else:
            parts.others.append(event)
    return parts


def _of_one_mail(moment: Moment, seat: str) -> Iterator[Event]:
    """The events of this seat that come at once. A deadline that moves with one of them, or to whom the seat is opened that was
    left, follows from it; so does the call of a sitter, or, before all else, that one leaves."""
    for number, stored in enumerate(moment.ahead.at_once()):
        event = stored.event
        sitter = isinstance(event, SitterCalled | SitterLeft) and event.seat == seat
        if sitter or event.type in ("game.deadline_set", "game.seat_opened"):
            if number and isinstance(event, SitterLeft):
                return
            continue
        if not isinstance(event, ORDER) or getattr(event, "by", PLAYER) != PLAYER:
            return
        if event.seat != seat and not (isinstance(event, VoteCast) and vote_acts.same_person(moment, event.seat, seat)):
            return
        yield event


def _check_source(record: Record, parts: _Parts) -> None:
    """A mail is taken once; read again it files what it had not; a bot, or a sitter, files for its own seat alone."""
    kind, more, _ = parts.source.partition(" ")
    player, turn = record.ledger.players.get(parts.seat, ""), record.ledger.turn
    bot = kind == BY_BOT and more
    again = parts.source in record.ledger.sources
    if not player:
        raise ActRefused(f"nobody plays {parts.seat}")
    if bot and (not bot_name(player) or parts.source != f"{BY_BOT} {parts.seat} {turn}"):
        raise ActRefused(f"no bot orders for {parts.seat} in turn {turn} here")
    if kind == AGAIN and more:
        raise ActRefused("no turn is played again here")
    if kind == BY_SITTER and not again:
        check_writer(record, parts.seat, parts.source)
    if again and not _is_other(record, parts):
        raise ActRefused("this mail was taken before")


def _is_other(record: Record, parts: _Parts) -> bool:
    """Is it a mail that was read once more, and now files something else?"""
    if parts.press or len(parts.others) != 1 or not isinstance(parts.others[0], OrdersFiled):
        return False
    now, before = parts.others[0], record.ledger.filed.get(parts.seat)
    same = current_orders(record, parts.seat).text() == OrderSheet(now.sheet).text()
    return before is None or not same or before.luck != now.luck


def _press(record: Record, parts: _Parts) -> list[Draft]:
    if len(parts.press) > MAX_PRESS:
        raise ActRefused(f"a mail may hold {MAX_PRESS} messages")
    digests = []
    for event in parts.press:
        seats = [seat for seat in record.ledger.seats if seat in event.to and seat != parts.seat]
        to = [PUBLIC] if PUBLIC in event.to else seats
        if not to or not DIGEST.fullmatch(event.digest):
            raise ActRefused("it is addressed to nobody, or its words have no digest")
        digests.append((to, event.digest))
    return press_events(record, parts.seat, parts.source, digests)


def _given(moment: Moment, event: Event) -> list[Draft]:
    """What the record gives for one part of the mail."""
    record, now = moment.record, moment.now
    match event:
        case AbsenceSet() | SitterNamed():
            return _about_player(record, event, now)
        case ExtensionAsked() as e:
            asked = ExtensionAsked(e.seat, record.ledger.turn, e.hours, reason(e.why), e.source)
            return more_time(record, asked, now)
        case SeatVacated(seat=seat, why=why):
            return leave(record, seat, why, now, PLAYER)
        case OrdersFiled() as e:
            return _filing(record, e)
        case OrdersRefused() as e:
            if e.problems < 1:
                raise ActRefused("nothing was wrong with its orders")
            return [refusal(record, e.seat, e.problems, e.source)]
        case ReadyChanged() as e:
            return readiness(record, e.seat, e.ready, e.source, now)
    raise TypeError(f"{event.type} is no part of a mail")


def _filing(record: Record, event: OrdersFiled) -> list[Draft]:
    """What was filed; when a message was deleted, that follows from what its versions had filed in this turn."""
    if is_deletion(event.source):
        return taken_back(record, event.seat, event.source)
    return [filing(record, event.seat, OrderSheet(event.sheet), event.luck, event.source)]


def _check_deletion(record: Record, parts: _Parts) -> None:
    """Who deletes a message takes back its orders, and that they are ready; nothing else."""
    said = [event for event in parts.others if not isinstance(event, OrdersFiled)]
    if parts.press or any(not isinstance(event, ReadyChanged) or event.ready for event in said):
        raise ActRefused("a message that is deleted does nothing new")
    files = len(said) < len(parts.others)
    if files != filed_by(record, parts.seat, message_of(parts.source)):
        raise ActRefused("what a deleted message had filed in this turn is taken back, and nothing else")


def _about_player(record: Record, event: AbsenceSet | SitterNamed, now: datetime) -> list[Draft]:
    """The player is away or back, or says who orders for them."""
    if isinstance(event, SitterNamed):
        return named(record, event.seat, event.sitter, event.why, now, PLAYER)
    return absence(record, event.seat, parse_stamp(event.until) if event.until else None, event.why, now, PLAYER)


def not_filed(moment: Moment, first: OrdersHeld | AddressMisused) -> Act:
    """A mail waits to be confirmed, or came from another than the seat's player; the seat is told so once."""
    record = moment.record
    check_seat(record, first.seat)
    if said(record, first):
        raise ActRefused("it was said before in this turn")
    if isinstance(first, AddressMisused) and first.by and (first.by not in record.ledger.seats or first.by == first.seat):
        raise ActRefused(f"{first.by} is no other seat of the game")
    if isinstance(first, OrdersHeld) and not 0 <= first.turn <= record.ledger.turn:
        raise ActRefused(f"there is no turn {first.turn} yet")
    return Act(unfiled(record, first))
