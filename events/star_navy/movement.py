"""The Move phase: ships move on; planets, mines, asteroids and the edge of the map."""

from __future__ import annotations

from dataclasses import field

from events.base import Event, event


@event("star_navy.moved", to="all")
class Moved(Event):
    """A ship moved one hex ahead."""

    ship: str
    origin: str
    hex: str


@event("star_navy.held_at_edge", to="all")
class HeldAtEdge(Event):
    """A ship could not leave the map."""

    ship: str
    hex: str


@event("star_navy.map_shifted", to="all")
class MapShifted(Event):
    """The sheet was moved under ships, mines and terrain: so many columns and rows were added to every label."""

    columns: int
    rows: int


@event("star_navy.ship_destroyed", to="all")
class ShipDestroyed(Event):
    """A ship is lost with all aboard. `cause` is integrity, planet or edge."""

    ship: str
    hex: str
    cause: str


@event("star_navy.mine_exploded", to="all")
class MineExploded(Event):
    """A mine went off; `by` are the ships whose movement set it off."""

    mine: str
    hex: str
    by: list[str] = field(default_factory=list)


@event("star_navy.mine_hit", to="all")
class MineHit(Event):
    """A mine's explosion reached a ship."""

    mine: str
    ship: str
    die: int
    section: str
    points: int


@event("star_navy.asteroid_hit", to="all")
class AsteroidHit(Event):
    """A ship ran into asteroids."""

    ship: str
    section: str
    points: int
