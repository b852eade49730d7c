"""Speaking with a Matrix homeserver: its client-server API v3, what its errors mean, and how we write its ids."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote

from pbem.gateway.forums.http import Answer, Question, ask, checked
from pbem.gateway.forums.port import Account, RateLimited, Refused

CLIENT = "/_matrix/client/v3"
MEDIA = "/_matrix/media/v3"
TO_MEND = {
    "M_UNKNOWN_TOKEN": "our access token is not valid any more; log in again, and give the place the new one as its key",
    "M_MISSING_TOKEN": "it wants an access token; give the place one as its key",
    "M_TOO_LARGE": "that is larger than the homeserver takes",
}
"""What whoever runs the game can do about an error, in place of the homeserver's own words."""

Json = dict[str, Any]


class Homeserver:
    """The homeserver of an account, which is asked with the account's access token."""

    def __init__(self, account: Account) -> None:
        self._url = account.url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {account.key}"}

    @cached_property
    def us(self) -> str:
        """Our own full user id, asked once: a token never changes its user."""
        return str(self.get("/account/whoami")["user_id"])

    @property
    def server(self) -> str:
        """The homeserver's name, as in its users' ids."""
        return self.us.partition(":")[2]

    def get(self, path: str, query: Mapping[str, str] | None = None) -> Json:
        """What is at this path of the API."""
        return _checked(ask(Question("GET", self._url + CLIENT + path, self._headers, query)))

    def find(self, path: str, query: Mapping[str, str] | None = None) -> Json | None:
        """What is at this path, or None when we cannot see anything there."""
        answer = ask(Question("GET", self._url + CLIENT + path, self._headers, query))
        return None if _missing(answer) or _said(answer).get("errcode") == "M_FORBIDDEN" else _checked(answer)

    def knows(self, user: str) -> bool:
        """Is there such a user? A homeserver may keep that to itself: then there may be."""
        answer = ask(Question("GET", f"{self._url}{CLIENT}/profile/{part(user)}", self._headers))
        if _missing(answer):
            return False
        if _said(answer).get("errcode") != "M_FORBIDDEN":
            _checked(answer)
        return True

    def put(self, path: str, content: Json) -> Json:
        """Put something there."""
        return _checked(ask(Question("PUT", self._url + CLIENT + path, self._headers, json=content)))

    def do(self, path: str, content: Json) -> Json:
        """Have something done (POST)."""
        return _checked(ask(Question("POST", self._url + CLIENT + path, self._headers, json=content)))

    def upload(self, name: str, png: bytes) -> str:
        """The address (mxc:) of a PNG that is now with the homeserver. Nobody sees it before an event shows it."""
        headers = self._headers | {"Content-Type": "image/png"}
        asked = Question("POST", f"{self._url}{MEDIA}/upload", headers, {"filename": name}, content=png)
        return str(_checked(ask(asked))["content_uri"])

    def send(self, room: str, transaction: str, content: Json) -> str:
        """Send a message; its event id. With the transaction of an earlier one it sends nothing, and gives that one's id."""
        path = f"/rooms/{part(room)}/send/m.room.message/{part(transaction)}"
        return str(self.put(path, content)["event_id"])

    def room(self, named: str) -> str:
        """The id of a room that is named by its id or alias. Raises Refused when there is none."""
        if named.startswith("!"):
            return named
        if not named.startswith("#"):
            raise Refused(f"{named!r} names no room; a room's id begins with !, its alias with #: #games:example.org")
        found = self.find(f"/directory/room/{part(named)}")
        if found is None:
            raise Refused(f"the homeserver knows no room {named}")
        return str(found["room_id"])

    def state(self, room: str, kind: str, key: str = "") -> Json | None:
        """The content of a state event of a room, or None when it has none, or does not let us see it."""
        return self.find(f"/rooms/{part(room)}/state/{kind}/{part(key)}")

    def full(self, user: str) -> str:
        """A user's full id: @blue:example.org; for a user of our own homeserver `blue` is enough."""
        return user if user.startswith("@") else f"@{user}:{self.server}"

    def short(self, user: str) -> str:
        """A user's name: without the homeserver when it is our own. Those of others keep it: it may be another person."""
        name, _, server = user.partition(":")
        return name.removeprefix("@") if server == self.server else user


def part(text: str) -> str:
    """A text as one part of a path."""
    return quote(text, safe="")


def joined(room: str, event: str) -> str:
    """An event's id with its room's, as in the addresses of matrix.to. Without an event: the room's alone."""
    return f"{room}/{event}" if event else room


def parted(id: str) -> tuple[str, str]:
    """A room's and an event's id ("": none)."""
    room, slash, event = id.partition("/$")
    return room, f"${event}" if slash else ""


def address(room: str, event: str, server: str) -> str:
    """Where any Matrix program opens an event."""
    return f"https://matrix.to/#/{quote(room, safe='!:')}/{quote(event, safe='$')}?via={quote(server, safe=':')}"


def _checked(answer: Answer) -> Json:
    said = _said(answer)
    code = said.get("errcode", "")
    if code == "M_LIMIT_EXCEEDED" and isinstance(said.get("retry_after_ms"), int):
        seconds = max(1.0, said["retry_after_ms"] / 1000)
        raise RateLimited(f"it says that we ask too often, and may again in {math.ceil(seconds)} seconds", seconds)
    checked(answer, TO_MEND.get(code) or f"{code} {said.get('error', '')}".strip())
    found: Json = answer.json()
    return found


def _missing(answer: Answer) -> bool:
    """Does the homeserver itself say that it is not there? Anything may answer 404 where there is no homeserver."""
    return answer.status == 404 and _said(answer).get("errcode", "M_UNRECOGNIZED") != "M_UNRECOGNIZED"


def _said(answer: Answer) -> Json:
    """The error that it tells of; {} when the answer is good, or is not the homeserver's."""
    if answer.good:
        return {}
    try:
        said = json.loads(answer.body)
    except ValueError:
        return {}  # something in front of the homeserver answered: its status is all we know
    return said if isinstance(said, dict) else {}
