"""The chats of NodeBB's stub. Facts are from NodeBB/NodeBB at version 4.15.1; the file is named at each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.gateway.forums.stub_server import Asked, StubServer, Told
from tests.gateway.forums.stubs.nodebb_answers import Limits, Person, Written, done, refusal


@dataclass
class Room:
    """A chat room; `begun` lets rooms without messages be sorted."""

    number: int
    uids: list[int]
    mids: list[int] = field(default_factory=list)
    last: int = 0


class Rooms:
    """All rooms; we are user 1. `caller` says whose token it is, `now` gives the next moment."""

    def __init__(
        self, people: Mapping[int, Person], limits: Limits, caller: Callable[[Asked], int], now: Callable[[], int]
    ) -> None:
        self.people = people
        self.limits = limits
        self.caller = caller
        self.now = now
        self.rooms: dict[int, Room] = {}
        self.messages: dict[int, Written] = {}

    def add_routes(self, server: StubServer) -> None:
        """Answer what is asked of chats. src/routes/write/chats.js, src/routes/write/users.js."""
        server.route("GET", "/api/v3/users/{uid}/chat", self._private_room)
        server.route("GET", "/api/v3/chats", self._list_rooms)
        server.route("GET", "/api/v3/chats/{room}", self._room)
        server.route("GET", "/api/v3/chats/{room}/messages", self._messages)
        server.route("GET", "/api/v3/chats/{room}/messages/{mid}/raw", self._message_raw)
        server.route("POST", "/api/v3/chats", self._new_room)
        server.route("POST", "/api/v3/chats/{room}", self._chat)
        server.route("PUT", "/api/v3/chats/{room}/messages/{mid}", self._edit_message)

    def _private_room(self, asked: Asked) -> Told:
        # src/api/users.js getPrivateRoomId, src/messaging/index.js hasPrivateChat
        return done({"roomId": self.room_with(int(asked.at["uid"]))})

    def _new_room(self, asked: Asked) -> Told:
        # src/api/chats.js create, src/messaging/index.js canMessageUser
        uids = asked.json["uids"]
        if not self.caller(asked) or not all(uid in self.people for uid in uids):
            return refusal(400, "no-user")
        return done(self._room_data(self.open_room([1, *uids])))

    def _list_rooms(self, asked: Asked) -> Told:
        # src/controllers/write/chats.js list, src/messaging/index.js getRecentChats
        if not self.caller(asked):
            return refusal(401, "api.401")
        start = int(asked.query.get("start", "0"))
        size = min(100, int(asked.query.get("perPage", "20")))
        mine = sorted((room for room in self.rooms.values() if 1 in room.uids), key=lambda room: -room.last)
        rooms = [self._room_data(room) | {"teaser": self._teaser(room)} for room in mine[start : start + size]]
        return done({"rooms": rooms, "nextStart": start + size})

    def _room(self, asked: Asked) -> Told:
        # src/messaging/rooms.js loadRoom; middleware: src/middleware/assert.js
        room = self.rooms.get(int(asked.at["room"]))
        if room is None:
            return refusal(404, "chat-room-does-not-exist")
        if self.caller(asked) not in room.uids:
            return refusal(403, "no-privileges")
        return done({**self._room_data(room), "maximumChatMessageLength": self.limits.most_chat})

    def _messages(self, asked: Asked) -> Told:
        # src/api/chats.js listMessages (start counts from the newest; with direction 1, from the oldest)
        room = self.rooms[int(asked.at["room"])]
        start, count, total = int(asked.query.get("start", "0")), 50, len(room.mids)
        stop = start + count - 1
        if asked.query.get("direction") == "1":
            start = total - start - (count + 1)
            stop = start + count - 1
            start = max(0, start)
            if stop <= -1:
                return done({"messages": []})
        newest = room.mids[::-1][start : stop + 1]
        messages = [self._message_data(mid) | {"index": total - start - n - 1} for n, mid in enumerate(newest)]
        return done({"messages": messages[::-1]})

    def _message_raw(self, asked: Asked) -> Told:
        # src/api/chats.js getRawMessage
        return done({"content": self.messages[int(asked.at["mid"])].content})

    def _chat(self, asked: Asked) -> Told:
        # src/api/chats.js post, src/messaging/create.js checkContent
        number = int(asked.at["room"])
        if number not in self.rooms:
            return refusal(404, "chat-room-does-not-exist")
        if self.caller(asked) not in self.rooms[number].uids:
            return refusal(403, "no-privileges")
        if len(asked.json["message"].strip()) > self.limits.most_chat:
            return refusal(400, "chat-message-too-long", self.limits.most_chat)
        return done(self._message_data(self.chat(1, number, asked.json["message"])))

    def _edit_message(self, asked: Asked) -> Told:
        # src/messaging/edit.js editMessage, checkContent
        message = self.messages[int(asked.at["mid"])]
        if len(asked.json["message"].strip()) > self.limits.most_chat:
            return refusal(400, "chat-message-too-long", self.limits.most_chat)
        message.content, message.edited = asked.json["message"], self.now()
        return done(self._message_data(message.number))

    def room_with(self, uid: int) -> int | None:
        """The room that we and one person share."""
        found = [room for room in self.rooms.values() if sorted(room.uids) == sorted([1, uid])]
        return max(found, key=lambda room: room.last).number if found else None

    def open_room(self, uids: list[int]) -> Room:
        """A room for these people."""
        room = self.rooms[len(self.rooms) + 1] = Room(len(self.rooms) + 1, uids, [], self.now())
        return room

    def chat(self, uid: int, room: int, content: str) -> int:
        """Somebody writes in a room; the number of the message."""
        message = Written(len(self.messages) + 1, uid, room, content, self.now())
        self.messages[message.number] = message
        self.rooms[room].mids.append(message.number)
        self.rooms[room].last = message.timestamp
        return message.number

    def _room_data(self, room: Room) -> dict[str, Any]:
        # public/openapi/components/schemas/Chats.yaml RoomObject
        return {
            "roomId": room.number,
            "roomName": "",
            "groupChat": len(room.uids) > 2,
            "public": False,
            "userCount": len(room.uids),
            "messageCount": len(room.mids),
        }

    def _teaser(self, room: Room) -> dict[str, Any] | None:
        # src/messaging/index.js getTeasers: the last message that is not deleted
        last = [self.messages[mid] for mid in room.mids if not self.messages[mid].deleted][-1:]
        return {"fromuid": last[0].uid, "content": last[0].content, "timestamp": last[0].timestamp} if last else None

    def _message_data(self, mid: int) -> dict[str, Any]:
        # public/openapi/components/schemas/Chats.yaml MessageObject, src/messaging/data.js
        message = self.messages[mid]
        hidden = message.deleted and message.uid != 1
        return {
            "messageId": mid,
            "mid": mid,
            "roomId": str(message.place),
            "fromuid": message.uid,
            "content": "[[modules:chat.message-deleted]]" if hidden else f"<p>{message.content}</p>",
            "timestamp": message.timestamp,
            "edited": message.edited,
            "deleted": message.deleted,
            "system": 0,
            "fromUser": self.people[message.uid].data(),
        }
