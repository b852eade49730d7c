"""Who is offered a free seat, and what is known of a person who wants one: for the acts, which look nothing up themselves.

The ruling on positions: a mail that offers a seat tells what the seat knows, for nobody takes over a game unseen. Who puts
themselves on the list promises to play no other side of a game whose position they were sent; so a position is mailed to nobody
who knows another side, or is named to order for one, and whoever was sent one neither plays nor sits for another side.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.accounts.substitutes import ANY, Substitutes
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.ladder.newcomers import objection
from pbem.service.ladder.reliability import reliability


class Applicant(NamedTuple):
    """A person who wants a seat. `kept` per cent of their turns came in time (None: nobody can say yet).

    `games` are the rule books for which they are on the list of substitutes, `told` the seats whose position they were mailed.
    """

    person: str
    kept: int | None
    games: list[str]
    told: list[str]

    def is_substitute(self, record: Record) -> bool:
        """Are they on the list for this game's rule book?"""
        return ANY in self.games or record.game.key in self.games


def applicant(context: ServiceContext, stream: str, person: str) -> Applicant:
    """What the tables know of a person who wants a seat of this game."""
    listed = Substitutes(context.database)
    kept = reliability(context, person).percent
    return Applicant(person, kept, listed.games_of(person), listed.positions_sent(stream, person))


def check_told(record: Record, seat: str, who: Applicant) -> None:
    """Raises `ActRefused` for a person who was mailed what another side knows: they neither play the seat nor sit for it."""
    if other := _other_side(record, seat, who):
        raise ActRefused(
            f"who was mailed what {other} of {record.stream} knows, as a substitute, cannot play for the other side"
        )


def check_substitute(record: Record, seat: str, who: Applicant) -> None:
    """Raises `ActRefused` for a seat that is for substitutes, and a person who is none; who lost it may take it back."""
    for_them = record.ledger.opened.get(seat) == "substitutes"
    if for_them and record.ledger.lost.get(seat) != who.person and not who.is_substitute(record):
        raise ActRefused(
            f"until turn {record.ledger.turn} is resolved {seat_title(record, seat)} of {record.stream} is kept for"
            " substitutes: you can put yourself on their list on the page about you"
        )


def _other_side(record: Record, seat: str, who: Applicant) -> str:
    """A seat of another side whose position they know from a mail; "" for none."""
    seats = record.ledger.seats
    return next((other for other in who.told if other in seats and seats[other] != seats[seat]), "")


def _named(record: Record, seat: str, person: str) -> bool:
    """Is the person named to order for a player of another side? They are called without another look at their mails."""
    ledger = record.ledger
    return any(sitter == person and ledger.seats[other] != ledger.seats[seat] for other, sitter in ledger.sitters.items())


def candidates(context: ServiceContext, record: Record, seat: str) -> list[str]:
    """The substitutes who are offered a free seat: those who may play it, and whose turns come in time."""
    found = []
    for person in Substitutes(context.database).people_for(record.game.key):
        who = applicant(context, record.stream, person)
        reliable = who.kept is None or who.kept >= record.ledger.policy.reliability
        told = record.ledger.lost.get(seat) == person or _other_side(record, seat, who) or _named(record, seat, person)
        if reliable and not told and not objection(record, seat, person):
            found.append(person)
    return found
