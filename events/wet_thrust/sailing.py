"""Ships and submarines under way: plots, rams and collisions, sonar, smoke, breaking contact."""

from __future__ import annotations

from events.base import Event, event


@event("wet_thrust.crash_dived", to="side")
class CrashDived(Event):
    """A crash dive, `total` after the modifier. result: sinks, fails, deep, silent (deep, and may run silent)."""

    ship: str
    total: int
    result: str


@event("wet_thrust.mode_changed", to="side")
class ModeChanged(Event):
    """A submarine is now surfaced, periscope or deep."""

    ship: str
    mode: str


@event("wet_thrust.ran_silent", to="side")
class RanSilent(Event):
    """A deep submarine lies still this turn."""

    ship: str


@event("wet_thrust.left_sight", to="all")
class LeftSight(Event):
    """A submarine has gone below the surface."""

    ship: str


@event("wet_thrust.sighted", to="all")
class Sighted(Event):
    """A submarine has come to the surface, for all to see."""

    ship: str
    index: int
    name: str
    ship_class: str
    side: str
    seat: str
    at: list[int]
    course: int
    speed: str


@event("wet_thrust.nerve_tested", to="side")
class NerveTested(Event):
    """A destroyer's test before a ram. `modifiers` by cause; `rams` when `total` is 6 or more."""

    ship: str
    target: str
    modifiers: dict[str, int]
    total: int
    rams: bool


@event("wet_thrust.ram_refused", to="side")
class RamRefused(Event):
    """She steers away from her target instead: `plot` replaces hers."""

    ship: str
    plot: str


@event("wet_thrust.plot_cut", to="side")
class PlotCut(Event):
    """Not all of a plot could be executed: `plot` was; `why` in words."""

    ship: str
    plot: str
    why: str


@event("wet_thrust.order_lapsed", to="side")
class OrderLapsed(Event):
    """An order of a unit came to nothing, and why, in words."""

    unit: str
    order: str
    why: str


@event("wet_thrust.moved", to="seen")
class Moved(Event):
    """A vessel's move: `way` is start, half-way point and end. `evasive` and `chasing` (salvo chasing) hold for this turn."""

    ship: str
    way: list[list[int]]
    course: int
    speed: str
    evasive: bool
    chasing: bool


@event("wet_thrust.main_guns_barred", to="sheet")
class MainGunsBarred(Event):
    """A disruptive turn: the main batteries may not fire this turn."""

    ship: str


@event("wet_thrust.smoke_made", to="all")
class SmokeMade(Event):
    """A ship makes smoke this turn."""

    ship: str


@event("wet_thrust.screen_laid", to="all")
class ScreenLaid(Event):
    """A smoke screen along a ship's way; it is there up to turn `until`."""

    ship: str
    way: list[list[int]]
    until: int


@event("wet_thrust.collided", to="all")
class Collided(Event):
    """Two vessels have touched; each suffers the points that the other deals. `ram`: it was meant."""

    first: str
    second: str
    at: list[int]
    first_deals: int
    second_deals: int
    ram: bool


@event("wet_thrust.contact_made", to="side")
class ContactMade(Event):
    """A side's destroyer detects a submarine: which contact, where at the end of movement, and its mode."""

    side: str
    contact: str
    at: list[int]
    mode: str
    by: str


@event("wet_thrust.contact_held", to="side")
class ContactHeld(Event):
    """A submarine is detected: the enemy knows her as this contact."""

    ship: str
    contact: str


@event("wet_thrust.disengage_barred", to="side")
class DisengageBarred(Event):
    """A ship cannot try to break contact; why, in words."""

    ship: str
    why: str


@event("wet_thrust.disengage_tried", to="all")
class DisengageTried(Event):
    """A challenged attempt: it succeeds when the die is at most `total`, an exact fraction."""

    ship: str
    challenger: str
    total: str
    die: int
    escapes: bool


@event("wet_thrust.disengaged", to="all")
class Disengaged(Event):
    """A ship has broken contact and is out of play; `challenger` "" when nobody challenged."""

    ship: str
    challenger: str
