"""A stub of Slack's Web API and Events API: a workspace with a channel, an app in it, an administrator, and people.

Its answers follow slackapi/slack-api-specs, web-api/slack_web_openapi_v2.json (arguments, examples and errors of each method),
docs.slack.dev/reference/methods/* for what is newer (metadata, file_ids, files.getUploadURLExternal),
docs.slack.dev/apis/web-api/rate-limits, and docs.slack.dev/authentication/verifying-requests-from-slack.
"""

from __future__ import annotations

import hmac
import json
import time
from typing import Any

from tests.gateway.forums.stub_server import Asked, StubServer, Told

CHANNEL, OTHER, TEAM = "C012AB3CD", "C061EG9T2", "T12345678"
BOT, BOT_ID, KEY, ADMIN, SIGNING = (
    "U00WARDROOM",
    "B19LU7CSY",
    "xoxb-17653672481-19874698323",
    "xoxp-1",
    "8f742231b10e8888abcd99",
)
SCOPES = "chat:write,channels:read,channels:history,im:read,im:write,im:history,users:read,files:write"


class SlackStub:
    """What the workspace holds: messages of each conversation, oldest first; `calls` are those mentioned by our posts."""

    def __init__(self) -> None:
        self.http = StubServer()
        # docs.slack.dev/apis/web-api/rate-limits: HTTP 429 with Retry-After; errors else come with status 200
        self.http.instead["limited"] = Told({"ok": False, "error": "ratelimited"}, 429, {"Retry-After": "7"})
        self.http.instead["wrong key"] = Told({"ok": False, "error": "invalid_auth"})
        self.people = {"wardroom": BOT, "blue": "U012AB3CDE", "red": "U061F7AUR1"}
        self.scopes = SCOPES
        self.member = {CHANNEL}
        self.channels: dict[str, dict[str, Any]] = {}
        self.messages: dict[str, list[dict[str, Any]]] = {}
        self.files: dict[str, dict[str, Any]] = {}
        self.calls: list[str] = []
        self.error = ""
        self._tick = 0
        for id, name in ((CHANNEL, "war-room"), (OTHER, "random")):
            self.channels[id] = {"id": id, "name": name, "is_channel": True, "is_im": False, "is_archived": False}
            self.messages[id] = []
        self.http.route("POST", "/api/{method}", self._call)
        self.http.route("POST", "/upload/{file}", self._upload)

    def _call(self, asked: Asked) -> Told:
        key = asked.headers.get("authorization", "").removeprefix("Bearer ")
        args = {**asked.form, "token": key}
        method = getattr(self, "_" + asked.at["method"].replace(".", "_"), None)
        if key not in (KEY, ADMIN):
            told: dict[str, Any] = {"ok": False, "error": "invalid_auth" if key else "not_authed"}
        elif method is None:
            told = {"ok": False, "error": "unknown_method", "req_method": asked.at["method"]}
        else:
            told = {"ok": False, "error": self.error} if self.error else method(args)
        return Told({"ok": True, **told}, headers={"X-OAuth-Scopes": self.scopes})

    def ts(self) -> str:
        """The next time stamp."""
        self._tick = max(self._tick + 1, time.time_ns() // 1000)
        return f"{self._tick // 1_000_000}.{self._tick % 1_000_000:06}"

    def write(self, channel: str, user: str, text: str, thread: str = "", **fields: Any) -> dict[str, Any]:
        """Somebody's message; the fields are those of the examples of conversations.history and conversations.replies."""
        message = {"type": "message", "user": self.people[user], "text": text, "ts": self.ts(), "team": TEAM, **fields}
        if thread and (parent := self.find(channel, thread)):
            parent |= {"thread_ts": thread, "reply_count": parent.get("reply_count", 0) + 1, "latest_reply": message["ts"]}
            message |= {"thread_ts": thread, "parent_user_id": parent["user"]}
        self.messages[channel].append(message)
        return message

    def find(self, channel: str, ts: str) -> dict[str, Any] | None:
        """The message there of this time."""
        return next((message for message in self.messages.get(channel, ()) if message["ts"] == ts), None)

    def direct(self, user: str) -> str:
        """The conversation of the app and a person; either may begin it."""
        id = f"D{self.people[user][1:]}"
        if id not in self.channels:
            self.channels[id] = {"id": id, "user": self.people[user], "is_im": True, "is_archived": False}
            self.messages[id] = []
        return id

    def _auth_test(self, args: dict[str, str]) -> dict[str, Any]:
        url = "https://wargames.slack.com/"
        return {"url": url, "team": "Wargames", "user": "wardroom", "team_id": TEAM, "user_id": BOT, "bot_id": BOT_ID}

    def _conversations_info(self, args: dict[str, str]) -> dict[str, Any]:
        channel = self.channels.get(args["channel"])
        return {"channel": {**channel, "is_member": channel["id"] in self.member}} if channel else _error("channel_not_found")

    def _conversations_list(self, args: dict[str, str]) -> dict[str, Any]:
        im = args.get("types", "public_channel") == "im"
        return _page("channels", [each for each in self.channels.values() if each["is_im"] == im], args)

    def _conversations_open(self, args: dict[str, str]) -> dict[str, Any]:
        names = [name for name, id in self.people.items() if id == args["users"]]
        return {"channel": {"id": self.direct(names[0])}} if names else _error("user_not_found")

    def _users_list(self, args: dict[str, str]) -> dict[str, Any]:
        return _page("members", [{"id": id, "name": name, "deleted": False} for name, id in self.people.items()], args)

    def _users_info(self, args: dict[str, str]) -> dict[str, Any]:
        names = [name for name, id in self.people.items() if id == args["user"]]
        return {"user": {"id": args["user"], "name": names[0], "is_bot": False}} if names else _error("user_not_found")

    def _chat_postMessage(self, args: dict[str, str]) -> dict[str, Any]:
        channel = args["channel"]
        if channel not in self.channels:
            return _error("channel_not_found")
        if not channel.startswith("D") and channel not in self.member:
            return _error("not_in_channel")
        if refused := self._refused(args):
            return refused
        self._called(args)
        own: dict[str, Any] = {"bot_id": BOT_ID, "app_id": "A012ABCD0A0", "metadata": json.loads(args["metadata"])}
        message = self.write(channel, "wardroom", args["text"], args.get("thread_ts", ""), **own)
        return {"channel": channel, "ts": message["ts"], "message": message}

    def _refused(self, args: dict[str, str]) -> dict[str, Any] | None:
        if not args["text"].strip():
            return _error("no_text")
        return _error("msg_too_long") if len(args["text"]) > 40_000 else None

    def _called(self, args: dict[str, str]) -> None:
        """Whom a text calls: `<!channel>` and `<@U…>` always, bare names only where they are to be linked."""
        marks = ("<!channel>", "<!here>", "<!everyone>", "<@")
        bare = ("@channel", "@here") if args.get("link_names") == "true" or args.get("parse") == "full" else ()
        self.calls += [mark for mark in (*marks, *bare) if mark in args["text"]]

    def _chat_update(self, args: dict[str, str]) -> dict[str, Any]:
        message = self.find(args["channel"], args["ts"])
        if message is None or message["user"] != BOT:
            return _error("message_not_found" if message is None else "cant_update_message")
        if refused := self._refused(args):
            return refused
        self._called(args)
        message |= {"text": args["text"], "edited": {"user": BOT, "ts": self.ts()}, "metadata": json.loads(args["metadata"])}
        if "file_ids" in args:
            message["files"] = [self.files[id] for id in json.loads(args["file_ids"])]
        return {"channel": args["channel"], "ts": args["ts"], "text": args["text"]}

    def _chat_delete(self, args: dict[str, str]) -> dict[str, Any]:
        message = self.find(args["channel"], args["ts"])
        if message is None:
            return _error("message_not_found")
        if args["token"] != ADMIN and message["user"] != BOT:
            return _error("cant_delete_message")
        self.remove(args["channel"], message)
        return {"channel": args["channel"], "ts": args["ts"]}

    def remove(self, channel: str, message: dict[str, Any]) -> None:
        """Delete a message; on top of a thread a tombstone stays."""
        if message.get("reply_count"):
            message |= {"subtype": "tombstone", "user": "USLACKBOT", "text": "This message was deleted.", "hidden": True}
        else:
            self.messages[channel].remove(message)

    def _conversations_history(self, args: dict[str, str]) -> dict[str, Any]:
        """Newest first, without what is in threads."""
        if args["channel"] not in self.channels:
            return _error("channel_not_found")
        there = [each for each in self.messages[args["channel"]] if each.get("thread_ts", each["ts"]) == each["ts"]]
        return _page("messages", [_fetched(each, args) for each in reversed(there) if _within(each, args)], args)

    def _conversations_replies(self, args: dict[str, str]) -> dict[str, Any]:
        """Oldest first, and the first message of the thread always."""
        if args["channel"] not in self.channels:
            return _error("channel_not_found")
        if self.find(args["channel"], args["ts"]) is None:
            return _error("thread_not_found")
        there = [each for each in self.messages[args["channel"]] if args["ts"] in (each["ts"], each.get("thread_ts"))]
        found = [_fetched(each, args) for each in there if each["ts"] == args["ts"] or _within(each, args)]
        return _page("messages", found, args)

    def _files_getUploadURLExternal(self, args: dict[str, str]) -> dict[str, Any]:
        id = f"F{len(self.files):08}"
        self.files[id] = {"id": id, "name": args["filename"], "size": int(args["length"]), "alt_txt": args["alt_txt"]}
        return {"upload_url": f"{self.http.url}/upload/{id}", "file_id": id}

    def _upload(self, asked: Asked) -> Told:
        file = self.files[asked.at["file"]]
        assert len(asked.body) == file["size"]
        file["content"] = asked.body.hex()
        return Told(f"OK - {file['size']}".encode())

    def _files_completeUploadExternal(self, args: dict[str, str]) -> dict[str, Any]:
        ids = [each["id"] for each in json.loads(args["files"])]
        return (
            {"files": [{"id": id} for id in ids]}
            if all("content" in self.files[id] for id in ids)
            else _error("file_not_found")
        )

    def event(self, channel: str, message: dict[str, Any], /, **fields: Any) -> tuple[dict[str, str], bytes]:
        """What is sent to the app's address about a message: docs.slack.dev/apis/events-api, "event_callback"."""
        kind = "im" if channel.startswith("D") else "channel"
        event = {**(fields or message), "type": "message", "channel": channel, "channel_type": kind, "event_ts": message["ts"]}
        id = f"Ev{message['ts'].replace('.', '')}{fields.get('subtype', '')}"
        return self.sent({"type": "event_callback", "team_id": TEAM, "event": event, "event_id": id, "event_time": 1})

    def sent(self, what: dict[str, Any], at: int = 0) -> tuple[dict[str, str], bytes]:
        """A signed body, as verifying-requests-from-slack has it."""
        body, at = json.dumps(what).encode(), at or int(time.time())
        signature = hmac.digest(SIGNING.encode(), f"v0:{at}:".encode() + body, "sha256").hex()
        return {"x-slack-request-timestamp": str(at), "x-slack-signature": f"v0={signature}"}, body


def _error(code: str) -> dict[str, Any]:
    return {"ok": False, "error": code}


def _within(message: dict[str, Any], args: dict[str, str]) -> bool:
    oldest = args.get("oldest", "0")
    return float(message["ts"]) > float(oldest) or (args.get("inclusive") == "true" and message["ts"] == oldest)


def _fetched(message: dict[str, Any], args: dict[str, str]) -> dict[str, Any]:
    """Metadata come only if they are asked for."""
    return message if args.get("include_all_metadata") == "true" else {k: v for k, v in message.items() if k != "metadata"}


def _page(name: str, all: list[Any], args: dict[str, str]) -> dict[str, Any]:
    at, limit = int(args.get("cursor", "0")), int(args.get("limit", "100"))
    more = at + limit < len(all)
    return {name: all[at : at + limit], "has_more": more, "response_metadata": {"next_cursor": str(at + limit) if more else ""}}
