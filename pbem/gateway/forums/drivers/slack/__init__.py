"""Slack, as an app over its Web API: topics are threads of a channel, and our marker is a message's metadata.

A topic is named `CHANNEL/TS`, a message likewise, so that each says where it is; private messages have the channel as topic.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from pbem.gateway.forums.drivers.conversation import Conversation, Page, news, read, stored, turn
from pbem.gateway.forums.drivers.slack.events import by_person, told, verify
from pbem.gateway.forums.drivers.slack.slack_calls import SlackApi, SlackRefused
from pbem.gateway.forums.port import (
    Ability,
    Account,
    BadSignature,
    ForumError,
    Post,
    Posted,
    Received,
    Refused,
    Replies,
    Reply,
    Target,
    Unsure,
)
from pbem.present.forum import fitting
from pbem.present.markup import SLACK, Markup

EVENT_TYPE = "wardroom_post"
CHANNEL_ID = re.compile(r"[CG][A-Z0-9]{8,}")
USER_ID = re.compile(r"[UW][A-Z0-9]{8,}")
NEEDED = frozenset(
    ("chat:write", "channels:read", "channels:history", "im:read", "im:write", "im:history", "users:read", "files:write")
)
"""Scopes; for private channels there are `groups:read` and `groups:history` beside them."""
PAGES = 5
PAGES_LISTED = 50
WEEK = 7 * 86_400
"""Seconds: how far back the answers in threads of private messages are looked for."""


class Slack:
    """A workspace of Slack. A part is a channel, by id or name."""

    kind: ClassVar[str] = "slack"
    markup: ClassVar[Markup] = SLACK
    longest: ClassVar[int] = 4000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"private", "edit", "hide", "replies", "hooks", "pictures", "search"})
    options: ClassVar[Mapping[str, str]] = {"moderator": "a user token (xoxp-…) of an administrator: to hide others' posts"}

    def __init__(self, account: Account, *, clock: Callable[[], float] = time.time) -> None:
        self._account = account
        self._api = SlackApi(account.url, account.key)
        self._clock = clock
        self._own: Mapping[str, Any] = {}
        self._channels: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def probe(self, part: str) -> str:
        """See Forum."""
        own, scopes = self._api.call_with_scopes("auth.test", {})
        lacks = NEEDED - scopes if scopes else frozenset()
        if lacks:
            raise Refused(f"the app lacks scopes: {', '.join(sorted(lacks))}; add them and install the app anew")
        if not part:
            return f"We are {own['user']} in the workspace {own['team']}."
        channel = self._api.call("conversations.info", {"channel": self._channel(part)})["channel"]
        if channel["is_archived"] or not channel["is_member"]:
            why = "it is archived" if channel["is_archived"] else f"invite the app there: /invite @{own['user']}"
            raise Refused(f"{own['user']} cannot post in #{channel['name']}: {why}")
        return f"We are {own['user']} in the workspace {own['team']}, and may post in #{channel['name']}."

    @property
    def _me(self) -> Mapping[str, Any]:
        self._own = self._own or self._api.call("auth.test", {})
        return self._own

    def post(self, target: Target, post: Post) -> Posted:
        """See Forum. Pictures are uploaded before, unseen, and put to the message then."""
        channel, thread = self._where(target)
        files = [self._uploaded(picture.name, picture.png, picture.words) for picture in post.pictures]
        said = {"channel": channel, **_message(post), "unfurl_links": "false", "unfurl_media": "false"}
        ts = self._api.call("chat.postMessage", {**said, **({"thread_ts": thread} if thread else {})})["ts"]
        if files:
            self._show(channel, ts, post, files)
        return self._posted(channel, ts, thread)

    def _uploaded(self, name: str, png: bytes, words: str) -> str:
        id = self._api.upload(name, png, words)
        self._api.call("files.completeUploadExternal", {"files": json.dumps([{"id": id, "title": words or name}])})
        return id

    def _show(self, channel: str, ts: str, post: Post, files: Sequence[str]) -> None:
        try:
            args = {"channel": channel, "ts": ts, **_message(post), "file_ids": json.dumps(list(files))}
            self._api.call("chat.update", args)
        except ForumError as e:
            raise Unsure(f"it is posted, but its picture is not: {e}") from e

    def _where(self, target: Target) -> tuple[str, str]:
        """The channel and the thread ("": none)."""
        if target.user:
            return target.topic or self._direct(target.user), ""
        channel, _, thread = target.topic.partition("/")
        return channel or self._channel(target.part), thread

    def _channel(self, part: str) -> str:
        """The id of a channel that may be given by name."""
        if CHANNEL_ID.fullmatch(part):
            return part
        if part not in self._channels:
            for page in self._api.pages("conversations.list", {"types": "public_channel"}, PAGES_LISTED):
                self._channels |= {each["name"]: each["id"] for each in page["channels"]}
        if part not in self._channels:
            raise Refused(f"there is no public channel {part!r}: give its name, or the id of any channel, as in C012AB3CD")
        return self._channels[part]

    def _direct(self, user: str) -> str:
        return str(self._api.call("conversations.open", {"users": self._person(user)})["channel"]["id"])

    def _person(self, user: str) -> str:
        if USER_ID.fullmatch(user):
            return user
        for page in self._api.pages("users.list", {}, PAGES_LISTED):
            for each in page["members"]:
                if each["name"] == user and not each.get("deleted"):
                    return str(each["id"])
        raise Refused(f"nobody in the workspace has the user name {user!r}")

    def _posted(self, channel: str, ts: str, thread: str) -> Posted:
        private = channel.startswith("D")
        topic = channel if private else f"{channel}/{thread or ts}"
        return Posted(f"{channel}/{ts}", topic, self._url(channel, ts, "" if private else thread))

    def _url(self, channel: str, ts: str, thread: str) -> str:
        if not self._own:
            return ""  # known once we have asked who we are; a link is not worth a question that may fail
        within = f"?thread_ts={thread}&cid={channel}" if thread and thread != ts else ""
        return f"{self._own['url']}archives/{channel}/p{ts.replace('.', '')}{within}"

    def find(self, target: Target, marker: str) -> Posted | None:
        """See Forum. It reads the last 1,000 messages of a channel, or the first 1,000 of a thread."""
        channel, thread = self._where(target)
        method, args = ("conversations.replies", {"ts": thread}) if thread else ("conversations.history", {})
        for page in self._api.pages(method, {"channel": channel, "include_all_metadata": "true", **args}, PAGES):
            for message in page["messages"]:
                metadata = message.get("metadata", {})
                if metadata.get("event_type") == EVENT_TYPE and metadata["event_payload"].get("marker") == marker:
                    return self._posted(channel, message["ts"], message.get("thread_ts", ""))
        return None

    def edit(self, posted: Posted, post: Post) -> None:
        """See Forum. Its pictures stay."""
        channel, _, ts = posted.id.partition("/")
        self._api.call("chat.update", {"channel": channel, "ts": ts, **_message(post)})

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """See Forum. Private messages are read whoever writes them. Of the last 40 messages that people wrote in each
        conversation it is told when they are edited or deleted, but not in the threads of private messages; events tell that.
        """
        before = read(since)
        private = [each["id"] for page in self._api.pages("conversations.list", {"types": "im"}, PAGES_LISTED)
                   for each in page["channels"]]  # fmt: skip
        wanted = {target.topic: False for target in targets if target.topic and not target.user}
        wanted |= dict.fromkeys(private, True)
        if not since:
            now = f"{self._clock():.6f}"
            return Replies((), stored({id: _from(id, now, alone) for id, alone in wanted.items()}))
        now_due, waiting = turn(before, wanted)
        found: list[Reply] = []
        after = {id: before[id] for id in waiting}
        for id in now_due:
            new, after[id] = self._news(id, before.get(id) or Conversation(private=wanted[id]))
            found += new
        return Replies(sorted(found, key=lambda reply: reply.id.partition("/")[2]), stored(after))

    def _news(self, topic: str, before: Conversation) -> tuple[list[Reply], Conversation]:
        gone = Reply("", topic, "", "", "", before.private)
        try:
            if not before.private:
                return news(before, self._thread(topic, before.start), gone)
            page, nested = self._private(topic, before)
        except SlackRefused as e:
            if e.code not in ("channel_not_found", "thread_not_found", "not_in_channel"):
                raise
            return [], before  # what was deleted, or is closed to us, has no answers
        new, after = news(before, page, gone)
        return new, replace(after, known={id: version for id, version in after.known.items() if id not in nested})

    def _thread(self, topic: str, start: str) -> Page:
        channel, _, ts = topic.partition("/")
        args = {"channel": channel, "ts": ts, **_oldest(start)}
        messages: list[Any] = []
        more = False
        for page in self._api.pages("conversations.replies", args, PAGES):
            messages += page["messages"]
            more = page.get("has_more", False)
        return self._page(channel, topic, messages, private=False, whole=not more)

    def _private(self, channel: str, before: Conversation) -> tuple[Page, set[str]]:
        """Private messages, with those in threads; and the ids of the latter."""
        start = before.start.partition("/")[2] or "0"
        week_ago = float(before.last.partition("/")[2] or WEEK) - WEEK
        args = {"channel": channel, "oldest": min(start, f"{week_ago:.6f}", key=float), "inclusive": "true"}
        messages = [each for page in self._api.pages("conversations.history", args, PAGES_LISTED) for each in page["messages"]]
        nested: list[Any] = []
        for each in messages:
            if "latest_reply" in each and f"{channel}/{each['latest_reply']}" > before.last:
                inner = {"channel": channel, "ts": each["ts"], **_oldest(before.last)}
                pages = self._api.pages("conversations.replies", inner, PAGES)
                nested += [reply for page in pages for reply in page["messages"] if reply["ts"] != each["ts"]]
        return self._page(channel, channel, [*messages, *nested], private=True), {f"{channel}/{each['ts']}" for each in nested}

    def _page(self, channel: str, topic: str, messages: Sequence[Any], private: bool, whole: bool = True) -> Page:
        ordered = sorted(messages, key=lambda message: str(message["ts"]))
        found = [self._reply(channel, topic, each, private) for each in ordered if self._by_other(each)]
        return Page(found, f"{channel}/{ordered[-1]['ts']}" if ordered else "", whole)

    def _by_other(self, message: Mapping[str, Any]) -> bool:
        return by_person(message) and message["user"] != self._me["user_id"]

    def _reply(self, channel: str, topic: str, message: Mapping[str, Any], private: bool, deleted: bool = False) -> Reply:
        ts, version = message["ts"], message.get("edited", {}).get("ts", "")
        url = self._url(channel, ts, "" if private else topic.partition("/")[2])
        text, version = ("", "deleted") if deleted else (message["text"], version)
        return Reply(f"{channel}/{ts}", topic, self._name(message["user"]), text, version, private, deleted, url)

    def _name(self, user: str) -> str:
        if user not in self._names:
            try:
                self._names[user] = self._api.call("users.info", {"user": user})["user"]["name"]
            except SlackRefused as e:
                if e.code not in ("user_not_found", "user_not_visible"):
                    raise
                self._names[user] = user  # of another workspace, or gone: their id is all that there is
        return self._names[user]

    def hide(self, reply: Reply, why: str) -> None:
        """See Forum. A bot's own token deletes only what it wrote, so an administrator's is needed."""
        key = self._account.options.get("moderator", "")
        if not key or reply.private:
            raise Refused(
                "Slack lets an app delete no posts of others; with an administrator's token as option moderator it does"
            )
        channel, _, ts = reply.id.partition("/")
        try:
            SlackApi(self._account.url, key).call("chat.delete", {"channel": channel, "ts": ts})
        except SlackRefused as e:
            if e.code != "message_not_found":
                raise

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """See Forum. Slack first asks for a word of its own back, to see that the address is ours."""
        verify(self._account.hook_key, headers, body, self._clock())
        try:
            sent = json.loads(body)
        except ValueError as e:
            raise BadSignature("it is no JSON") from e
        if sent.get("type") == "url_verification":
            return Received("", answer=str(sent["challenge"]))
        about = told(sent.get("event", {}))
        if about is None or not self._by_other(about.message):
            return Received(str(sent.get("event_id", "")))
        message = about.message
        topic = about.channel if about.private else f"{about.channel}/{message.get('thread_ts') or message['ts']}"
        return Received(str(sent["event_id"]), [self._reply(about.channel, topic, message, about.private, about.deleted)])


def _message(post: Post) -> dict[str, str]:
    """The text, which calls nobody, and our marker."""
    metadata = {"event_type": EVENT_TYPE, "event_payload": {"marker": post.marker}}
    text = fitting(post.text, Slack.longest)
    return {"text": text, "parse": "none", "link_names": "false", "metadata": json.dumps(metadata)}


def _oldest(id: str) -> dict[str, str]:
    """The arguments to read from a message on."""
    return {"oldest": id.partition("/")[2], "inclusive": "true"} if id else {}


def _from(id: str, now: str, private: bool) -> Conversation:
    """A conversation that is read from now on."""
    return Conversation(f"{id.partition('/')[0]}/{now}", {}, private)
