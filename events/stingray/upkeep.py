"""The end of a move: fuel, batteries, tubes, suits and the vessels' records."""

from __future__ import annotations

from events.base import Event, event


@event("stingray.fuel_paid", to="its crew")
class FuelPaid(Event):
    """AKG of the move, and what is left."""

    vessel: str
    paid: int
    fuel: int


@event("stingray.broke_off", to="its crew")
class BrokeOff(Event):
    """A fish without fuel runs for its home edge from the next move on."""

    vessel: str


@event("stingray.power_stored", to="its crew")
class PowerStored(Event):
    """What became of a Stingray's surplus; `battery` is the charge afterwards."""

    vessel: str
    stored: int
    wasted: int
    battery: int


@event("stingray.tube_loaded", to="its crew")
class TubeLoaded(Event):
    """A tube holds a weapon now."""

    vessel: str
    tube: str
    weapon: str


@event("stingray.reloaded", to="its crew")
class Reloaded(Event):
    """A fish's launcher is ready again."""

    vessel: str
    launcher: str


@event("stingray.suits_changed", to="its crew")
class SuitsChanged(Event):
    """The crew is suited from the next move on, or no longer."""

    vessel: str
    suited: bool


@event("stingray.move_logged", to="its crew")
class MoveLogged(Event):
    """A vessel's speed for the record; `since_turn` hexes since its last turn; moves of an SS's last changes (0: never)."""

    vessel: str
    speed: int
    since_turn: int
    accelerated: int
    slowed: int
    shifted: int


@event("stingray.move_ended", to="all")
class MoveEnded(Event):
    """Decoys fall silent."""

    move: int
