"""A move begins: orders are locked, agents try, power is allocated, plans are fixed."""

from __future__ import annotations

from events.base import Event, event


@event("stingray.move_began", to="all")
class MoveBegan(Event):
    """Move `move` begins; tracks and noises of the last one are cleared."""

    move: int


@event("stingray.standing_changed", to="its crew")
class StandingChanged(Event):
    """The standing orders that a seat has given a vessel, in canonical words."""

    vessel: str
    seat: str
    orders: list[str]


@event("stingray.orders_taken", to="its crew")
class OrdersTaken(Event):
    """What a vessel does this move: its seats' orders merged, with remarks on what was left out or filled in."""

    vessel: str
    orders: list[str]
    remarks: list[str]


@event("stingray.agent_rolled", to="the Aquaphibians")
class AgentRolled(Event):
    """A saboteur tried: `result` is done, caught or nothing."""

    vessel: str
    system: str
    rolled: int
    result: str


@event("stingray.agent_caught", to="its crew")
class AgentCaught(Event):
    """The crew has found a spy aboard."""

    vessel: str


@event("stingray.power_allocated", to="its crew")
class PowerAllocated(Event):
    """A Stingray's APU: plant `output`, `drawn` from the batteries, `items` funded (MOVE 4 …), `dropped` in words.

    `zones` are the funded sonar zones, `1` full and `h1` half range.
    """

    vessel: str
    output: int
    drawn: int
    items: dict[str, int]
    dropped: list[str]
    zones: list[str]


@event("stingray.plan_fixed", to="its crew")
class PlanFixed(Event):
    """What a vessel will do for the whole move: plan in words, speed ordered, hexes scheduled, plant output, satellite fix.

    `why` says what made it another plan than the one ordered, a reason each, without full stops; none if it is the one ordered.
    """

    vessel: str
    plan: str
    ordered: int
    scheduled: int
    output: int
    fix: bool
    why: list[str]


@event("stingray.armed", to="its crew")
class Armed(Event):
    """The Mk61 in a tube is prepared."""

    vessel: str
    tube: str


@event("stingray.order_lapsed", to="its crew")
class OrderLapsed(Event):
    """A launch, decoy, leap or code that did not happen, and why."""

    vessel: str
    order: str
    why: str
