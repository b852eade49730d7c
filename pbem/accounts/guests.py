"""Guests: people who play before they have said who they are. How many there are, and who has not come back."""

from __future__ import annotations

from events.database import Connections


def guest_count(db: Connections) -> int:
    """How many there are."""
    return int(db.con.execute("SELECT count(*) FROM people WHERE address=''").fetchone()[0])


def guests_unseen_since(db: Connections, at: str) -> list[str]:
    """The ids of those who were not here since then (UTC), the oldest first."""
    rows = db.con.execute(
        "SELECT id FROM people WHERE address='' AND created<?1"
        " AND NOT EXISTS(SELECT 1 FROM sessions s WHERE s.person=people.id AND s.seen>=?1) ORDER BY created, id",
        (at,),
    )
    return [id for (id,) in rows]
