"""Mattermost, as a bot over version 4 of its API: topics are threads of a channel, and our marker is in a post's `props`.

Private messages have their channel as topic. The server says what was written, edited or deleted since some time.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import parse_qs, quote

from pbem.gateway.forums.drivers.conversation import turn
from pbem.gateway.forums.http import WAIT_UNSAID, Answer, Question, ask, checked, retry_after
from pbem.gateway.forums.port import (
    Ability,
    Account,
    BadSignature,
    Picture,
    Post,
    Posted,
    RateLimited,
    Received,
    Refused,
    Replies,
    Reply,
    Target,
)
from pbem.present.forum import fitting
from pbem.present.markup import MARKDOWN, Markup

ID = re.compile(r"[a-z0-9]{26}")
CALLS_ALL = re.compile(r"@(?=(?:all|channel|here)\b)", re.I)
MARKER = "wardroom_post"
PAGE = 200
PAGES_SEARCHED = 5
PAGES_MISSED = 25
MOST_SINCE = 1000
"""How many posts the server tells of at one time, at most."""
STILL_EDITED = 14 * 86_400_000
"""Milliseconds by which a private conversation's last post may be older than the newest of all, to be asked for edits still."""
MOST_PICTURES = 5


class PostNotThere(Refused):
    """Mattermost has no such thing, or we do not see it."""


