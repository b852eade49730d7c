"""What the players decide together: what is wanted now, and votes."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.service.orders.order_desk import source_of
from pbem.service.orders.vote_requests import SaidVote, cast_vote
from pbem.service.votes.standing import VotingState, voting_state
from pbem.web.api.describe import COMMAND, KEY, route
from pbem.web.api.endpoint import idempotency, read
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row


@dataclass(frozen=True)
class Vote:
    """On what, in the words of a mail (`draw`, `master red`, `roll back to 4`); `yes` false takes the vote back."""

    on: str
    yes: bool = True
    why: str = ""


@dataclass(frozen=True)
class Voted:
    """What your vote leads to, in words, and what stands now."""

    said: str
    state: VotingState


@route("GET /games/<stream>/votes", "votes", VotingState, parameters=[COMMAND], signed=True)
def show_votes(stream: str) -> VotingState:
    """What the players want now, and what they may vote on."""
    return voting_state(site().context, stream, commander(game_row(stream)))


@route("POST /games/<stream>/votes", "votes", Voted, Vote, [COMMAND, KEY])
def send_vote(stream: str) -> Voted:
    """Vote, or take a vote back. When enough want the same it is done at once.

    More time is asked for among orders: `extend 24h: why`.
    """
    seat, asked = commander(game_row(stream)), read(Vote)
    words = SaidVote(asked.on, asked.yes, asked.why)
    source = source_of("api", f"{stream} {seat} {idempotency()}", f"vote\n{asked}")
    said = cast_vote(site().context, stream, seat, words, source)
    site().mailer.mail_receipts(stream, seat, source)
    return Voted(said, voting_state(site().context, stream, seat))
