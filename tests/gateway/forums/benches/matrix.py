"""A room of a real matrix-synapse, with a proxy in front of it that fails in its stead."""

from __future__ import annotations

import html
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path

from pbem.gateway.forums.drivers.matrix import Matrix
from pbem.gateway.forums.drivers.matrix.homeserver import joined, part, parted
from pbem.gateway.forums.port import Account, Posted
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.drivers.matrix.synapse import Json, Synapse, require
from tests.gateway.forums.servers.breaking_proxy import BreakingProxy

TAG = re.compile(r"<[^>]*>")
READER = "watcher"
"""Who reads what everybody reads."""


class MatrixBench:
    """The service is the moderator `wardroom` of the room #games:localhost, which anybody may join."""

    name = "matrix-synapse"
    real = True
    ours = "wardroom"
    part = "#games:localhost"
    failures: frozenset[Failure] = frozenset({"lost answer", "out of order", "limited", "away", "wrong key"})

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="wr-matrix-"))
        self.synapse = Synapse(self._folder)
        self.proxy = BreakingProxy(self.synapse.port)
        self._numbers = count(1)
        self._authors: dict[str, str] = {}
        try:
            self.synapse.start()
            self._set_up()
        except BaseException:
            self.close()
            raise

    def _set_up(self) -> None:
        """The room, a room of our own for messages that nobody reads, and an access token that is not valid any more."""
        asked: Json = {"preset": "public_chat", "room_alias_name": "games", "name": "Games"}
        asked["power_level_content_override"] = {"users": {"@wardroom:localhost": 50}}
        for user in (self.ours, "blue", "red"):
            self.synapse.token(user)
        self.room = self._new_room("keeper", asked)
        for user in (READER, self.ours):
            self._join(user, self.room)
        self._mine = self._new_room(self.ours, {})
        self._old_token = self.synapse.log_in(self.ours)
        self.synapse.log_out(self._old_token)
        self.forum = Matrix(self.account)

    def _new_room(self, user: str, asked: Json) -> str:
        return str(self.synapse.ask(user, "POST", "/createRoom", asked)["room_id"])

    @property
    def account(self) -> Account:
        """How we reach the server: through the proxy."""
        return Account(self.proxy.url, self.ours, self.synapse.token(self.ours))

    # ------------------------------------------------------------ reading

    def seen(self, topic: str) -> list[Seen]:
        room, root = parted(topic)
        first = self.synapse.ask(READER, "GET", f"/rooms/{part(room)}/event/{part(root)}")
        return _posts(room, [first, *self._thread(room, root)])

    def _thread(self, room: str, root: str) -> Iterator[Json]:
        path = f"/_matrix/client/v1/rooms/{part(room)}/relations/{part(root)}/m.thread"
        query: Json = {"dir": "f", "limit": "100"}
        while True:
            page = self.synapse.ask(READER, "GET", path, **query)
            yield from page["chunk"]
            if "next_batch" not in page:
                return
            query["from"] = page["next_batch"]

    def inbox(self, user: str) -> list[Seen]:
        self._accept(user)
        rooms = [room for room in self.synapse.ask(user, "GET", "/joined_rooms")["joined_rooms"] if room != self.room]
        ours = f'{{"senders": ["@{self.ours}:localhost"], "types": ["m.room.message"]}}'
        query: Json = {"dir": "f", "limit": "1000", "filter": ours}
        events = [
            (event["origin_server_ts"], room, event)
            for room in rooms
            for event in self.synapse.ask(user, "GET", f"/rooms/{part(room)}/messages", **query)["chunk"]
        ]
        return [seen for _, room, event in sorted(events, key=lambda each: each[0]) for seen in _posts(room, [event])]

    def _accept(self, user: str) -> None:
        """The person accepts all invitations."""
        for room in self.synapse.ask(user, "GET", "/sync").get("rooms", {}).get("invite", {}):
            self._join(user, room)

    def _join(self, user: str, room: str) -> None:
        self.synapse.ask(user, "POST", f"/join/{part(room)}", {})

    # ------------------------------------------------------------ writing

    def say(self, user: str, topic: str, text: str) -> str:
        room, root = parted(topic)
        self._join(user, room)
        return self.write(user, room, {"m.relates_to": {"rel_type": "m.thread", "event_id": root}}, text)

    def tell(self, user: str, text: str, topic: str = "") -> str:
        if topic:
            room = parted(topic)[0]
            self._join(user, room)
        else:
            asked: Json = {"preset": "trusted_private_chat", "is_direct": True, "invite": [f"@{self.ours}:localhost"]}
            room = self._new_room(user, asked)
        return self.write(user, room, {}, text)

    def change(self, post: str, text: str) -> None:
        room, event = parted(post)
        new = {
            "m.new_content": {"msgtype": "m.text", "body": text},
            "m.relates_to": {"rel_type": "m.replace", "event_id": event},
        }
        self.write(self._authors[post], room, new, f"* {text}")

    def write(self, user: str, room: str, fields: Json, text: str) -> str:
        """A person's message with more fields; its id."""
        content = {"msgtype": "m.text", "body": text} | fields
        path = f"/rooms/{part(room)}/send/m.room.message/test-{next(self._numbers)}"
        post = joined(room, self.synapse.ask(user, "PUT", path, content)["event_id"])
        self._authors[post] = user
        return post

    def delete(self, post: str) -> None:
        room, event = parted(post)
        path = f"/rooms/{part(room)}/redact/{part(event)}/test-{next(self._numbers)}"
        self.synapse.ask(self._authors[post], "PUT", path, {})

    # ------------------------------------------------------------ failing

    def fails(self, how: Failure) -> AbstractContextManager[None]:
        ways: dict[Failure, Callable[[], AbstractContextManager[None]]] = {
            "lost answer": lambda: self.proxy.lost_answers(lambda method, path: "/send/" in path or "/messages" in path),
            "out of order": self.proxy.out_of_order,
            "away": self.proxy.away,
            "limited": self._limited,
            "wrong key": lambda: self.proxy.changed_headers({"Authorization": f"Bearer {self._old_token}"}),
        }
        return ways[how]()

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """The one message that it may send in seven seconds is sent elsewhere."""
        self.synapse.limit(self.ours)
        self.write(self.ours, self._mine, {}, "nobody reads this")
        try:
            yield
        finally:
            self.synapse.let_off(self.ours)

    def approve(self, posted: Posted) -> None:
        raise NotImplementedError

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        raise NotImplementedError

    def close(self) -> None:
        self.proxy.close()
        self.synapse.end()
        shutil.rmtree(self._folder)


def open_bench() -> MatrixBench:
    """The bench, or a skipped test where synapse is not installed."""
    require()
    return MatrixBench()


def _posts(room: str, events: list[Json]) -> list[Seen]:
    """The messages as people read them, with their changes; pictures count to the message above them."""
    found: list[Seen] = []
    for event in events:
        change = event.get("unsigned", {}).get("m.relations", {}).get("m.replace", {})
        content = change.get("content", {}).get("m.new_content") or event["content"]
        author = event["sender"][1:].removesuffix(":localhost")
        if content.get("msgtype") == "m.image":
            above = found.pop()
            assert above.author == author
            found.append(Seen(above.id, author, above.text, above.pictures + 1))
        elif content:
            text = html.unescape(TAG.sub(" ", content.get("formatted_body") or html.escape(content["body"])))
            found.append(Seen(joined(room, event["event_id"]), author, text.strip()))
    return found
