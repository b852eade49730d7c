"""Requests in a mail, beside the orders: its player is away or back, names who orders for them, asks for more time, votes, or
leaves their seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from events.base import Draft
from events.platform import DeadlineSet, ExtensionAsked, VoteCast
from pbem.accounts.people import BadPerson, People, fold_address
from pbem.core.state.ledger_handlers import BY_SITTER
from pbem.core.state.record import Record
from pbem.core.texts.commands import COMMANDS
from pbem.core.texts.envelope import Envelope, Problem, Request, shortened
from pbem.service.context import ActRefused, ServiceContext, minute, parse_stamp, stamp
from pbem.service.current_orders import BY_BOT, check_seat, waiting
from pbem.service.decide import Decision, decide, public, reason
from pbem.service.games.seating import leave
from pbem.service.history import PLAYER
from pbem.service.ladder.absence import absence
from pbem.service.ladder.applicants import Applicant, applicant, check_told
from pbem.service.ladder.promises import promise
from pbem.service.ladder.sitters import NOT_THEIRS, by_sitter, check_sitters, named, returned
from pbem.service.orders.vote_requests import VOTES, Unclear, read_votes
from pbem.service.policy.pace import latest, span_words
from pbem.service.receipt import ExtensionRequest
from pbem.service.vacation import BACK
from pbem.service.votes.counting import MORE_TIME, Count, check_voted_on, count_for_time
from pbem.service.votes.votes import NO_REASON

DAY = re.compile(r"until ([0-9]{4}-[0-9]{2}-[0-9]{2})(?:,? ([0-9]{1,2}:[0-9]{2})(?: ?(?:utc|z))?)?")
HOURS = re.compile(r"(?:by )?([0-9]{1,4}) ?(h|hours?|d|days?)")
MOST_HOURS = 14 * 24
FARTHEST = timedelta(days=60)
"""Players move no deadline beyond that: a player who was away must not find their game put to sleep."""
NAMED = "for turns that its player cannot order for"
TAKEN_BACK = "its player orders for it themselves"
ALL_ASKED = "all players asked for more time"
EVERYWHERE = ("everywhere", "anywhere")
"""The words by which `absent` and `not absent` are said of all games of a player."""
OVER_EVERYWHERE = timedelta(days=1, hours=12)
"""A day ends last where clocks are twelve hours behind UTC."""


class Elsewhere(NamedTuple):
    """The player's other games are to be told, too: until when they are away (None: they are back), and why."""

    until: datetime | None
    why: str


@dataclass
class Requests:
    """What comes of a mail's requests: events to be written, what cannot be granted, and what the player is told.

    What its `votes` lead to, the filing says: it knows how earlier turns ended. `elsewhere` is what the player's other games
    are to be told.
    """

    drafts: list[Draft] = field(default_factory=list)
    votes: list[VoteCast] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    elsewhere: Elsewhere | None = None

    @property
    def heard(self) -> bool:
        """Was one of them understood, even if it changes nothing?"""
        return bool(self.notes)


class MailOrigin(NamedTuple):
    """What a mail is known by in the log ("": it is only tried), the turn it is for, and the persons by the addresses in it."""

    source: str
    turn: int | None = None
    people: Mapping[str, Applicant] = MappingProxyType({})


@dataclass(frozen=True)
class _RequestContext:
    """A request, who made it, in which mail, and when."""

    record: Record
    seat: str
    request: Request
    origin: MailOrigin
    now: datetime

    @property
    def source(self) -> str:
        return self.origin.source

    @property
    def why(self) -> str:
        return reason(self.request.why or NO_REASON)


def read_requests(record: Record, seat: str, written: Sequence[Request], origin: MailOrigin, now: datetime) -> Requests:
    """Read the requests of a mail of this seat. Of several of a kind the last counts; a seat is left at the end of all."""
    found = Requests()
    last = {request.name: request for request in written if request.name not in VOTES}
    for request in sorted(last.values(), key=lambda each: list(GRANTED).index(each.name)):
        try:
            here, elsewhere = _of_all_games(_RequestContext(record, seat, request, origin, now))
            drafts, note = _granted(here)
        except ActRefused as e:
            legal = e.legal if isinstance(e, Unclear) else ""
            found.problems.append(Problem(request.line, "", shortened(request.text), str(e), legal, "not allowed"))
        else:
            found.drafts += drafts
            found.notes.append(note)
            found.elsewhere = elsewhere or found.elsewhere
    votes = read_votes(record, seat, [each for each in written if each.name in VOTES], "resign" in last, origin.source, now)
    found.votes, found.problems, found.notes = votes.cast, [*found.problems, *votes.problems], [*found.notes, *votes.notes]
    return found


def _granted(context: _RequestContext) -> tuple[list[Draft], str]:
    """What comes of one request. Whoever orders for the player asks for more time, and for nothing else."""
    if by_sitter(context.source) and context.request.name != "extend":
        raise ActRefused(NOT_THEIRS)
    return GRANTED[context.request.name](context)


