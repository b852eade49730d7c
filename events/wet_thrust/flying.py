"""Aircraft: launch, flight, combat in the air, flak, bombs, recovery."""

from __future__ import annotations

from events.base import Event, event


@event("wet_thrust.took_off", to="all")
class TookOff(Event):
    """A squadron is in the air `at` this place: launched from `carrier`, or land-based bombers (`carrier` "") arriving."""

    squadron: str
    index: int
    carrier: str
    kind: str
    aircraft: int
    side: str
    seat: str
    at: list[int]


@event("wet_thrust.flew", to="all")
class Flew(Event):
    """A squadron is now at `at`, having flown from `start`."""

    squadron: str
    start: list[int]
    at: list[int]


@event("wet_thrust.endurance_left", to="deck")
class EnduranceLeft(Event):
    """Turns that a squadron can still stay in the air."""

    squadron: str
    turns: int


@event("wet_thrust.spent", to="deck")
class Spent(Event):
    """A squadron has done its mission and must return."""

    squadron: str


@event("wet_thrust.engaged", to="all")
class Engaged(Event):
    """Fighters fight aircraft that they have met at `at`; these may since have flown on."""

    squadron: str
    target: str
    at: list[int]


@event("wet_thrust.dogfight", to="all")
class Dogfight(Event):
    """Fighters against fighters: kills on the dice of each, and the aircraft that this shoots down (all applied afterwards)."""

    first: str
    second: str
    first_kills: int
    second_kills: int
    first_shot: int
    second_shot: int


@event("wet_thrust.fighters_fired", to="all")
class FightersFired(Event):
    """Fighters on other aircraft: kills on the dice, and how many aircraft are left to be `shot` down by them."""

    squadron: str
    target: str
    kills: int
    shot: int


@event("wet_thrust.gunners_fired", to="all")
class GunnersFired(Event):
    """Return fire of the attacked squadron: kills on the dice, aircraft `shot` down."""

    squadron: str
    target: str
    kills: int
    shot: int


@event("wet_thrust.flak_fired", to="all")
class FlakFired(Event):
    """A point (PD) or area (AD) defence system fires at a squadron; `die` after its modifier, aircraft `shot` down."""

    ship: str
    system: str
    squadron: str
    die: int
    kills: int
    shot: int


@event("wet_thrust.aircraft_lost", to="all")
class AircraftLost(Event):
    """Aircraft in the air are gone: `number` of them, `left` remain (0: the squadron is no more). cause: shot down, no fuel."""

    squadron: str
    number: int
    left: int
    cause: str


@event("wet_thrust.deck_lost", to="deck")
class DeckLost(Event):
    """Aircraft aboard were destroyed, with their symbol or with the ship."""

    squadron: str


@event("wet_thrust.bombed", to="all")
class Bombed(Event):
    """Bombs of dive bombers (DB) or land-based bombers (B) on a ship: each die up to `needed` hits."""

    squadron: str
    target: str
    kind: str
    number: int
    needed: int
    modifiers: dict[str, int]
    hits: int
    points: int
    aim: list[int]


@event("wet_thrust.alongside", to="all")
class Alongside(Event):
    """A reconnaissance plane lies alongside its ship to be taken aboard."""

    squadron: str


@event("wet_thrust.recovered", to="all")
class Recovered(Event):
    """A reconnaissance plane is aboard again; it may be launched from the next turn."""

    squadron: str


@event("wet_thrust.cast_off", to="all")
class CastOff(Event):
    """The ship moved: the plane alongside is in the air again, at `at`."""

    squadron: str
    at: list[int]


@event("wet_thrust.landed", to="all")
class Landed(Event):
    """A squadron has landed on `carrier` (which may be another than its own)."""

    squadron: str
    carrier: str


@event("wet_thrust.rearming", to="deck")
class Rearming(Event):
    """A landed squadron may be launched again from turn `ready`: die and symbols crossed off."""

    squadron: str
    die: int
    symbols: int
    ready: int


@event("wet_thrust.merged", to="deck")
class Merged(Event):
    """`moved` aircraft of a squadron have joined another; `left` remain in the first; the other is ready on turn `ready`."""

    squadron: str
    into: str
    moved: int
    left: int
    ready: int


@event("wet_thrust.flew_home", to="all")
class FlewHome(Event):
    """A squadron or plane leaves the table: land-based bombers, or the plane of a ship that has broken contact."""

    squadron: str
