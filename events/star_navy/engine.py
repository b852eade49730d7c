"""The Engine phase: shields, interstellar drives, speed, energy and jumps."""

from __future__ import annotations

from events.base import Event, event
from events.star_navy.battle import Status


@event("star_navy.shields_raised", to="console")
class ShieldsRaised(Event):
    """Shields activated by section in one opportunity, and the energy paid."""

    ship: str
    slot: str
    sections: dict[str, int]
    energy: int
    capacitor_energy: int
    engine_energy: int


@event("star_navy.isd_activated", to="console")
class IsdActivated(Event):
    """Interstellar drives activated in one opportunity, and the energy paid."""

    ship: str
    slot: str
    number: int
    energy: int
    capacitor_energy: int
    engine_energy: int


@event("star_navy.speed_changed", to="console")
class SpeedChanged(Event):
    """A new marked speed. `steps` counts this phase's steps so far, for the discount."""

    ship: str
    slot: str
    speed: int
    steps: int
    energy: int
    capacitor_energy: int
    engine_energy: int
    thrusters_used: int


@event("star_navy.energy_moved", to="console")
class EnergyMoved(Event):
    """Step P2, P3 or P4: points `lost`, points `gained` by the capacitors (P3) or engines (P4), and what it holds then."""

    ship: str
    capacitor_energy: int
    engine_energy: int
    step: str = ""
    gained: int = 0
    lost: int = 0


@event("star_navy.jump_attempt", to="all")
class JumpAttempt(Event):
    """A ship tried to enter interstellar space."""

    ship: str
    die: int
    success: bool


@event("star_navy.jump_left", to="all")
class JumpLeft(Event):
    """A ship left the region for good."""

    ship: str


@event("star_navy.jump_placed", to="all")
class JumpPlaced(Event):
    """A ship was put in the hex it aimed at."""

    ship: str
    hex: str
    heading: int


@event("star_navy.jump_slid", to="all")
class JumpSlid(Event):
    """An arriving ship slid: direction die (a section), number of hexes, where it came to rest."""

    ship: str
    section: str
    hexes: int
    hex: str


@event("star_navy.jump_speed", to="console")
class JumpSpeed(Event):
    """The speed an arriving ship chose."""

    ship: str
    speed: int


@event("star_navy.status_advanced", to="console")
class StatusAdvanced(Event):
    """Step P7 for one ship: the new status of each section, of the ISDs and of the marines; used thrusters are free again."""

    ship: str
    sections: dict[str, Status]
    isds: Status
    marines: Status
