"""What happens to a game whatever its rules are: opened, seated, ordered, locked, rolled, closed, ended."""

from __future__ import annotations

from typing import Any, Literal

from events.base import Event, event

Actor = Literal["", "master", "operator", "player"]
"""Who did it: the game master, the operator, the player of the seat; "": the rules or the clock."""
DeadlineCause = Literal["rhythm", "all_seated", "all_ready", "all_asked", "grace", "absent", "decision"]
"""What set a deadline: the game's rhythm, the last seat taken, all ready, all asked for more time, the policy's hours of grace,
a player who is away, or somebody's decision."""


@event("game.forked")
class GameForked(Event):
    """This stream is a sandbox: the first event of one person's own game of "what if".

    It goes on from the position that stream `origin` had at the end of `turn`; `step` is the line of the turn after it that was
    asked for (0: none). `seat` is whose knowledge the position is made of ("": it is the whole one), `owner` a person's id
    ("": the operator). Streams that begin with this event, and no others, can be deleted.
    """

    origin: str
    turn: int
    step: int
    seat: str
    owner: str


@event("game.opened", schema=2)
class GameOpened(Event):
    """A game began. `seats` maps seat id to side id, in order, and `crews` to crew id those seats that have a crew.

    `seed_hash` is the SHA-256 of the secret dice seed (hex).
    """

    game: str
    rules_version: int
    scenario: str
    title: str
    options: dict[str, Any]
    seats: dict[str, str]
    crews: dict[str, str]
    seed_hash: str
    rhythm_hours: float


@event("game.seed_drawn")
class SeedDrawn(Event):
    """The secret the dice come from (hex). Nobody sees it until the game ends."""

    seed: str


@event("game.seat_taken")
class SeatTaken(Event):
    """A person, known here only by id, or a bot (`bot:NAME`) plays this seat from now on."""

    seat: str
    player: str


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
    """A seat wrote to other seats. `digest` = HMAC(salt, text) (hex).

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


@event("game.paused")
class GamePaused(Event):
    """The clock stands still."""

    why: str
    by: Actor = ""


@event("game.resumed")
class GameResumed(Event):
    """The clock runs again."""

    why: str
    by: Actor = ""


@event("game.ended")
class GameEnded(Event):
    """The game is over; from here on everything is public. `winners` are side ids; none means a draw."""

    winners: list[str]
    verdict: str
    by: Actor = ""


@event("game.seed_revealed")
class SeedRevealed(Event):
    """The seed, for everyone: all keys, salts and blinds follow from it."""

    seed: str


@event("game.master_named")
class MasterNamed(Event):
    """This person, known here only by id, runs the game from now on."""

    player: str
    why: str
    by: Actor = ""


@event("game.policy_set")
class PolicySet(Event):
    """What a missed deadline does, as all players know from the start.

    `grace_hours` is added to the deadline once a turn when orders are missing. `absent` says who orders for a seat whose player
    is away: "standing" (its advance and standing orders), "wait" (the deadline does, until they are back) or `bot:NAME`.
    `open_seats`: whoever is signed in may take a free seat.
    """

    grace_hours: float
    absent: str
    open_seats: bool
    why: str
    by: Actor = ""


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


@event("game.announced")
class Announced(Event):
    """The game master's words to all players."""

    words: str
    by: Actor = ""


@event("game.seat_watched")
class SeatWatched(Event):
    """The game master looks through this seat's eyes while `turn` is open."""

    seat: str
    turn: int
    why: str
    by: Actor = ""


@event("game.orders_awaited")
class OrdersAwaited(Event):
    """The deadline of `turn` came and these seats had sent nothing, so it moves, once for each `cause`.

    "grace": the hours that the policy gives; "absent": until who is away is back.
    """

    turn: int
    seats: list[str]
    cause: Literal["grace", "absent"]


@event("game.stood_in")
class StoodIn(Event):
    """A bot orders in `turn` for a seat whose player is away and has sent nothing."""

    seat: str
    turn: int
    bot: str


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


@event("game.reopened")
class GameReopened(Event):
    """A game that was over goes on, in `turn`, which nobody can order for: the roll-back follows.

    The old seed is public, so a new one is drawn; `seed_hash` is its SHA-256 (hex). All dice after this come from it.
    """

    turn: int
    seed_hash: str
    why: str
    by: Actor = ""


@event("game.resolved_now")
class ResolvedNow(Event):
    """The game master had `turn` resolved before its deadline, with what was filed by then."""

    turn: int
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
