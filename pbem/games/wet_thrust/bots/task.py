"""What a captain without a player is told: their admiral's style, what their ship is for, and where the others are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.state import Contact
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.planning.tracks import Track


@dataclass(frozen=True)
class BotStyle:
    """What tells one admiral from another."""

    care: float
    """The weight of damage suffered."""
    eager: float
    """Points for each inch nearer to the range wanted."""
    spread: float
    """Part of the best that a salvo of torpedoes can do for which it is fired."""
    worn: float
    """Part of her boxes marked at which a ship gives up; over 1: never."""
    ram: bool
    mass: bool
    """Strikes wait for each other, and fighters are kept for defence."""


@dataclass
class Task:
    """What a ship is for this turn, beside fighting."""

    goal: Spot | None = None
    """A place to be at."""
    weight: float = 0.0
    """Points for each inch nearer to it."""
    run: bool = False
    """She keeps away from all enemies."""
    breaks: bool = False
    """She breaks contact (WT-21)."""
    smoke: bool = False
    hunt: Mapping[str, Contact] = field(default_factory=dict)
    """Contacts that she may attack."""
    shun: Sequence[Spot] = ()
    """Where submarines are."""
    shadow: str = ""
    """An enemy that must not get away."""
    shadow_weight: float = 0.0
    """Points for keeping up with her."""
    ram: str = ""
    """An enemy to be rammed."""
    stay_near: Spot | None = None
    """A carrier to stay with, if there is nobody to fight."""
    away: float = 0.0
    """Inches that she likes to keep from enemies, if she is not to fight them."""


@dataclass(frozen=True)
class Sea:
    """The others: enemies and where they are expected, friends' ways (planned or only expected), aircraft that may strike."""

    foes: list[tuple[Vessel, Track]]
    shares: Mapping[str, float]
    """By enemy: the part of their fire that is for this ship."""
    planned: list[Track]
    expected: list[Track]
    strike: Mapping[str, tuple[float, float]]
    """By own ship: boxes that the enemy's aircraft may mark this turn, and if she steams evasively."""
    radius: float