class Mattermost:
    """A server of Mattermost. A part is a channel: its id, or `team/channel-name`."""

    kind: ClassVar[str] = "mattermost"
    markup: ClassVar[Markup] = MARKDOWN
    longest: ClassVar[int] = 16_000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"private", "edit", "hide", "replies", "hooks", "pictures", "search"})
    options: ClassVar[Mapping[str, str]] = {}

    def __init__(self, account: Account) -> None:
        self._account = account
        self._url = account.url.rstrip("/")
        self._own: Mapping[str, Any] = {}
        self._channels: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def _ask(self, method: str, path: str, body: Any = None, query: Mapping[str, str] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self._account.key}"}
        return _checked(ask(Question(method, f"{self._url}/api/v4{path}", headers, query, body))).json()

    @property
    def _me(self) -> Mapping[str, Any]:
        self._own = self._own or self._ask("GET", "/users/me")
        return self._own

    def probe(self, part: str) -> str:
        """See Forum."""
        name = self._me["username"]
        if not part:
            return f"We are {name} at {self._url}."
        channel = self._ask("GET", f"/channels/{self._channel(part)}")
        if channel["delete_at"]:
            raise Refused(f"the channel {channel['name']} is archived")
        try:
            self._ask("GET", f"/channels/{channel['id']}/members/{self._me['id']}")
        except PostNotThere as e:
            raise Refused(f"{name} is not in the channel {channel['name']}: add it there") from e
        return f"We are {name} at {self._url}, and in the channel {channel['name']}."

    def _channel(self, part: str) -> str:
        """The id of a channel that may be given by team and name."""
        if ID.fullmatch(part):
            return part
        team, _, name = part.partition("/")
        if not team or not name:
            raise Refused(f"{part!r} is no channel: write it like team/channel-name, as in its address, or give its id")
        if part not in self._channels:
            found = self._ask("GET", f"/teams/name/{quote(team, '')}/channels/name/{quote(name, '')}")
            self._channels[part] = found["id"]
        return self._channels[part]

    def _direct(self, user: str) -> str:
        try:
            other = self._ask("GET", f"/users/username/{quote(user, '')}")["id"]
        except PostNotThere as e:
            raise Refused(f"nobody there has the user name {user!r}") from e
        return str(self._ask("POST", "/channels/direct", [self._me["id"], other])["id"])

    def _where(self, target: Target) -> str:
        """The channel that a target is in."""
        if target.user:
            return target.topic or self._direct(target.user)
        return self._channel(target.part) if target.part else str(self._ask("GET", f"/posts/{target.topic}")["channel_id"])

    def _where_if_there(self, target: Target) -> str:
        """The same, or "": a channel that is gone must not keep us from reading the others."""
        try:
            return self._where(target)
        except PostNotThere:
            return ""

    def post(self, target: Target, post: Post) -> Posted:
        """See Forum. The server takes the same pending id for the same post, for half a minute."""
        channel = self._where(target)
        files = [self._uploaded(channel, picture) for picture in post.pictures[:MOST_PICTURES]]
        body = {**_message(post), "channel_id": channel, "file_ids": files, "pending_post_id": f"{MARKER}:{post.marker}"}
        if not target.user:
            body["root_id"] = target.topic
        return self._posted(self._ask("POST", "/posts", body), channel if target.user else "")

    def _uploaded(self, channel: str, picture: Picture) -> str:
        question = Question(
            "POST",
            f"{self._url}/api/v4/files",
            {"Authorization": f"Bearer {self._account.key}"},
            data={"channel_id": channel},
            files={"files": (picture.name, picture.png, "image/png")},
        )
        return str(_checked(ask(question)).json()["file_infos"][0]["id"])

    def _posted(self, made: Mapping[str, Any], private: str) -> Posted:
        return Posted(made["id"], private or made["root_id"] or made["id"], self._link(made["id"]))

    def _link(self, post: str) -> str:
        return f"{self._url}/_redirect/pl/{post}"

    def find(self, target: Target, marker: str) -> Posted | None:
        """See Forum. It reads the last 1,000 posts of the channel."""
        channel = self._where(target)
        for page in range(PAGES_SEARCHED):
            query = {"page": str(page), "per_page": str(PAGE)}
            there = self._ask("GET", f"/channels/{channel}/posts", query=query)
            for id in there["order"]:
                made = there["posts"][id]
                if made["user_id"] == self._me["id"] and (made["props"] or {}).get(MARKER) == marker:
                    return self._posted(made, channel if target.user else "")
            if len(there["order"]) < PAGE:
                return None
        return None

    def edit(self, posted: Posted, post: Post) -> None:
        """See Forum. Its pictures stay."""
        self._ask("PUT", f"/posts/{posted.id}/patch", _message(post))

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """See Forum. Private messages are read whoever writes them; the server tells of edits and deletions, too.

        Channels that we are not in are not read.
        """
        before: dict[str, tuple[int, list[str]]] = json.loads(since or "{}")
        ours = {each["id"]: each for each in self._ask("GET", "/users/me/channels")}
        topics = {target.topic for target in targets if target.topic and not target.user}
        public = {self._where_if_there(target) for target in targets if target.topic and not target.user} & set(ours)
        private = {id for id, each in ours.items() if each["type"] == "D"}
        if not since:
            return Replies((), json.dumps({id: (_newest(ours) + 1, []) for id in public | private}))
        due, _ = turn(before, [*public, *(id for id in private if _still_written_in(ours, id, before))])
        found: list[tuple[int, Reply]] = []
        after = {id: at for id, at in before.items() if id in public | private and id not in due}
        for channel in due:
            at, known = before.get(channel, (1, []))
            posts = [each for each in self._since(channel, at, channel in before) if _is_news(each, at, known)]
            after[channel] = _read_until(posts, at, known)
            wanted = (each for each in posts if self._by_other(each) and (channel in private or each["root_id"] in topics))
            found += [(each["update_at"], self._reply(each, channel if channel in private else "")) for each in wanted]
        return Replies([reply for _, reply in sorted(found, key=lambda each: each[0])], json.dumps(after))

    def _since(self, channel: str, at: int, known: bool) -> list[Any]:
        """What was written, edited or deleted at this time or later; of a channel that is not `known`, the newest thousand."""
        there = self._ask("GET", f"/channels/{channel}/posts", query={"since": str(max(1, at - 1))})
        found, order = dict(there["posts"]), there["order"]  # of threads it has the roots, too, but not in their order
        missing = known and len(order) >= MOST_SINCE
        for _ in range(PAGES_MISSED if missing else 0):
            oldest = min(order, key=lambda id: int(found[id]["create_at"]))
            there = self._ask("GET", f"/channels/{channel}/posts", query={"before": oldest, "per_page": str(PAGE)})
            found, order = found | there["posts"], there["order"]
            if not order or min(found[id]["create_at"] for id in order) < at:
                break
        return list(found.values())

    def _by_other(self, made: Mapping[str, Any]) -> bool:
        """Is it by a person, and no former version of a post? Webhooks can call themselves by any name."""
        props = made["props"] or {}
        by_program = "from_webhook" in props or "from_bot" in props
        return not (made["type"] or made["original_id"] or by_program) and made["user_id"] != self._me["id"]

    def _reply(self, made: Mapping[str, Any], private: str) -> Reply:
        deleted = bool(made["delete_at"])
        version = str(made["delete_at"] or made["edit_at"] or made["create_at"])
        topic = private or made["root_id"] or made["id"]
        text = "" if deleted else made["message"]
        return Reply(
            made["id"], topic, self._name(made["user_id"]), text, version, bool(private), deleted, self._link(made["id"])
        )

    def _name(self, user: str) -> str:
        if user not in self._names:
            self._names[user] = self._ask("GET", f"/users/{user}")["username"]
        return self._names[user]

    def hide(self, reply: Reply, why: str) -> None:
        """See Forum."""
        try:
            self._ask("DELETE", f"/posts/{reply.id}")
        except PostNotThere:  # somebody else has deleted it
            return

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """See Forum. An outgoing webhook shows its token, and says neither the thread nor edits: the post itself is read."""
        sent = _sent(headers.get("content-type", ""), body)
        key = self._account.hook_key
        if not key or not hmac.compare_digest(str(sent.get("token", "")).encode(), key.encode()):
            raise BadSignature("it does not show the token of our outgoing webhook")
        id = str(sent.get("post_id", ""))
        if not ID.fullmatch(id):
            return Received("")
        try:
            made = self._ask("GET", f"/posts/{id}")
        except PostNotThere:  # it was deleted since
            return Received(id)
        return Received(id, [self._reply(made, "")] if self._by_other(made) else [])


