"""A stub of Discord's HTTP interface, version 10: one server with a text channel and a forum channel, a bot, and people.

Its answers follow discord/discord-api-docs, developers/: resources/message.mdx, resources/channel.mdx, resources/guild.mdx,
resources/user.mdx, topics/rate-limits.mdx, topics/opcodes-and-status-codes.mdx, topics/threads.mdx.
"""

from __future__ import annotations

import json
from typing import Any

from tests.gateway.forums.stub_server import Asked, StubServer, Told

SERVER, CHANNEL, FORUM, ROLE = "290926798626357999", "290926798999357250", "290926798999357251", "290926798626357777"
BOT, APP, KEY = "736293847562938475", "736293847562938400", "MTk4NjIy.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
NEEDED = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16 | 1 << 35 | 1 << 38
DELETES_OTHERS = 1 << 13


class DiscordStub:
    """What the server holds: channels by id, and their messages, oldest first; `nobody` are the names that take no messages."""

    def __init__(self) -> None:
        self.http = StubServer()
        # topics/rate-limits.mdx, "Example Exceeded User Rate Limit Response"
        self.http.instead["limited"] = Told(
            {"message": "You are being rate limited.", "retry_after": 6.57, "global": False},
            429,
            {"Retry-After": "7", "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "0", "X-RateLimit-Scope": "user"},
        )
        # reference.mdx, "Error Messages": message and code; the code is 0 where there is none of its own
        self.http.instead["wrong key"] = Told({"message": "401: Unauthorized", "code": 0}, 401)
        self.http.instead["out of order"] = Told({"message": "503: Service Unavailable", "code": 0}, 503)
        self.http.unknown = Told({"message": "404: Not Found", "code": 0}, 404)
        self.people = {"wardroom": BOT, "blue": "53908099506183680", "red": "53908099506183681"}
        self.permissions = NEEDED | DELETES_OTHERS
        self.intents = 1 << 19
        self.blocked: set[str] = set()
        self.nobody: set[str] = set()
        self._tick = 1_300_000_000_000_000_000
        self.channels: dict[str, dict[str, Any]] = {}
        self.messages: dict[str, list[dict[str, Any]]] = {}
        self._nonces: dict[tuple[str, str], dict[str, Any]] = {}
        for id, name, type in ((CHANNEL, "war-room", 0), (FORUM, "battles", 15)):
            self._channel(id, name=name, type=type, guild_id=SERVER, permission_overwrites=[])
        self._route()

    def _route(self) -> None:
        for method, path, answering in (
            ("GET", "/users/@me", lambda asked: Told({**self.user("wardroom"), "bot": True})),
            ("GET", "/applications/@me", lambda asked: Told({"id": APP, "name": "Wardroom", "flags": self.intents})),
            ("POST", "/users/@me/channels", self._open_direct),
            ("GET", "/guilds/{guild}/roles", self._roles),
            ("GET", "/guilds/{guild}/members/search", self._search_members),
            ("GET", "/guilds/{guild}/members/{user}", self._member),
            ("GET", "/guilds/{guild}/threads/active", self._active_threads),
            ("GET", "/channels/{channel}", lambda asked: Told(self.channels[asked.at["channel"]])),
            ("PATCH", "/channels/{channel}", self._wake),
            ("POST", "/channels/{channel}/threads", self._thread_in_forum),
            ("GET", "/channels/{channel}/messages", self._list),
            ("POST", "/channels/{channel}/messages", self._create),
            ("GET", "/channels/{channel}/messages/{message}", lambda asked: Told(self._found(asked))),
            ("PATCH", "/channels/{channel}/messages/{message}", self._edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete),
            ("POST", "/channels/{channel}/messages/{message}/threads", self._thread_on_message),
        ):
            self.http.route(method, f"/api/v10{path}", lambda asked, answering=answering: self._allowed(asked, answering))

    def _allowed(self, asked: Asked, answering: Any) -> Told:
        if asked.headers.get("authorization") != f"Bot {KEY}":
            return self.http.instead["wrong key"]
        if not asked.headers.get("user-agent", "").startswith("DiscordBot ("):
            return Told(b"error code: 1020", 403, {"Content-Type": "text/plain"})  # reference.mdx, "User Agent"
        if "channel" in asked.at and asked.at["channel"] not in self.channels:
            return _error(404, 10003, "Unknown Channel")
        if "message" in asked.at and self._found(asked) is None:
            return _error(404, 10008, "Unknown Message")
        told: Told = answering(asked)
        return told

    def id(self) -> str:
        """The next snowflake."""
        self._tick += 4_194_304_000
        return str(self._tick)

    def user(self, name: str) -> dict[str, Any]:
        """A person, as messages have them."""
        return {"id": self.people[name], "username": name, "discriminator": "0", "global_name": name.title(), "avatar": None}

    def _channel(self, id: str, **fields: Any) -> dict[str, Any]:
        self.channels[id] = {"id": id, **fields}
        self.messages[id] = []
        return self.channels[id]

    def write(self, channel: str, name: str, text: str, **fields: Any) -> dict[str, Any]:
        """Somebody's message. The fields are those of message.mdx, "Example Message"."""
        message = {
            "id": self.id(),
            "channel_id": channel,
            "author": {**self.user(name), **({"bot": True} if name == "wardroom" else {})},
            "content": text.strip(),
            "timestamp": f"2026-11-24T10:00:{len(self.messages[channel]) % 60:02}.299000+00:00",
            "edited_timestamp": None,
            "attachments": [],
            "embeds": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "type": 0,
            **fields,
        }
        self.messages[channel].append(message)
        return message

    def direct(self, name: str) -> str:
        """The channel of the bot and this person; it is made when either writes first."""
        id = f"7{self.people[name][1:]}"
        if id not in self.channels:
            self._channel(id, type=1, last_message_id=None, recipients=[self.user(name)])
        return id

    def _found(self, asked: Asked) -> dict[str, Any] | None:
        there = self.messages[asked.at["channel"]]
        return next((message for message in there if message["id"] == asked.at["message"]), None)

    def _open_direct(self, asked: Asked) -> Told:
        names = [name for name, id in self.people.items() if id == asked.json["recipient_id"]]
        return Told(self.channels[self.direct(names[0])]) if names else _error(400, 50033, "Invalid Recipient(s)")

    def _roles(self, asked: Asked) -> Told:
        return Told([{"id": SERVER, "name": "@everyone", "permissions": str(1 << 10)}, {"id": ROLE, "name": "Wardroom",
                     "permissions": str(self.permissions)}])  # fmt: skip

    def _member(self, asked: Asked) -> Told:
        return Told({"user": self.user("wardroom"), "nick": None, "roles": [ROLE]})

    def _search_members(self, asked: Asked) -> Told:
        names = [name for name in self.people if name.startswith(asked.query["query"])]
        return Told(
            [{"user": self.user(name), "nick": None, "roles": []} for name in names[: int(asked.query.get("limit", "1"))]]
        )

    def _active_threads(self, asked: Asked) -> Told:
        threads = [each for each in self.channels.values() if each["type"] == 11]
        return Told({"threads": sorted(threads, key=lambda each: -int(each["id"])), "members": []})

    def _list(self, asked: Asked) -> Told:
        """Get Channel Messages: newest first; `after` gives the ones that come next after it."""
        if self.channels[asked.at["channel"]]["type"] == 15:
            return _error(400, 50008, "Cannot send messages in a non-text channel")
        there, limit = self.messages[asked.at["channel"]], int(asked.query.get("limit", "50"))
        if not 1 <= limit <= 100:
            return _invalid("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
        if "after" in asked.query:
            page = [each for each in there if int(each["id"]) > int(asked.query["after"])][:limit]
        else:
            page = [each for each in there if int(each["id"]) < int(asked.query.get("before", 1 << 63))][-limit:]
        return Told([_fetched(each) for each in reversed(page)])

    def _create(self, asked: Asked) -> Told:
        channel = self.channels[asked.at["channel"]]
        body = _body(asked)
        if channel["type"] == 15:
            return _error(400, 40058, "Cannot send messages in a forum channel")
        if channel["type"] == 1 and channel["recipients"][0]["username"] in self.nobody:
            return _error(403, 50007, "Cannot send messages to this user")
        if refused := self._refused(body):
            return refused
        nonce = (channel["id"], str(body.get("nonce", "")))
        if body.get("enforce_nonce") and nonce in self._nonces:
            return Told(self._nonces[nonce])
        message = self._written(channel["id"], body, asked, nonce=body.get("nonce"))
        channel.get("thread_metadata", {})["archived"] = False
        self._nonces[nonce] = message
        return Told(message)

    def _refused(self, body: dict[str, Any]) -> Told | None:
        if len(body["content"]) > 2000:
            return _invalid("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
        if not body["content"].strip():
            return _error(400, 50006, "Cannot send an empty message")
        if any(word in body["content"] for word in self.blocked):
            return _error(400, 200000, "Message was blocked by automatic moderation")
        return None if self.permissions & 1 << 11 else _error(403, 50013, "Missing Permissions")

    def _written(self, channel: str, body: dict[str, Any], asked: Asked, **fields: Any) -> dict[str, Any]:
        calls = "everyone" in body.get("allowed_mentions", {"parse": ["everyone"]})["parse"] and "@everyone" in body["content"]
        return self.write(
            channel, "wardroom", body["content"], attachments=_attached(body, asked), mention_everyone=calls, **fields
        )

    def _edit(self, asked: Asked) -> Told:
        message, body = self._found(asked), _body(asked)
        assert message is not None
        if self.channels[asked.at["channel"]].get("thread_metadata", {}).get("archived"):
            return _error(400, 50083, "Thread is archived")
        if message["author"]["id"] != BOT:
            return _error(403, 50005, "Cannot edit a message authored by another user")
        if refused := self._refused(body):
            return refused
        message |= {"content": body["content"].strip(), "edited_timestamp": "2026-11-24T11:00:00.000000+00:00"}
        if "attachments" in body:
            message["attachments"] = _attached(body, asked)
        return Told(message)

    def _delete(self, asked: Asked) -> Told:
        message, channel = self._found(asked), self.channels[asked.at["channel"]]
        assert message is not None
        if message["author"]["id"] != BOT and channel["type"] == 1:
            return _error(403, 50003, "Cannot execute action on a DM channel")
        if message["author"]["id"] != BOT and not self.permissions & DELETES_OTHERS:
            return _error(403, 50013, "Missing Permissions")
        self.messages[channel["id"]].remove(message)
        return Told(status=204)

    def _wake(self, asked: Asked) -> Told:
        self.channels[asked.at["channel"]]["thread_metadata"] |= asked.json
        return Told(self.channels[asked.at["channel"]])

    def _thread_on_message(self, asked: Asked) -> Told:
        message = self._found(asked)
        assert message is not None
        if not self.permissions & 1 << 35:
            return _error(403, 50013, "Missing Permissions")
        if "thread" in message:
            return _error(400, 160004, "A thread has already been created for this message")
        message["thread"] = self._thread(message["id"], asked.at["channel"], asked.json["name"])
        # message.mdx, "Thread starter messages": the thread begins with a pointer to the message
        pointer = {"message_id": message["id"], "channel_id": message["channel_id"]}
        self.write(message["id"], "wardroom", "", type=21, message_reference=pointer, referenced_message=message)
        return Told(message["thread"], 201)

    def _thread_in_forum(self, asked: Asked) -> Told:
        body = _body(asked)
        if refused := self._refused(body["message"]):
            return refused
        id = self.id()
        thread = self._thread(id, asked.at["channel"], body["name"])
        message = self._written(id, body["message"], asked, id=id)
        return Told({**thread, "message": message}, 201)

    def _thread(self, id: str, parent: str, name: str) -> dict[str, Any]:
        assert 1 <= len(name) <= 100
        meta = {"archived": False, "auto_archive_duration": 10080, "locked": False}
        return self._channel(id, type=11, guild_id=SERVER, parent_id=parent, owner_id=BOT, name=name, thread_metadata=meta)


def _fetched(message: dict[str, Any]) -> dict[str, Any]:
    """discord.js, Message.nonce: "only received after the message was sent successfully, and lost if re-fetched"."""
    there = {key: value for key, value in message.items() if key != "nonce"}
    if there.get("referenced_message"):
        there["referenced_message"] = {key: value for key, value in there["referenced_message"].items() if key != "thread"}
    return there


def _body(asked: Asked) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(asked.form["payload_json"]) if asked.files else asked.json
    return body


def _attached(body: dict[str, Any], asked: Asked) -> list[dict[str, Any]]:
    return [
        {"id": str(at), "filename": each["filename"], "description": each["description"],
         "size": len(asked.files[f"files[{at}]"].content), "content_type": asked.files[f"files[{at}]"].media_type}
        for at, each in enumerate(body.get("attachments", []))
    ]  # fmt: skip


def _error(status: int, code: int, message: str) -> Told:
    """topics/opcodes-and-status-codes.mdx, "JSON": code and message."""
    return Told({"message": message, "code": code}, status)


def _invalid(field: str, code: str, message: str) -> Told:
    """reference.mdx, "Error Messages", an object error."""
    errors = {field: {"_errors": [{"code": code, "message": message}]}}
    return Told({"code": 50035, "errors": errors, "message": "Invalid Form Body"}, 400)
