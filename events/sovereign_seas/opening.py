"""The sea, the fleets and what the admirals have standing."""

from __future__ import annotations

from typing import Any, Literal

from events.base import Event, event


@event("sovereign_seas.sea_set", to="all")
class SeaSet(Event):
    """The map, the options and the scenario's numbers. `stages` are the set-up deadlines: side -> ENTER, PLACE or TAKE."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    columns: int
    rows: int
    limit: int
    stages: list[dict[str, Literal["ENTER", "PLACE", "TAKE"]]]


@event("sovereign_seas.ship_entered", to="ships")
class ShipEntered(Event):
    """A ship of `ship_class` lies at `hex`; fresh, whatever was known of her before."""

    ship: str
    ship_class: str
    side: str
    seat: str
    hex: str
    heading: int
    speed: int


@event("sovereign_seas.log_opened", to="log")
class LogOpened(Event):
    """A ship's control log, fresh, for those who may see what it suffers."""

    ship: str


@event("sovereign_seas.ship_named", to="ships")
class ShipNamed(Event):
    """A ship that has a name of her own."""

    ship: str
    name: str


@event("sovereign_seas.damage_carried", to="log")
class DamageCarried(Event):
    """What earlier battles have left marked off on her log: hull circles, speed factors, batteries, the conning tower.

    Of the `lost` speed factors `engine` were lost by funnels and boilers.
    """

    ship: str
    marked: int
    lost: int
    engine: int
    gone: list[str]
    tower_lost: bool


@event("sovereign_seas.ship_placed", to="ships")
class ShipPlaced(Event):
    """Her admiral's own choice at set-up."""

    ship: str
    hex: str
    heading: int
    speed: int


@event("sovereign_seas.entry_chosen", to="ships")
class EntryChosen(Event):
    """The map edge, N E S W, from which the British meet a convoy."""

    edge: Literal["", "N", "E", "S", "W"]


@event("sovereign_seas.fleet_taken", to="all")
class FleetTaken(Event):
    """Design your own: the ships a side has bought, by class, and what they cost."""

    side: str
    ships: dict[str, int]
    points: int


@event("sovereign_seas.stage_closed", to="all")
class StageClosed(Event):
    """A set-up deadline is over; `left` more follow."""

    left: int


@event("sovereign_seas.orders_stood", to="side")
class OrdersStood(Event):
    """The orders in force of a ship, or of a seat's FLEET block, from now on: canonical lines."""

    unit: str
    seat: str
    lines: list[str]


@event("sovereign_seas.placing_void", to="side")
class PlacingVoid(Event):
    """What the admirals of a side placed agrees alone but not together: the printed positions count. `why` is the limit."""

    side: str
    why: str
