"""The orders of the language: what each says, how it is read and written (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, get_args

from pbem.core.geometry.hexes import Hex
from pbem.core.orders.language import Language, order
from pbem.core.orders.parts import Listed, Number, Signed, heading, hex_label, one_of
from pbem.core.orders.usage import Usage
from pbem.games.sovereign_seas.model.order_parts import (
    CANNOT,
    GROUP,
    OWN,
    SIDE,
    TARGET,
    TARGETS,
    Plan,
    Purchase,
    Purchases,
    Words,
    batteries,
)

FLEET = "FLEET"
"""The block of a whole side (section 5)."""
Side = Literal["L", "R"]
HEX = hex_label(why=f"{CANNOT}a hex is four digits, column and row, like 1508")
HEADING = heading("no course {named}; use N, NE, SE, S, SW or NW")
NUMBER = Number()

# ---------------------------------------------------------------- speed and helm


@order(
    Usage("SPEED {number}", "SPEED 7", "This turn's speed; also +1, -1, MAX, MIN, HOLD, and MATCH a friend.", "SSL-X.10"),
    Usage("SPEED {by}", "SPEED +1", "So much more or less than now.", "SSL-X.10"),
    Usage("SPEED {kind}", "SPEED MAX", "The most or the least (MIN) that is legal, or as now (HOLD).", "SSL-X.10"),
    Usage("SPEED kind=MATCH {ship}", "SPEED MATCH BC1", "The new speed of a friend, as far as legal.", "SSL-X.10"),
    Usage("STOP", "STOP", "Speed 0, if she can lose that much way.", "SSL-X.10"),
)
class Speed:
    """TO a number, or `by` so much more or less than now; STOP is SPEED 0."""

    kind: Annotated[Literal["TO", "MAX", "MIN", "HOLD", "MATCH"], one_of("MAX", "MIN", "HOLD")] = "TO"
    number: Annotated[int, NUMBER] = 0
    by: Annotated[int | None, Signed()] = None
    ship: Annotated[str, OWN] = ""


@order(
    Usage(
        "MOVE {segments}",
        *("MOVE F|RF|FF|RF", "Helm letters, one a hex: F on, L or R a turn first; bars part the impulses.", "SSL-X.7"),
    )
)
class Move:
    """Letters F, L, R by impulse; without bars one segment whose letters are used up as they come."""

    segments: Annotated[tuple[str, ...], Plan()]

    @property
    def barred(self) -> bool:
        """Are the letters those of impulses?"""
        return len(self.segments) > 1


@order(Usage("STRAIGHT", "STRAIGHT", "Straight on until told otherwise.", "SSL-X.5"))
class Straight:
    """No turn."""


@order(
    Usage(
        "COURSE {heading} [BY {by}]",
        *("COURSE NE BY L", "Turn to a heading the shorter way, or by the side named, and hold it.", "SSL-X.8"),
    )
)
class Course:
    """`by` "" is the shorter way, right for 180 degrees."""

    heading: Annotated[int, HEADING]
    by: Annotated[Literal["", "L", "R"], SIDE] = ""


@order(Usage("CIRCLE {side}", "CIRCLE R", "Turn that way whenever the turn rate allows.", "SSL-X.8"))
class CircleRound:
    """To one side."""

    side: Annotated[Side, SIDE]


@order(Usage("STEER {hex}", "STEER 1508", "Steer for a hex.", "SSL-X.6"))
class SteerTo:
    """A hex of the map."""

    hex: Annotated[Hex, HEX]


@order(Usage("CLOSE {target}", "CLOSE FB1", "Steer for an enemy, or for the NEAREST.", "SSL-X.6"))
class Close:
    """A ship, or NEAREST."""

    target: Annotated[str, TARGET]


@order(Usage("KEEP {range} {target}", "KEEP 3 FB1", "Hold that distance from an enemy.", "SSL-X.6"))
class Keep:
    """A ship, or NEAREST."""

    range: Annotated[int, NUMBER]
    target: Annotated[str, TARGET]


@order(Usage("RAM {target}", "RAM FB1", "Steer for an enemy and into her hex.", "SSL-X.6"))
class RamHer:
    """A ship, or NEAREST."""

    target: Annotated[str, TARGET]


@order(Usage("FOLLOW {ship} (GAP {gap})", "FOLLOW BC1 GAP 2", "Follow in a friend's wake, so many hexes behind.", "SSL-X.6"))
class Follow:
    """SSL-X.6."""

    ship: Annotated[str, OWN]
    gap: Annotated[int, NUMBER] = 2


Steer = Straight | Course | CircleRound | SteerTo | Close | Keep | RamHer | Follow
STEERS: Language[Steer] = Language(
    *get_args(Steer),
    why=f"{CANNOT}DO needs steering: STRAIGHT, COURSE, CIRCLE, STEER, CLOSE, KEEP, RAM or FOLLOW",
)


@order(
    Usage("kind=RANGE {target} {op} {number}"),
    Usage("kind=IMP [>=|=>] {number}"),
    Usage("kind=HULL <=|=< {number}"),
    Usage("kind=MAXSPEED <=|=< {number}"),
    Usage("kind=FIRED"),
    Usage("kind=SUNK {target}"),
)
class Condition:
    """SSL-X.9. HULL and MAXSPEED: so many or fewer."""

    kind: Literal["RANGE", "IMP", "HULL", "MAXSPEED", "FIRED", "SUNK"]
    target: Annotated[str, TARGET] = ""
    op: Annotated[Literal["", "<=", ">="], one_of("<=", ">=", also={"=<": "<=", "=>": ">="})] = ""
    number: Annotated[int, NUMBER] = 0


CONDITION: Language[Condition] = Language(Condition, why='unknown condition "{}"; use RANGE, IMP, HULL, MAXSPEED, FIRED, SUNK')


@order(
    Usage(
        "WHEN {condition} [,] DO {steer}",
        *("WHEN HULL <= 4 DO COURSE N", "Another helm when something comes true; MOVE is then given up.", "SSL-X.9"),
    )
)
class When:
    """SSL-X.9."""

    condition: Annotated[Condition, CONDITION]
    steer: Annotated[Steer, STEERS]


@order(
    Usage("AVOID {who}", "AVOID FRIENDS", "Into whose hexes not to steer: ALL, FRIENDS, ENEMIES or NONE.", "SSL-X.4"),
    why="AVOID what? use ALL, FRIENDS, ENEMIES or NONE",
)
class Avoid:
    """Ships of which kind block."""

    who: Annotated[Literal["ALL", "FRIENDS", "ENEMIES", "NONE"], one_of("ALL", "FRIENDS", "ENEMIES", "NONE")] = "ALL"


@order(
    Usage("EXIT on=ON", "EXIT ON", "Whether she may leave the map.", "SSL-X.4"),
    Usage("EXIT OFF", "EXIT OFF", "She may not leave the map.", "SSL-X.4"),
    why="EXIT what? use ON or OFF",
)
class Exit:
    """SSL-X.4."""

    on: bool = False


# ---------------------------------------------------------------- guns


@order(
    Usage("kind=RANGE [<=|=<] {number} [,]"),
    Usage("kind=IMP {number} [- {last}] [,]"),
    Usage("kind=PEN [,]"),
    Usage("kind=BEAR {number} [,]"),
)
class OpenCondition:
    """One of what has to be true for a ship to open fire. `last` 0: an impulse alone."""

    kind: Literal["IMP", "RANGE", "PEN", "BEAR"]
    number: Annotated[int, NUMBER] = 0
    last: Annotated[int, Number(1, why="impulses are counted from 1, not {}")] = 0

    def __post_init__(self) -> None:
        """A span of one is an impulse alone."""
        if self.last == self.number:
            object.__setattr__(self, "last", 0)


class OpenConditions(Listed[OpenCondition]):
    """Conditions of one line; the impulses of a span are written close together."""

    def write(self, value: tuple[OpenCondition, ...]) -> str:
        return super().write(value).replace(" - ", "-")


OPEN_CONDITIONS = OpenConditions(
    Language(OpenCondition), "", loose=True, once=False, most=(6, "an OPEN line has at most 6 conditions")
)


@order(
    Usage("OPEN ANY [strict=STRICT]"),
    Usage(
        "OPEN {conditions} [strict=STRICT]",
        *("OPEN RANGE 4 PEN", "When she opens fire: by range, impulse, penetration or guns that bear.", "SSL-X.12"),
    ),
)
class Open:
    """All conditions must hold; none: ANY."""

    conditions: Annotated[tuple[OpenCondition, ...], OPEN_CONDITIONS] = ()
    strict: bool = False


@order(Usage("HOLD (FIRE)", "HOLD FIRE", "No fire this turn.", "SSL-X.12"))
class Hold:
    """SSL-X.12."""


@order(
    Usage(
        "FIRE {group} AT {targets} [only=ONLY]",
        *("FIRE D AT FB1, NEAREST", "Which batteries fire at whom: at the first that they can reach.", "SSL-X.11"),
    )
)
class Fire:
    """SSL-X.11. group: one word (ALL, BOW, …), one gun code, or battery ids."""

    group: Annotated[tuple[str, ...], GROUP]
    targets: Annotated[tuple[str, ...], TARGETS]
    only: bool = False


@order(
    Usage("LOSE {batteries}", "LOSE M8, M7", "Which battery goes first when one is lost: a list, ARMOUR or CHEAP.", "SSL-X.14"),
    Usage("LOSE {policy}", "LOSE CHEAP", "The cheapest, or one whose ARMOUR holds.", "SSL-X.14"),
)
class Lose:
    """Ids, or a policy."""

    batteries: Annotated[tuple[str, ...], batteries()] = ()
    policy: Annotated[Literal["", "ARMOUR", "CHEAP"], one_of("ARMOUR", "CHEAP", also={"ARMOR": "ARMOUR"})] = ""


# ---------------------------------------------------------------- set-up, what stands, the fleet


@order(Usage("PLACE {hex} {heading} [SPEED {speed}]", "PLACE 1818 N SPEED 6", "Where she begins, before turn 1.", "SSL-E.1"))
class PlaceShip:
    """Speed None: the printed one."""

    hex: Annotated[Hex, HEX]
    heading: Annotated[int, HEADING]
    speed: Annotated[int | None, NUMBER] = None


@order(
    Usage("CLEAR {what}", "CLEAR FIRE", "Give up standing lines of a kind.", "SSL-X.2"),
    why="CLEAR what? use WHEN, FIRE, OPEN, LOSE, STEER or ALL",
)
class Clear:
    """Acts at once when a mail is read; never on a sheet."""

    what: Annotated[str, one_of("WHEN", "FIRE", "OPEN", "LOSE", "STEER", "ALL")]


@order(Usage("CARRY ON", "CARRY ON", "What stands goes on, and your side has not been silent.", "SSL-Z.2"))
class CarryOn:
    """A mail came; what is in force stays in force."""


@order(Usage("CONCEDE", "CONCEDE", "Give up in this turn's end phase.", "SSL-N.3"))
class Concede:
    """SSL-N.3."""


@order(Usage("ENTER {edge}", "ENTER W", "The edge from which the British come, before turn 1.", "SSL-O3.1"))
class Enter:
    """SSL-O3.1."""

    edge: Annotated[Literal["N", "E", "S", "W"], one_of("N", "E", "S", "W", why="ENTER where? use N, E, S or W")]


@order(Usage("TAKE {ships}", "TAKE 2 BC, 3 BB", "The ships of a fleet of your own, before turn 1.", "SSL-O6.1"))
class Take:
    """(Unit letters, number), in natural order."""

    ships: Annotated[tuple[tuple[str, int], ...], Purchases(Purchase(), ",", loose=True, once=False)]


@order(Usage("SEQ {ships}", "SEQ BC1 BB1", "Order of moving at equal speed, and of firing.", "SSL-X.15"))
class Seq:
    """SSL-X.15."""

    ships: Annotated[tuple[str, ...], Listed(OWN, "", ",", loose=True, once=False)]


Order = Speed | Move | Hold | Steer | When | Avoid | Exit | Open | Fire | Lose | PlaceShip
"""Of a ship, in the order in which a sheet lists them."""
FleetOrder = CarryOn | Concede | Enter | Take | Seq
"""Of the FLEET block alone, in that order."""
SHARED = (Avoid, Open, Fire, Lose, Clear)
"""Of both."""
Line = Order | FleetOrder | Clear
LANGUAGE: Language[Line] = Language(*get_args(Order), Clear, *get_args(FleetOrder), words=Words)


@dataclass(frozen=True)
class ShipOrders:
    """SSL-X.2, SSL-X.16: all that is in force for a ship this turn, FLEET's defaults filled in."""

    speed: Speed | None = None
    move: Move | None = None
    steer: Steer = field(default_factory=Straight)
    when: tuple[When, ...] = ()
    avoid: Avoid = field(default_factory=Avoid)
    exit: bool = False
    open: tuple[Open, ...] = (Open((OpenCondition("RANGE", 3),)),)
    hold: bool = False
    fire: tuple[Fire, ...] = ()
    lose: tuple[str, ...] = ()
    policy: Literal["ARMOUR", "CHEAP"] = "ARMOUR"

    @cached_property
    def fire_groups(self) -> tuple[tuple[str, ...], ...]:
        """SSL-X.11: which batteries each FIRE line means."""
        return tuple(line.group for line in self.fire)
