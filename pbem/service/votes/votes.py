"""A vote: a seat's player wants something that the players decide together. It holds until it is taken back or done.

When enough want the same it is done at once, by the players: in the same append, right after the vote that was missing.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from events.base import Draft
from events.platform import VoteCast
from pbem.core.state.ledger_handlers import BY_SITTER
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import check_seat
from pbem.service.decide import public, reason
from pbem.service.going_back import Past
from pbem.service.repository import keep_tenth
from pbem.service.votes.counting import Count, check_voted_on, count
from pbem.service.votes.proposals import Proposal, carried_out, check, done_words, line, voted, words

NO_REASON = "no reason given"


class Wish(NamedTuple):
    """What somebody wants, or does not want any more, and why."""

    proposal: Proposal
    yes: bool = True
    why: str = ""


def keep_after_vote(context: ServiceContext, stream: str) -> None:
    """A vote may have ended a turn by going back: every tenth is kept then, as at the end of any other."""
    row = context.store.game(stream)
    if row is not None and row.closed:
        keep_tenth(context, stream, row.closed)


def ballot(record: Record, seat: str, wish: Wish, source: str) -> VoteCast:
    """The vote of the seat's player: of the seat for which they have it already, if they play several. Raises ActRefused."""
    (on, about), own = wish.proposal, holder(record, seat, wish.proposal) or seat
    return VoteCast(own, record.ledger.turn, on, about, wish.yes, reason(wish.why or NO_REASON), source)


def holder(record: Record, seat: str, proposal: Proposal) -> str:
    """For which of their seats the seat's player wants it; "" for none."""
    players = record.ledger.players
    wanting = record.ledger.votes.get(proposal.key, [])
    return next((other for other in wanting if players.get(other) == players.get(seat)), "")


def vote_events(record: Record, past: Past, vote: VoteCast, now: datetime) -> list[Draft]:
    """The events of a vote, and of what is done because enough want it now; none when it changes nothing.

    Raises NoSuchSeat, ActRefused.
    """
    _check_voter(record, vote)
    proposal = voted(vote)
    if not vote.yes:
        return public(record, vote) if vote.seat in record.ledger.votes.get(proposal.key, []) else []
    check_voted_on(record, vote.on)
    check(record, proposal, now)
    counted = with_vote(record, vote, now)
    if counted.enough:
        done = carried_out(record, past, proposal, f"{counted.words} voted for it", now)
        return [*public(record, vote), *done]
    return [] if vote.seat in record.ledger.votes.get(proposal.key, []) else public(record, vote)


def _check_voter(record: Record, vote: VoteCast) -> None:
    check_seat(record, vote.seat)
    if not is_person(record.ledger.players.get(vote.seat, "")):
        raise ActRefused(f"no person plays {seat_title(record, vote.seat)}, and nobody else votes")
    if vote.source.partition(" ")[0] == BY_SITTER:
        raise ActRefused("who orders for a player does not vote for them")
    if (held := holder(record, vote.seat, voted(vote))) not in ("", vote.seat):
        raise ActRefused(f"its player has voted for it already, as {held}")


def with_vote(record: Record, vote: VoteCast, now: datetime) -> Count:
    """How many want it with this vote."""
    return count(record, vote.on, {*record.ledger.votes.get(voted(vote).key, []), vote.seat}, now)


def outcome(record: Record, vote: VoteCast, now: datetime) -> str:
    """What a vote leads to, as its player is told it, from the record before it. Raises NoSuchSeat, ActRefused."""
    ledger, proposal = record.ledger, voted(vote)
    wish = words(ledger, proposal)
    if vote.source and vote.source in ledger.sources:
        return f"your vote for {wish} was noted"
    _check_voter(record, vote)
    if not vote.yes:
        held = vote.seat in ledger.votes.get(proposal.key, [])
        return f"you do not vote for {wish} any more" if held else f"you had not voted for {wish}"
    check_voted_on(record, vote.on)
    check(record, proposal, now)
    counted = with_vote(record, vote, now)
    if counted.enough:
        return f"{counted.words} voted for {wish}, and that is enough. {done_words(ledger, proposal)}"
    return (
        f"you vote for {wish}: {counted.words} want it, and {counted.needed} are needed. Missing: {counted.waits_for}."
        f" Your vote holds until it is done, or until you write `not {line(ledger, proposal)}`"
    )


def carries(record: Record, vote: VoteCast, now: datetime) -> bool:
    """Is it done with this vote?"""
    return vote.yes and with_vote(record, vote, now).enough
