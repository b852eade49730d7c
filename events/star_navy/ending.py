"""Victory points, and who won."""

from __future__ import annotations

from events.base import Event, event


@event("star_navy.vp_awarded", to="all")
class VpAwarded(Event):
    """Points for a side: `why` is region, destroyed, captured or crippled; `ship` is "" for the region."""

    side: str
    points: int
    why: str
    ship: str


@event("star_navy.game_over", to="all")
class GameOver(Event):
    """The battle is over. No winners: a draw."""

    winners: list[str]
    scores: dict[str, int]
    verdict: str
