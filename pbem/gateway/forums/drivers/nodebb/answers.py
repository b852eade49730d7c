"""What others wrote on a NodeBB board: new, edited and deleted posts of topics, and messages to us alone.

Of what was told, the cursor keeps the newest with their versions, so that a change of them is seen: a board has no list of
changes. What is older is not looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from pbem.gateway.forums.drivers.nodebb.chats import MESSAGE, Chats
from pbem.gateway.forums.drivers.nodebb.nodebb_calls import Api, me
from pbem.gateway.forums.port import Refused, Replies, Reply, Target

PAGES = 5
"""So many pages of a topic are read at once, the oldest first. Twenty posts a page, unless our account has it otherwise."""
ROOMS = 10
"""In so many rooms, those last written in, earlier messages are looked at again."""
NEW_ROOMS = 25
"""So many rooms with news are read at once, those first that wait longest."""
KNOWN_ROOMS = 200
"""Of so many rooms the cursor has how far they were read. One that it has lost is read from its beginning."""
MOST_ROOMS = 500
LISTED = 100
MESSAGES = 10
"""So many messages of a room are looked at again."""
DELETED = "deleted"

State = dict[str, Any]


class Told(NamedTuple):
    """An answer, and when it came about: in milliseconds, by the board's clock."""

    at: int
    reply: Reply


def replies(api: Api, targets: Sequence[Target], since: str) -> Replies:
    """See `Forum.replies`. `since` is JSON: of each topic the page to go on at, of each room the number of messages read."""
    known: State = json.loads(since) if since else {}
    uid = int(me(api)["uid"])
    told: list[Told] = []
    topics, reader = known.get("topics", {}), TopicReader(api, uid)
    for tid in dict.fromkeys(target.topic for target in targets if target.topic and not target.user):
        found, state = reader.read(tid, topics.get(tid)) if known else ([], reader.begin(tid))
        told += found
        topics[tid] = state
    found, rooms = RoomReader(api, uid).read(known.get("chats"))
    told += found
    cursor = json.dumps({"topics": topics, "chats": rooms}, separators=(",", ":"))
    return Replies([each.reply for each in sorted(told, key=lambda each: each.at)], cursor)


