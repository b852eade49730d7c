"""The service's own state of a game, folded from its log: who sits where, what is filed, what is due."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from events.base import EVERYONE, NOBODY
from events.platform import (
    AddressMisused,
    ForumSet,
    OrdersFiled,
    OrdersHeld,
    PolicySet,
)
from pbem.core.fleets.berths import Force


@dataclass
class Ledger:
    """`turn` is the turn whose orders are open (0 before the first), `closed` the last resolved one, `due` UTC or ""."""

    game: str = ""
    rules_version: int = 0
    scenario: str = ""
    title: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    crews: dict[str, str] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    seed_hash: str = ""
    rhythm_hours: float = 0.0
    turn: int = 0
    closed: int = 0
    due: str = ""
    paused: bool = False
    ended: bool = False
    winners: list[str] = field(default_factory=list)
    verdict: str = ""
    root: str = ""
    audiences: list[str] = field(default_factory=list)
    filed: dict[str, OrdersFiled] = field(default_factory=dict)
    filings: dict[str, list[OrdersFiled]] = field(default_factory=dict)
    """All that the seats filed in the open turn, oldest first."""
    ready: list[str] = field(default_factory=list)
    only_ready: dict[str, str] = field(default_factory=dict)
    """Seats of the open turn that said they are ready with nothing filed, and the source of that."""
    sources: list[str] = field(default_factory=list)
    """The last mails taken, so that one delivered twice counts once."""
    held: list[OrdersHeld] = field(default_factory=list)
    """Mails of the open turn that wait to be confirmed; each is told once."""
    misused: list[AddressMisused] = field(default_factory=list)
    """Mails of the open turn that came to a seat from another than its player; each is told once."""
    commitments: dict[str, str] = field(default_factory=dict)
    digest: str = ""
    master: str = ""
    """The id of the person who runs the game, "" if nobody but the operator does."""
    co_masters: list[str] = field(default_factory=list)
    """Persons who run the game beside them."""
    silent: str = ""
    """Who decides, "players" or "operator", since nothing is heard of the game master; "" while something is."""
    policy: PolicySet = field(default_factory=PolicySet)
    vacant: list[str] = field(default_factory=list)
    """Seats that somebody has left: unlike one that was never taken, nobody waits for them."""
    offered: dict[str, str] = field(default_factory=dict)
    """Free seats that a person was invited to."""
    played: dict[str, list[str]] = field(default_factory=dict)
    """The seats that each person plays or has played, whoever has them now."""
    absent: dict[str, str] = field(default_factory=dict)
    """Until when the players of these seats are away (UTC); past times say nothing any more."""
    watchers: list[str] = field(default_factory=list)
    """Persons who have looked through a seat's eyes: none of them may play here."""
    watched: list[str] = field(default_factory=list)
    """The seats through whose eyes the game master looks in the open turn."""
    first_due: str = ""
    """The first deadline of the open turn, or the last that a decision, an outage or a wrong clock gave it ("": none yet).

    From it `max_hours` of the policy are counted.
    """
    awaited: list[str] = field(default_factory=list)
    """Why the open turn's deadline has been moved already, of the causes of `OrdersAwaited`."""
    excused: list[str] = field(default_factory=list)
    """Seats that an excuse was used up for in the open turn."""
    stood_in: dict[str, str] = field(default_factory=dict)
    """Seats that a bot ordered for in the open turn, and why (the cause of `StoodIn`)."""
    excuses_used: dict[str, int] = field(default_factory=dict)
    """By seat, whoever has it: who leaves it and comes back finds no new ones."""
    on_time: dict[str, int] = field(default_factory=dict)
    """How many turns in a row a seat was ordered for in time, since an excuse was used up or won back."""
    missed: dict[str, int] = field(default_factory=dict)
    """How many turns in a row the seat's present player has missed."""
    sitters: dict[str, str] = field(default_factory=dict)
    """Whom the players of these seats have named to order for them when they cannot."""
    sitting: dict[str, str] = field(default_factory=dict)
    """Who orders for these seats now, beside their players."""
    opened: dict[str, str] = field(default_factory=dict)
    """Free seats which the first to answer takes, of "substitutes" or of "anyone"."""
    lost: dict[str, str] = field(default_factory=dict)
    """Free seats whose players lost them to the clock, and who they were: they may take them back."""
    healed: str = ""
    """Until when outages have moved deadlines (UTC): no time is given twice."""
    votes: dict[str, list[str]] = field(default_factory=dict)
    """The seats that want something which is voted on, by `on` or `on about`."""
    extensions: dict[str, float] = field(default_factory=dict)
    """The hours by which these seats want the present deadline moved; a new deadline is another."""
    forums: dict[str, ForumSet] = field(default_factory=dict)
    """The places where the game is posted, and what of it."""
    posted: dict[str, list[str]] = field(default_factory=dict)
    """By place, the ids of the posts that are to be read there."""
    hidden: list[str] = field(default_factory=list)
    """The ids of the posts of the game's thread that are hidden."""
    back: dict[int, int] = field(default_factory=dict)
    """Turns that ended without being resolved, in a roll-back or with the game, and at the end of which turn they are."""
    undone: dict[int, str] = field(default_factory=dict)
    """Turns that do not lead to the present position, and why they were undone."""

    ends: list[int] = field(default_factory=list)
    """Turns in which the game ended: nothing follows from their positions, so no roll-back goes to one."""

    campaign: str = ""
    """The stream of the campaign that the game is a battle of, "" if it is none."""
    battle: int = 0
    """Its number there."""
    forces: dict[str, Force] = field(default_factory=dict)
    """What the sides bring to the battle."""

    laid_open: bool = False
    """Is nothing hidden from anybody? So it is in a sandbox that was made from what one seat knew."""

    def line(self) -> set[int]:
        """The turns that lead to the present position, from turn 1 on."""
        found, turn = set(), self.closed
        while turn > 0:
            found.add(turn)
            turn = min(self.back.get(turn, turn - 1), turn - 1)  # a log that somebody made may go back to a turn to come
        return found

    def reader(self, seat: str | None) -> frozenset[str]:
        """The ids that a reader in this seat answers to: seat, side and crew; None is a spectator."""
        if seat is None:
            return frozenset()
        crew = {self.crews[seat]} if seat in self.crews else set()
        return frozenset({seat, self.seats[seat]} | crew)

    def mates(self, seat: str) -> list[str]:
        """The other seats of this seat's side, those of its crew first."""
        side = [other for other in self.seats if other != seat and self.seats[other] == self.seats[seat]]
        return sorted(side, key=lambda other: other not in self.crewmates(seat))

    def crewmates(self, seat: str) -> list[str]:
        """The other seats of this seat's crew."""
        crew = self.crews.get(seat)
        return [mate for mate, theirs in self.crews.items() if theirs == crew and mate != seat]


def audiences(seats: dict[str, str], crews: dict[str, str]) -> list[str]:
    """The groups that dice may be rolled for: everyone, each side, each crew, each seat, nobody."""
    return [EVERYONE, *dict.fromkeys([*seats.values(), *crews.values(), *seats]), NOBODY]
