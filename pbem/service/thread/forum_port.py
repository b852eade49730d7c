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


@dataclass(frozen=True)
class LinkBox:
    """A place where a person may write to us privately. `us` is our user name there, `url` its address.

    `user` is their account that is linked ("": none), `reports`: their turn reports go there, too; `code` is one that they were
    given and may still use ("": none).
    """

    place: str
    kind: str
    url: str
    us: str
    user: str
    reports: bool
    code: str


@dataclass(frozen=True)
class HookAnswer:
    """What a place is answered that told us something: an HTTP status and a body."""

    status: int
    body: str = ""


class LinkPort(Protocol):
    """Accounts at places; what each call does is said in `gateway.forums.links.Links`."""

    def boxes(self, person: str) -> list[LinkBox]: ...
    def give_code(self, person: str, place: str) -> str: ...
    def unlink(self, person: str, place: str) -> None: ...
    def want_reports(self, person: str, place: str, wanted: bool) -> None: ...


class ForumPort(Protocol):
    """The forums; what each call does is said in `gateway.forums.forums.Forums`."""

    @property
    def links(self) -> LinkPort: ...
    def known_places(self) -> list[ForumPlace]: ...
    def probe(self, place: str, part: str = "") -> str: ...
    def posts_of(self, stream: str) -> list[PostAtPlace]: ...
    def retry(self, stream: str) -> int: ...
