"""Orders as data. The grammar reads words into these, `words.py` writes them back as canonical words (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from pbem.core.geometry.tabletop import Spot

FLEET = "FLEET"
"""The block of a whole side (section 5)."""
ANY = "ANY"
ALL, MAIN = "ALL", "MAIN"
NONE = "NONE"
"""Instead of a standing list: back to the default."""
Turn = Literal["", "P", "S"]
Priority = Literal["NEAREST", "WEAKEST", "BB", "BC", "CV", "CA", "CL", "DD", "SS", "MM"]


@dataclass(frozen=True)
class Plot:
    """`2A2S1P` (WT-2.2). At most one of `accelerate`, `decelerate`; `most` is MAXA or MAXD. Points P and S, and which is first.

    A blank plot is `Plot()`. `speed` is the resulting speed that the writer expects (SPEED 6), or None.
    """

    accelerate: Fraction = Fraction(0)
    decelerate: Fraction = Fraction(0)
    most: Literal["", "A", "D"] = ""
    port: int = 0
    starboard: int = 0
    first: Turn = ""
    speed: Fraction | None = None
    evasive: bool = False
    """`E` (WT-2.11): alone."""

    @property
    def points(self) -> int:
        """All points plotted."""
        return self.port + self.starboard


@dataclass(frozen=True)
class Fire:
    """`FIRE batteries AT x ELSE y`. batteries: words in order (a class `A`, an id `A1`, MAIN, ALL); () is ALL."""

    batteries: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True)
class HoldFire:
    """`HOLD FIRE`."""


@dataclass(frozen=True)
class AtWill:
    """`FIRE AT WILL [NEAREST > BB ...]` (6.1)."""

    priority: tuple[Priority, ...] = ()


@dataclass(frozen=True)
class Torp:
    """`TORP x ELSE y WITH TL1 WITHIN n`. launchers () is all; within None: this turn only, up to 8 inches."""

    targets: tuple[str, ...]
    launchers: tuple[str, ...] = ()
    within: Fraction | None = None


@dataclass(frozen=True)
class TorpHold:
    """`TORP HOLD`: ends a standing TORP."""


@dataclass(frozen=True)
class Asw:
    """`ASW x`, `ASW ANY`, `ASW HOLD`."""

    target: str


@dataclass(frozen=True)
class Repair:
    """`DC item, item` (WT-16.5): ids, or the words BRIDGE RUDDER BOILER PROP RADAR SONAR FC HOLE MAIN GUNS TORP ASW PDF ADF.

    () is NONE, as in the three below.
    """

    items: tuple[str, ...]


@dataclass(frozen=True)
class MakeSmoke:
    """`SMOKE`."""


@dataclass(frozen=True)
class LayScreen:
    """`SCREEN`."""


@dataclass(frozen=True)
class Disengage:
    """`DISENGAGE`."""


@dataclass(frozen=True)
class Challenge:
    """`CHALLENGE YES` / `NO`."""

    yes: bool


@dataclass(frozen=True)
class RamHer:
    """`RAM x`."""

    target: str


@dataclass(frozen=True)
class Launch:
    """`LAUNCH T1, F1`: full ids (`ARK-T1`)."""

    squadrons: tuple[str, ...]


@dataclass(frozen=True)
class Merge:
    """`MERGE T1 INTO T2`: full ids."""

    squadron: str
    into: str


@dataclass(frozen=True)
class Lose:
    """`LOSE A4, A3`: the turrets to be lost first."""

    batteries: tuple[str, ...]


@dataclass(frozen=True)
class Flak:
    """`AA x, y`: squadrons to be fired at first."""

    squadrons: tuple[str, ...]


@dataclass(frozen=True)
class Cover:
    """`COVER x`: whom area defence covers; "" is NONE."""

    ship: str


@dataclass(frozen=True)
class Depth:
    """`DIVE`, `CRASH DIVE [SILENT]`, `PERISCOPE`, `SURFACE`, `SILENT`."""

    what: Literal["DIVE", "CRASH", "PERISCOPE", "SURFACE", "SILENT"]
    silent: bool = False
    """CRASH DIVE SILENT: run silent if the dive allows it."""


# ---------------------------------------------------------------- aircraft


@dataclass(frozen=True)
class Strike:
    """`ATTACK x ELSE y RANGE n FROM side`. None and "" : 4 inches, the nearer beam (WT-13.2)."""

    targets: tuple[str, ...]
    range: Fraction | None = None
    side: Literal["", "PORT", "STARBOARD", "BOW", "STERN"] = ""


@dataclass(frozen=True)
class Cap:
    """`CAP PRIORITY T, DB`; () is T, DB, B."""

    priority: tuple[str, ...] = ()


@dataclass(frozen=True)
class Escort:
    """`ESCORT s`."""

    squadron: str


@dataclass(frozen=True)
class Intercept:
    """`INTERCEPT s ELSE t`."""

    squadrons: tuple[str, ...]


@dataclass(frozen=True)
class Spotting:
    """`SPOT x`."""

    target: str


@dataclass(frozen=True)
class Recover:
    """`RECOVER`."""


@dataclass(frozen=True)
class Return:
    """`RETURN`, `LAND`."""


@dataclass(frozen=True)
class Go:
    """`GO x,y`."""

    spot: Spot


@dataclass(frozen=True)
class Orbit:
    """`ORBIT`."""


@dataclass(frozen=True)
class FireOrder:
    """`FIREORDER a, b` (FLEET)."""

    ships: tuple[str, ...]


Aim = Strike | Cap | Escort | Intercept | Spotting | Recover | Return | Go | Orbit
ShipOrder = (
    Plot | Fire | HoldFire | AtWill | Torp | TorpHold | Asw | Repair | MakeSmoke | LayScreen | Disengage | Challenge | RamHer
    | Launch | Merge | Lose | Flak | Cover | Depth
)  # fmt: skip
FleetOrder = FireOrder | Challenge | AtWill | HoldFire
Order = ShipOrder | Aim | FleetOrder


@dataclass(frozen=True)
class ShipOrders:
    """All that is in force for a ship this turn; FLEET's defaults filled in, and WT-15.2 carried out."""

    plot: Plot = field(default_factory=Plot)
    fire: tuple[Fire, ...] = ()
    hold: bool = False
    """HOLD FIRE is in force (and no FIRE order goes before it)."""
    priority: tuple[Priority, ...] = ()
    """FIRE AT WILL's, when there is neither `fire` nor `hold`."""
    torp: tuple[Torp, ...] = ()
    asw: str = ANY
    """A contact, ANY or HOLD."""
    repair: tuple[str, ...] = ()
    smoke: bool = False
    screen: bool = False
    disengage: bool = False
    challenge: bool = True
    ram: str = ""
    launch: tuple[str, ...] = ()
    merge: tuple[Merge, ...] = ()
    lose: tuple[str, ...] = ()
    flak: tuple[str, ...] = ()
    cover: str = ""
    depth: Depth | None = None
    commanded: bool = True
    """WT-15.1: False when she repeats her last orders."""