class TopicReader:
    """Reads topics page by page. Of a topic, `page` is where to go on and `seen` the versions of the posts from there on."""

    def __init__(self, api: Api, uid: int) -> None:
        self.api = api
        self.uid = uid

    def begin(self, tid: str) -> State:
        """All that is there is known."""
        first = self._page(tid, 1)
        last = _page_count(first)
        page = max(1, last - 1)
        posts = [post for number in range(page, last + 1) for post in self._others(self._page(tid, number))]
        return {"page": page, "seen": _versions(posts)}

    def read(self, tid: str, state: State | None) -> tuple[list[Told], State]:
        """What is new or changed, and how far it was read."""
        state = state or {"page": 1, "seen": {}}
        page, seen = state["page"], state["seen"]
        topic = self._page(tid, page)
        if topic is None or page > _page_count(topic):  # posts were purged, and pages with them; or the whole topic is gone
            page = max(1, _page_count(self._page(tid, 1)) - PAGES + 1)
            topic = self._page(tid, page)
        if topic is None:
            return [], state
        pages = [topic, *(self._page(tid, page + more) for more in range(1, min(PAGES, _page_count(topic) - page + 1)))]
        posts = [post for each in pages for post in self._others(each)]
        told = [self._told(post) for post in posts if seen.get(str(post["pid"])) != version_of(post)]
        kept = pages[-2:]
        seen = _versions([post for each in kept for post in self._others(each)])
        return told, {"page": page + len(pages) - len(kept), "seen": seen}

    def _page(self, tid: str, number: int) -> Mapping[str, Any] | None:
        """A page, or None: the topic has none of this number, or we may not see it any more."""
        path = f"/api/topic/{quote(tid, safe='')}"
        try:
            topic: Mapping[str, Any] | None = self.api.read(path, page=number, sort="oldest_to_newest")
        except Refused:
            return None
        return topic

    def _others(self, topic: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
        return [post for post in (topic or {}).get("posts", []) if post["uid"] != self.uid]

    def _told(self, post: Mapping[str, Any]) -> Told:
        raw = None if post.get("deleted") else self.api.response(f"/posts/{post['pid']}/raw")
        text = "" if raw is None else str(raw["content"] or "")
        author, version = str(post["user"]["username"]), version_of(post) if raw is not None else DELETED
        url = f"{self.api.url}/post/{post['pid']}"
        return Told(_time_of(post), Reply(str(post["pid"]), str(post["tid"]), author, text, version, False, raw is None, url))


class RoomReader:
    """Reads the rooms that we share with one person. Of a room, `count` is how many messages were read.

    `begun` is the time of the newest message when reading began: of a room that is not known, no older one is told.
    """

    def __init__(self, api: Api, uid: int) -> None:
        self.api = api
        self.chats = Chats(api)
        self.uid = uid

    def read(self, known: State | None) -> tuple[list[Told], State]:
        """What is new or changed, and how far each room was read."""
        rooms: dict[str, State] = known["rooms"] if known else {}
        listed = self._listed(rooms)
        begun = known["begun"] if known else max((_time_of(room.get("teaser") or {}) for room in listed), default=0)
        news = [room for room in listed if not _is_known(room, rooms)] if known else []
        # Nothing is read before older news: the list is walked only down to what is known.
        again = listed[:ROOMS] if len(news) <= NEW_ROOMS else []
        told: list[Told] = []
        states = {} if known else {_id(room): {"count": room["messageCount"], "seen": {}} for room in listed}
        for room in reversed([*again, *(room for room in news[-NEW_ROOMS:] if room not in again)]):
            number = _id(room)
            found, state = self._room(number, states.get(number) or rooms.get(number), begun)
            told += found if known else []
            states[number] = state
        kept = {number: states.get(number) or rooms.get(number) for number in [*map(_id, listed), *rooms]}
        whole = [(number, state) for number, state in kept.items() if state][:KNOWN_ROOMS]
        return told, {"begun": begun, "rooms": dict(whole)}

    def _listed(self, rooms: Mapping[str, State]) -> list[Mapping[str, Any]]:
        """Our rooms with one person, the one last written in first, until one in which nothing is new."""
        found: list[Mapping[str, Any]] = []
        for start in range(0, MOST_ROOMS, LISTED):
            page = self.api.page("/api/v3/chats", start=start, perPage=LISTED)["response"]["rooms"]
            mine = [room for room in page if not room["public"] and room["userCount"] <= 2]
            found += mine
            if not page or any(_is_known(room, rooms) for room in mine):
                break
        return found

    def _room(self, number: str, state: State | None, begun: int) -> tuple[list[Told], State]:
        """Fifty messages from a few before the first that was not read."""
        count = state["count"] if state else 0
        seen = state["seen"] if state else {}
        messages = self.chats.messages(number, max(-1, count - 1 - MESSAGES), direction=1)
        told = []
        for message in messages:
            mid, version = str(message["messageId"]), version_of(message)
            new = message["index"] >= count and (state is not None or _time_of(message) > begun)
            if self._is_others(message) and (new or seen.get(mid, version) != version):
                told.append(self._told(number, message))
        count = max([count, *(message["index"] + 1 for message in messages)])
        last = [each for each in messages if each["index"] >= count - MESSAGES and self._is_others(each)]
        return told, {"count": count, "seen": {str(each["messageId"]): version_of(each) for each in last}}

    def _is_others(self, message: Mapping[str, Any]) -> bool:
        return message["fromuid"] != self.uid and not message.get("system")

    def _told(self, room: str, message: Mapping[str, Any]) -> Told:
        text = None if message.get("deleted") else self.chats.raw(room, message["messageId"])
        author, mid = str(message["fromUser"]["username"]), f"{MESSAGE}{message['messageId']}"
        version = DELETED if text is None else version_of(message)
        url = f"{self.api.url}/chats/{room}"
        return Told(_time_of(message), Reply(mid, room, author, text or "", version, True, text is None, url))


def version_of(thing: Mapping[str, Any]) -> str:
    """What changes whenever a post or message does: when it was last edited, in milliseconds, or that it is deleted."""
    return DELETED if thing.get("deleted") else str(thing.get("edited") or 0)


def _versions(posts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {str(post["pid"]): version_of(post) for post in posts}


def _time_of(thing: Mapping[str, Any]) -> int:
    return int(thing.get("edited") or thing.get("timestamp") or 0)


def _page_count(topic: Mapping[str, Any] | None) -> int:
    return int(topic["pagination"]["pageCount"]) if topic else 1


def _id(room: Mapping[str, Any]) -> str:
    return str(room["roomId"])


def _is_known(room: Mapping[str, Any], rooms: Mapping[str, State]) -> bool:
    state = rooms.get(_id(room))
    return state is not None and state["count"] == room["messageCount"]
