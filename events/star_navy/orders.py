"""Turns begin and end; orders are stored, and lapse."""

from __future__ import annotations

from events.base import Event, event


@event("star_navy.turn_began", to="all")
class TurnBegan(Event):
    """Turn 1-6 of a cycle."""

    cycle: int
    turn: int


@event("star_navy.orders_stored", to="its side")
class OrdersStored(Event):
    """All that is stored for a ship: canonical orders by slot (T1-T6, E1, E2, JUMP), the standing chain, the policies."""

    ship: str
    slots: dict[str, str]
    standing: str
    policies: dict[str, str]


@event("star_navy.turn_ended", to="all")
class TurnEnded(Event):
    """The turn's slot is used up; after turn 6 so are E1, E2 and JUMP."""

    cycle: int
    turn: int


@event("star_navy.order_lapsed", to="its side")
class OrderLapsed(Event):
    """An alternative or engine order could not be carried out (in full), and why."""

    ship: str
    slot: str
    order: str
    why: str
