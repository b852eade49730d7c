"""Guns, torpedoes and depth charges. A target is a ship or a contact; `origin` and `aim` are where both were."""

from __future__ import annotations

from events.base import Event, event


@event("wet_thrust.german_control", to="sheet")
class GermanControl(Event):
    """German fire control, once a game: +1 or -1 hit die from now on."""

    ship: str
    modifier: int


@event("wet_thrust.guns_fired", to="all")
class GunsFired(Event):
    """A gun salvo. `level` 1 red, 2 amber, 3 green; `modifiers` to it by cause; `dice` hit dice, of which `symbols` show a hit.

    With a hit, `points` are scored against `armour` of its `grade`. armour: belt, deck, evasive, none. `range` in mils.
    """

    ship: str
    target: str
    batteries: list[str]
    range: int
    level: int
    modifiers: dict[str, int]
    dice: int
    symbols: int
    armour: str
    grade: int
    points: int
    origin: list[int]
    aim: list[int]


@event("wet_thrust.torpedoes_fired", to="seen")
class TorpedoesFired(Event):
    """A salvo of `number` torpedoes by a vessel or a squadron (`by`): each die up to `needed` hits. arc: bow, beam, stern.

    Of a submarine below the surface only her own side is told.
    """

    by: str
    target: str
    launchers: list[str]
    number: int
    range: int
    arc: str
    needed: int
    modifiers: dict[str, int]
    hits: int
    points: int
    origin: list[int]
    aim: list[int]
    seen: bool


@event("wet_thrust.torpedoes_struck", to="all")
class TorpedoesStruck(Event):
    """Torpedoes from nowhere have hit."""

    target: str
    arc: str
    hits: int
    points: int
    aim: list[int]


@event("wet_thrust.launcher_emptied", to="sheet")
class LauncherEmptied(Event):
    """A launcher has used a load; `loads` are left, and it may fire again on turn `ready`."""

    ship: str
    launcher: str
    loads: int
    ready: int


@event("wet_thrust.depth_charged", to="all")
class DepthCharged(Event):
    """An attack run with `number` mounts: each die up to `needed` hits; each hit is lessened by `inches` of range."""

    ship: str
    target: str
    mounts: list[str]
    number: int
    inches: int
    silent: bool
    needed: int
    hits: int
    points: int
    origin: list[int]
    aim: list[int]
