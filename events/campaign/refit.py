"""What a refit turn does: repairs, moves between fleets, scouting, who is sent where."""

from __future__ import annotations

from typing import Any

from events.base import Event, event


@event("campaign.refit_begun", to="all")
class RefitBegun(Event):
    """Round `number` began: the orders of all sides are carried out; without refit turns its battles are set at once."""

    number: int


@event("campaign.repaired", to="its side")
class Repaired(Event):
    """Of a unit's item so many boxes were made good, or stores taken aboard, for so many points; `left` is what lacks still."""

    unit: str
    item: str
    boxes: int
    points: float
    left: int


@event("campaign.transferred", to="its side")
class Transferred(Event):
    """A unit is in another fleet now."""

    unit: str
    fleet: str


@event("campaign.commander_moved", to="its side")
class CommanderMoved(Event):
    """A unit has this commander now ("": none)."""

    unit: str
    commander: str


@event("campaign.scouted", to="its side")
class Scouted(Event):
    """What a side's scouts found of the force that is sent against it, if anything: units with classes and what they lack."""

    side: str
    battle: int
    found: bool
    units: list[dict[str, Any]]


@event("campaign.order_lapsed", to="its side")
class OrderLapsed(Event):
    """An order of a side came to nothing, or to less than it says, and why."""

    side: str
    order: str
    why: str


@event("campaign.battle_set", to="battle")
class BattleSet(Event):
    """A battle is to be fought at this node, between the sides named: campaign side -> side of the scenario."""

    battle: int
    node: str
    sides: dict[str, str]


@event("campaign.force_sent", to="its side")
class ForceSent(Event):
    """The units that a side sends to a battle, as they are (`pbem.core.fleets.fleet_units.Unit`)."""

    battle: int
    side: str
    units: list[dict[str, Any]]


@event("campaign.refused", to="battle")
class Refused(Event):
    """A side sends nothing to a battle, which is therefore not fought."""

    battle: int
    side: str
