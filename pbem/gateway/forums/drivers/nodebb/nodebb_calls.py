"""How NodeBB 4 is asked: its read API and its write API with a bearer token, and what its refusals mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import quote

from pbem.gateway.forums.http import Answer, Question, ask, checked
from pbem.gateway.forums.port import Account, Post, RateLimited, Refused, Unreachable, Unsure
from pbem.present.forum import fitting
from pbem.present.markup import MARKDOWN

LANGUAGE = "en-GB"
"""Refusals are asked for in this language, whatever our account there prefers: only their words say what is wrong."""
WAIT = re.compile(r"(?:only post once every|required to wait|able to post in) (\d+) (second|minute|hour)", re.I)
SECONDS = {"second": 1, "minute": 60, "hour": 3600}
BUSY = re.compile(r"already posting|too many messages|too many files", re.I)
WAIT_BUSY = 120.0
"""Seconds; the longest pause that NodeBB asks of a new account between two chat messages, which it does not name."""
FILLER = "(That is all, and this board wants longer posts.) "
LENGTH = re.compile(r"enter a (longer|shorter) (post|title)\b.*?(\d+) character", re.I | re.S)


@contextmanager
def understood(otherwise: type[Unreachable | Unsure]) -> Iterator[None]:
    """What is read here has the shape of NodeBB's answers; otherwise something else answered in its stead: raises that."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as e:
        raise otherwise(f"it answered nothing that NodeBB answers ({type(e).__name__}: {e})") from e


class WrongLength(Refused):
    """The title or the text has not as many characters as this board wants: at least, or at most, `limit`."""

    def __init__(self, reason: str, part: Literal["post", "title"], shorter: bool, limit: int) -> None:
        super().__init__(reason)
        self.part = part
        self.shorter = shorter
        self.limit = limit


class Api:
    """The API of one board, asked as one of its users.

    A master token speaks for any user, so that each question has to name one: the option `uid`.
    """

    def __init__(self, account: Account) -> None:
        self.url = account.url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {account.key}"}
        self._uid = account.options.get("uid", "")

    def read(self, path: str, **query: str | int) -> Any:
        """What a page of the read API says, or None where there is no such page. Reading changes nothing there.

        Raises:
            Unreachable, RateLimited, Refused.
        """
        try:
            answer = self._asked("GET", path, query)
            return None if answer.status == 404 else checked(answer, _said(answer)).json()
        except Unsure as e:
            raise Unreachable(str(e)) from e

    def page(self, path: str, **query: str | int) -> Any:
        """What a page says that every board has. Raises Refused, too, where there is none: this is no NodeBB 4."""
        said = self.read(path, **query)
        if said is None:
            raise Refused(f"{self.url}{path} is not there: is it NodeBB 4?")
        return said

    def response(self, path: str, **query: str | int) -> Any:
        """What the write API says of a thing that is only looked at, or None where there is none."""
        answer = self.read(f"/api/v3{path}", **query)
        return None if answer is None else answer["response"]

    def write(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """What the write API says after it did something. Raises Unsure, Unreachable, RateLimited, WrongLength, Refused."""
        answer = self._asked(method, f"/api/v3{path}", {"lang": LANGUAGE}, body or {})
        if not answer.good:
            _raise_refusal(answer, _said(answer))
        try:
            return answer.json()["response"]
        except (KeyError, TypeError) as e:
            raise Unsure(f"its answer {answer.status} says nothing of what was done") from e

    def _asked(self, method: str, path: str, query: Mapping[str, str | int], body: Mapping[str, Any] | None = None) -> Answer:
        whole = {name: str(value) for name, value in query.items()} | ({"_uid": self._uid} if self._uid else {})
        return ask(Question(method, f"{self.url}{path}", self._headers, whole, json=body))


def me(api: Api) -> Mapping[str, Any]:
    """Our user there: `uid`, `username`, `userslug`. Raises Refused: a token that is not valid would make us a guest."""
    try:
        user = api.read("/api/self")
    except Refused as e:
        raise Refused(f"the board does not take our key ({e}): make a new token under API Access") from e
    if not isinstance(user, dict) or "userslug" not in user:
        raise Refused(f"no NodeBB answers at {api.url}")
    return user


def user_of(api: Api, name: str) -> int:
    """The number of a user. Raises Refused."""
    user = api.read(f"/api/user/username/{quote(name, safe='')}")
    if user is None:
        raise Refused(f"nobody there is called {name}")
    return int(user["uid"])


def marked(marker: str) -> str:
    """A line that carries the marker and is not shown: the definition of a link that nothing refers to.

    A comment would be: HTML is shown as it is written, unless the board allows it.
    """
    return f"[//]: # ({marker})"


def with_pictures(post: Post) -> str:
    """The text and its pictures by their addresses, or their words: a token may not upload (src/routes/api.js)."""
    pictures = [MARKDOWN.picture(picture.words, picture.url) if picture.url else picture.words for picture in post.pictures]
    return "\n\n".join([post.text.strip("\n"), *pictures])


def with_right_length(write: Callable[[str, str], Any], title: str, text: str) -> Any:
    """What `write` says of the title and text, or of what is made of them where the board wants them longer or shorter."""
    for _ in range(2):
        try:
            return write(title, text)
        except WrongLength as e:
            if e.part == "title":
                title = title[: e.limit] if e.shorter else f"{title} {'.' * e.limit}"[: max(e.limit, len(title) + 4)]
            else:
                text = fitting(text, e.limit) if e.shorter else f"{text}\n\n{FILLER * (e.limit // len(FILLER) + 1)}"
    return write(title, text)


def _said(answer: Answer) -> str:
    """Why it refuses, in its own words."""
    try:
        said = answer.json()
    except Unsure:
        return ""
    status = said.get("status") if isinstance(said, dict) else said
    return str(status.get("message", "") if isinstance(status, dict) else status or "")


def _raise_refusal(answer: Answer, said: str) -> None:
    wait, wrong = WAIT.search(said), LENGTH.search(said)
    if answer.status == 400 and wait:
        raise RateLimited(said, float(wait[1]) * SECONDS[wait[2].lower()])
    if answer.status == 400 and BUSY.search(said):
        raise RateLimited(said, WAIT_BUSY)
    if answer.status == 400 and wrong:
        raise WrongLength(
            said, "title" if wrong[2].lower() == "title" else "post", wrong[1].lower() == "shorter", int(wrong[3])
        )
    checked(answer, said)
