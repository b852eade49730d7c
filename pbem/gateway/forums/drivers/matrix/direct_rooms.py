"""Rooms in which we are alone with one user: which there are, how one is opened, how an invitation to one is taken.

They are those in our account data `m.direct`, where every Matrix program keeps them. We could not read encrypted ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.gateway.forums.drivers.matrix.homeserver import Homeserver, Json, part
from pbem.gateway.forums.port import Refused

ENCRYPTED = "I cannot read encrypted rooms. Write to me in a room without encryption."
"""Told to a user whose room we leave: programs show it as the reason."""


class DirectRooms:
    """The rooms of our account at this homeserver."""

    def __init__(self, server: Homeserver) -> None:
        self._server = server

    def all(self) -> dict[str, list[str]]:
        """The ids of the rooms by full user id, oldest first; some may be abandoned, or have more members by now."""
        return self._server.find(self._path()) or {}

    def usable(self, user: str) -> str | None:
        """The newest room for what is for the user alone, if there is one."""
        return next((room for room in reversed(self.all().get(user, [])) if self.is_usable(room, user)), None)

    def is_usable(self, room: str, user: str) -> bool:
        """May we say here what is for the user alone, and can we read the answer?"""
        return self.is_alone(room, user) and self._server.state(room, "m.room.encryption") is None

    def is_alone(self, room: str, user: str) -> bool:
        """Are the user and we the only members (joined or invited), and can nobody come in or read there without invitation?"""
        state: Any = self._server.find(f"/rooms/{part(room)}/state") or []
        settings = {each["type"]: each["content"] for each in state if not each["state_key"]}
        closed = settings.get("m.room.join_rules", {}).get("join_rule") == "invite"
        open_history = settings.get("m.room.history_visibility", {}).get("history_visibility") == "world_readable"
        return members(state) == {self._server.us, user} and closed and not open_history

    def open(self, user: str) -> str:
        """A new room with the user, who is invited to it."""
        if not self._server.knows(user):
            raise Refused(f"the homeserver knows no user {user}")
        asked = {"preset": "trusted_private_chat", "is_direct": True, "invite": [user]}
        room = str(self._server.do("/createRoom", asked)["room_id"])
        self._keep(room, user)
        return room

    def take(self, room: str, invitation: Sequence[Json]) -> bool:
        """Join a room that we are invited to, if it is a direct one that we can read; are we in it now?

        `invitation` are the events of its state that we are shown. It is kept first, so that what is said there is read
        even if we end in between. Rooms for many are joined only when whoever runs the game tests the place.
        """
        ours = next(
            (each for each in invitation if each["type"] == "m.room.member" and each["state_key"] == self._server.us), None
        )
        if ours is None or not ours["content"].get("is_direct"):
            return False
        if any(each["type"] == "m.room.encryption" for each in invitation):
            self.leave(room)
            return False
        self._keep(room, ours["sender"])
        try:
            self._server.do(f"/join/{part(room)}", {})
        except Refused:
            return False  # it was taken back, or its own homeserver is gone: nobody can tell us anything there
        return True

    def leave(self, room: str) -> None:
        """Leave (or do not join) a room that we cannot read, and say why."""
        self._server.do(f"/rooms/{part(room)}/leave", {"reason": ENCRYPTED})

    def _keep(self, room: str, user: str) -> None:
        rooms = self.all()
        if room not in rooms.get(user, []):
            self._server.put(self._path(), rooms | {user: [*rooms.get(user, []), room]})

    def _path(self) -> str:
        return f"/user/{part(self._server.us)}/account_data/m.direct"


def members(state: Sequence[Json]) -> set[str]:
    """Who is in a room, or invited to it."""
    return {
        each["state_key"]
        for each in state
        if each["type"] == "m.room.member" and each["content"]["membership"] in ("join", "invite")
    }
