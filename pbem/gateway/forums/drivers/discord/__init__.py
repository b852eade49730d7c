"""Discord, as a bot over HTTP alone: topics are threads of a channel, private messages are read where we wrote first.

Without the socket for events a bot does not learn who writes to it, so it asks in the channels that it has with those it is
given as targets. Our marker goes with a message as 32 invisible characters: Discord keeps none of a message's own fields that
are unseen (a nonce is known for some minutes only), and leaves these characters in place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pbem.gateway.forums.drivers.conversation import Conversation, Page, news, order, read, seen, stored, turn
from pbem.gateway.forums.drivers.discord.access import missing
from pbem.gateway.forums.drivers.discord.discord_calls import (
    ARCHIVED,
    FORUM_CHANNEL,
    HAS_THREAD,
    NO_CHANNEL,
    NOBODY,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    DiscordApi,
    DiscordRefused,
)
from pbem.gateway.forums.http import File
from pbem.gateway.forums.port import (
    Ability,
    Account,
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
from pbem.present.markup import DISCORD, Markup

INVISIBLE = "\u2061\u2062\u2063\u2064"
UNSEEN = dict.fromkeys(map(ord, INVISIBLE))
PAGE = 100
PAGES_READ = 5
PAGES_SEARCHED = 10
LONGEST_TITLE = 100
MOST_PICTURES = 10
WRITTEN_BY_PEOPLE = (0, 19)
"""Types of messages that somebody wrote: plain ones and replies."""
THREAD_BEGINS = 21
TEXT, ANNOUNCEMENTS, FORUM = 0, 5, 15
WEEK = 10_080
"""Minutes without a message until a thread leaves the list of channels; who writes brings it back."""
MAY_READ_CONTENT = (1 << 18) | (1 << 19)


class Discord:
    """A server of Discord. A part is the id of a text, announcement or forum channel; a topic is the id of its thread."""

    kind: ClassVar[str] = "discord"
    markup: ClassVar[Markup] = DISCORD
    longest: ClassVar[int] = 1900
    abilities: ClassVar[frozenset[Ability]] = frozenset({"private", "edit", "hide", "replies", "pictures", "search"})
    options: ClassVar[Mapping[str, str]] = {"server": "the id of the server: to write to its members, and for links to posts"}

    def __init__(self, account: Account) -> None:
        self._api = DiscordApi(account)
        self._server = account.options.get("server", "")
        self._own: Mapping[str, Any] = {}
        self._direct_channels: dict[str, str] = {}

    def probe(self, part: str) -> str:
        """See Forum."""
        name = self._me["username"]
        if not part:
            return f"We are {name} at Discord."
        channel = self._api.get(f"/channels/{part}")
        if channel["type"] not in (TEXT, ANNOUNCEMENTS, FORUM):
            raise Refused(f"{part} is no text, announcement or forum channel; copy the id of one")
        server = channel["guild_id"]
        if self._server not in ("", server):
            raise Refused(f"the channel is in the server {server}; the option server says {self._server}")
        roles = self._api.get(f"/guilds/{server}/roles")
        lacks = missing(channel, roles, self._api.get(f"/guilds/{server}/members/{self._me['id']}"))
        if lacks:
            raise Refused(
                f"{name} may not do this in #{channel['name']}: {', '.join(lacks)}; allow it in the channel's settings"
            )
        return f"We are {name} and may post in #{channel['name']}{self._reads()}."

    def _reads(self) -> str:
        if self._api.get("/applications/@me").get("flags", 0) & MAY_READ_CONTENT:
            return ""
        return ", but may read private messages only: switch on the Message Content Intent on the page of the bot"

    @property
    def _me(self) -> Mapping[str, Any]:
        self._own = self._own or self._api.get("/users/@me")
        return self._own

    def post(self, target: Target, post: Post) -> Posted:
        """See Forum. The first message of a topic is in the channel itself, with the thread on it."""
        if target.user or target.topic:
            channel = self._direct(target.user) if target.user else target.topic
            return self._posted(self._say(channel, post)["id"], channel, "@me" if target.user else self._server)
        try:
            message = self._say(target.part, post)
        except DiscordRefused as e:
            if e.code != FORUM_CHANNEL:
                raise
            return self._begin_in_forum(target.part, post)
        return self._begin(target.part, message["id"], post.title)

    def _say(self, channel: str, post: Post) -> Any:
        once = {"nonce": hashlib.sha256(post.marker.encode()).hexdigest()[:24], "enforce_nonce": True}
        return self._api.send("POST", f"/channels/{channel}/messages", {**_message(post), **once}, _files(post))

    def _begin(self, part: str, message: str, title: str) -> Posted:
        """Begin the thread on a message of ours; without one it is taken back."""
        try:
            body = {"name": fitting(title, LONGEST_TITLE), "auto_archive_duration": WEEK}
            server = self._api.send("POST", f"/channels/{part}/messages/{message}/threads", body)["guild_id"]
        except DiscordRefused as e:
            if e.code != HAS_THREAD:
                self._take_back(part, message)
                raise
            server = self._server
        except ForumError as e:
            raise Unsure(f"it is posted, but its thread is not begun: {e}") from e
        return self._posted(message, message, server, part)

    def _take_back(self, part: str, message: str) -> None:
        try:
            self._api.delete(f"/channels/{part}/messages/{message}", "no thread could be begun on it")
        except ForumError as e:
            raise Unsure(f"it is posted, but no thread could be begun on it: {e}") from e

    def _begin_in_forum(self, part: str, post: Post) -> Posted:
        body = {"name": fitting(post.title, LONGEST_TITLE), "auto_archive_duration": WEEK, "message": _message(post)}
        thread = self._api.send("POST", f"/channels/{part}/threads", body, _files(post))
        return self._posted(thread["id"], thread["id"], thread["guild_id"])

    def _posted(self, id: str, topic: str, server: str, channel: str = "") -> Posted:
        url = f"https://discord.com/channels/{server}/{channel or topic}/{id}" if server else ""
        return Posted(id, topic, url)

    def _direct(self, user: str) -> str:
        """The channel that we have with a person, by user name or id."""
        if user not in self._direct_channels:
            opened = self._api.send("POST", "/users/@me/channels", {"recipient_id": self._person(user)})
            self._direct_channels[user] = opened["id"]
        return self._direct_channels[user]

    def _direct_if_there(self, user: str) -> str:
        """The same, or "": who has left the server writes nothing, and must not keep us from reading the others."""
        try:
            return self._direct(user)
        except DiscordRefused as e:
            if e.code not in NOBODY:
                raise
            return ""

    def _person(self, user: str) -> str:
        if user.isdecimal() and len(user) >= 17:
            return user
        if not self._server:
            raise Refused("to write to somebody by user name, the place needs its option server: the id of the server")
        found = self._api.get(f"/guilds/{self._server}/members/search", {"query": user, "limit": "100"})
        ids = [each["user"]["id"] for each in found if each["user"]["username"] == user]
        if not ids:
            raise DiscordRefused(f"nobody in the server has the user name {user!r}", UNKNOWN_USER)
        return str(ids[0])

    def find(self, target: Target, marker: str) -> Posted | None:
        """See Forum. It reads the last 1,000 messages; where a post still lacks its thread, the thread is begun."""
        if target.user or target.topic:
            channel = self._direct(target.user) if target.user else target.topic
            found = self._search(channel, marker)
            return self._posted(found["id"], channel, "@me" if target.user else self._server) if found else None
        if self._api.get(f"/channels/{target.part}")["type"] == FORUM:
            return self._find_in_forum(target.part, marker)
        found = self._search(target.part, marker)
        if found is None:
            return None
        if "thread" in found:
            return self._posted(found["id"], found["id"], found["thread"]["guild_id"], target.part)
        try:
            return self._begin(target.part, found["id"], _first_line(found["content"]))
        except DiscordRefused:  # it was taken back, and is not there any more
            return None

    def _search(self, channel: str, marker: str) -> Any:
        before: dict[str, str] = {}
        for _ in range(PAGES_SEARCHED):
            page = self._api.get(f"/channels/{channel}/messages", {"limit": str(PAGE), **before})
            for message in page:  # a thread begins with a pointer to the message that it stands on
                written = message.get("referenced_message") if message["type"] == THREAD_BEGINS else message
                if written and written["author"]["id"] == self._me["id"] and _unseen(marker) in written["content"]:
                    return written
            if len(page) < PAGE:
                return None
            before = {"before": page[-1]["id"]}
        return None

    def _find_in_forum(self, part: str, marker: str) -> Posted | None:
        server = self._api.get(f"/channels/{part}")["guild_id"]
        threads = self._api.get(f"/guilds/{server}/threads/active")["threads"]
        ours = [each["id"] for each in threads if each["parent_id"] == part and each["owner_id"] == self._me["id"]]
        for id in ours[:PAGE]:
            if _unseen(marker) in self._api.get(f"/channels/{id}/messages/{id}")["content"]:
                return self._posted(id, id, server)
        return None

    def edit(self, posted: Posted, post: Post) -> None:
        """See Forum. A thread that went to sleep is woken up for it."""
        path = f"/channels/{self._holding(posted)}/messages/{posted.id}"
        try:
            self._api.send("PATCH", path, _message(post), _files(post))
        except DiscordRefused as e:
            if e.code != ARCHIVED:
                raise
            self._api.send("PATCH", f"/channels/{posted.topic}", {"archived": False})
            self._api.send("PATCH", path, _message(post), _files(post))

    def _holding(self, posted: Posted) -> str:
        """The channel that a message is in: the first one of a topic is not in the thread, but in a forum channel it is."""
        if posted.id != posted.topic:
            return posted.topic
        parent = str(self._api.get(f"/channels/{posted.topic}")["parent_id"])
        return posted.topic if self._api.get(f"/channels/{parent}")["type"] == FORUM else parent

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """See Forum. Edits and deletions are told of the last 40 messages that people wrote in each channel.

        Private messages are those of the persons who are, or were since "", among the targets, or whom this object wrote to.
        """
        before = read(since)
        channels = {id: True for id, each in before.items() if each.private}
        channels |= dict.fromkeys(self._direct_channels.values(), True)
        channels |= {target.topic: False for target in targets if target.topic and not target.user}
        channels |= dict.fromkeys(filter(None, (self._direct_if_there(target.user) for target in targets if target.user)), True)
        due, waiting = turn(before, channels) if since else (list(channels), [])
        found: list[Reply] = []
        after = {channel: before[channel] for channel in waiting}
        for channel in due:
            told, after[channel] = self._news(channel, before.get(channel), channels[channel], begin=not since)
            found += told
        return Replies(sorted(found, key=lambda reply: order(reply.id)), stored(after))

    def _news(self, channel: str, before: Conversation | None, private: bool, begin: bool) -> tuple[list[Reply], Conversation]:
        try:
            if before is None and begin:
                return [], seen(self._newest(channel, private), private)
            known = before or Conversation(private=private)
            gone = Reply("", channel, "", "", "", private)
            return news(known, self._read_from(channel, known.start, private), gone)
        except DiscordRefused as e:
            if e.code not in NO_CHANNEL:
                raise
            return [], before or Conversation(private=private)  # one that was deleted, or closed to us, has no answers

    def _newest(self, channel: str, private: bool) -> Page:
        return self._page(channel, self._api.get(f"/channels/{channel}/messages", {"limit": str(PAGE)}), private)

    def _read_from(self, channel: str, start: str, private: bool) -> Page:
        messages: list[Any] = []
        after = str(int(start) - 1) if start else "0"
        for _ in range(PAGES_READ):
            page = self._api.get(f"/channels/{channel}/messages", {"limit": str(PAGE), "after": after})
            messages += page
            if len(page) < PAGE:
                return self._page(channel, messages, private)
            after = max((message["id"] for message in page), key=order)
        return self._page(channel, messages, private, whole=False)

    def _page(self, channel: str, messages: Sequence[Any], private: bool, whole: bool = True) -> Page:
        ordered = sorted(messages, key=lambda message: order(message["id"]))
        found = [self._reply(channel, message, private) for message in ordered if self._by_somebody_else(message)]
        return Page(found, ordered[-1]["id"] if ordered else "", whole)

    def _by_somebody_else(self, message: Mapping[str, Any]) -> bool:
        """Is it by a person? Other bots and webhooks can call themselves by any name."""
        return message["type"] in WRITTEN_BY_PEOPLE and not message["author"].get("bot") and "webhook_id" not in message

    def _reply(self, channel: str, message: Mapping[str, Any], private: bool) -> Reply:
        version = message["edited_timestamp"] or message["timestamp"]
        server = "@me" if private else self._server
        url = self._posted(message["id"], channel, server).url
        text = message["content"].translate(UNSEEN)  # who copies a line of ours copies its marker
        return Reply(message["id"], channel, message["author"]["username"], text, version, private, url=url)

    def hide(self, reply: Reply, why: str) -> None:
        """See Forum. Nobody can delete what another wrote in a private message."""
        if reply.private:
            raise Refused("a private message of somebody else cannot be deleted")
        try:
            self._api.delete(f"/channels/{reply.topic}/messages/{reply.id}", why)
        except DiscordRefused as e:
            if e.code != UNKNOWN_MESSAGE:
                raise

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """Never asked: Discord sends no signed messages about posts."""
        raise NotImplementedError


def _message(post: Post) -> dict[str, Any]:
    """The message without what makes it new; it calls nobody."""
    text = f"{fitting(post.text.strip(), Discord.longest)} {_unseen(post.marker)}"
    body: dict[str, Any] = {"content": text, "allowed_mentions": {"parse": []}}
    if post.pictures:
        body["attachments"] = [
            {"id": at, "filename": each.name, "description": fitting(each.words, 1024)}
            for at, each in enumerate(post.pictures[:MOST_PICTURES])
        ]
    return body


def _files(post: Post) -> dict[str, File]:
    return {f"files[{at}]": (each.name, each.png, "image/png") for at, each in enumerate(post.pictures[:MOST_PICTURES])}


def _first_line(text: str) -> str:
    """The first line of a message of ours without its marks, for a thread whose title is not known any more."""
    lines = [line.strip("#*- ").replace("\\", "") for line in text.translate(UNSEEN).splitlines()]
    return next((line for line in lines if line), "Wardroom")


def _unseen(marker: str) -> str:
    """The marker as 32 characters that show nothing."""
    digest = hashlib.sha256(marker.encode()).digest()[:8]
    return "".join(INVISIBLE[byte >> shift & 3] for byte in digest for shift in (6, 4, 2, 0))
