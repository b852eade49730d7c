"""Orders as data. The grammar reads words into these, `words.py` writes them back as canonical words (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pbem.core.geometry.hexes import Hex

ANY = "ANY"
Item = int | Literal["S", "P"]
"""Hexes forward, or a turn of 60 degrees (SS: a one-hex side shift)."""


@dataclass(frozen=True)
class Plan:
    """`MOVE 2 S 2`; no items: `HALT`. Numbers are 1 or more, neighbouring numbers are added up."""

    items: tuple[Item, ...] = ()

    @property
    def turns(self) -> int:
        """Turns (SS: shifts) in it."""
        return sum(1 for item in self.items if not isinstance(item, int))


@dataclass(frozen=True)
class Over:
    """`OVER`."""


@dataclass(frozen=True)
class Leap:
    """`LEAP IN PHASE n`; None: `LEAP EVADE`."""

    phase: int | None = None


@dataclass(frozen=True)
class Ram:
    """`RAM x` or `RAM ANY`."""

    target: str


@dataclass(frozen=True)
class Condition:
    """ARC, RANGE (low <= distance <= high), BEHIND, AHEAD, CLEAR."""

    kind: Literal["ARC", "RANGE", "BEHIND", "AHEAD", "CLEAR"]
    low: int = 0
    high: int = 999


@dataclass(frozen=True)
class Launch:
    """`LAUNCH …`. launcher: "1", "2", "LAUNCHER" (TF), "PORT", "STARBOARD", or "" (an MF's mine: the first ready nostril).

    `mine`: a fish lays a mine. `target` "" is a blind shot. Allowed windows are `first` to `last`.
    """

    launcher: str
    mine: bool = False
    target: str = ""
    via: tuple[Hex, ...] = ()
    conditions: tuple[Condition, ...] = ()
    first: int = 0
    last: int = 6


@dataclass(frozen=True)
class Decoy:
    """`DECOY [where] [IN PHASE n | IF MISSILE WITHIN n]`. where (SS): N .. NW, or a zone 1-6; `window` 0 unless told."""

    where: str = ""
    window: int = 0
    within: int = 0


@dataclass(frozen=True)
class Aim:
    """`AIM [STING n] AT x`; tube "" is all launches."""

    tube: str
    target: str


@dataclass(frozen=True)
class Steer:
    """`STEER M1 VIA …`; no hexes: DIRECT."""

    missile: str
    via: tuple[Hex, ...] = ()


@dataclass(frozen=True)
class Prep:
    """`PREP STING n`."""

    tube: str


@dataclass(frozen=True)
class Load:
    """`LOAD n WITH k`."""

    tube: str
    weapon: str


@dataclass(frozen=True)
class Reload:
    """`RELOAD PORT`, `RELOAD STARBOARD`, `RELOAD OFF`."""

    nostril: str


@dataclass(frozen=True)
class Code:
    """`MINE MN1 ON [IN PHASE n]`."""

    mine: str
    on: bool
    window: int = 0


@dataclass(frozen=True)
class Setting:
    """`POWER n`, `ENGINES n`, `BATTERY n`, `STORE n` (ALL is 10, NONE 0)."""

    what: Literal["POWER", "ENGINES", "BATTERY", "STORE"]
    number: int


@dataclass(frozen=True)
class Switch:
    """`LIFE ON`, `COMMS ON`, `NAV OFF`; `SUITS ON` is also written SUIT UP."""

    what: Literal["LIFE", "COMMS", "NAV", "SUITS"]
    on: bool


@dataclass(frozen=True)
class Scan:
    """`SCAN 1, HALF 2 6`: zones in the order written, each with half range or not; none: `SCAN OFF`."""

    zones: tuple[tuple[int, bool], ...] = ()


@dataclass(frozen=True)
class Repair:
    """`REPAIR a, b`; none: `REPAIR OFF`."""

    systems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Priority:
    """`PRIORITY …`: names of STG-POW.6; those not named follow in their default order."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Message:
    """`MSG x: text`; to a vessel id or HQ."""

    to: str
    text: str


@dataclass(frozen=True)
class Arming:
    """`ARMING n`."""

    hexes: int


@dataclass(frozen=True)
class Loadout:
    """`LOADOUT TUBE 1 MK61, TUBE 2 MK7`."""

    tubes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Spy:
    """`SPY …` of the block SIDE. card: TRAP (vessel, system, move), AGENT (vessel), PLANS, SABOTAGE (system)."""

    card: Literal["TRAP", "AGENT", "PLANS", "SABOTAGE"]
    vessel: str = ""
    system: str = ""
    move: int = 0


@dataclass(frozen=True)
class Pass:
    """`PASS`: nothing beyond the defaults."""


Order = (
    Plan
    | Over
    | Leap
    | Ram
    | Launch
    | Decoy
    | Aim
    | Steer
    | Prep
    | Load
    | Reload
    | Code
    | Setting
    | Switch
    | Scan
    | Repair
    | Priority
    | Message
    | Arming
    | Loadout
    | Spy
    | Pass
)


@dataclass(frozen=True)
class Standing:
    """`STANDING order`: repeated every move until cancelled."""

    order: Order


CAPTAINS = (Plan, Over, Leap, Ram, Launch, Decoy, Arming, Loadout)
"""STG-SEA.1: the Captain's kinds of orders on a Stingray; the Co-Pilot's are all others but Message and Pass (either's)."""

ITEMS = ("LIFE", "MOVE", "PREP", "LAUNCH", "DECOY", "SCAN", "LOAD", "MINE", "COMMS", "NAV")
"""STG-POW.6: the default order of funding."""


@dataclass
class VesselOrders:
    """What a vessel does this move: the orders of its seats merged, defaults not yet filled in where None."""

    plan: Plan | None = None
    over: bool = False
    leap: Leap | None = None
    ram: str = ""
    launches: list[Launch] = field(default_factory=list)
    decoys: list[Decoy] = field(default_factory=list)
    aims: list[Aim] = field(default_factory=list)
    steers: list[Steer] = field(default_factory=list)
    preps: list[str] = field(default_factory=list)
    loads: list[Load] = field(default_factory=list)
    reload_off: bool = False
    codes: list[Code] = field(default_factory=list)
    power: int | None = None
    engines: int | None = None
    battery: int | None = None
    store: int | None = None
    life: bool = True
    comms: bool = False
    nav: bool = False
    suits: bool | None = None
    scan: Scan | None = None
    repair: Repair | None = None
    priority: tuple[str, ...] = ITEMS
    messages: list[Message] = field(default_factory=list)
