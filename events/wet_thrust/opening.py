"""The sea, the forces, and what the admirals have standing."""

from __future__ import annotations

from typing import Any

from events.base import Event, event


@event("wet_thrust.sea_set", to="all")
class SeaSet(Event):
    """The options, the weather and the scenario's numbers. `sides` in unit order, `seats`: seat -> side."""

    scenario: str
    options: dict[str, Any]
    sides: list[str]
    seats: dict[str, str]
    limit: int
    weather: str


@event("wet_thrust.vessel_entered", to="seen")
class VesselEntered(Event):
    """A vessel of `ship_class`; `index` is her place in unit order.

    mode: surface (a ship), surfaced, periscope, deep (a submarine). Below the surface only her own side is told.
    """

    ship: str
    index: int
    name: str
    ship_class: str
    side: str
    seat: str
    at: list[int]
    course: int
    speed: str
    mode: str


@event("wet_thrust.squadron_formed", to="deck")
class SquadronFormed(Event):
    """A squadron or plane aboard `carrier`, ready; for land-based bombers `carrier` is "" and they enter `at` on turn `enters`.

    kind: F, DB, T, R, B. `index` is its place in unit order, after its ship's.
    """

    squadron: str
    index: int
    carrier: str
    kind: str
    aircraft: int
    side: str
    seat: str
    enters: int
    at: list[int]


@event("wet_thrust.sheet_opened", to="sheet")
class SheetOpened(Event):
    """A fresh control sheet, but for what had happened before: systems `lost`, those `beyond` repair, `empty` fuel boxes."""

    ship: str
    lost: list[str]
    beyond: list[str]
    empty: int


@event("wet_thrust.damage_carried", to="sheet")
class DamageCarried(Event):
    """From earlier battles, beside what `SheetOpened` says: boxes `marked`, and loads `used` by launcher."""

    ship: str
    marked: int
    used: dict[str, int]


@event("wet_thrust.order_books_opened", to="side")
class OrderBooksOpened(Event):
    """A side writes its orders from now on: of all its units, and of the fleet, nothing stands yet."""

    side: str


@event("wet_thrust.orders_stood", to="side")
class OrdersStood(Event):
    """The standing orders of a unit (a ship, a squadron, FLEET of a side) from now on, as canonical lines."""

    unit: str
    side: str
    lines: list[str]


@event("wet_thrust.orders_kept", to="side")
class OrdersKept(Event):
    """The plot and the fire orders of a ship in command this turn: what she repeats if the bridge goes."""

    ship: str
    lines: list[str]


@event("wet_thrust.helm_kept", to="side")
class HelmKept(Event):
    """The turn part of the plot that a ship steered this turn (`1P`, ``): what she repeats if the last rudder goes."""

    ship: str
    turns: str


@event("wet_thrust.turn_began", to="all")
class TurnBegan(Event):
    """A turn begins."""

    turn: int


@event("wet_thrust.turn_ended", to="all")
class TurnEnded(Event):
    """A turn is over; levels, and what was lost in it, now count as of the turn before."""

    turn: int


@event("wet_thrust.game_decided", to="all")
class GameDecided(Event):
    """The end: winning sides (none: a draw), victory points by side ({} where none are counted) and a sentence."""

    winners: list[str]
    points: dict[str, int]
    verdict: str
