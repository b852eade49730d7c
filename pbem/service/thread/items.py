"""What a game's thread is made of: turns with their reports, and the posts below each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

ItemKind = Literal["announcement", "press", "comment"]


@dataclass(frozen=True)
class ThreadReader:
    """For whom the thread is made: a person's id ("": nobody known), and if they run the game (they read what is hidden)."""

    person: str = ""
    master: bool = False


NOBODY_KNOWN = ThreadReader()


@dataclass(frozen=True)
class ThreadItem:
    """A post below the report of a turn. `post` is its id, `author` says in words who wrote it.

    `text` is Markdown in a comment, else plain; None: it is not for this reader. `edited` is when it was changed last ("":
    never), `answers` the id of the post that it answers ("": none). `hidden` says by whom it was hidden and why ("": it is
    not). `erased`: its words are gone. `own`: the reader wrote it. `open_at`: others see it from then on ("": they do now).
    `seat`: as which seat it was written ("": as none). Times are UTC stamps.
    """

    post: str
    kind: ItemKind
    author: str
    text: str | None
    at: str
    edited: str = ""
    answers: str = ""
    hidden: str = ""
    erased: bool = False
    own: bool = False
    open_at: str = ""
    seat: str = ""


@dataclass(frozen=True)
class ThreadTurn:
    """The report of a turn as everybody may know it, in short, and what was posted after it, the oldest first.

    `post` is the report's id, `at` when the turn ended (a UTC stamp); `undone` says why it was rolled back ("": it was not).
    """

    post: str
    turn: int
    at: str
    heading: str
    verdict: str
    summary: Sequence[str]
    undone: str
    items: list[ThreadItem] = field(default_factory=list)


@dataclass(frozen=True)
class Thread:
    """Some turns of the thread, the newest first. `newer` and `older` are the turns with which the pages around this one begin.

    None: there is no such page.
    """

    turns: list[ThreadTurn]
    newer: int | None
    older: int | None
