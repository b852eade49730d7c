"""Who plays a seat: invited, seated, away, gone."""

from __future__ import annotations

from typing import Literal

from events.base import Event, event
from events.platform.causes import Actor


@event("game.seat_taken")
class SeatTaken(Event):
    """A person, known here only by id, or a bot (`bot:NAME`) plays this seat from now on."""

    seat: str
    player: str


@event("game.seat_offered")
class SeatOffered(Event):
    """A person was invited to play this seat."""

    seat: str
    player: str
    why: str
    by: Actor = ""


@event("game.seat_vacated")
class SeatVacated(Event):
    """Nobody plays this seat any more: its player resigned, or was taken from it."""

    seat: str
    why: str
    by: Actor = ""


@event("game.absence_set")
class AbsenceSet(Event):
    """The player of a seat is away until then (UTC, ISO 8601; "": they are back)."""

    seat: str
    until: str
    why: str
    by: Actor = ""


@event("game.seat_watched")
class SeatWatched(Event):
    """The game master looks through this seat's eyes while `turn` is open."""

    seat: str
    turn: int
    why: str
    by: Actor = ""


@event("game.sitter_named")
class SitterNamed(Event):
    """The player of a seat names a person who orders for it while they cannot ("": nobody does any more)."""

    seat: str
    sitter: str
    why: str
    by: Actor = ""


@event("game.sitter_called")
class SitterCalled(Event):
    """From `turn` on this person sees what the seat sees and orders for it: its player is away, or missed the deadline.

    `officer`: nobody was named, and they play another seat of the side.
    """

    seat: str
    turn: int
    sitter: str
    cause: Literal["absent", "missed"]
    officer: bool


@event("game.sitter_left")
class SitterLeft(Event):
    """The player of the seat orders for it again, or left it; whoever ordered for it does so no more."""

    seat: str
    turn: int
    why: str


@event("game.seat_opened")
class SeatOpened(Event):
    """Whoever answers first takes this free seat: one of those who offered to take over seats, or anyone."""

    seat: str
    to: Literal["substitutes", "anyone"]
    why: str
    by: Actor = ""
