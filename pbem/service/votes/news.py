"""What the others are told of a vote. Read from the log, so that a mail taken again after a crash gives the same."""

from __future__ import annotations

from events.base import Event
from events.platform import GameEnded, GamePaused, GameResumed, MasterNamed, RolledBack, VoteCast
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext, parse_stamp
from pbem.service.history import ALL_PLAYERS
from pbem.service.receipt import VoteNews
from pbem.service.votes.counting import count
from pbem.service.votes.proposals import Proposal, done_words, line, voted, words

DONE: tuple[type[Event], ...] = (GamePaused, GameResumed, GameEnded, MasterNamed, RolledBack)
"""What enough votes lead to: the very next of these events and of the votes."""


def votes_cast(context: ServiceContext, record: Record, source: str) -> list[VoteNews]:
    """The votes of the mail `source`, in the open turn or the one before it, which a vote may have ended."""
    first = context.store.before_turn(record.stream, max(record.ledger.turn - 1, 0))
    entries = list(context.store.select(record.stream, [VoteCast, *DONE], first))
    found = []
    for place, entry in enumerate(entries):
        event = entry.event
        if isinstance(event, VoteCast) and event.source == source and event.yes:
            after = entries[place + 1].event if place + 1 < len(entries) else None
            done = after is not None and getattr(after, "by", "") == ALL_PLAYERS
            masters = _masters(context, record, event) if done else []
            found.append(_news(record, event, entry.at, masters, done))
    return found


def _news(record: Record, vote: VoteCast, at: str, masters: list[str], done: bool) -> VoteNews:
    ledger, proposal = record.ledger, voted(vote)
    told = done_words(ledger, proposal) if done else ""
    wanting = [] if done else list(ledger.votes.get(proposal.key, []))
    stands = "" if done else _stands(record, proposal, wanting, at)
    return VoteNews(vote.seat, words(ledger, proposal), vote.why, line(ledger, proposal), wanting, stands, told, masters)


def _masters(context: ServiceContext, record: Record, vote: VoteCast) -> list[str]:
    """Who runs the game, and who did until they were voted out."""
    events = (entry.event for entry in context.store.select(record.stream, [MasterNamed]))
    named = [event.player for event in events if isinstance(event, MasterNamed)]
    before = named[-2:-1] if vote.on == "master" else []
    return [person for person in dict.fromkeys([*before, record.ledger.master, *record.ledger.co_masters]) if person]


def _stands(record: Record, proposal: Proposal, wanting: list[str], at: str) -> str:
    counted = count(record, proposal.on, wanting, parse_stamp(at))
    return f"{counted.words} want it; {counted.needed} are needed"
