"""What is hit, hurt and lost, and what is mended."""

from __future__ import annotations

from events.base import Event, event


@event("stingray.damaged", to="its crew")
class Damaged(Event):
    """Damage points. `cause` says by what, in words; `total` is the damage afterwards."""

    vessel: str
    points: int
    cause: str
    total: int


@event("stingray.special_hit", to="its crew")
class SpecialHit(Event):
    """A system is out (REACTOR and ENGINES: one step more); `level` is the new count."""

    vessel: str
    system: str
    cause: str
    level: int


@event("stingray.tube_destroyed", to="its crew")
class TubeDestroyed(Event):
    """A Sting tube is gone for good, with the armed Mk61 in it."""

    vessel: str
    tube: str


@event("stingray.crew_hurt", to="its crew")
class CrewHurt(Event):
    """One more injury; the fourth kills the crew."""

    vessel: str
    injuries: int
    cause: str


@event("stingray.fuel_lost", to="its crew")
class FuelLost(Event):
    """A MegaFish's tanks were hit; `fuel` is what is left."""

    vessel: str
    fuel: int


@event("stingray.tanks_hit", to="its crew")
class TanksHit(Event):
    """Do a fish's tanks explode? `rolled`: a MegaFish's die; 0 for a Terror Fish, which always does."""

    vessel: str
    cause: str
    rolled: int
    exploded: bool


@event("stingray.sank", to="its crew")
class Sank(Event):
    """A vessel is lost: `how` is sunk or exploded."""

    vessel: str
    how: str
    hex: str


@event("stingray.repair_tried", to="its crew")
class RepairTried(Event):
    """One attempt on one system; `level` is the count left afterwards."""

    vessel: str
    system: str
    rolled: int
    needed: int
    success: bool
    level: int
