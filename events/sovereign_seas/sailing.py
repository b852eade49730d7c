"""Advantage, speeds, movement and rams."""

from __future__ import annotations

from events.base import Event, event


@event("sovereign_seas.turn_began", to="all")
class TurnBegan(Event):
    """A turn of five minutes."""

    turn: int


@event("sovereign_seas.advantage", to="all")
class Advantage(Event):
    """The last ADV roll of a turn: strikes by side. `side` is advantaged; "" is a tie, and both roll again."""

    side: str
    strikes: dict[str, int]


@event("sovereign_seas.speed_set", to="all")
class SpeedSet(Event):
    """A ship's speed of this turn, revealed with all others; `before` as she was."""

    ship: str
    before: int
    speed: int


@event("sovereign_seas.auto_decel", to="all")
class AutoDecel(Event):
    """At an impulse's start a ship drops to what her engines still give."""

    ship: str
    impulse: int
    before: int
    speed: int


@event("sovereign_seas.when_fired", to="side")
class WhenFired(Event):
    """A WHEN line came true: it steers for the impulse, and MOVE is abandoned for the turn."""

    ship: str
    impulse: int
    line: str


@event("sovereign_seas.stepped", to="all")
class Stepped(Event):
    """A ship went one hex. `letter` is F, L or R; `heading` after it; `count` the hexes since her last turn of heading."""

    ship: str
    impulse: int
    letter: str
    origin: str
    hex: str
    heading: int
    count: int


@event("sovereign_seas.turn_refused", to="side")
class TurnRefused(Event):
    """A helm letter came before the turn rate allows it and was made F."""

    ship: str
    impulse: int
    letter: str
    count: int
    needed: int


@event("sovereign_seas.step_diverted", to="side")
class StepDiverted(Event):
    """The wanted letter was blocked or barred, another was taken ("": none, she stays)."""

    ship: str
    impulse: int
    wanted: str
    letter: str
    because: str


@event("sovereign_seas.held", to="all")
class Held(Event):
    """A ship without a step that is not barred loses the rest of her movement points of the impulse.

    She may have swung to `heading` where she lies; `count` is her hexes since the last turn of heading, as for a step.
    """

    ship: str
    impulse: int
    hex: str
    heading: int
    count: int


@event("sovereign_seas.left_map", to="all")
class LeftMap(Event):
    """A ship sailed off the map beyond `edge` N, E, S or W and is out of the game, as she is."""

    ship: str
    impulse: int
    edge: str


@event("sovereign_seas.ram_picked", to="all")
class RamPicked(Event):
    """Of several ships in the hex entered, chance took `target`."""

    attacker: str
    target: str
    among: list[str]


@event("sovereign_seas.ram_rolled", to="all")
class RamRolled(Event):
    """A ram attack: dice of the pool, strikes, the side of the target that is struck, both speeds."""

    attacker: str
    target: str
    impulse: int
    hex: str
    struck: str
    attacker_speed: int
    target_speed: int
    pool: int
    strikes: int
    hit: bool


@event("sovereign_seas.ram_effect", to="all")
class RamEffect(Event):
    """A successful ram: strikes of the effect roll, hits on the target and on the attacker."""

    attacker: str
    target: str
    strikes: int
    hits: int
    own_hits: int


@event("sovereign_seas.ram_stopped", to="all")
class RamStopped(Event):
    """The ships of a ram that are still afloat lie still for the rest of the turn."""

    ships: list[str]


@event("sovereign_seas.ram_shoved", to="all")
class RamShoved(Event):
    """Option ram_miss=back: after a miss the attacker is in the hex she came from."""

    attacker: str
    hex: str
