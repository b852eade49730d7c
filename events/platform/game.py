"""A game as a whole: opened, forked, run by somebody, paused, ended, opened again."""

from __future__ import annotations

from typing import Any, Literal

from events.base import Event, event
from events.platform.causes import Actor


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


@event("game.master_named")
class MasterNamed(Event):
    """This person, known here only by id, runs the game from now on."""

    player: str
    why: str
    by: Actor = ""


@event("game.announced")
class Announced(Event):
    """The game master's words to all players."""

    words: str
    by: Actor = ""


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


@event("game.reopened")
class GameReopened(Event):
    """A game that was over goes on, in `turn`, which nobody can order for: the roll-back follows.

    The old seed is public, so a new one is drawn; `seed_hash` is its SHA-256 (hex). All dice after this come from it.
    """

    turn: int
    seed_hash: str
    why: str
    by: Actor = ""


@event("game.comaster_named")
class ComasterNamed(Event):
    """This person, known here only by id, runs the game beside the one who does; or does so no more (`runs` False)."""

    player: str
    runs: bool
    why: str
    by: Actor = ""


@event("game.master_silent")
class MasterSilent(Event):
    """Who runs the game has not been heard of since then (UTC, ISO 8601): `decides` does what they would have decided."""

    since: str
    decides: Literal["players", "operator"]


@event("game.hidden")
class GameHidden(Event):
    """This game is in no list, and nobody but who plays or runs it sees it: somebody learns to play in it."""


@event("game.battle_begun")
class BattleBegun(Event):
    """This game is a battle of a campaign: number `battle` of stream `campaign`, which was set for the node `node` there."""

    campaign: str
    battle: int
    node: str


@event("game.force_deployed")
class ForceDeployed(Event):
    """What a side of the scenario brings to a battle: units (`pbem.core.fleets.fleet_units.Unit`), and printed ones it keeps.

    Only that side sees it before the game ends. A side of which there is none plays with its printed units.
    """

    side: str
    units: list[dict[str, Any]]
    keeps: list[str]
