"""What the players want at present, and what they could vote on: for the pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.repository import reading
from pbem.service.votes.counting import VOTED_ON, Count, count, count_for_time, needed
from pbem.service.votes.proposals import Proposal, Subject, check, line, proposal_of, words


@dataclass(frozen=True)
class StandingVote:
    """A proposal: `on` is what a mail has after `vote`, `words` are for people. `wanting` are the seats that want it.

    `count` of `asked` players want it, and `needed` of them are needed. `mine`: the reader wants it. `problem` says why it
    cannot be done now ("": it can).
    """

    on: str
    words: str
    wanting: list[str]
    count: int
    asked: int
    needed: int
    mine: bool
    problem: str


@dataclass(frozen=True)
class VotingState:
    """What the players decide. `more_time` are the hours that seats ask for, of which `time_needed` players must ask.

    `silent`: who decides ("players", "operator") since nothing is heard of the game master. `masters` are seats whose player
    could run the game, `last_turn` the last one that could be gone back to (-1: that is not voted on).
    """

    silent: str
    votes: list[StandingVote]
    more_time: dict[str, float]
    time_needed: int
    masters: list[str]
    last_turn: int


def voting_state(context: ServiceContext, stream: str, seat: str | None) -> VotingState:
    """What the players want now, as the player of this seat sees it. Raises NoSuchGame, Corrupt."""
    with reading(context, stream) as record:
        return voting_state_of(record, seat, context.now())


def voting_state_of(record: Record, seat: str | None, now: datetime) -> VotingState:
    """The same from a record."""
    ledger = record.ledger
    if ledger.ended:
        return VotingState("", [], {}, 0, [], -1)
    proposals = [proposal_of(key) for key in ledger.votes]
    standing = [each for each in proposals if line(ledger, each)]  # who was voted for may have left the game
    always: list[Subject] = ["go on" if ledger.paused else "pause", "draw"]
    offered = [Proposal(on) for on in always if _voted_on(record, on)]
    votes = [_standing(record, each, seat, now) for each in dict.fromkeys([*offered, *standing])]
    time = count_for_time(record, list(ledger.extensions), now)
    return VotingState(
        silent=ledger.silent,
        votes=votes,
        more_time=dict(ledger.extensions),
        time_needed=time.needed if ledger.due and not ledger.paused else 0,
        masters=_masters(record) if _voted_on(record, "master") else [],
        last_turn=ledger.closed - 1 if _voted_on(record, "roll back") else -1,
    )


def _voted_on(record: Record, on: str) -> bool:
    return needed(record, on, 1) > 0


def _standing(record: Record, proposal: Proposal, seat: str | None, now: datetime) -> StandingVote:
    ledger = record.ledger
    wanting = list(ledger.votes.get(proposal.key, []))
    counted, person = count(record, proposal.on, wanting, now), ledger.players.get(seat or "", "")
    return StandingVote(
        on=line(ledger, proposal).removeprefix("vote "),
        words=words(ledger, proposal),
        wanting=wanting,
        count=counted.wanting,
        asked=counted.asked,
        needed=counted.needed,
        mine=is_person(person) and person in {ledger.players.get(other) for other in wanting},
        problem=_problem(record, proposal, counted, now),
    )


def _problem(record: Record, proposal: Proposal, counted: Count, now: datetime) -> str:
    if not counted.needed:
        return f"the players do not vote on {VOTED_ON[proposal.on]} any more"
    try:
        check(record, proposal, now)
    except ActRefused as e:
        return str(e)
    return ""


def _masters(record: Record) -> list[str]:
    """The first seat of each person who plays."""
    first: dict[str, str] = {}
    for seat in record.ledger.seats:
        person = record.ledger.players.get(seat, "")
        if is_person(person) and person != record.ledger.master:
            first.setdefault(person, seat)
    return list(first.values())
