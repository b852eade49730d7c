"""Points, objectives, robbery, and who won."""

from __future__ import annotations

from events.base import Event, event


@event("stingray.scored", to="all")
class Scored(Event):
    """Victory points. Nobody is told before the end."""

    side: str
    points: int
    why: str
    vessel: str


@event("stingray.objective_reached", to="its crew")
class ObjectiveReached(Event):
    """A Stingray ended its move in an objective with a fix."""

    vessel: str
    hex: str


@event("stingray.alongside", to="nobody")
class Alongside(Event):
    """A fish has kept a SuperSub's hex, course and speed for so many moves running (0: it has lost it)."""

    vessel: str
    prey: str
    moves: int


@event("stingray.robbed", to="those it concerns")
class Robbed(Event):
    """A fish has robbed a SuperSub."""

    vessel: str
    prey: str


@event("stingray.game_decided", to="all")
class GameDecided(Event):
    """Who won, in a sentence, and the points of both sides."""

    winners: list[str]
    text: str
    points: dict[str, int]
