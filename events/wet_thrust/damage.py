"""Boxes, systems, fires, holes, repairs and losses: what happens to a control sheet."""

from __future__ import annotations

from events.base import Event, event


@event("wet_thrust.boxes_marked", to="sheet")
class BoxesMarked(Event):
    """`points` have been marked (no more than were left), `marked` in all; `numbers` of the rows that this completed queue up.

    cause: gunfire, torpedoes, bombs, depth charges, collision, extra, boiler, magazine, flooding.
    """

    ship: str
    points: int
    marked: int
    numbers: list[int]
    cause: str


@event("wet_thrust.fuel_lost", to="sheet")
class FuelLost(Event):
    """Fuel boxes hit: afterwards `empty` boxes are empty and whole, `lost` full ones have been turned into holes in all."""

    ship: str
    boxes: int
    empty: int
    lost: int
    cause: str


@event("wet_thrust.extra_damage", to="sheet")
class ExtraDamage(Event):
    """The d20 of a torpedo (T20) or bomb (B20) salvo, and what it means, in words."""

    ship: str
    table: str
    die: int
    result: str


@event("wet_thrust.boiler_harmless", to="sheet")
class BoilerHarmless(Event):
    """A boiler room that was lost at a check marks no boxes, or starts no fire. what: boxes, fire."""

    ship: str
    boiler: str
    what: str


@event("wet_thrust.broken_in_two", to="sheet")
class BrokenInTwo(Event):
    """She will sink when the firing is over."""

    ship: str


@event("wet_thrust.check_made", to="sheet")
class CheckMade(Event):
    """A threshold check begins: a working system is lost on `number` or more."""

    ship: str
    number: int


@event("wet_thrust.system_lost", to="sheet")
class SystemLost(Event):
    """A system is crossed off. cause: check, torpedo, bomb."""

    ship: str
    system: str
    cause: str


@event("wet_thrust.fire_started", to="sheet")
class FireStarted(Event):
    """A further fire; `fires` burn now. cause: boiler, magazine, torpedo, bomb, mishap."""

    ship: str
    fires: int
    cause: str


@event("wet_thrust.fires_fought", to="sheet")
class FiresFought(Event):
    """Fires put out and fires that spread; `fires` burn now."""

    ship: str
    out: int
    spread: int
    fires: int


@event("wet_thrust.fires_seen", to="all")
class FiresSeen(Event):
    """How many fires all can see burning on a ship."""

    ship: str
    fires: int


@event("wet_thrust.holed", to="sheet")
class Holed(Event):
    """A hole that lets in `flow` boxes a turn; `patches` successful repairs close it (0: it cannot be closed)."""

    ship: str
    hole: str
    result: int
    flow: int
    patches: int


@event("wet_thrust.repair_tried", to="sheet")
class RepairTried(Event):
    """A damage control party at work on a system or hole. result: repaired, nothing, beyond repair."""

    ship: str
    item: str
    die: int
    result: str


@event("wet_thrust.system_repaired", to="sheet")
class SystemRepaired(Event):
    """It works again, from the next turn."""

    ship: str
    system: str


@event("wet_thrust.hole_patched", to="sheet")
class HolePatched(Event):
    """So many successful repairs are still needed; 0: it is closed."""

    ship: str
    hole: str
    left: int


@event("wet_thrust.given_up", to="sheet")
class GivenUp(Event):
    """A system or hole that can never be repaired."""

    ship: str
    item: str


@event("wet_thrust.lost", to="seen")
class Lost(Event):
    """A vessel is lost. how: boxes, broken, explosion, hulk, flooded (a hatch of a crash dive)."""

    ship: str
    how: str
    at: list[int]


@event("wet_thrust.contact_destroyed", to="side")
class ContactDestroyed(Event):
    """A submarine that `side` holds as a contact is destroyed."""

    side: str
    contact: str
    at: list[int]
