"""A game master of whom nothing is heard: from then on the players, or the operator, decide in their place.

What counts as a sign of theirs: anything that they do to the game (then the ledger knows it), a page that they open while they
are signed in, a mail from them. Reminders and feeds, which programs fetch, are none.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from events.base import Draft
from events.platform import MasterNamed, MasterSilent
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext, parse_stamp, stamp
from pbem.service.decide import Decision, decide, public
from pbem.service.history import MASTER, SENTENCES
from pbem.service.repository import reading
from pbem.service.votes.proposals import line, proposal_of

LastSign = Callable[[str], str]
"""When a person (by id) was last seen on the pages, or wrote a mail: a stamp, "" for never."""


def fell_silent(record: Record, since: str, now: datetime) -> list[Draft]:
    """The event by which somebody else decides, as nothing was heard of the game master since then. Raises ActRefused."""
    ledger = record.ledger
    days = ledger.policy.silent_days
    if not days:
        raise ActRefused(f"in {record.stream} nobody decides in the place of a silent game master")
    if not ledger.master:
        raise ActRefused(f"{record.stream} has no game master who could fall silent")
    if ledger.silent:
        raise ActRefused(f"the silence of the game master of {record.stream} was noted before")
    if now - parse_stamp(since) < timedelta(days=days):
        raise ActRefused(f"the game master of {record.stream} was heard of within {days:g} days")
    return public(record, MasterSilent(stamp(parse_stamp(since)), ledger.policy.silent_then))


def note_silence(context: ServiceContext, stream: str, last_sign: LastSign) -> bool:
    """Write that the game master is silent, if they are and something needs them. Are they silent now?

    Raises:
        NoSuchGame, Corrupt.
    """

    def act(record: Record, now: datetime) -> Decision[bool]:
        since = _silent_since(context, record, last_sign, now)
        drafts = fell_silent(record, since, now) if since else []
        return Decision(drafts, lambda: bool(record.ledger.silent))

    return decide(context, stream, act)


def _silent_since(context: ServiceContext, record: Record, last_sign: LastSign, now: datetime) -> str:
    """Since when nothing was heard of any game master, if that is too long and something needs them; else ""."""
    ledger = record.ledger
    if ledger.ended or ledger.silent or not ledger.master or not ledger.policy.silent_days:
        return ""
    latest = stamp(now - timedelta(days=ledger.policy.silent_days))
    signs = [last_sign(person) for person in (ledger.master, *ledger.co_masters)]
    if max(signs) > latest:
        return ""
    acted = last_act(context, record)
    since = max(acted, *signs)
    return since if since <= latest and is_needed(record, acted, now) else ""


def last_act(context: ServiceContext, record: Record) -> str:
    """When a game master did something to the game, or was named: the time of the event."""
    found = ""
    for entry in context.store.select(record.stream, [*SENTENCES]):
        named = isinstance(entry.event, MasterNamed) and entry.event.player == record.ledger.master
        if named or getattr(entry.event, "by", "") == MASTER:
            found = entry.at
    return found


def is_needed(record: Record, acted: str, now: datetime) -> bool:
    """Does something need the game master? `acted` is when they did something last."""
    ledger = record.ledger
    free = [seat for seat in ledger.seats if seat not in ledger.players and seat not in (*ledger.offered, *ledger.opened)]
    long = timedelta(days=2 * ledger.policy.silent_days)
    return bool(free or ledger.paused or ledger.votes or ledger.extensions) or now - parse_stamp(acted) >= long


# ---------------------------------------------------------------- what is told of it


class Silence(NamedTuple):
    """What is told of a silent game master: since when nothing was heard, who decides, and what is asked of the players now.

    `standing` are lines that vote for what somebody wants already; `known_by` is the same whenever it is told.
    """

    title: str
    turn: int
    since: str
    decides: str
    standing: list[str]
    masters: list[str]
    known_by: str


def silence(context: ServiceContext, stream: str) -> Silence | None:
    """What is to be told, if the game master is silent now. Raises NoSuchGame, Corrupt."""
    with reading(context, stream) as record:
        ledger = record.ledger
        if not ledger.silent:
            return None
        *_, entry = context.store.select(stream, [MasterSilent])
        assert isinstance(entry.event, MasterSilent)  # noqa: S101 (only these were asked for)
        lines = [line(ledger, proposal_of(key)) for key in ledger.votes]
        masters = [ledger.master, *ledger.co_masters]
        said = entry.event
        return Silence(ledger.title, ledger.turn, said.since, said.decides, [*filter(None, lines)], masters, entry.hash.hex())
