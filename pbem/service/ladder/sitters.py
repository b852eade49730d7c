"""Sitters: a person whom the player of a seat has named orders for it while the player cannot.

From being called on they see what the seat sees. They may do what a turn needs: orders, `ready`, press, asking for more time.
The seat itself stays its player's: a sitter cannot leave it, note its player as away, name another sitter, or vote. They stop
when the player does something for the game themselves, takes the naming back, or leaves the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from events.base import Draft, Event
from events.platform import (
    AbsenceSet,
    Actor,
    OrdersFiled,
    OrdersRefused,
    PressSent,
    ReadyChanged,
    SeatVacated,
    SitterCalled,
    SitterLeft,
    SitterNamed,
)
from pbem.core.state.ledger_handlers import BY_SITTER
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.current_orders import check_seat
from pbem.service.decide import change, public, reason
from pbem.service.history import PLAYER
from pbem.service.ladder.applicants import applicant, check_told
from pbem.service.ladder.newcomers import check_newcomer, objection
from pbem.service.repository import reading

BACK = "its player is back"
ANOTHER = "somebody else was named"
NOBODY = "nobody is named any more"
DECLINED = "they do not want to, or cannot"
NOT_THEIRS = "this is for the player of the seat alone: you order for them, and the seat stays theirs"
ACTS = OrdersFiled | OrdersRefused | ReadyChanged | PressSent
"""What a player does who is back."""


class NotTheirSeat(ActRefused):
    """Who writes does not play the seat, and does not order for its player any more: nothing was done."""


# ---------------------------------------------------------------- named


def name_sitter(context: ServiceContext, stream: str, seat: str, person: str, why: str, by: Actor = PLAYER) -> None:
    """This person orders for the seat when its player cannot ("": nobody does). Raises NoSuchSeat, ActRefused."""
    who = applicant(context, stream, person)

    def act(record: Record, now: datetime) -> list[Draft]:
        drafts = named(record, seat, person, why, now, by)
        check_told(record, seat, who)
        return drafts

    change(context, stream, act)


def named(record: Record, seat: str, person: str, why: str, now: datetime, by: Actor) -> list[Draft]:
    """The events by which a sitter is named, or the naming is taken back. Raises NoSuchSeat, ActRefused."""
    check_seat(record, seat)
    if record.ledger.sitters.get(seat, "") == person:
        raise ActRefused(
            f"they are named for {seat_title(record, seat)} already"
            if person
            else f"nobody is named to order for {seat_title(record, seat)}"
        )
    if person:
        check_sitter(record, seat, person)
    return following(record, seat, public(record, SitterNamed(seat, person, reason(why), by)), now)


def check_sitter(record: Record, seat: str, person: str) -> None:
    """May this person order for the player of the seat? Raises ActRefused."""
    check_sitters(record, seat)
    if not is_person(person):
        raise ActRefused("only a person orders for a player; whether a bot does, the game's policy says")
    if person == record.ledger.players[seat]:
        raise ActRefused(f"they play {seat_title(record, seat)} of {record.stream} themselves")
    check_newcomer(record, seat, person)


def check_sitters(record: Record, seat: str) -> None:
    """Can anybody be named for the seat? Raises ActRefused."""
    if not record.ledger.policy.sitters:
        raise ActRefused(f"in {record.stream} nobody orders for another: its policy has no sitters")
    if not is_person(record.ledger.players.get(seat, "")):
        raise ActRefused(f"no person plays {seat_title(record, seat)} of {record.stream} whom somebody could order for")


def decline(context: ServiceContext, stream: str, seat: str, person: str) -> None:
    """Who was named, or orders for the player by now, does not want to. Raises NoSuchSeat, ActRefused."""
    change(context, stream, lambda record, now: declined(record, seat, person, now))


def declined(record: Record, seat: str, person: str, now: datetime) -> list[Draft]:
    """The events by which who was named takes it back. Raises NoSuchSeat, ActRefused."""
    check_seat(record, seat)
    if person == record.ledger.sitters.get(seat):
        return following(record, seat, public(record, SitterNamed(seat, "", DECLINED)), now)
    if person != record.ledger.sitting.get(seat):
        raise ActRefused(f"you are not named to order for {seat_title(record, seat)} of {record.stream}")
    return public(record, SitterLeft(seat, record.ledger.turn, DECLINED))  # an officer, whom nobody named


def check_name(context: ServiceContext, stream: str, seat: str) -> None:
    """Can anybody be named for the seat? Raises NoSuchGame, NoSuchSeat, ActRefused, Corrupt."""
    with reading(context, stream) as record:
        check_seat(record, seat)
        check_sitters(record, seat)


def asked(context: ServiceContext, stream: str, seat: str) -> tuple[str, str]:
    """Who is named for the seat, and who orders for its player now (ids; "": nobody). Raises NoSuchGame, Corrupt."""
    with reading(context, stream) as record:
        return record.ledger.sitters.get(seat, ""), record.ledger.sitting.get(seat, "")


# ---------------------------------------------------------------- called, and not needed any more


def following(record: Record, seat: str, drafts: Sequence[Draft], now: datetime) -> list[Draft]:
    """The drafts of one act on a seat, with what follows from them for its sitter.

    Who orders for a player that is back leaves before anything else is done. Who is named for a player that is away is called
    right after the events that say so.
    """
    own = [draft for draft in drafts if not isinstance(draft.event, SitterLeft | SitterCalled)]
    said = next((draft.event.why for draft in drafts if isinstance(draft.event, SitterLeft)), "")
    if any(isinstance(draft.event, SeatVacated) for draft in own):
        return own
    why = _leaves(record, seat, [draft.event for draft in own]) or said
    left = public(record, SitterLeft(seat, record.ledger.turn, why)) if why else []
    return [*left, *_with_call(record, seat, own, now, why)]


def _leaves(record: Record, seat: str, events: Sequence[Event]) -> str:
    """Why whoever orders for the player does so no more; "" if they go on, or nobody does."""
    sits = record.ledger.sitting.get(seat)
    if not sits:
        return ""
    naming = next((event for event in events if isinstance(event, SitterNamed)), None)
    if naming and naming.sitter != sits:
        return ANOTHER if naming.sitter else naming.why if naming.why == DECLINED else NOBODY
    said = next((event.until for event in events if isinstance(event, AbsenceSet)), None)
    if said is not None:
        return "" if said else BACK
    return BACK if any(isinstance(event, ACTS) and not by_sitter(event.source) for event in events) else ""


def _with_call(record: Record, seat: str, drafts: list[Draft], now: datetime, left: str) -> list[Draft]:
    """The drafts, and behind those that give cause to it the call of the sitter."""
    ledger = record.ledger
    until, sitter, place = ledger.absent.get(seat, ""), ledger.sitters.get(seat, ""), 0
    for number, draft in enumerate(drafts, 1):
        if isinstance(draft.event, AbsenceSet):
            until, place = draft.event.until, number
        elif isinstance(draft.event, SitterNamed):
            sitter, place = draft.event.sitter, number
    free = left != BACK if left else seat not in ledger.sitting
    if not (place and free and ledger.policy.sitters and sitter and until > stamp(now) and not objection(record, seat, sitter)):
        return drafts
    called = public(record, SitterCalled(seat, ledger.turn, sitter, "absent", False))
    return [*drafts[:place], *called, *drafts[place:]]


def come_back(context: ServiceContext, stream: str, seat: str) -> None:
    """The player orders for the seat themselves again. Raises NoSuchSeat, ActRefused."""
    change(context, stream, lambda record, now: returned(record, seat))


def returned(record: Record, seat: str) -> list[Draft]:
    """The event by which a player who is not noted as away is back. Raises NoSuchSeat, ActRefused."""
    check_seat(record, seat)
    if seat not in record.ledger.sitting:
        raise ActRefused(f"nobody orders for the player of {seat_title(record, seat)}")
    return public(record, SitterLeft(seat, record.ledger.turn, BACK))


# ---------------------------------------------------------------- who writes


def by_sitter(source: str) -> bool:
    """Does the source of an event say that who orders for the player wrote it?"""
    return source.partition(" ")[0] == BY_SITTER


def sitter_source(source: str) -> str:
    """The source of what whoever orders for the player writes."""
    return f"{BY_SITTER} {source}"


def check_writer(record: Record, seat: str, source: str) -> None:
    """May who writes, as the source says, write for the seat? Raises NotTheirSeat."""
    if by_sitter(source) and seat not in record.ledger.sitting:
        raise NotTheirSeat(f"you do not order for {seat_title(record, seat)} of {record.stream} any more, so nothing was done")


def is_taken(record: Record, source: str) -> bool:
    """Was this mail taken before? It is the same whoever its writer has become since."""
    plain = source.removeprefix(f"{BY_SITTER} ")
    return not {plain, sitter_source(plain)}.isdisjoint(record.ledger.sources)
