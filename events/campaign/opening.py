"""How a campaign begins, and the units that come into it."""

from __future__ import annotations

from typing import Any, Literal

from events.base import Event, event
from events.platform.causes import Actor

Cause = Literal["file", "replaced", "master"]
"""Why a unit joins: the campaign file lists it, it was paid for, a game master has added it."""


@event("campaign.begun", to="all")
class CampaignBegun(Event):
    """The campaign file as it was read, whole; `seats` maps seats to sides."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    file: dict[str, Any]


@event("campaign.unit_joined", to="all")
class UnitJoined(Event):
    """A unit came into the campaign: `book` is the key of its rule book, `unit_class` of its class there."""

    unit: str
    side: str
    fleet: str
    book: str
    unit_class: str
    name: str
    commander: str
    lacks: dict[str, int]
    cause: Cause
    why: str = ""
    by: Actor = ""


@event("campaign.points_set", to="its side")
class PointsSet(Event):
    """A side has so many points to spend on refits."""

    side: str
    points: float
    why: str
    by: Actor = ""
