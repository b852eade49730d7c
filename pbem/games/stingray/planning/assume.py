"""What a seat has to guess so that the rules' own functions can say what its orders would do (`dry_run.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.unit_ids import natural
from pbem.core.state.codec import copy
from pbem.games.stingray.model import sightings
from pbem.games.stingray.model.state import State, Umpire
from pbem.games.stingray.model.tables import BATTERY, CLASSES, SIDES
from pbem.games.stingray.model.vessel import Contact, Finds, Vessel

NOBODY = ""
"""Who commands a contact, as far as the reader is concerned."""


def assume(known: State) -> State:
    """A copy in which what is not known is guessed; the vessels in vessel order (STG-GEN.6)."""
    state = copy(known)
    # Nobody knows what the umpire has noted: taken to be nothing (STG-SCN.4, STG-M61.8, STG-VIC.2).
    state.umpire_if_known = Umpire()
    # What a fish without comms has found is not told (STG-COM.4): taken to be nothing.
    for vessel in state.vessels.values():
        vessel.finds_if_known = vessel.reported
    found = [*state.vessels.values(), *map(_vessel, fresh(known))]
    found.sort(key=lambda vessel: (SIDES.index(vessel.side), natural(vessel.id)))
    state.vessels = {vessel.id: vessel for vessel in found}
    return state


def fresh(known: State) -> Iterator[Contact]:
    """The contacts that were renewed in the last report: those not renewed may be anywhere, and are left out (STG-SCN.7)."""
    return (entry.contact for entry in sightings.contacts(known) if not known.is_old(entry.contact))


def _vessel(contact: Contact) -> Vessel:
    """A whole vessel with the looks that the list gives it (STG-SCN.3), which keeps its course and speed and orders nothing.

    Of plant noise only the place is known: a Stingray that lies still (STG-SCN.4).
    """
    heard = not contact.vessel_class
    printed = CLASSES[contact.vessel_class or "SR"]
    found = Vessel(
        id=contact.id,
        vessel_class=printed.key,
        captain=NOBODY,
        copilot=NOBODY,
        crew=NOBODY,
        hex=contact.hex,
        tail=contact.tail,
        facing=0 if heard else contact.facing,
        speed=0 if heard else contact.speed,
        fuel=60,
        battery=BATTERY,
        stores=dict(printed.stores),
        launchers={},
        track=[contact.hex],
        track_phases=[0],
        finds_if_known=Finds(),
    )
    found.output = found.max_output
    return found
