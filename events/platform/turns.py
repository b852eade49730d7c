"""A turn: opened, due, locked, rolled, closed, and gone back to."""

from __future__ import annotations

from typing import Any, Literal

from events.base import Event, event
from events.platform.causes import Actor, DeadlineCause, MissingCause


@event("game.turn_opened")
class TurnOpened(Event):
    """Orders for `turn` may be filed. `root` is the Merkle root over the turn's roll keys (hex); `audiences` its subtrees."""

    turn: int
    root: str
    audiences: list[str]


@event("game.deadline_set")
class DeadlineSet(Event):
    """Orders for `turn` are due at `due` (UTC, ISO 8601), because of `cause`; `why` says it in words."""

    turn: int
    due: str
    why: str
    cause: DeadlineCause = "decision"
    by: Actor = ""


@event("game.orders_awaited")
class OrdersAwaited(Event):
    """The deadline of `turn` came and these seats had sent nothing, so it moves, once for each `cause`.

    "absent": until who is away is back; "excuse": each of the seats uses one up; "grace": the hours that the policy gives;
    "sitter": so that those who were called can order.
    """

    turn: int
    seats: list[str]
    cause: MissingCause


@event("game.outage_healed")
class OutageHealed(Event):
    """The service could not take orders from `began` to `ended` (UTC, ISO 8601), so the deadline of `turn` moves.

    `doors` are those that were shut: `service`, `clock`, `web`, `smtp`, `lmtp`, `imap`, `maildir`, `pipe`, `queue`,
    `operator`.
    """

    turn: int
    began: str
    ended: str
    doors: list[str]
    why: str


@event("game.stood_in", schema=2)
class StoodIn(Event):
    """A bot orders in `turn` for a seat that has sent nothing: its player is away, missed the deadline, or there is none."""

    seat: str
    turn: int
    bot: str
    cause: Literal["absent", "missed", "free"] = "absent"


@event("game.turn_locked")
class TurnLocked(Event):
    """No more orders. `commitments` by seat are what each seat had filed; `digest` hashes them and salts the dice (hex)."""

    turn: int
    commitments: dict[str, str]
    digest: str
    missed: list[str]


@event("game.blinded")
class Blinded(Event):
    """A secret number in the chain, so that no one can guess hidden events and test the guess against the public head."""

    blind: str


@event("game.rolled")
class Rolled(Event):
    """Dice fell. `number` counts the turn's rolls that this same audience sees, from 0."""

    purpose: str
    sides: int
    faces: list[int]
    number: int


@event("game.turn_closed")
class TurnClosed(Event):
    """The turn is resolved."""

    turn: int


@event("game.resolved_now")
class ResolvedNow(Event):
    """The game master had `turn` resolved before its deadline, with what was filed by then."""

    turn: int
    why: str
    by: Actor = ""


@event("game.rolled_back")
class RolledBack(Event):
    """The open `turn` ended without being resolved: the position is again that of the end of turn `to`.

    The turns between are undone; they stay in the log, and can be looked at like any other. `again` is the turn whose orders
    are filed again and resolved at once (0: none is).
    """

    turn: int
    to: int
    again: int
    why: str
    by: Actor = ""


@event("game.state_restored")
class StateRestored(Event):
    """The position after a roll-back: the game's state at the end of turn `turn`, as JSON of its shape `state_version`.

    `known` is the same of what each reader knew then, by seat; a spectator's is by "".
    """

    turn: int
    state_version: int
    state: dict[str, Any]
    known: dict[str, Any]
