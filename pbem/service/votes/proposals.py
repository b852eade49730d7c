"""What can be voted on: each proposal in words, as a line of a mail, and what is done when enough want it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from events.base import Draft
from events.platform import VoteCast
from pbem.core.state.ledger import Ledger
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.context import ActRefused
from pbem.service.games.game_master import ended, master_named, paused, resumed
from pbem.service.going_back import Past, RollBack, check_target, rolled_back
from pbem.service.history import ALL_PLAYERS

Subject = Literal["pause", "go on", "draw", "master", "roll back"]
SUBJECTS: tuple[Subject, ...] = ("pause", "go on", "draw", "master", "roll back")
SIMPLE: tuple[Subject, ...] = ("pause", "go on", "draw")
"""They need no more words."""
NOBODY = "nobody"


class Proposal(NamedTuple):
    """What is voted on, and more of it: the turn that is gone back to, the id of the person who is to run the game ("": nobody
    but the operator does)."""

    on: Subject
    about: str = ""

    @property
    def key(self) -> str:
        """Under which the ledger has the seats that want it."""
        return f"{self.on} {self.about}".strip()


def proposal_of(key: str) -> Proposal:
    """The proposal that the ledger has under this key."""
    on = next(subject for subject in SUBJECTS if f"{key} ".startswith(f"{subject} "))
    return Proposal(on, key[len(on) :].strip())


def voted(vote: VoteCast) -> Proposal:
    """What a vote is for."""
    return Proposal(vote.on, vote.about)


def words(ledger: Ledger, proposal: Proposal) -> str:
    """`a draw`, `red as game master`: what its players want."""
    match proposal.on:
        case "pause":
            return "a pause"
        case "go on":
            return "going on"
        case "draw":
            return "a draw"
        case "roll back":
            return f"going back to {end_of(proposal.about)}"
    if not proposal.about:
        return "the operator in place of a game master"
    return f"{seat_of(ledger, proposal.about) or 'somebody who plays no seat any more'} as game master"


def done_words(ledger: Ledger, proposal: Proposal) -> str:
    """What has been done when enough wanted it, as a sentence without a full stop."""
    match proposal.on:
        case "pause":
            return "The game is paused: the clock stands still"
        case "go on":
            return "The game goes on: the clock runs again"
        case "draw":
            return "The game has ended as a draw"
        case "roll back":
            return f"The position is again that of {end_of(proposal.about)}: orders are given anew"
    if not proposal.about:
        return "The operator runs the game from now on"
    return f"{seat_of(ledger, proposal.about) or 'Another person'} runs the game from now on"


def line(ledger: Ledger, proposal: Proposal) -> str:
    """How a mail votes for it; "" where none can any more."""
    match proposal.on:
        case "roll back":
            return f"vote roll back to {proposal.about}"
        case "master":
            name = seat_of(ledger, proposal.about) if proposal.about else NOBODY
            return f"vote master {name}" if name else ""
    return f"vote {proposal.on}"


def end_of(turn: str) -> str:
    """A position that is gone back to."""
    return "the opening" if turn == "0" else f"the end of turn {turn}"


def seat_of(ledger: Ledger, person: str) -> str:
    """The first seat that the person plays; "" for none."""
    return next((seat for seat in ledger.seats if ledger.players.get(seat) == person), "")


# ---------------------------------------------------------------- what is done


def check(record: Record, proposal: Proposal, now: datetime) -> None:
    """Raises `ActRefused` for what could not be done now, whoever wanted it."""
    if proposal.on == "roll back":
        check_target(record, _turn(proposal.about))
        return
    carried_out(record, _no_past, proposal, "all want it", now)


def carried_out(record: Record, past: Past, proposal: Proposal, why: str, now: datetime) -> list[Draft]:
    """The events of what enough players want. Raises ActRefused."""
    if proposal.on in SIMPLE and proposal.about:
        raise ActRefused(f"there is nothing more to say of {words(record.ledger, proposal)}")
    match proposal.on:
        case "pause":
            return paused(record, why, ALL_PLAYERS)
        case "go on":
            return resumed(record, why, ALL_PLAYERS, now)
        case "draw":
            return ended(record, why, ALL_PLAYERS)
        case "master":
            return _named(record, proposal.about, why)
        case "roll back":
            back = RollBack(_turn(proposal.about), why, ALL_PLAYERS, now, _no_new_seed)
            return rolled_back(record, past, back)


def _named(record: Record, person: str, why: str) -> list[Draft]:
    if person and not (is_person(person) and seat_of(record.ledger, person)):
        raise ActRefused("only a player of the game can be voted for as its game master")
    return master_named(record, person, why, ALL_PLAYERS)


def _turn(about: str) -> int:
    if not about.isdecimal() or str(int(about)) != about:
        raise ActRefused("it does not say to the end of which turn")
    return int(about)


def _no_past(turn: int) -> Record:
    raise ActRefused(f"nothing but a roll-back asks for turn {turn}")


def _no_new_seed(size: int) -> bytes:
    raise ActRefused("a game that is over is opened again by its game master")
