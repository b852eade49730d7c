"""A stub of Mattermost's API, version 4: a team with a channel, a bot in it, and people.

Its answers follow mattermost/mattermost, api/v4/source/*.yaml (introduction, posts, channels, users, files, definitions);
server/channels/app/post.go for `pending_post_id`; server/channels/store/sqlstore/post_store.go for `since`, which also gives
deleted posts and the former versions of edited ones; server/public/model/outgoing_webhook.go for what is sent out.
"""

from __future__ import annotations

import json
import time
from typing import Any

from tests.gateway.forums.stub_server import Asked, StubServer, Told

KEY, HOOK = "9xuqwrwgstrb3mzrxb83nb357a", "xmz1kf9w5fgp8dmrtnt58nuhqa"


class MattermostStub:
    """What the server holds: channels and posts by id, in the order of their making."""

    def __init__(self) -> None:
        self.http = StubServer()
        # introduction.yaml, "rate limiting": a plain body, and the seconds until the limit begins anew
        headers = {
            "X-RateLimit-Limit": "10",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": "7",
            "Content-Type": "text/plain",
        }
        self.http.instead["limited"] = Told(b"limit exceeded", 429, headers)
        self.http.instead["wrong key"] = _error(401, "api.context.session_expired.app_error", "Invalid or expired session")
        self.http.unknown = _error(404, "api.context.404.app_error", "Sorry, we could not find the page.")
        self._ids = self._tick = 0
        self.people = {name: self.id() for name in ("wardroom", "blue", "red")}
        self.channels: dict[str, dict[str, Any]] = {}
        self.posts: dict[str, dict[str, Any]] = {}
        self.files: dict[str, bytes] = {}
        self.allowed = True
        self._pending: dict[str, str] = {}
        self.channel = self.made_channel("war-room", "O")
        self.members = {self.channel}
        self._route()

    def _route(self) -> None:
        for method, path, answering in (
            ("GET", "/users/me", lambda asked: Told(self.user("wardroom"))),
            ("GET", "/users/me/channels", self._own_channels),
            ("GET", "/users/username/{name}", self._user_named),
            ("GET", "/users/{id}", self._user),
            ("GET", "/teams/name/{team}/channels/name/{name}", self._channel_named),
            ("POST", "/channels/direct", self._open_direct),
            ("GET", "/channels/{channel}", self._one_channel),
            ("GET", "/channels/{channel}/members/{user}", self._member),
            ("GET", "/channels/{channel}/posts", self._list),
            ("POST", "/files", self._upload),
            ("POST", "/posts", self._create),
            ("GET", "/posts/{post}", self._one_post),
            ("DELETE", "/posts/{post}", self._delete),
            ("PUT", "/posts/{post}/patch", self._patch),
        ):
            self.http.route(method, f"/api/v4{path}", lambda asked, answering=answering: self._checked(asked, answering))

    def _checked(self, asked: Asked, answering: Any) -> Told:
        if asked.headers.get("authorization") != f"Bearer {KEY}":
            return self.http.instead["wrong key"]
        told: Told = answering(asked)
        return told

    def id(self) -> str:
        """A new id: 26 small letters and digits."""
        self._ids += 1
        return f"{self._ids:026}"

    def now(self) -> int:
        """The next millisecond."""
        self._tick = max(self._tick + 1, time.time_ns() // 1_000_000)
        return self._tick

    def user(self, name: str) -> dict[str, Any]:
        """A person: definitions.yaml, User."""
        return {"id": self.people[name], "username": name, "is_bot": name == "wardroom", "delete_at": 0}

    def made_channel(self, name: str, type: str) -> str:
        """A new channel: definitions.yaml, Channel."""
        id = self.id()
        self.channels[id] = {"id": id, "name": name, "type": type, "team_id": "", "delete_at": 0, "last_post_at": 0}
        return id

    def direct(self, name: str) -> str:
        """The channel of the bot and a person; either may begin it."""
        title = "__".join(sorted((self.people["wardroom"], self.people[name])))
        known = [id for id, each in self.channels.items() if each["name"] == title]
        return known[0] if known else self.made_channel(title, "D")

    def write(self, channel: str, name: str, text: str, root: str = "", **fields: Any) -> dict[str, Any]:
        """Somebody's post: definitions.yaml, Post."""
        now = self.now()
        post = {
            "id": self.id(),
            "create_at": now,
            "update_at": now,
            "edit_at": 0,
            "delete_at": 0,
            "user_id": self.people[name],
            "channel_id": channel,
            "root_id": root,
            "original_id": "",
            "message": text,
            "type": "",
            "props": {},
            "hashtags": "",
            "file_ids": [],
            "pending_post_id": "",
            **fields,
        }
        self.posts[post["id"]] = post
        self.channels[channel]["last_post_at"] = now
        if root:
            self.posts[root]["update_at"] = now
        return post

    def change(self, post: dict[str, Any], text: str, **fields: Any) -> None:
        """An edit: the former version stays as a deleted post with an id of its own."""
        now, former = self.now(), self.id()
        self.posts[former] = {**post, "id": former, "original_id": post["id"], "update_at": now, "delete_at": now}
        post |= {"message": text, "edit_at": now, "update_at": now, **fields}

    def remove(self, post: dict[str, Any]) -> None:
        """A deletion: the post stays, marked."""
        now = self.now()
        post |= {"delete_at": now, "update_at": now}

    def _own_channels(self, asked: Asked) -> Told:
        return Told([each for each in self.channels.values() if each["type"] == "D" or each["id"] in self.members])

    def _user_named(self, asked: Asked) -> Told:
        name = asked.at["name"]
        return (
            Told(self.user(name))
            if name in self.people
            else _error(404, "app.user.missing_account.const", "Unable to find the user.")
        )

    def _user(self, asked: Asked) -> Told:
        return Told(next(self.user(name) for name, id in self.people.items() if id == asked.at["id"]))

    def _channel_named(self, asked: Asked) -> Told:
        found = [each for each in self.channels.values() if each["name"] == asked.at["name"] and asked.at["team"] == "wargames"]
        return Told(found[0]) if found else _error(404, "app.channel.get_by_name.missing.app_error", "Channel does not exist.")

    def _open_direct(self, asked: Asked) -> Told:
        (name,) = [name for name, id in self.people.items() if id == asked.json[1]]
        return Told(self.channels[self.direct(name)], 201)

    def _one_channel(self, asked: Asked) -> Told:
        channel = self.channels.get(asked.at["channel"])
        return (
            Told(channel)
            if channel
            else _error(404, "app.channel.get.existing.app_error", "Unable to find the existing channel.")
        )

    def _member(self, asked: Asked) -> Told:
        there = asked.at["channel"] in self.members
        error = _error(
            404, "app.channel.get_member.missing.app_error", "No channel member found for that user ID and channel ID."
        )
        return Told({"channel_id": asked.at["channel"], "user_id": asked.at["user"]}) if there else error

    def _list(self, asked: Asked) -> Told:
        """posts.yaml, GetPostsForChannel: newest first; `since` gives at most 1,000, deleted ones among them."""
        query, here = asked.query, [each for each in self.posts.values() if each["channel_id"] == asked.at["channel"]]
        newest = sorted(here, key=lambda each: (-each["create_at"], each["id"]))
        if "since" in query:
            assert int(query["since"]) > 0 and "page" not in query and "before" not in query
            there = [each for each in newest if each["update_at"] > int(query["since"])][:1000]
            return _list(there, [self.posts[each["root_id"]] for each in there if each["root_id"]])
        there = [each for each in newest if not each["delete_at"]]
        if "before" in query:
            there = [each for each in there if each["create_at"] < self.posts[query["before"]]["create_at"]]
        size = min(200, int(query.get("per_page", "60")))
        at = int(query.get("page", "0")) * size
        return _list(there[at : at + size])

    def _upload(self, asked: Asked) -> Told:
        id, file = self.id(), asked.files["files"]
        assert asked.form["channel_id"] in self.channels
        self.files[id] = file.content
        return Told({"file_infos": [{"id": id, "name": file.name, "size": len(file.content)}], "client_ids": []}, 201)

    def _create(self, asked: Asked) -> Told:
        body = asked.json
        channel = self.channels.get(body["channel_id"])
        if channel is None or (channel["type"] != "D" and channel["id"] not in self.members):
            return _forbidden()
        if body["pending_post_id"] in self._pending:
            return Told(self.posts[self._pending[body["pending_post_id"]]], 201)
        if len(body["message"]) > 16_383:
            return _error(400, "model.post.is_valid.msg.app_error", "Invalid message.")
        if body.get("root_id") and body["root_id"] not in self.posts:
            return _error(400, "api.post.create_post.root_id.app_error", "Invalid RootId parameter.")
        kept = {key: body[key] for key in ("props", "file_ids", "pending_post_id")}
        kept["props"] = {**kept["props"], "from_bot": "true"}
        post = self.write(channel["id"], "wardroom", body["message"], body.get("root_id", ""), **kept)
        self._pending[body["pending_post_id"]] = post["id"]
        return Told(post, 201)

    def _one_post(self, asked: Asked) -> Told:
        post = self.posts.get(asked.at["post"])
        return Told(post) if post and not post["delete_at"] else _no_post()

    def _delete(self, asked: Asked) -> Told:
        post = self.posts.get(asked.at["post"])
        if post is None or post["delete_at"]:
            return _no_post()
        if post["user_id"] != self.people["wardroom"] and not self.allowed:
            return _forbidden()
        self.remove(post)
        return Told({"status": "OK"})

    def _patch(self, asked: Asked) -> Told:
        post = self.posts[asked.at["post"]]
        if post["user_id"] != self.people["wardroom"]:
            return _forbidden()
        self.change(post, asked.json["message"], props={**asked.json["props"], "from_bot": "true"})
        return Told(post)

    def outgoing(self, post: dict[str, Any]) -> dict[str, Any]:
        """What an outgoing webhook sends."""
        (name,) = [name for name, id in self.people.items() if id == post["user_id"]]
        return {
            "token": HOOK,
            "team_id": "",
            "team_domain": "wargames",
            "channel_id": post["channel_id"],
            "channel_name": "war-room",
            "timestamp": post["create_at"],
            "user_id": post["user_id"],
            "user_name": name,
            "post_id": post["id"],
            "text": post["message"],
            "trigger_word": "",
            "file_ids": "",
        }


def _list(posts: list[dict[str, Any]], roots: list[dict[str, Any]] | None = None) -> Told:
    """definitions.yaml, PostList: the roots of threads are among the posts, but not in the order."""
    return Told({"order": [each["id"] for each in posts], "posts": {each["id"]: each for each in [*posts, *(roots or [])]}})


def _error(status: int, id: str, message: str) -> Told:
    """introduction.yaml, "errors"."""
    return Told({"id": id, "message": message, "detailed_error": "", "request_id": "smda55ckcfy89b6tia58shk5fh",
                 "status_code": status}, status)  # fmt: skip


def _forbidden() -> Told:
    return _error(403, "api.context.permissions.app_error", "You do not have the appropriate permissions.")


def _no_post() -> Told:
    return _error(404, "app.post.get.app_error", "Unable to get the post.")


def as_json(fields: dict[str, Any]) -> tuple[dict[str, str], bytes]:
    """An outgoing webhook whose content type is set to JSON."""
    return {"content-type": "application/json"}, json.dumps(fields).encode()
