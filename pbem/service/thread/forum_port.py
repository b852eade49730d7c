"""What the pages ask of the forums, so that they import nothing of the gateway."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class ForumPlace:
    """A place that the operator has set up. `part` is where in it games are posted; `error` why it failed last ("": not)."""

    name: str
    kind: str
    part: str
    error: str


@dataclass(frozen=True)
class PostAtPlace:
    """What has become of a post of a game at a place. `status` is waiting, tried, held, posted or refused; `error` says why."""

    place: str
    post: str
    status: str
    url: str
    error: str


class ForumPort(Protocol):
    """The forums; what each call does is said in `gateway.forums.forums.Forums`."""

    def known_places(self) -> list[ForumPlace]: ...
    def probe(self, place: str, part: str = "") -> str: ...
    def posts_of(self, stream: str) -> list[PostAtPlace]: ...
    def retry(self, stream: str) -> int: ...
