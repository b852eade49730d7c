"""A turn's deadline as an entry for the player's calendar."""

from __future__ import annotations

from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.service.games.calendar import CalendarEntry, calendar, deadline_event
from pbem.service.reports.publish import Published


def deadline_entry(signer: AddressSigner, made: Published) -> bytes:
    """The deadline after a report; b"" when there is none for this seat.

    A game has one entry, which each report moves: same UID, higher SEQUENCE.
    """
    if not made.due or not made.template:
        return b""
    entry = CalendarEntry(
        uid=f"{made.stream}.deadline@{signer.domain}",
        sequence=made.turn,
        stamped=made.at,
        due=made.due,
        summary=f"Orders due: {made.title}, turn {made.turn + 1}",
        description=f"Answer the report of turn {made.turn} of game {made.stream} until then.",
    )
    return calendar([deadline_event(entry)], method="PUBLISH")
