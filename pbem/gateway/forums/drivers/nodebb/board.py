"""The driver of NodeBB 4 boards. NodeBB itself calls nobody: it has no webhooks, so its answers are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import quote

from pbem.gateway.forums.drivers.nodebb import answers
from pbem.gateway.forums.drivers.nodebb.chats import MESSAGE, Chats
from pbem.gateway.forums.drivers.nodebb.nodebb_calls import Api, marked, me, understood, with_pictures, with_right_length
from pbem.gateway.forums.port import (
    Ability,
    Account,
    BadSignature,
    Post,
    Posted,
    Received,
    Refused,
    Replies,
    Reply,
    Target,
    Unreachable,
    Unsure,
)
from pbem.present.markup import MARKDOWN, Markup

LOOKED_THROUGH = 100
"""So many of our newest posts are looked through for one: each of them costs a question."""
GONE_ALREADY = "already been deleted"


class NodeBB:
    """A NodeBB board, spoken to with a bearer token of our account there.

    A part is a category's number. A `topic` is a topic's number, or with a `user` that of our chat with them. A private post
    that is longer than the board's chat messages goes as several; one that broke off in the middle is gone on with.
    """

    kind: ClassVar[str] = "nodebb"
    markup: ClassVar[Markup] = MARKDOWN
    longest: ClassVar[int] = 30_000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"private", "edit", "hide", "replies", "pictures", "search"})
    options: ClassVar[Mapping[str, str]] = {
        "uid": "the number of our account there; needed only when the key is a master token, which speaks for anybody"
    }

    def __init__(self, account: Account) -> None:
        self.user = account.user
        self.api = Api(account)
        self.chats = Chats(self.api)

    @understood(Unreachable)
    def probe(self, part: str) -> str:
        """See `Forum.probe`. Without a part it is only asked who we are."""
        name = str(me(self.api)["username"])
        if self.user and self.user.casefold() != name.casefold():
            raise Refused(f"our key there is that of {name}, not of {self.user}")
        if not part:
            return f"We are {name} at {self.api.url}."
        category = self.api.read(f"/api/category/{_number(part)}")
        if category is None:
            raise Refused(f"there is no category {part}: give its number, as in the address /category/{part}/...")
        may = category["privileges"]
        if not may.get("topics:create"):
            raise Refused(f"{name} may not begin topics in category {part} ({category['name']})")
        hides = "may hide others' posts there" if may.get("isAdminOrMod") else "is no moderator there, so hides no posts"
        return f"We are {name} at {self.api.url}, may begin topics in {category['name']} ({part}); our account {hides}."

    @understood(Unsure)
    def post(self, target: Target, post: Post) -> Posted:
        """See `Forum.post`. Pictures are linked to: NodeBB takes uploads from its own pages only."""
        me(self.api)  # With a token that is not valid we would be a guest, and some boards let guests post.
        if target.user:
            return self.chats.post(target, post)
        path = f"/topics/{_number(target.topic)}" if target.topic else "/topics"
        part = {} if target.topic else {"cid": int(_number(target.part))}

        def write(title: str, text: str) -> Any:
            return self.api.write("POST", path, {**part, "content": text} | ({} if target.topic else {"title": title}))

        return self._posted(with_right_length(write, post.title, _content(post)), target)

    @understood(Unreachable)
    def find(self, target: Target, marker: str) -> Posted | None:
        """See `Forum.find`. Those that wait for a moderator come first: one may be let through while we look."""
        if target.user:
            return self.chats.find(target, marker)
        user = me(self.api)
        mark = marked(marker)
        for waiting in self._queue(user):
            if mark in waiting["data"]["rawContent"]:
                return Posted("", target.topic, f"{self.api.url}/post-queue/{waiting['id']}", held=True)
        ours = self._ours_in(target.topic, user) if target.topic else self._topics_of(user, target.part)
        for _, (pid, tid) in zip(range(LOOKED_THROUGH), ours, strict=False):
            raw = self.api.response(f"/posts/{pid}/raw")
            if raw is not None and mark in str(raw["content"]):
                return Posted(pid, tid, self._url(pid))
        return None

    @understood(Unsure)
    def edit(self, posted: Posted, post: Post) -> None:
        """See `Forum.edit`. The title of a topic changes with its first post."""
        if posted.id.startswith(MESSAGE):
            return self.chats.edit(posted, post)

        def write(title: str, text: str) -> Any:
            return self.api.write("PUT", f"/posts/{_number(posted.id)}", {"title": title, "content": text})

        with_right_length(write, post.title, _content(post))
        return None

    @understood(Unreachable)
    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """See `Forum.replies`. Changes of posts are seen in a topic's last two pages, of messages in a room's last ten.

        A post that a moderator purges leaves nothing, and is not told; nor is one that waited for a moderator until it has
        more newer ones behind it than two pages hold: it comes into the place of its time.
        """
        return answers.replies(self.api, targets, since)

    def hide(self, reply: Reply, why: str) -> None:
        """See `Forum.hide`: the post is deleted, as moderators do; they can restore it. NodeBB keeps no reason."""
        if reply.private:
            raise Refused("nobody else sees a private message, so it is not hidden")
        try:
            self.api.write("DELETE", f"/posts/{_number(reply.id)}/state")
        except Refused as e:
            if GONE_ALREADY not in str(e):
                raise

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """NodeBB sends nothing, so whatever comes is not from it."""
        raise BadSignature("NodeBB sends no webhooks: its answers are asked for")

    def _posted(self, said: Mapping[str, Any], target: Target) -> Posted:
        if said.get("queued"):
            return Posted("", target.topic, f"{self.api.url}/post-queue/{said['id']}", held=True)
        pid = str(said["pid"] if target.topic else said["mainPid"])
        return Posted(pid, str(said["tid"]), self._url(pid))

    def _url(self, pid: str) -> str:
        return f"{self.api.url}/post/{pid}"

    def _queue(self, user: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Our posts that wait for a moderator."""
        page = count = 1
        while page <= count:
            said = self.api.page("/api/post-queue", page=page)
            count = said["pagination"]["pageCount"]
            yield from (each for each in said["posts"] if each["user"]["uid"] == user["uid"])
            page += 1

    def _topics_of(self, user: Mapping[str, Any], part: str) -> Iterator[tuple[str, str]]:
        """The topics that we began in a category, the newest first: their first post, and their number."""
        page = 1
        while topics := self.api.page(f"/api/user/{quote(user['userslug'])}/topics", page=page)["topics"]:
            yield from ((str(topic["mainPid"]), str(topic["tid"])) for topic in topics if str(topic["cid"]) == part)
            page += 1

    def _ours_in(self, topic: str, user: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Our posts in a topic, the newest first."""
        page = count = 1
        while page <= count:
            said = self.api.read(f"/api/topic/{_number(topic)}", page=page, sort="newest_to_oldest")
            count = said["pagination"]["pageCount"] if said else 0
            posts = said["posts"] if said else []
            yield from ((str(post["pid"]), topic) for post in posts if post["uid"] == user["uid"])
            page += 1


def _content(post: Post) -> str:
    """The marker comes first: behind a text that is cut within a block, it would be shown."""
    return f"{marked(post.marker)}\n\n{with_pictures(post)}"


def _number(text: str) -> str:
    """Categories, topics and posts are numbers there. Raises Refused."""
    if not (text.isascii() and text.isdigit()):
        raise Refused(f"{text!r} is no number of a category, topic or post there; their addresses have it")
    return text
