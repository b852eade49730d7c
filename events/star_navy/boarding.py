"""Marines board, fight, retreat or take the ship."""

from __future__ import annotations

from typing import Any

from events.base import Event, event


@event("star_navy.board_order", to="all")
class BoardOrder(Event):
    """In which order the boardings are fought."""

    ships: list[str]


@event("star_navy.board_attempt", to="all")
class BoardAttempt(Event):
    """Marines tried to get aboard."""

    ship: str
    target: str
    die: int
    success: bool


@event("star_navy.board_void", to="boarders")
class BoardVoid(Event):
    """A boarding came to nothing before any die, and why; `side` had sent the marines."""

    ship: str
    target: str
    why: str
    side: str


@event("star_navy.board_round", to="all")
class BoardRound(Event):
    """One round aboard the target: the defenders' dice, the attackers' dice (none if they fled or fell), losses."""

    ship: str
    target: str
    defence: list[int]
    attack: list[int]
    attackers_lost: int
    defenders_lost: int


@event("star_navy.retreated", to="all")
class Retreated(Event):
    """The surviving marines went back to their ship."""

    ship: str
    target: str


@event("star_navy.captured", to="all")
class Captured(Event):
    """A ship has a new master."""

    ship: str
    by: str
    side: str
    seat: str


@event("star_navy.console_taken", to="console")
class ConsoleTaken(Event):
    """What the captor finds behind the screen: the `console` as in the state's JSON."""

    ship: str
    console: dict[str, Any]


@event("star_navy.crew_split", to="console")
class CrewSplit(Event):
    """How the surviving marines were divided between captor and prize."""

    ship: str
    prize: str
    aboard: int
    on_prize: int
