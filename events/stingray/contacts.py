"""What a vessel hears and finds, and the messages that reach it."""

from __future__ import annotations

from typing import Any

from events.base import Event, event


@event("stingray.noise_heard")
class NoiseHeard(Event):
    """A vessel heard an explosion, or a vessel breaking up, in `hex`; `phase` 0 for the end of the move."""

    vessel: str
    what: str
    hex: str
    phase: int


@event("stingray.plant_named")
class PlantNamed(Event):
    """An atomic plant that no fish has identified is called U1, U2 …"""

    name: str
    vessel: str


@event("stingray.contacts_held")
class ContactsHeld(Event):
    """A vessel's whole list after the scan of move `move`.

    contacts: `{id, vessel_class, hex, tail, facing, speed, move, how}`; missiles: `{kind, hex, heading, how}`; mines: hexes.
    """

    vessel: str
    contacts: list[dict[str, Any]]
    missiles: list[dict[str, Any]]
    mines: list[str]
    swept: list[str]


@event("stingray.message_heard")
class MessageHeard(Event):
    """Words from a vessel or HQ."""

    vessel: str
    sender: str
    text: str


@event("stingray.message_lost")
class MessageLost(Event):
    """Words that did not arrive, and why."""

    vessel: str
    to: str
    why: str
