"""The rounds of a campaign: how its turns follow each other, and who sits out."""

from __future__ import annotations

from events.base import Event, event


@event("campaign.turn_ended", to="all")
class TurnEnded(Event):
    """A turn of a round is over: its refit turn (`battle_turn` 0), or the turn in which so many battles have ended by now.

    `fighting`: are battles of the round not over yet?
    """

    round: int
    battle_turn: int
    fighting: bool


@event("campaign.sat_out", to="all")
class SatOut(Event):
    """A side has no opponent in this round, and gets a point for it."""

    side: str