def _message(post: Post) -> dict[str, Any]:
    """The text, which calls nobody, and our marker."""
    return {"message": fitting(CALLS_ALL.sub("@\u200b", post.text), Mattermost.longest), "props": {MARKER: post.marker}}


def _sent(media_type: str, body: bytes) -> Mapping[str, Any]:
    """The fields of a body. Raises BadSignature."""
    try:
        if not media_type.startswith("application/json"):
            return {key: values[0] for key, values in parse_qs(body.decode()).items()}
        fields = json.loads(body)
    except ValueError as e:
        raise BadSignature("it is neither JSON nor a form") from e
    return fields if isinstance(fields, dict) else {}


def _newest(ours: Mapping[str, Mapping[str, Any]]) -> int:
    """When something was posted last in any of our channels, in milliseconds of the server's clock."""
    return max((int(each["last_post_at"]) for each in ours.values()), default=0)


def _still_written_in(ours: Mapping[str, Mapping[str, Any]], channel: str, before: Mapping[str, Any]) -> bool:
    """Is there anything in a private conversation that was not read, or was written lately and may be edited?"""
    read_until = before[channel][0] if channel in before else 0
    return int(ours[channel]["last_post_at"]) >= min(_newest(ours) - STILL_EDITED, read_until)


def _is_news(made: Mapping[str, Any], at: int, known: Sequence[str]) -> bool:
    return bool(made["update_at"] > at or (made["update_at"] == at and made["id"] not in known))


def _read_until(posts: Sequence[Mapping[str, Any]], at: int, known: list[str]) -> tuple[int, list[str]]:
    """The time up to which a channel is read, and the posts of that very millisecond that are known."""
    last = max((int(each["update_at"]) for each in posts), default=at)
    same = [str(each["id"]) for each in posts if each["update_at"] == last]
    return last, [*known, *same] if last == at else same


def _checked(answer: Answer) -> Answer:
    """The answer, or what it means that there is none."""
    if answer.good:
        return answer
    try:
        told = json.loads(answer.body)
    except ValueError:  # something that stands before the server answered, or its limit for all
        told = {}
    reason = str(told.get("message", "")) if isinstance(told, dict) else ""
    if answer.status == 429:
        raise RateLimited(f"it answered 429 {reason}".strip(), _seconds(answer))
    if answer.status == 401:
        raise Refused("our key is not valid any more: make a new token for the bot and set it")
    if answer.status == 404:
        raise PostNotThere(f"it answered 404: {reason or 'there is nothing of the kind'}")
    return checked(answer, reason)


def _seconds(answer: Answer) -> float:
    """How long to wait: as the limit says it, in seconds until it begins anew."""
    reset = answer.headers.get("x-ratelimit-reset", "")
    if "retry-after" in answer.headers or not reset.isdecimal() or int(reset) > 86_400:
        return retry_after(answer)
    return float(max(1, min(int(reset), int(WAIT_UNSAID))))
