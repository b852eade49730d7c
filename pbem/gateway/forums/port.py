"""What every kind of place can do for us, in words that are the same for all: the port that drivers implement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol

from pbem.present.markup import Markup

Ability = Literal["private", "edit", "hide", "replies", "hooks", "pictures", "search"]
"""What not every place can: take private messages, let us change a post, hide others' posts, tell of answers when it is asked,
tell of them by itself, show pictures, find a post of ours again."""


@dataclass(frozen=True)
class Target:
    """Where a post goes: to a part of the place (a category, channel, list or group), or to one `user` alone.

    `topic` is what the place calls the thread there; "": the post begins one.
    """

    part: str = ""
    user: str = ""
    topic: str = ""


@dataclass(frozen=True)
class Picture:
    """A PNG shown with a post: its bytes, where it may be linked to ("": nowhere), and words for who cannot see it."""

    name: str
    png: bytes
    url: str
    words: str


@dataclass(frozen=True)
class Post:
    """What is to be posted. `text` is in the place's own markup; `title` is that of the topic, if this begins one.

    `marker` names the post for ever (letters and digits): it goes with it unseen, so that it can be found again.
    `about` are facts for places that are programs: `event` (`turn` or `post`), `game`, and of a turn `turn`, `due` and `url`.
    """

    marker: str
    title: str
    text: str
    pictures: tuple[Picture, ...] = ()
    about: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Posted:
    """A post as the place knows it. `held`: a moderator has to let it through first; it may have no `id` and `topic` yet."""

    id: str
    topic: str
    url: str = ""
    held: bool = False


@dataclass(frozen=True)
class Reply:
    """What somebody else wrote there. `author` is their user name, `text` the post in the place's own markup, as it is now.

    `version` changes whenever the post does. `private`: nobody reads it but its author and we. A `deleted` post has no text.
    """

    id: str
    topic: str
    author: str
    text: str
    version: str
    private: bool
    deleted: bool = False
    url: str = ""


@dataclass(frozen=True)
class Replies:
    """What was written since; `since` is what to ask with the next time. Asked twice, the same answers may come twice."""

    found: Sequence[Reply]
    since: str


@dataclass(frozen=True)
class Received:
    """What a place told us by itself. `event` names it ("": it says nothing that could be told twice).

    `answer` is the body it expects ("": none).
    """

    event: str
    found: Sequence[Reply] = ()
    answer: str = ""


class ForumError(Exception):
    """A place did not do what it was asked, in words for whoever runs the game. Callers catch its four kinds."""


class Unreachable(ForumError):
    """It could not be asked, or says that it is out of order: certainly nothing was done. Try again later."""


class Unsure(ForumError):
    """It was asked, but its answer was lost: search for the post before it is posted again."""


class RateLimited(ForumError):
    """It says to wait so many seconds; certainly nothing was done."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Refused(ForumError):
    """It will not do this. `final`: nor ever, as long as nobody changes anything there; else trying again may help."""

    def __init__(self, reason: str, final: bool = True) -> None:
        super().__init__(reason)
        self.final = final


class BadSignature(ForumError):
    """What came in is not signed by the place, or too old: it is answered with 403 and forgotten."""


@dataclass(frozen=True)
class Account:
    """How we reach a place: its address, our user name there, our key, and the secret that it signs with ("": none).

    `options` are the driver's own: each driver lists its options in `options`.
    """

    url: str
    user: str = ""
    key: str = ""
    hook_key: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


class Forum(Protocol):
    """A kind of place, opened with an `Account`. All calls may raise `ForumError`; none changes anything when it does.

    `longest` is how many characters a post may have; `options` are the names of its own settings with what they mean.
    """

    kind: ClassVar[str]
    markup: ClassVar[Markup]
    longest: ClassVar[int]
    abilities: ClassVar[frozenset[Ability]]
    options: ClassVar[Mapping[str, str]]

    def probe(self, part: str) -> str:
        """Who we are there, and that we may post in this part: a sentence. Posts nothing. Refused says what to mend."""

    def post(self, target: Target, post: Post) -> Posted:
        """Post it. What a place does not allow in a text (too short, its own marks) is mended here, not refused."""

    def find(self, target: Target, marker: str) -> Posted | None:
        """The post of ours with this marker, or None: certainly it is not there. Only with the ability `search`."""

    def edit(self, posted: Posted, post: Post) -> None:
        """Change a post of ours. Only with the ability `edit`."""

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """What others wrote, or changed, in these topics and to us alone (in any topic). `since` "": from now on.

        Only with the ability `replies`. What we wrote ourselves is left out.
        """

    def hide(self, reply: Reply, why: str) -> None:
        """Take somebody's post from the eyes of all. Only with the ability `hide`; Refused where we are no moderator."""

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """Read what the place sent to our address. Header names are in lower case. Raises BadSignature. Only with `hooks`."""
