"""Private messages on a NodeBB board: its chats. A room for each person; a long text goes as several messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pbem.gateway.forums.drivers.nodebb.nodebb_calls import Api, marked, me, user_of, with_pictures
from pbem.gateway.forums.port import Post, Posted, Refused, Target

FENCE = "```"
SHORTEST = 200
"""A board whose chat messages may not have so many characters is none to write to."""
REMOVED = "(removed)"
MESSAGE = "m"
"""Before the number of a message, to tell its id from that of a post."""


class Own(NamedTuple):
    """A message of ours in a room: its number, and its text as it was written."""

    mid: int
    text: str


class Chats:
    """Our chats with one person each; rooms of more people are none of ours."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def post(self, target: Target, post: Post) -> Posted:
        """Write to one person. What a try that broke off has written of a long post is not written again."""
        room = target.topic or self._room_with(target.user, make=True)
        parts = marked_parts(post, self._longest(room))
        there = self.ours_with(room, post.marker) if len(parts) > 1 else []
        mid = there[-1].mid if there else 0
        for part in parts[len(there) :]:
            mid = int(self.api.write("POST", f"/chats/{room}", {"message": part})["messageId"])
        return self._posted(room, mid)

    def find(self, target: Target, marker: str) -> Posted | None:
        """The last message of a post, if all of it is there."""
        room = target.topic or self._room_with(target.user, make=False)
        there = self.ours_with(room, marker) if room else []
        return self._posted(room, there[-1].mid) if there and marked(marker) in there[-1].text else None

    def edit(self, posted: Posted, post: Post) -> None:
        """Change each message of a post; what is not needed any more is taken out of them."""
        room = posted.topic
        there = self.ours_with(room, post.marker)
        parts = _parts(post, self._longest(room))
        if not there or len(parts) > len(there):
            raise Refused(f"the text now needs {len(parts)} chat messages and had {len(there)}; write a new one instead")
        parts += [REMOVED] * (len(there) - len(parts))
        for number, (old, part) in enumerate(zip(there, parts, strict=True), 1):
            text = part + _mark(post.marker, 0 if number == len(there) else number)
            self.api.write("PUT", f"/chats/{room}/messages/{old.mid}", {"message": text})

    def raw(self, room: str, mid: int) -> str | None:
        """A message as it was written, or None if it is not there any more."""
        said = self.api.response(f"/chats/{room}/messages/{mid}/raw")
        return None if said is None else str(said["content"] or "")

    def ours_with(self, room: str, marker: str) -> list[Own]:
        """Of a room's last fifty messages, those of the post with this marker, in the order they were written."""
        uid = int(me(self.api)["uid"])
        found = []
        for message in self.messages(room, 0):
            if message["fromuid"] == uid and not message.get("deleted"):
                text = self.raw(room, message["messageId"]) or ""
                if f"({marker})" in text or f"({marker}." in text:
                    found.append(Own(message["messageId"], text))
        return found

    def messages(self, room: str, start: int, **query: int) -> list[Mapping[str, Any]]:
        """Fifty messages of a room, oldest first; without a `direction`, the last but `start`."""
        return list((self.api.response(f"/chats/{room}/messages", start=start, **query) or {}).get("messages", []))

    def _room_with(self, user: str, make: bool) -> str:
        uid = user_of(self.api, user)
        room = (self.api.response(f"/users/{uid}/chat") or {}).get("roomId")
        if room is None and make:
            room = self.api.write("POST", "/chats", {"uids": [uid]})["roomId"]
        return "" if room is None else str(room)

    def _longest(self, room: str) -> int:
        said = self.api.response(f"/chats/{room}")
        if said is None:
            raise Refused(f"there is no chat {room}")
        longest = int(said["maximumChatMessageLength"])
        if longest < SHORTEST:
            raise Refused(f"its chat messages may have only {longest} characters; at least {SHORTEST} are needed")
        return longest

    def _posted(self, room: str, mid: int) -> Posted:
        return Posted(f"{MESSAGE}{mid}", room, f"{self.api.url}/chats/{room}")


def marked_parts(post: Post, longest: int) -> list[str]:
    """The text in parts of at most so many characters. The last carries the marker, the others the marker with their number."""
    parts = _parts(post, longest)
    marks = [*range(1, len(parts)), 0]
    return [part + _mark(post.marker, number) for part, number in zip(parts, marks, strict=True)]


def parts_of(text: str, longest: int) -> list[str]:
    """The text cut between lines, or within a line that is too long; a fixed-width block is closed and opened again."""
    parts: list[list[str]] = [[]]
    fenced = False
    for line in _short_lines(text.strip("\n"), longest - 2 * len(FENCE) - 2):
        room = longest - sum(len(each) + 1 for each in parts[-1]) - (len(FENCE) + 1)
        if parts[-1] and len(line) > room:
            parts[-1] += [FENCE] if fenced else []
            parts.append([FENCE] if fenced else [])
        parts[-1].append(line)
        fenced ^= line.startswith(FENCE)
    return ["\n".join(part) for part in parts]


def _parts(post: Post, longest: int) -> list[str]:
    return parts_of(with_pictures(post), longest - len(_mark(post.marker, SHORTEST)))


def _mark(marker: str, number: int) -> str:
    return f"\n\n{marked(f'{marker}.{number}' if number else marker)}"


def _short_lines(text: str, longest: int) -> Iterator[str]:
    for line in text.split("\n"):
        for at in range(0, max(1, len(line)), longest):
            yield line[at : at + longest]
