"""Command and Resolve: what ships pay for, their volleys, and the damage."""

from __future__ import annotations

from typing import Literal

from events.base import Event, event

Status = Literal["READY", "ACTIVE", "RECOVER"]
"""SN-1.11: of a weapon section, the ISDs or the marines."""


@event("star_navy.commanded", to="console")
class Commanded(Event):
    """A ship's command of the turn and what it paid. `command` is turn, fire, mine, board or nothing."""

    ship: str
    command: str
    detail: str
    energy: int
    capacitor_energy: int
    engine_energy: int
    thrusters_used: int


@event("star_navy.section_marked", to="console")
class SectionMarked(Event):
    """A weapon section's status after its command or its volley: READY, ACTIVE or RECOVER, weapons used, cannon wear."""

    ship: str
    section: str
    status: Status
    used: int
    wear: int


@event("star_navy.marines_sent", to="console")
class MarinesSent(Event):
    """All marines of a ship set out."""

    ship: str
    used: int


@event("star_navy.turned", to="all")
class Turned(Event):
    """A ship changed its heading by 60 degrees."""

    ship: str
    heading: int


@event("star_navy.fired", to="all")
class Fired(Event):
    """A volley. `effective` counts weapons after asteroids; `hits` maps target section to points before shields.

    `weapon` is a letter C L P T; `wear` is what each die of a cannon volley loses; `orientation` is the target's, e.g.
    `ASKEW F RF`: most facing F, less RF (`TWO F RF`: left, right). `revealed`: with it the section's type becomes known.
    """

    ship: str
    section: str
    weapon: str
    number: int
    effective: int
    target: str
    range: int
    orientation: str
    dice: list[int]
    wear: int
    section_dice: list[int]
    hits: dict[str, int]
    revealed: bool = False


@event("star_navy.mine_laid", to="all")
class MineLaid(Event):
    """A mine lies on the map."""

    mine: str
    ship: str
    side: str
    hex: str


@event("star_navy.mine_spent", to="console")
class MineSpent(Event):
    """A ship has one mine less aboard."""

    ship: str
    left: int


@event("star_navy.points_arrived", to="all")
class PointsArrived(Event):
    """So many points struck a section in one step, before shields; `sources` maps a side to its share.

    `first`: it is the first section of this ship that is struck in this step (Move phase, Fire, arrival).
    """

    ship: str
    section: str
    points: int
    sources: dict[str, int]
    first: bool = True


@event("star_navy.damaged", to="console")
class Damaged(Event):
    """What the points did behind the screen: absorbed, column die (0: none rolled), components crossed off in order.

    Components are words: hull, shield, weapon, engine, isd, marine, integrity, capacitor:SECTION, thruster:SECTION.
    `energy` is what was lost with engines and capacitors that held it.
    """

    ship: str
    section: str
    absorbed: int
    column: int
    lost: list[str]
    energy: int = 0
