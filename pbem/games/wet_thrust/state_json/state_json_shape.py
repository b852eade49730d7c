"""The shape of a state's JSON. What is left out is as in a fresh scenario; ships need a position, a course and a speed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.games.wet_thrust.model.state import Fate, Mode, Place


@dataclass(frozen=True)
class HoleJson:
    """A hole; `left` None: all its repairs are still to be made."""

    kind: Literal[17, 18, 19]
    left: int | None = None
    open: bool = True


@dataclass(frozen=True)
class SheetJson:
    """A control sheet as it is; fields as in `sheet.Sheet`."""

    marked: int = 0
    broken: bool = False
    checks: list[int] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    wounds: list[str] = field(default_factory=list)
    empty: int = 0
    fuel_lost: int = 0
    fuel_holed: int = 0
    fires: int = 0
    holes: dict[str, HoleJson] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    ready: dict[str, int] = field(default_factory=dict)
    german: Literal[-1, 0, 1] = 0
    controls_lost: int = 0
    controls_lost_before: int = 0
    takes_over: int = 0
    bridge_out: int = 0
    helm: str = ""
    last: list[str] = field(default_factory=list)
    silent: bool = False
    barred: bool = False


@dataclass(frozen=True)
class ShotJson:
    """The last salvo at a target."""

    level: int
    turn: int
    hit: bool


@dataclass(frozen=True)
class ShipJson:
    """One vessel, but for her id. `mode` None: on the surface."""

    at: list[int]
    course: int
    speed: str
    index: int | None = None
    name: str = ""
    side: str = ""
    seat: str = ""
    mode: Mode | None = None
    sheet: SheetJson = field(default_factory=SheetJson)
    fate: Fate = "afloat"
    how: str = ""
    gone: int = 0
    scored: int = 0
    burning: int = 0
    smoking: bool = False
    evasive: bool = False
    chasing: bool = False
    way: list[list[int]] = field(default_factory=list)
    ladder: dict[str, ShotJson] = field(default_factory=dict)
    contact: str = ""
    contact_turn: int = 0
    standing: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class SquadronJson:
    """One squadron or plane, but for its id; left out, a field is as on its carrier's sheet, ready on her deck."""

    index: int | None = None
    carrier: str | None = None
    kind: Literal["F", "DB", "T", "R", "B"] | None = None
    side: str = ""
    seat: str = ""
    aircraft: int | None = None
    place: Place | None = None
    at: list[int] | None = None
    home: str | None = None
    start: list[int] | None = None
    enters: int = 0
    exit: list[int] | None = None
    launched: int = 0
    ready: int = 0
    endurance: int | None = None
    spent: bool = False
    moored: int = 0
    lost: bool = False
    downed: bool = False
    standing: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ContactJson:
    """A submarine as the enemy knows her."""

    at: list[int]
    mode: Literal["surfaced", "periscope", "deep"]
    turn: int
    scored: int = 0
    destroyed: bool = False


@dataclass(frozen=True)
class ScreenJson:
    """A smoke screen."""

    way: list[list[int]]
    until: int
    ship: str


@dataclass(frozen=True)
class FireMarkJson:
    """Fire of the last turn, for the map."""

    kind: Literal["guns", "torpedoes", "charges", "bombs", "collision"]
    by: str
    target: str
    origin: list[int]
    aim: list[int]
    hits: int
    points: int
    side: str = ""


@dataclass(frozen=True)
class StateJson:
    """The whole document."""

    scenario: str
    options: dict[str, Any]
    sides: list[str]
    seats: dict[str, str]
    limit: int
    weather: str
    turn: int
    ships: dict[str, ShipJson]
    squadrons: dict[str, SquadronJson] = field(default_factory=dict)
    contacts: dict[str, dict[str, ContactJson]] = field(default_factory=dict)
    screens: list[ScreenJson] = field(default_factory=list)
    marks: list[FireMarkJson] = field(default_factory=list)
    torpedo_salvos: dict[str, int] = field(default_factory=dict)
    raiders: list[str] = field(default_factory=list)
    raiding: list[str] = field(default_factory=list)
    fleet: dict[str, list[str]] = field(default_factory=dict)
    over: bool = False
    winners: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    verdict: str = ""
