"""The one way in which drivers speak HTTP: one question, one answer, in a bounded time; and whether it was asked at all."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem.gateway.forums.port import RateLimited, Refused, Unreachable, Unsure

SECONDS = 15.0
"""The most that a question and its whole answer take together."""
TO_CONNECT = 5.0
LONGEST_ANSWER = 5_000_000
"""Bytes; a place that answers more is out of order."""
WAIT_UNSAID = 60.0
"""Seconds to wait when a place says that we ask too often, and not for how long."""
OUT_OF_ORDER = (500, 502, 503, 504, 520, 521, 522, 523, 524)
"""Statuses of a place, or of what stands before it, that say nothing of what was done."""

File = tuple[str, bytes, str]
"""A file to upload: its name, its bytes, its media type."""


@dataclass(frozen=True)
class Answer:
    """What a place answered. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def good(self) -> bool:
        """Did it do what it was asked?"""
        return 200 <= self.status < 300

    def json(self) -> Any:
        """The body as JSON. Raises Unsure when it is none: something else answered in the place's stead."""
        try:
            return json.loads(self.body)
        except ValueError as e:
            raise Unsure(f"its answer {self.status} is no JSON: {self.body[:80]!r}") from e


@dataclass(frozen=True)
class Question:
    """What a place is asked. `content` goes as it is, `data` as a form, `files` beside it; `query` into the address."""

    method: str
    url: str
    headers: Mapping[str, str] | None = None
    query: Mapping[str, str | Sequence[str]] | None = None
    json: Any = None
    data: Mapping[str, str] | None = None
    files: Mapping[str, File] | None = None
    content: bytes | None = None


def ask(question: Question) -> Answer:
    """Ask, and give the answer whatever its status; redirections are not followed, nor proxies of the environment used.

    Raises:
        Unreachable: nobody was there, so nothing was done.
        Unsure: it was asked, and the answer was lost.
    """
    with ThreadPoolExecutor(1) as thread:  # of its own, for whoever asks may be within an event loop
        return thread.submit(lambda: asyncio.run(_ask(question))).result()


async def _ask(question: Question) -> Answer:
    import httpx

    client = httpx.AsyncClient(verify=_authorities(), trust_env=False, timeout=httpx.Timeout(None, connect=TO_CONNECT))
    try:
        async with asyncio.timeout(SECONDS), client:
            asked = client.build_request(
                question.method,
                question.url,
                headers={"User-Agent": "Wardroom", **(question.headers or {})},
                params=dict(question.query) if question.query else None,
                json=question.json,
                data=dict(question.data) if question.data else None,
                files=question.files,
                content=question.content,
            )
            answer = await client.send(asked, stream=True)
            body = b""
            async for piece in answer.aiter_bytes():
                body += piece
                if len(body) > LONGEST_ANSWER:
                    raise Unsure(f"its answer {answer.status_code} has no end")
            return Answer(answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, body)
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL) as e:
        raise Unreachable(f"nobody answers at {question.url}: {str(e) or type(e).__name__}") from e
    except (httpx.HTTPError, TimeoutError) as e:
        raise Unsure(f"the answer was lost: {str(e) or 'it took too long'}") from e


@cache
def _authorities() -> ssl.SSLContext:
    """The certificate authorities of this machine: reading them takes longer than most questions."""
    return ssl.create_default_context()


def checked(answer: Answer, reason: str = "") -> Answer:
    """The answer, if the place did what it was asked. `reason` is what the place says is wrong, when it says so in its own way.

    Raises:
        RateLimited, Unsure (it is out of order, and may have done it all the same), Refused.
    """
    if answer.good:
        return answer
    said = f"it answered {answer.status}" + (f": {reason}" if reason else "")
    if answer.status == 429:
        raise RateLimited(said, retry_after(answer))
    if answer.status in OUT_OF_ORDER:
        raise Unsure(said)
    raise Refused(said)


def retry_after(answer: Answer) -> float:
    """The seconds that the header Retry-After asks for, or a minute."""
    try:
        return max(1.0, float(answer.headers.get("retry-after", WAIT_UNSAID)))
    except ValueError:  # it may also be a date, which no forum here sends
        return WAIT_UNSAID
