"""Matrix: a part is a room, a topic is a thread in it, a private message goes to a room with one user alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar
from uuid import uuid4

from pbem.gateway.forums.drivers.matrix.direct_rooms import DirectRooms
from pbem.gateway.forums.drivers.matrix.homeserver import Homeserver, Json, address, joined, part, parted
from pbem.gateway.forums.drivers.matrix.message import (
    MARKER,
    PICTURES,
    changed_message,
    picture_message,
    text_message,
    threaded,
)
from pbem.gateway.forums.drivers.matrix.room_replies import PAGE, RoomReplies, word
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
from pbem.present.markup import HTML, Markup

SEARCHED = 10
"""Pages of our own messages in a room, newest first, in which a post is looked for: it is asked for soon after it was sent."""


class Matrix:
    """A user's account at a homeserver, with an access token as its key.

    A marker is the transaction of what is sent, too: the homeserver sends nothing twice for the same device. Synapse keeps that
    in its database for a day, so that `find` is what holds for ever.
    """

    kind: ClassVar[str] = "matrix"
    markup: ClassVar[Markup] = HTML
    longest: ClassVar[int] = 15_000  # of four bytes each at most: 60,000 of the 65,536 bytes of an event
    abilities: ClassVar[frozenset[Ability]] = frozenset({"private", "edit", "hide", "replies", "pictures", "search"})
    options: ClassVar[Mapping[str, str]] = {}

    def __init__(self, account: Account) -> None:
        self._server = Homeserver(account)
        self._direct = DirectRooms(self._server)

    def probe(self, part: str) -> str:
        """Joins the room if we are not in it yet."""
        room, us = self._server.room(part), self._server.us
        if (self._server.state(room, "m.room.member", us) or {}).get("membership") != "join":
            self._join(part)
        if self._server.state(room, "m.room.encryption") is not None:
            raise Refused(f"{part} is encrypted, and we cannot read that; take a room without encryption")
        name = (self._server.state(room, "m.room.name") or {}).get("name") or part
        levels = self._server.state(room, "m.room.power_levels") or {}
        ours = self._level(room, levels)
        needed = int(levels.get("events", {}).get("m.room.message", levels.get("events_default", 0)))
        if ours < needed:
            raise Refused(f"{us} may not post in {name}: its power level is {ours}, and {needed} is needed")
        hides = ours >= int(levels.get("redact", 50))
        return f"we are {us}, may post in {name}, and {'may' if hides else 'may not'} hide what others post"

    def post(self, target: Target, post: Post) -> Posted:
        """The text is sent first, with what pictures belong below it: `find` goes on from there if we end in between."""
        room, root = self._where(target)
        addresses = [self._server.upload(picture.name, picture.png) for picture in post.pictures]
        pictures = [
            picture_message(f"{post.marker}-{number}", picture, mxc)
            for number, (picture, mxc) in enumerate(zip(post.pictures, addresses, strict=True))
        ]
        event = self._server.send(room, post.marker, threaded(text_message(post, pictures), root))
        posted = self._posted(room, event, root, target)
        try:
            self._show(posted, pictures)
        except ForumError as e:
            raise Unsure(f"the post is there, but not all of its pictures: {e}") from e
        return posted

    def find(self, target: Target, marker: str) -> Posted | None:
        """Looks through our own messages in the room; shows the pictures that are still missing."""
        for room in self._rooms(target):
            there: set[str] = set()
            for event in self._ours(room, target):
                there.add(word(event, "content", MARKER))
                if marker in there:
                    root = word(event, "content", "m.relates_to", "event_id")
                    posted = self._posted(room, event["event_id"], root, target)
                    pictures = event["content"].get(PICTURES, [])
                    self._show(posted, [picture for picture in pictures if picture[MARKER] not in there])
                    return posted
        return None

    def edit(self, posted: Posted, post: Post) -> None:
        """Changes the text; its pictures stay."""
        room, event = parted(posted.id)
        self._server.send(room, uuid4().hex, changed_message(post, event))

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """Takes invitations to direct rooms. That a change is taken back by deleting it alone is not told."""
        return RoomReplies(self._server, targets).since(since)

    def hide(self, reply: Reply, why: str) -> None:
        """Its content is gone for ever: Matrix knows no hiding."""
        room, event = parted(reply.id)
        try:
            self._server.put(f"/rooms/{part(room)}/redact/{part(event)}/{part(f'hide-{event}')}", {"reason": why})
        except Refused as e:
            raise Refused(
                f"{self._server.us} may not hide what others post there; give it a moderator's power level: {e}"
            ) from e

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """Never asked: only a homeserver's own services are told by themselves."""
        raise NotImplementedError

    # ------------------------------------------------------------ rooms

    def _where(self, target: Target) -> tuple[str, str]:
        """The room, and the root of the thread in it ("": none).

        What is for a user alone goes to another room than was asked for, where that one has other members by now.
        """
        room, root = parted(target.topic)
        if target.user:
            user = self._server.full(target.user)
            if room and self._direct.is_usable(room, user):
                return room, root
            return self._direct.usable(user) or self._direct.open(user), ""
        return room or self._server.room(target.part), root

    def _rooms(self, target: Target) -> Sequence[str]:
        """Where a post to this target may be, the likeliest first."""
        if target.user:
            return self._direct.all().get(self._server.full(target.user), [])[::-1]
        return [self._where(target)[0]]

    def _join(self, named: str) -> None:
        try:
            self._server.do(f"/join/{part(named)}", {})
        except Refused as e:
            raise Refused(f"{self._server.us} may not join {named}; invite it there: {e}") from e

    def _level(self, room: str, levels: Json) -> float:
        """Our power level. In rooms of new versions those who made the room have more than any level."""
        us = self._server.us
        users = levels.get("users", {})
        if us in users:
            return int(users[us])  # rooms of old versions may have "50"
        made = self._server.find(f"/rooms/{part(room)}/state/m.room.create/", {"format": "event"}) or {}
        if us in (made.get("sender"), *made.get("content", {}).get("additional_creators", [])):
            return float("inf")
        return int(levels.get("users_default", 0))

    # ------------------------------------------------------------ messages

    def _posted(self, room: str, event: str, root: str, target: Target) -> Posted:
        """To a user alone messages stand in the room itself; elsewhere each begins a thread."""
        topic = joined(room, root or ("" if target.user else event))
        return Posted(joined(room, event), topic, address(room, event, self._server.server))

    def _show(self, posted: Posted, pictures: Sequence[Json]) -> None:
        room, root = parted(posted.topic)
        for picture in pictures:
            self._server.send(room, picture[MARKER], threaded(picture, root))

    def _ours(self, room: str, target: Target) -> Iterator[Json]:
        """Our own messages in a room, newest first. A direct room may be gone; any other has to be there."""
        look: Callable[[str, Mapping[str, str]], Json | None] = self._server.find if target.user else self._server.get
        wanted = f'{{"types": ["m.room.message"], "senders": ["{self._server.us}"]}}'
        query = {"dir": "b", "limit": str(PAGE), "filter": wanted}
        for _ in range(SEARCHED):
            page = look(f"/rooms/{part(room)}/messages", query) or {"chunk": []}
            yield from page["chunk"]
            if "end" not in page:
                return
            query["from"] = page["end"]
