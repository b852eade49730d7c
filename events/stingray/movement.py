"""Vessels move, turn, leap, run aground and meet."""

from __future__ import annotations

from events.base import Event, event


@event("stingray.leap_tried", to="its crew")
class LeapTried(Event):
    """`reason` is over or evade; it succeeds when `rolled` is at most `needed`."""

    vessel: str
    phase: int
    reason: str
    rolled: int
    needed: int
    success: bool


@event("stingray.moved", to="its crew")
class Moved(Event):
    """A vessel moved one hex, with its facing after it; `airborne` above the water."""

    vessel: str
    phase: int
    hex: str
    tail: str
    facing: int
    airborne: bool


@event("stingray.turned", to="its crew")
class Turned(Event):
    """A vessel turned in its hex."""

    vessel: str
    phase: int
    facing: int


@event("stingray.struck", to="its crew")
class Struck(Event):
    """A vessel ran into the obstacle in `obstacle`; it lies in `hex`, its plan lost."""

    vessel: str
    phase: int
    obstacle: str
    hex: str
    tail: str


@event("stingray.exited", to="its crew")
class Exited(Event):
    """A vessel left the map by `edge` N, E, S or W."""

    vessel: str
    phase: int
    edge: str


@event("stingray.encountered", to="those who met")
class Encountered(Event):
    """Two vessels met; `result` is passed, collision or ram (then `rammer` names the one that rams).

    The one that a crew cannot know, because its fish has no comms, is "".
    """

    first: str
    second: str
    phase: int
    hex: str
    faces: list[int]
    result: str
    rammer: str


@event("stingray.landed", to="its crew")
class Landed(Event):
    """A leaping vessel is back in the water."""

    vessel: str
    phase: int
