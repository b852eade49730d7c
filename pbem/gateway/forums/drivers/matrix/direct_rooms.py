"""Rooms in which we are alone with one user: which there are, how one is opened, how an invitation to one is taken.

They are those in our account data `m.direct`, where every Matrix program keeps them. We could not read encrypted ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
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
        state = self._state(room)
        encrypted = any(each["type"] == "m.room.encryption" for each in state)
        return self._server.us in members(state) and self._only_other(state) == user and not encrypted

    def only_other(self, room: str) -> str:
        """The only one but us who reads this room; "": there are more, or none, or somebody could come uninvited.

        Of a room that we have left it is as it was then.
        """
        return self._only_other(self._state(room))

    def _state(self, room: str) -> list[Json]:
        state: Any = self._server.find(f"/rooms/{part(room)}/state") or []
        return list(state)

    def _only_other(self, state: Sequence[Json]) -> str:
        settings = {each["type"]: each["content"] for each in state if not each["state_key"]}
        is_closed = settings.get("m.room.join_rules", {}).get("join_rule") == "invite"
        is_open_to_read = settings.get("m.room.history_visibility", {}).get("history_visibility") == "world_readable"
        others = members(state) - {self._server.us}
        return others.pop() if len(others) == 1 and is_closed and not is_open_to_read else ""

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
        with suppress(Refused):  # we are out of it already: what was read then is read again when an answer was lost
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
