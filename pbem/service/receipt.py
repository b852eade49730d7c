"""The answer to a mail, before a page or a mail puts it into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pbem.present.report import Report
from pbem.service.help_pages import Section
from pbem.service.press.messages import PressDelivery
from pbem.service.reports.why import Explanation

Outcome = Literal["accepted", "partly", "refused", "unchanged", "preview", "late", "over", "crew", "sitter"]


@dataclass(frozen=True)
class Taken:
    """A unit whose orders a mail changed or confirmed: its current orders, and its name ("" if it has only an id)."""

    unit: str
    name: str
    lines: list[str]


@dataclass(frozen=True)
class Answer:
    """The answer to `help`, `history` or `why`: lines of plain text."""

    title: str
    text: str
    # What the text was made of, for pages: the help, an old report, or what is behind a line. Else words alone.
    sections: Sequence[Section] = field(default=(), metadata={"json": None})
    report: Report | None = field(default=None, metadata={"json": None})
    why: Explanation | None = field(default=None, metadata={"json": None})


@dataclass(frozen=True)
class ExtensionRequest:
    """A seat asked for so many hours more, and why. `moved`: enough have asked, and the deadline was moved."""

    seat: str
    hours: float
    why: str
    moved: bool


@dataclass(frozen=True)
class VoteNews:
    """A seat's player voted for something (`words`), and why. `line` says the same in a mail; the `wanting` seats want it, too.

    `stands`: how many want it, and how many are needed; or `done` says what has been done, because enough want it. Then the
    `masters`, by id, are told, too: who runs the game, and who did so until then.
    """

    seat: str
    words: str
    why: str
    line: str
    wanting: list[str]
    stands: str
    done: str
    masters: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Receipt:
    """The answer to a mail, for the gateway to put into words. Hex for hashes, UTC stamps for times, "" for none.

    `outcome`: accepted (all of it), partly (some orders had problems), refused (all had), unchanged (no orders in it),
    preview (a dry run: nothing was filed, `current_orders` would be in force), late (meant for a turn that is resolved),
    over (the game has ended), crew (no answer: orders of another of the seat's crew change what to say of its own), sitter
    (no answer: who orders for the seat's player has filed). `crew` are the receipts of these two kinds that an answered
    mail gives rise to. `asks` are the names of the questions in the mail; those that have an answer of their own have it in
    `answers`. `turn_words` name the open turn by both its numbers, `replacing` says what new orders replace in this game.
    `read_as` are orders put together from several lines, `left_out` lines that are no orders, each with its number. `press`
    is what the mail says to other players, `asked` what they are to be told of the deadline, `votes` of its votes. `ended`:
    the game is over. `early`: the turn is resolved as soon as all are ready. `owed`: somebody owes orders for the open turn.
    `left`: nobody plays the seat any more. `for_game`: something in the mail orders a unit of the seat, or is a word of the
    service, whether it could be taken or not; in what a machine writes there is no such thing. `names_sitter`: it asks for
    somebody to order for the player. `titles` are what the seats are called.
    """

    stream: str
    title: str
    seat: str
    side: str
    turn: int
    outcome: Outcome
    turn_words: str
    replacing: str
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    read_as: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    current_orders: str = ""
    luck: str = ""
    ready: bool = False
    commitment: str = ""
    salt: str = ""
    due: str = ""
    head: str = ""
    waiting: list[str] = field(default_factory=list)
    early: bool = True
    owed: bool = True
    duplicate: bool = False
    asks: list[str] = field(default_factory=list)
    names_sitter: bool = False
    crew: list[Receipt] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    press: list[PressDelivery] = field(default_factory=list)
    asked: ExtensionRequest | None = None
    votes: list[VoteNews] = field(default_factory=list)
    left: bool = False
    ended: bool = False
    for_game: bool = True
    titles: Mapping[str, str] = field(default_factory=dict)

    def called(self, seat: str) -> str:
        """What the rule book calls a seat."""
        return self.titles.get(seat, seat)

    @property
    def concerns_others(self) -> bool:
        """Is anybody else to be told something?"""
        return bool(self.press or self.crew or self.asked or self.votes)
