"""The map, the ships and where and how they start."""

from __future__ import annotations

from typing import Any, Literal

from events.base import Event, event

Edge = Literal["floating", "sticky", "solid"]
"""SN-13.8: of the map."""


@event("star_navy.field_set", to="all")
class FieldSet(Event):
    """The map, its terrain, its edge rule and the scenario's numbers. `planets` and `asteroids` are hex labels."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    columns: int
    rows: int
    edge: Edge
    planets: list[str]
    asteroids: list[str]
    region_value: int
    limit: int


@event("star_navy.ship_entered", to="all")
class ShipEntered(Event):
    """A ship of class `ship_class` is on the map; `zone` is the radius within which its captain may place it (0: fixed).

    `name` is what it is called in a campaign, if it has a name.
    """

    ship: str
    ship_class: str
    side: str
    seat: str
    hex: str
    heading: int
    zone: int
    name: str = ""


@event("star_navy.ship_placed", to="all")
class ShipPlaced(Event):
    """The captain's own choice of hex and heading at set-up."""

    ship: str
    hex: str
    heading: int


@event("star_navy.ship_fitted", to="console")
class ShipFitted(Event):
    """Weapon types by section, and the starting speed."""

    ship: str
    weapons: dict[str, str]
    speed: int


@event("star_navy.ship_deployed", to="console")
class ShipDeployed(Event):
    """A ship begins without what it lacks of what its class has printed, by item of its sheet."""

    ship: str
    lacks: dict[str, int]
