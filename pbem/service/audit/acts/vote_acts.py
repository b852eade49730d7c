"""Votes, what follows when enough want the same, and a game master who falls silent."""

from __future__ import annotations

from collections.abc import Sequence

from events.base import Draft, Event
from events.platform import MasterSilent, VoteCast
from pbem.service.audit.acts.moment import Act, Moment
from pbem.service.decide import reason
from pbem.service.votes.proposals import voted
from pbem.service.votes.silence import fell_silent
from pbem.service.votes.votes import vote_events


def vote(moment: Moment, e: VoteCast) -> list[Draft]:
    """A vote that a mail or a page casts, with what it leads to."""
    cast = VoteCast(e.seat, moment.record.ledger.turn, e.on, e.about, e.yes, reason(e.why), e.source)
    return vote_events(moment.record, moment.past, cast, moment.now)


def same_person(moment: Moment, one: str, other: str) -> bool:
    """Does one person play both seats? Then a mail of one takes back what they voted for as the other."""
    players = moment.record.ledger.players
    return bool(players.get(one)) and players.get(one) == players.get(other)


def is_new(event: Event, before: Sequence[Event]) -> bool:
    """Is it no vote on what the same mail has voted on before? Of those only the last counts."""
    return not isinstance(event, VoteCast) or all(
        voted(other) != voted(event) for other in before if isinstance(other, VoteCast)
    )


def falls_silent(moment: Moment, first: MasterSilent) -> Act:
    """Nothing is heard of the game master. Since when, the log does not know alone: they sign in, and they write mails."""
    return Act(fell_silent(moment.record, first.since, moment.now))
