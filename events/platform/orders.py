"""What seats send: orders, press, wishes; and mails of which nothing was filed."""

from __future__ import annotations

from typing import Literal

from events.base import Event, event


@event("game.orders_filed")
class OrdersFiled(Event):
    """The current orders of a seat, unit by unit, after a mail. `commitment` = HMAC(salt, orders and luck line) (hex)."""

    seat: str
    turn: int
    sheet: dict[str, list[str]]
    luck: str
    salt: str
    commitment: str
    source: str


@event("game.orders_refused")
class OrdersRefused(Event):
    """A mail of a seat changed nothing: so many of its orders had problems.

    Their words stay out of the log, for they may hold anything (a name, a signature); the mail is kept under `source`.
    """

    seat: str
    turn: int
    problems: int
    source: str


@event("game.orders_held")
class OrdersHeld(Event):
    """A mail for a seat waits until its player confirms it; nothing is filed before. `why` is a sentence."""

    seat: str
    turn: int
    why: str
    source: str


@event("game.address_misused")
class AddressMisused(Event):
    """A mail came to a seat's address from another than its player: from seat `by` of the game, or "" (from nobody in it)."""

    seat: str
    by: str
    source: str


@event("game.press_sent")
class PressSent(Event):
    """A seat wrote to other seats, or (`to` is "public" alone) to everybody. `digest` = HMAC(salt, text) (hex).

    The text stays out of the log, for it may hold anything; it is kept under `digest`, and may be erased.
    """

    seat: str
    to: list[str]
    salt: str
    digest: str
    source: str


@event("game.ready_changed")
class ReadyChanged(Event):
    """A seat is done for this turn (or not after all). When all are ready the turn is resolved early."""

    seat: str
    turn: int
    ready: bool
    source: str


@event("game.extension_asked")
class ExtensionAsked(Event):
    """A seat asks for so many hours more before `turn` is resolved. When all who are asked want it, the deadline moves."""

    seat: str
    turn: int
    hours: float
    why: str
    source: str


@event("game.vote_cast")
class VoteCast(Event):
    """A seat wants something that the players may decide (or not any more): it holds until it is taken back.

    `about` says more: the turn that is gone back to, the id of the person who is to run the game; else "".
    """

    seat: str
    turn: int
    on: Literal["pause", "go on", "draw", "master", "roll back"]
    about: str
    yes: bool
    why: str
    source: str