def asked_by(context: ServiceContext, record: Record, source: str) -> ExtensionRequest | None:
    """What the mail `source` asked of the open turn's deadline. The same whenever it is asked for."""
    first = context.store.before_turn(record.stream, record.ledger.turn)
    asked: ExtensionAsked | None = None
    for entry in context.store.select(record.stream, [ExtensionAsked, DeadlineSet], first):
        if asked:  # a deadline that moves for its sake is the very next of these events
            moved = isinstance(entry.event, DeadlineSet) and entry.event.cause == "all_asked"
            return ExtensionRequest(asked.seat, asked.hours, asked.why, moved)
        if isinstance(entry.event, ExtensionAsked) and entry.event.source == source:
            asked = entry.event
    return ExtensionRequest(asked.seat, asked.hours, asked.why, False) if asked else None


# ---------------------------------------------------------------- away and back


def _of_all_games(context: _RequestContext) -> tuple[_RequestContext, Elsewhere | None]:
    """The request as it concerns this game, and what the others are told if it says `everywhere` or `anywhere`.

    Raises ActRefused: whoever orders for the player does not say that.
    """
    request = context.request
    first, _, rest = request.about.partition(" ")
    if request.name not in ("absent", "not absent") or first not in EVERYWHERE:
        return context, None
    if context.source.partition(" ")[0] in (BY_BOT, BY_SITTER):
        raise ActRefused("only the player themselves can say that of all their games")
    here = replace(context, request=replace(request, about=rest))
    if request.name == "absent":
        return here, Elsewhere(time_named(rest), here.why)
    return here, Elsewhere(None, reason(request.why or BACK))


def _absent(context: _RequestContext) -> tuple[list[Draft], str]:
    until, ledger = time_named(context.request.about), context.record.ledger
    called = " Whoever you named orders for you." if ledger.policy.sitters and context.seat in ledger.sitters else ""
    note = f"you are away until {minute(stamp(until))}.{called} {promise(ledger.policy)} `not absent` says that you are back"
    if ledger.absent.get(context.seat) == stamp(until):
        return [], note
    return absence(context.record, context.seat, until, context.why, context.now, PLAYER), note


def time_named(about: str) -> datetime:
    """`until 2026-12-24` lasts until that day is over everywhere, `until 2026-12-24 18:00` until then in UTC.

    Raises ActRefused.
    """
    day, clock = found.groups() if (found := DAY.fullmatch(about)) else ("", None)
    try:
        time = datetime.fromisoformat(f"{day} {(clock or '00:00').zfill(5)}+00:00")
    except ValueError:
        legal = f"Write it like `{COMMANDS['ABSENT']}`, or with a time in UTC behind the day, like 18:00."
        raise Unclear("it does not say until when you are away", legal) from None
    return time if clock else time + OVER_EVERYWHERE


def _back(context: _RequestContext) -> tuple[list[Draft], str]:
    if context.request.about:
        raise Unclear("`not absent` stands by itself", "Write `not absent`.")
    record, seat = context.record, context.seat
    if seat in record.ledger.absent:
        return absence(record, seat, None, reason(context.request.why or BACK), context.now, PLAYER), "you are back"
    return (returned(record, seat), "you are back") if seat in record.ledger.sitting else ([], "you are not noted as away")


# ---------------------------------------------------------------- who orders for the player


def _sitter(context: _RequestContext) -> tuple[list[Draft], str]:
    record, seat, address = context.record, context.seat, sitter_address(context.request)
    note = f"{address} orders for {seat} when you cannot, once they are called; `not sitter` takes it back"
    who = context.origin.people.get(address)
    if who is None:
        check_sitters(record, seat)
    if who is None or record.ledger.sitters.get(seat) == who.person:
        return [], note
    check_told(record, seat, who)
    why = context.request.why if context.request.about else ""
    return named(record, seat, who.person, reason(why or NAMED), context.now, PLAYER), note


def sitter_address(request: Request) -> str:
    """The mail address in `sitter: ADDRESS`, or `sitter ADDRESS: why`. Raises ActRefused."""
    try:
        return fold_address(request.about or request.why)
    except BadPerson as e:
        raise Unclear(str(e), f"Write it like `{COMMANDS['SITTER']}`.") from None


def people_named(context: ServiceContext, record: Record, seat: str, envelope: Envelope) -> dict[str, Applicant]:
    """The person with the address that a mail of the seat names as its sitter; added when there is none yet.

    Nobody is added for a mail that is only tried, or where nobody can be named.
    """
    asked = next((request for request in reversed(envelope.requests) if request.name == "sitter"), None)
    if asked is None or envelope.preview or record.ledger.ended:
        return {}
    try:
        address = sitter_address(asked)
        check_sitters(record, seat)
    except ActRefused:
        return {}  # the same is found when the requests are read, and told
    people = People(context.database, context.entropy)
    found = people.by_address(address) or people.add(address.partition("@")[0], address, stamp(context.now()))
    return {address: applicant(context, record.stream, found.id)}


