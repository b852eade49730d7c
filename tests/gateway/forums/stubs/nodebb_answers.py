"""What NodeBB's stub is made of: people, settings, and how the write API answers and refuses.

All facts are from NodeBB/NodeBB at version 4.15.1; the file is named at each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.gateway.forums.stub_server import Told

TOKEN = "7e1a5b56-5a3c-4b0e-9d5e-2f3f5f6a7b8c"
ERRORS = {  # public/language/en-GB/error.json
    "no-privileges": "You do not have enough privileges for this action.",
    "no-topic": "Topic does not exist",
    "no-post": "Post does not exist",
    "no-user": "User does not exist",
    "api.401": "A valid login session was not found. Please log in and try again.",
    "api.404": "Invalid API call",
    "chat-room-does-not-exist": "Chat room does not exist.",
    "post-already-deleted": "This post has already been deleted",
    "content-too-short": "Please enter a longer post. Posts should contain at least {} character(s).",
    "content-too-long": "Please enter a shorter post. Posts can't be longer than {} character(s).",
    "title-too-short": "Please enter a longer title. Titles should contain at least {} character(s).",
    "title-too-long": "Please enter a shorter title. Titles can't be longer than {} character(s).",
    "too-many-posts": "You can only post once every {} second(s) - please wait before posting again",
    "chat-message-too-long": "Chat messages can not be longer than {} characters.",
}
CODES = {400: "bad-request", 401: "not-authorised", 403: "forbidden", 404: "not-found", 503: "service-unavailable"}


@dataclass
class Limits:
    """Settings of the board. The defaults are those of install/data/defaults.json."""

    least_post: int = 8
    most_post: int = 32767
    least_title: int = 0
    most_title: int = 255
    most_chat: int = 1000
    page: int = 20
    use_pagination: bool = False


@dataclass
class Person:
    """A user; `slug` is the name in addresses."""

    uid: int
    username: str

    @property
    def slug(self) -> str:
        """As src/slugify.js makes it of a plain name."""
        return self.username.lower().replace(" ", "-")

    def data(self) -> dict[str, Any]:
        """As other answers have it in them. public/openapi/components/schemas/UserObj.yaml."""
        return {"uid": self.uid, "username": self.username, "userslug": self.slug}


@dataclass
class Written:
    """A post or a chat message: `place` is its topic or room."""

    number: int
    uid: int
    place: int
    content: str
    timestamp: int
    edited: int = 0
    deleted: int = 0


def done(response: Any) -> Told:
    """The write API did it. src/controllers/helpers.js formatApiResponse."""
    return Told({"status": {"code": "ok", "message": "OK"}, "response": response})


def refusal(status: int, error: str, *arguments: int) -> Told:
    """The write API did not. src/controllers/helpers.js generateError; the usual status is 400 (src/routes/helpers.js)."""
    said = ERRORS[error].format(*arguments)
    return Told({"status": {"code": CODES[status], "message": said}, "response": {}}, status)
