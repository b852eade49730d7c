"""Votes in the words of a mail: `vote draw: why`, `vote roll back to 4`, `not vote draw`; pages use the same words.

What votes lead to is in the room of votes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import NamedTuple

from events.platform import VoteCast
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.core.texts.envelope import Problem, Request, shortened
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import check_seat
from pbem.service.decide import Decision, decide
from pbem.service.repository import load
from pbem.service.votes.proposals import NOBODY, Proposal, seat_of
from pbem.service.votes.votes import Wish, ballot, carries, keep_after_vote, outcome, vote_events

VOTES = ("vote", "not vote")
"""The requests that are votes."""
SUBJECT = re.compile(r"(?:for )?(?:an? |the )?(pause|go on|going on|draw|master|roll ?-?back)(?: (.+))?")
TURN = re.compile(r"(?:to )?(?:the )?(?:end of )?(?:turn |t ?)?([0-9]{1,5})")
LEGAL = (
    "Vote on one of `vote pause: why`, `vote go on`, `vote draw`, `vote master red` (the player of that seat), `vote master"
    " nobody`, `vote roll back to 3`; `not vote draw` takes it back."
)
DONE_BEFORE = "a vote before it in this mail has decided something; send it again if you still want it"
LEAVES = "you leave your seat in the same mail, so you do not vote any more"


class Unclear(ActRefused):
    """A request cannot be understood. The problem also says how it is written."""

    def __init__(self, why: str, legal: str) -> None:
        super().__init__(why)
        self.legal = legal


@dataclass
class Votes:
    """What comes of a mail's votes: those that count, what is wrong with others, and what the player is told."""

    cast: list[VoteCast] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_votes(record: Record, seat: str, written: Sequence[Request], leaves: bool, source: str, now: datetime) -> Votes:
    """Read the votes of a mail of this seat. Of several on the same the last counts; after one that decides something none.

    `leaves`: the mail gives the seat up.
    """
    found, last = Votes(), dict[str, tuple[Request, Proposal]]()
    for request in written:
        try:
            proposal = proposal_in(record, seat, request.about)
        except ActRefused as e:
            found.problems.append(_problem(request, e))
        else:
            last.pop(proposal.key, None)
            last[proposal.key] = request, proposal
    decided = False
    for request, proposal in last.values():
        try:
            if decided or leaves:
                raise ActRefused(LEAVES if leaves else DONE_BEFORE)
            vote = ballot(record, seat, Wish(proposal, request.name == "vote", request.why), source)
            note = outcome(record, vote, now)
            decided = carries(record, vote, now)
        except ActRefused as e:
            found.problems.append(_problem(request, e))
        else:
            found.cast.append(vote)
            found.notes.append(note)
    return found


def _problem(request: Request, why: ActRefused) -> Problem:
    legal = why.legal if isinstance(why, Unclear) else ""
    return Problem(request.line, "", shortened(request.text), str(why), legal, "not allowed")


def proposal_in(record: Record, seat: str, about: str) -> Proposal:
    """What the words after `vote` are for. A person is named by a seat of theirs: names and addresses would tell who plays it.

    Raises ActRefused.
    """
    found = SUBJECT.fullmatch(about)
    subject, more = found.groups() if found else ("", None)
    match subject:
        case "pause" | "draw" if not more:
            return Proposal("pause" if subject == "pause" else "draw")
        case "go on" | "going on" if not more:
            return Proposal("go on")
        case "master" if more:
            return Proposal("master", _person(record, seat, more))
        case "rollback" | "roll back" | "roll-back" if more and (turn := TURN.fullmatch(more)):
            return Proposal("roll back", str(int(turn[1])))
    raise Unclear("it does not say what you vote for", LEGAL)


def _person(record: Record, seat: str, name: str) -> str:
    """The id of the person who is named: "" for nobody."""
    ledger = record.ledger
    if name == NOBODY:
        return ""
    wanted = seat if name in ("me", "myself") else next((each for each in ledger.seats if each.lower() == name), "")
    if not wanted:
        raise Unclear(f"{name} is no seat of {record.stream}; its seats are {', '.join(ledger.seats)}", LEGAL)
    person = ledger.players.get(wanted, "")
    if not seat_of(ledger, person):
        raise ActRefused(f"nobody plays {seat_title(record, wanted)}")
    return person


# ---------------------------------------------------------------- from a page


class SaidVote(NamedTuple):
    """A vote that a page casts: on what, in the words that a mail has after `vote`; or it is taken back (`yes` False)."""

    on: str
    yes: bool = True
    why: str = ""


def cast_vote(context: ServiceContext, stream: str, seat: str, said: SaidVote, source: str) -> str:
    """The seat's player votes. Returns what they are told; what comes with the same `source` again counts once.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt, ActRefused.
    """
    past = partial(load, context, stream)

    def act(record: Record, now: datetime) -> Decision[tuple[str, bool]]:
        check_seat(record, seat)
        if record.ledger.ended:
            raise ActRefused(f"{stream} is over")
        proposal = proposal_in(record, seat, said.on.strip().lower())
        vote = ballot(record, seat, Wish(proposal, said.yes, said.why), source)
        answer = outcome(record, vote, now), carries(record, vote, now)
        drafts = [] if source in record.ledger.sources else vote_events(record, past, vote, now)
        return Decision(drafts, lambda: answer)

    told, decided = decide(context, stream, act)
    if decided:
        keep_after_vote(context, stream)
    return told