def _no_sitter(context: _RequestContext) -> tuple[list[Draft], str]:
    if context.request.about:
        raise Unclear("`not sitter` stands by itself", "Write `not sitter`.")
    if context.seat not in context.record.ledger.sitters:
        return [], "nobody is named to order for you"
    why = reason(context.request.why or TAKEN_BACK)
    return named(context.record, context.seat, "", why, context.now, PLAYER), "nobody is named any more to order for you"


# ---------------------------------------------------------------- more time


def _extend(context: _RequestContext) -> tuple[list[Draft], str]:
    turn, hours = context.record.ledger.turn, _hours(context.request.about)
    return _asked(context.record, ExtensionAsked(context.seat, turn, hours, context.why, context.source), context.now)


def ask_more_time(context: ServiceContext, stream: str, seat: str, hours: float, why: str, source: str) -> str:
    """The seat's player asks for so many hours more on a page. Returns what they are told; the same `source` counts once.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt, ActRefused.
    """

    def act(record: Record, now: datetime) -> Decision[str]:
        check_seat(record, seat)
        asked = ExtensionAsked(seat, record.ledger.turn, hours, reason(why or NO_REASON), source)
        drafts, note = _asked(record, asked, now)
        return Decision(drafts, lambda: note)

    return decide(context, stream, act)


def _asked(record: Record, asked: ExtensionAsked, now: datetime) -> tuple[list[Draft], str]:
    if asked.source and asked.source in record.ledger.sources:
        return [], "your wish for more time was noted"
    drafts = more_time(record, asked, now)
    counted = _asking(record, asked.seat, now)
    if not counted.enough:
        others = f"{counted.waits_for} {'asks' if counted.needed - counted.wanting == 1 else 'ask'}"
        return drafts, f"you ask for {asked.hours:g} hours more; the deadline moves when {others} for it, too"
    due = next(draft.event.due for draft in drafts if isinstance(draft.event, DeadlineSet))
    return drafts, f"{who_asked(counted)}: orders for turn {record.ledger.turn} are due {minute(due)}"


def more_time(record: Record, asked: ExtensionAsked, now: datetime) -> list[Draft]:
    """The events of a wish for more time; none when it was said before.

    The deadline moves when enough players want it to, by the least that any of them asks for. Raises ActRefused.
    """
    ledger = record.ledger
    if not ledger.due or ledger.paused:
        raise ActRefused("there is no deadline that could move now")
    if ledger.policy.early and not waiting(record):
        raise ActRefused("all are ready: the turn is being resolved")
    _check_hours(asked.hours)
    check_voted_on(record, MORE_TIME)
    counted = _asking(record, asked.seat, now)
    if not counted.enough:
        return public(record, asked) if ledger.extensions.get(asked.seat) != asked.hours else []
    hours = min({**ledger.extensions, asked.seat: asked.hours}.values())
    due = parse_stamp(ledger.due) + timedelta(hours=hours)
    if bound := latest(record):
        due = min(due, bound)
        if due <= parse_stamp(ledger.due):
            most = span_words(ledger.policy.max_hours)
            raise ActRefused(f"the deadline has moved by {most}, which is the most in this game: ask the game master")
    if due - now > FARTHEST:
        raise ActRefused(f"the deadline would be more than {FARTHEST.days} days away: ask the game master")
    return public(record, asked, DeadlineSet(ledger.turn, stamp(due), who_asked(counted), "all_asked", PLAYER))


def _asking(record: Record, seat: str, now: datetime) -> Count:
    """How many ask for more time with this seat."""
    return count_for_time(record, [*record.ledger.extensions, seat], now)


def who_asked(counted: Count) -> str:
    """Why a deadline moves."""
    return ALL_ASKED if not counted.missing else f"{counted.words} asked for more time"


def _hours(about: str) -> float:
    found = HOURS.fullmatch(about)
    if not found:
        raise Unclear("it does not say by how much", f"Write it like `{COMMANDS['EXTEND']}`, or with days: `extend 2d`.")
    hours = float(found[1]) * (24 if found[2].startswith("d") else 1)
    _check_hours(hours)
    return hours


def _check_hours(hours: float) -> None:
    if not 1 <= hours <= MOST_HOURS:
        raise ActRefused(f"more time is 1 to {MOST_HOURS} hours")


# ---------------------------------------------------------------- leaving


def _resign(context: _RequestContext) -> tuple[list[Draft], str]:
    """The seat must be named: one word that slipped into a mail ends no campaign."""
    seat = context.seat
    if context.request.about != seat.lower():
        legal = f"To leave it for good write `resign {seat}: why`."
        raise Unclear("it does not name your seat, so you keep it", legal)
    note = f"you have left {seat}, and get no more reports of it; it goes by its standing orders until somebody takes it"
    if seat not in context.record.ledger.players:
        return [], note
    return leave(context.record, seat, context.why, context.now, PLAYER), note


GRANTED: dict[str, Callable[[_RequestContext], tuple[list[Draft], str]]] = {
    "absent": _absent,
    "not absent": _back,
    "sitter": _sitter,
    "not sitter": _no_sitter,
    "extend": _extend,
    "resign": _resign,
}
"""By their names in the mail, in the order in which they are granted: the events, and what the player is told.

They raise ActRefused.
"""
