"""Orders as data. The grammar reads words into these, `words.py` writes them back as canonical words (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pbem.core.geometry.hexes import Hex

FLEET = "FLEET"
"""The block of a whole side (section 5)."""
NEAREST = "NEAREST"
Side = Literal["L", "R"]


@dataclass(frozen=True)
class Speed:
    """`SPEED 7` (TO; STOP is SPEED 0), `SPEED +2` / `-1` (BY), MAX, MIN, HOLD, `SPEED MATCH BC1`."""

    kind: Literal["TO", "BY", "MAX", "MIN", "HOLD", "MATCH"]
    number: int = 0
    ship: str = ""


@dataclass(frozen=True)
class Move:
    """`MOVE F|RF|FF|RF`: letters F, L, R by impulse; without bars one segment whose letters are used up as they come."""

    segments: tuple[str, ...]
    barred: bool = False


@dataclass(frozen=True)
class Straight:
    """`STRAIGHT`."""


@dataclass(frozen=True)
class Course:
    """`COURSE d [BY side]`; `by` "" is the shorter way, right for 180 degrees."""

    heading: int
    by: Literal["", "L", "R"] = ""


@dataclass(frozen=True)
class CircleRound:
    """`CIRCLE side`."""

    side: Side


@dataclass(frozen=True)
class SteerTo:
    """`STEER hex`."""

    hex: Hex


@dataclass(frozen=True)
class Close:
    """`CLOSE x` or `CLOSE NEAREST`."""

    target: str


@dataclass(frozen=True)
class Keep:
    """`KEEP n x`."""

    range: int
    target: str


@dataclass(frozen=True)
class RamHer:
    """`RAM x`."""

    target: str


@dataclass(frozen=True)
class Follow:
    """`FOLLOW x GAP g`."""

    ship: str
    gap: int = 2


Steer = Straight | Course | CircleRound | SteerTo | Close | Keep | RamHer | Follow


@dataclass(frozen=True)
class Condition:
    """RANGE target op n, IMP n, HULL <= n, MAXSPEED <= n, FIRED, SUNK ship."""

    kind: Literal["RANGE", "IMP", "HULL", "MAXSPEED", "FIRED", "SUNK"]
    target: str = ""
    op: Literal["", "<=", ">="] = ""
    number: int = 0


@dataclass(frozen=True)
class When:
    """`WHEN condition DO steer`."""

    condition: Condition
    steer: Steer


@dataclass(frozen=True)
class Avoid:
    """`AVOID`: ships of which kind block."""

    who: Literal["ALL", "FRIENDS", "ENEMIES", "NONE"]


@dataclass(frozen=True)
class Exit:
    """`EXIT ON` / `OFF`."""

    on: bool


@dataclass(frozen=True)
class OpenCondition:
    """IMP low-high, RANGE n, PEN, BEAR n."""

    kind: Literal["IMP", "RANGE", "PEN", "BEAR"]
    number: int = 0
    last: int = 0


@dataclass(frozen=True)
class Open:
    """`OPEN …`: all conditions must hold; none: ANY."""

    conditions: tuple[OpenCondition, ...] = ()
    strict: bool = False


@dataclass(frozen=True)
class Hold:
    """`HOLD FIRE`."""


@dataclass(frozen=True)
class Fire:
    """`FIRE group AT targets [ONLY]`. group: one word (ALL, BOW, …), one gun code, or battery ids."""

    group: tuple[str, ...]
    targets: tuple[str, ...]
    only: bool = False


@dataclass(frozen=True)
class Lose:
    """`LOSE M8, M7` (ids) or `LOSE ARMOUR` / `LOSE CHEAP` (policy)."""

    batteries: tuple[str, ...] = ()
    policy: Literal["", "ARMOUR", "CHEAP"] = ""


@dataclass(frozen=True)
class PlaceShip:
    """`PLACE hex dir [SPEED n]`; None: the printed speed."""

    hex: Hex
    heading: int
    speed: int | None = None


@dataclass(frozen=True)
class Clear:
    """`CLEAR kind`: acts at once when a mail is read; never on a sheet."""

    what: Literal["WHEN", "FIRE", "OPEN", "LOSE", "STEER", "ALL"]


@dataclass(frozen=True)
class Seq:
    """`SEQ BC1 BB1`."""

    ships: tuple[str, ...]


@dataclass(frozen=True)
class Enter:
    """`ENTER N`."""

    edge: Literal["N", "E", "S", "W"]


@dataclass(frozen=True)
class Take:
    """`TAKE 2 BC, 3 BB`: (unit letters, number), in natural order."""

    ships: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Concede:
    """`CONCEDE`."""


@dataclass(frozen=True)
class CarryOn:
    """`CARRY ON`: a mail came; what is in force stays in force."""


Order = Speed | Move | Steer | When | Avoid | Exit | Open | Hold | Fire | Lose | PlaceShip
FleetOrder = Seq | Enter | Take | Concede | CarryOn | Open | Avoid | Fire | Lose


@dataclass(frozen=True)
class ShipOrders:
    """SSL-X.2, SSL-X.16: all that is in force for a ship this turn, FLEET's defaults filled in."""

    speed: Speed | None = None
    move: Move | None = None
    steer: Steer = field(default_factory=Straight)
    when: tuple[When, ...] = ()
    avoid: Avoid = Avoid("ALL")
    exit: bool = False
    open: tuple[Open, ...] = (Open((OpenCondition("RANGE", 3),)),)
    hold: bool = False
    fire: tuple[Fire, ...] = ()
    lose: tuple[str, ...] = ()
    policy: Literal["ARMOUR", "CHEAP"] = "ARMOUR"
