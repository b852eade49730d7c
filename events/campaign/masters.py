"""What a game master does to a campaign, each with a reason that the players read. They add units by `UnitJoined`."""

from __future__ import annotations

from events.base import Event, event
from events.platform.causes import Actor


@event("campaign.unit_taken", to="all")
class UnitTaken(Event):
    """A unit is out of the campaign."""

    unit: str
    why: str
    by: Actor = ""


@event("campaign.score_set", to="all")
class ScoreSet(Event):
    """A side has so many points of victory."""

    side: str
    score: float
    why: str
    by: Actor = ""
