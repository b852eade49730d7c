"""What others wrote: /sync says in which rooms there is something new, /messages has all of it, in order and in pages."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.gateway.forums.drivers.matrix.direct_rooms import DirectRooms
from pbem.gateway.forums.drivers.matrix.homeserver import Homeserver, Json, address, joined, part, parted
from pbem.gateway.forums.port import Replies, Reply, Target

PAGES = 20
"""Pages read in one call; what is left is kept in the cursor, and read in the next."""
PAGE = 100
"""Events of a page."""
TYPES = ["m.room.message", "m.room.redaction", "m.room.encrypted"]
TEXTS = ("m.text", "m.emote")
"""Messages that people write. Those of programs (m.notice) are left out: two programs would answer each other for ever."""


@dataclass(frozen=True)
class Part:
    """Events of a room that are not read yet: after the token `after`, and up to `upto`."""

    room: str
    after: str
    upto: str


@dataclass(frozen=True)
class Cursor:
    """How far we are: all that was before the token `token` is read but for `unread`."""

    token: str = ""
    unread: Sequence[Part] = ()

    @classmethod
    def read(cls, since: str) -> Cursor:
        """From what `text` made."""
        if not since:
            return cls()
        token, *unread = json.loads(since)
        return cls(token, [Part(*each) for each in unread])

    def text(self) -> str:
        """As text."""
        return json.dumps([self.token, *([each.room, each.after, each.upto] for each in self.unread)])


class RoomReplies:
    """Reads with our account at this homeserver, in the threads (by room: the ids of their roots) and in direct rooms."""

    def __init__(self, server: Homeserver, targets: Sequence[Target]) -> None:
        self._server = server
        self._rooms = DirectRooms(server)
        self._roots: dict[str, set[str]] = {}
        for target in targets:
            room, root = parted(target.topic)
            self._roots.setdefault(room, set()).add(root)

    def since(self, since: str) -> Replies:
        """The answers since then, at most `PAGES` pages of them. From "" only what comes from now on."""
        cursor = Cursor.read(since)
        token, unread = cursor.token, list(cursor.unread)
        if not unread:
            token, unread = self._news(token)
        found: dict[str, Reply] = {}  # by id: told as it is now, however often it was changed
        for _ in range(PAGES):
            if not unread:
                break
            page = self._page(unread[0])
            found |= {reply.id: reply for reply in self._told(unread[0].room, page["chunk"])}
            room = unread.pop(0)
            if "end" in page:
                unread.insert(0, Part(room.room, page["end"], room.upto))
        return Replies(list(found.values()), Cursor(token, unread).text())

    # ------------------------------------------------------------ what is new

    def _news(self, token: str) -> tuple[str, list[Part]]:
        """The token of now, and what is new since `token`. Invitations to direct rooms are taken."""
        query = {"filter": json.dumps(self._filter()), "timeout": "0"} | ({"since": token} if token else {})
        answer: Any = self._server.get("/sync", query)
        rooms, now = answer.get("rooms", {}), str(answer["next_batch"])
        invited = rooms.get("invite", {}).items()
        taken = [room for room, it in invited if self._rooms.take(room, it.get("invite_state", {}).get("events", []))]
        if not token:
            return now, []
        ours = self._roots.keys() | self._direct
        seen = rooms.get("join", {}) | rooms.get("leave", {})  # of a room that we left: up to then
        new = [room for room, it in seen.items() if room in ours and it.get("timeline", {}).get("events")]
        return now, [Part(room, token, now) for room in (*new, *taken)]

    def _filter(self) -> Json:
        """Any one event of a room says that there is something new.

        Asked for messages of others alone, synapse looks through the last fifty events, and does not tell of the room when it
        finds none among them. And it gives the same answer to the same question for two minutes
        (`sync_response_cache_duration`), where we want that of now: so no two questions are the same.
        """
        nothing: Json = {"types": []}
        room = {"timeline": {"limit": 1}, "state": nothing, "ephemeral": nothing, "account_data": nothing}
        return {
            "room": room,
            "account_data": nothing,
            "presence": nothing | {"not_senders": [f"@{secrets.token_hex(8)}:invalid"]},
        }

    def _page(self, unread: Part) -> Json:
        """The next events, oldest first. A room that we see no more has none."""
        wanted = json.dumps({"types": TYPES, "not_senders": [self._server.us]})
        query = {"dir": "f", "from": unread.after, "to": unread.upto, "limit": str(PAGE), "filter": wanted}
        return self._server.find(f"/rooms/{part(unread.room)}/messages", query) or {"chunk": []}

    @cached_property
    def _direct(self) -> set[str]:
        """The direct rooms, asked when invitations are taken."""
        return {room for rooms in self._rooms.all().values() for room in rooms}

    # ------------------------------------------------------------ what it says

    def _told(self, room: str, events: Sequence[Json]) -> list[Reply]:
        """The answers among these events. A direct room that is encrypted by now is left: what comes next cannot be read."""
        direct = room in self._direct
        only = self._rooms.only_other(room) if direct and events else ""
        told = [self._reply(room, event, event["sender"] == only) for event in events]
        if direct and any(event["type"] == "m.room.encrypted" for event in events):
            self._rooms.leave(room)
        return [reply for reply in told if reply is not None]

    def _reply(self, room: str, event: Json, private: bool) -> Reply | None:
        """The answer that an event makes, changes or deletes, as it is now."""
        if event["type"] == "m.room.redaction":  # rooms of old versions name what is redacted beside the content
            gone = self._event(room, word(event, "redacts") or word(event, "content", "redacts"))
            return self._deleted(room, gone, event["event_id"], private) if gone else None
        if word(event, "content", "m.relates_to", "rel_type") == "m.replace":
            changed = self._event(room, word(event, "content", "m.relates_to", "event_id"))
            return self._as_is(room, changed, private) if changed else None
        return self._as_is(room, event, private)

    def _event(self, room: str, id: str) -> Json | None:
        return self._server.find(f"/rooms/{part(room)}/event/{part(id)}") if id else None

    def _as_is(self, room: str, event: Json, private: bool) -> Reply | None:
        """The answer of an event with its newest change, which the homeserver has checked to be its author's."""
        if not self._of_others(event):
            return None
        change = ("unsigned", "m.relations", "m.replace")
        content = (*change, "content", "m.new_content") if word(event, *change, "event_id") else ("content",)
        root = self._root(room, event)
        if word(event, *content, "msgtype") not in TEXTS or not (private or root in self._roots.get(room, ())):
            return None
        return Reply(
            joined(room, event["event_id"]),
            joined(room, root),
            self._server.short(event["sender"]),
            without_quote(word(event, *content, "body")),
            version=word(event, *change, "event_id") or event["event_id"],
            private=private,
            url=address(room, event["event_id"], self._server.server),
        )

    def _deleted(self, room: str, event: Json, version: str, private: bool) -> Reply | None:
        """A deleted answer. Matrix does not keep in which thread it was: its topic is the room's."""
        if not self._of_others(event) or not (private or room in self._roots):
            return None
        return Reply(
            joined(room, event["event_id"]), room, self._server.short(event["sender"]), "", version, private, deleted=True
        )

    def _of_others(self, event: Json) -> bool:
        return bool(event["type"] == "m.room.message" and event["sender"] != self._server.us)

    def _root(self, room: str, event: Json) -> str:
        """The root of the thread that an event is in; of a thread that it answers where its author's program knows none."""
        if word(event, "content", "m.relates_to", "rel_type") == "m.thread":
            return word(event, "content", "m.relates_to", "event_id")
        answered = word(event, "content", "m.relates_to", "m.in_reply_to", "event_id")
        return answered if answered in self._roots.get(room, ()) else ""


def word(event: Any, *names: str) -> str:
    """The text at this path of an event, or "": what others send may have any form."""
    for name in names:
        event = event.get(name) if isinstance(event, dict) else None
    return event if isinstance(event, str) else ""


def without_quote(text: str) -> str:
    """A message without the lines of the one that it answers, which older programs repeat above it."""
    lines = text.splitlines()
    own = next((number for number, line in enumerate(lines) if not line.startswith("> ")), len(lines))
    return "\n".join(lines[own:]).strip("\n") if own else text
