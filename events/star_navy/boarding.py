"""Marines board, fight, retreat or take the ship."""

from __future__ import annotations

from typing import Any

from events.base import Event, event


@event("star_navy.board_order")
class BoardOrder(Event):
    """In which order the boardings are fought."""

    ships: list[str]


@event("star_navy.board_attempt")
class BoardAttempt(Event):
    """Marines tried to get aboard."""

    ship: str
    target: str
    die: int
    success: bool


@event("star_navy.board_void")
class BoardVoid(Event):
    """A boarding came to nothing before any die, and why."""

    ship: str
    target: str
    why: str


@event("star_navy.board_round")
class BoardRound(Event):
    """One round aboard the target: the defenders' dice, the attackers' dice (none if they fled or fell), losses."""

    ship: str
    target: str
    defence: list[int]
    attack: list[int]
    attackers_lost: int
    defenders_lost: int


@event("star_navy.retreated")
class Retreated(Event):
    """The surviving marines went back to their ship."""

    ship: str
    target: str


@event("star_navy.captured")
class Captured(Event):
    """A ship has a new master."""

    ship: str
    by: str
    side: str
    seat: str


@event("star_navy.console_taken")
class ConsoleTaken(Event):
    """What the captor finds behind the screen. `counters` are the ship's numbers, `sections` those of each section."""

    ship: str
    isd_status: str
    counters: dict[str, int]
    sections: dict[str, dict[str, Any]]


@event("star_navy.crew_split")
class CrewSplit(Event):
    """How the surviving marines were divided between captor and prize."""

    ship: str
    prize: str
    aboard: int
    on_prize: int
