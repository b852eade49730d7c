"""How a Discourse is asked, and what its refusals mean."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pbem.gateway.forums.http import Answer, File, Question, ask, checked, retry_after
from pbem.gateway.forums.port import Account, RateLimited, Refused, Unreachable, Unsure

CHUNK = 20
"""Posts that Discourse gives at once of a topic."""
Query = Mapping[str, str | Sequence[str]]


class Denied(Refused):
    """Discourse refused, with this `status`: 403 we may not, 404 and 410 it is not there, 422 it does not like the post."""

    def __init__(self, reason: str, status: int) -> None:
        super().__init__(reason)
        self.status = status

    @property
    def missing(self) -> bool:
        """Is what was asked for not there (any more)?"""
        return self.status in {404, 410}


@contextmanager
def understood() -> Iterator[None]:
    """What is read here has the shape of a Discourse's answer. Raises Unreachable: something else answered in its stead."""
    try:
        yield
    except (KeyError, IndexError, TypeError) as e:
        raise Unreachable(f"it answered nothing that a Discourse answers ({type(e).__name__}: {e})") from e


@dataclass(frozen=True)
class Api:
    """The calls of one Discourse, in the name of our account."""

    account: Account

    @property
    def url(self) -> str:
        """The address of the forum, without a slash at its end."""
        return self.account.url.rstrip("/")

    def read(self, path: str, query: Query | None = None) -> Any:
        """What is there. Raises Denied, RateLimited, Unreachable; never Unsure, because to read changes nothing."""
        try:
            return self.answer(Question("GET", self.url + path, query=query)).json()
        except Unsure as e:
            raise Unreachable(str(e)) from e

    def change(self, method: str, path: str, body: Mapping[str, Any]) -> Answer:
        """Write something. Raises Denied, RateLimited, Unreachable, Unsure."""
        return self.answer(Question(method, self.url + path, json=body))

    def upload(self, file: File, private: bool) -> str:
        """Upload a picture; its address for posts there. Raises Denied, RateLimited, Unreachable."""
        data = {"type": "composer", "synchronous": "true", "for_private_message": str(private).lower()}
        try:
            with understood():
                question = Question("POST", self.url + "/uploads.json", data=data, files={"file": file})
                made = self.answer(question).json()
                return str(made.get("short_url") or made["url"])  # an old Discourse has no short ones
        except Unsure as e:  # a picture without a post is seen by nobody, and thrown away there after a while
            raise Unreachable(str(e)) from e

    def answer(self, question: Question) -> Answer:
        """The answer, if it is a good one or leads to another address; else raises as `change`."""
        headers = {"Api-Key": self.account.key, "Api-Username": self.account.user, "Accept": "application/json"}
        answer = ask(Question(**{**vars(question), "headers": headers}))
        if answer.good or answer.status in {301, 302}:
            return answer
        said, kind, wait = _problem(answer)
        if answer.status == 429:
            raise RateLimited(f"it answered 429: {said}", wait or retry_after(answer))
        if kind == "read_only":
            raise Unreachable(f"it is in read only mode: {said}")
        if 400 <= answer.status < 500:
            raise Denied(self._denial(answer.status, said), answer.status)
        return checked(answer, said)

    def _denial(self, status: int, said: str) -> str:
        if status == 403 and "key" in said.lower():
            return f"its key is not valid, or not for the user {self.account.user} (403: {said})"
        meanings = {403: f"{self.account.user} may not do this there", 404: "it is not there", 410: "it was deleted there"}
        meaning = meanings.get(status, f"it refused ({status})")
        return f"{meaning} ({status}: {said})" if status in meanings and said else f"{meaning}: {said}" if said else meaning

    def posts(self, topic: str, ids: Sequence[int]) -> list[dict[str, Any]]:
        """The posts of a topic with these ids, with their `raw` text. At most `CHUNK` ids."""
        query: Query = {"post_ids[]": [str(each) for each in ids], "include_raw": "true"}
        return list(self.read(f"/t/{topic}/posts.json", query)["post_stream"]["posts"])

    def post_url(self, post: Mapping[str, Any]) -> str:
        """Where a post is to be read."""
        return f"{self.url}/t/{post.get('topic_slug') or '-'}/{post['topic_id']}/{post['post_number']}"


def _problem(answer: Answer) -> tuple[str, str, float]:
    """What Discourse says is wrong, its kind of error, and the seconds to wait (0: it does not say)."""
    try:
        body = json.loads(answer.body)
    except ValueError:  # what limits requests by address answers in plain text, what is not there as a page
        text = answer.body.decode(errors="replace").strip()
        return ("" if text.startswith("<") else text[:200]), "", 0.0
    if not isinstance(body, dict):
        return str(body)[:200], "", 0.0
    said = body.get("errors") or body.get("message") or ""
    text = "; ".join(map(str, said)) if isinstance(said, list) else str(said)
    extras = body.get("extras")
    wait = extras.get("wait_seconds") if isinstance(extras, dict) else None
    return text, str(body.get("error_type", "")), float(wait) if isinstance(wait, int | float) else 0.0
