"""What a vessel hears and finds, and the messages that reach it."""

from __future__ import annotations

from typing import Any

from events.base import Event, event


@event("stingray.noise_heard", to="the hearers")
class NoiseHeard(Event):
    """Vessels of one crew heard `times` explosions, or vessels breaking up, in `hex`; `phase` 0 for the end of the move."""

    vessels: list[str]
    what: str
    hex: str
    phase: int
    times: int


@event("stingray.plant_named", to="nobody")
class PlantNamed(Event):
    """An atomic plant that no fish has identified is called U1, U2 …"""

    name: str
    vessel: str


@event("stingray.contacts_held", to="its commander, if it reports")
class ContactsHeld(Event):
    """A vessel's whole list after the scan of move `move`.

    contacts: `{id, vessel_class, hex, tail, facing, speed, move, how}`; missiles: `{kind, hex, heading, how}`; mines: hexes.
    `found` and `lost` name contacts that are renewed now and were not in the scan before, and the other way round; a plant
    that goes by its vessel's name from now on is found, and not lost.
    """

    vessel: str
    contacts: list[dict[str, Any]]
    missiles: list[dict[str, Any]]
    mines: list[str]
    swept: list[str]
    found: list[str]
    lost: list[str]


@event("stingray.fell_silent", to="its crew")
class FellSilent(Event):
    """A fish's comms are destroyed: what it has found is no longer told to its commander."""

    vessel: str


@event("stingray.message_heard", to="its commander, if it reports")
class MessageHeard(Event):
    """Words from a vessel or HQ."""

    vessel: str
    sender: str
    text: str


@event("stingray.message_lost", to="its crew")
class MessageLost(Event):
    """Words that did not arrive, and why."""

    vessel: str
    to: str
    why: str
