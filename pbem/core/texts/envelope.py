"""The envelope of every order language: blocks of units, comments, commands to the service, problems with line numbers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

T = TypeVar("T")
ProblemKind = Literal["not understood", "not allowed", "ambiguous"]
GivenLines = Mapping[str, Sequence[str]]
"""By unit: those of its current orders which the mail itself gives."""

END = re.compile(r"\s*(END|--)\s*", re.I)
"""What follows such a line is not read."""


class OrderError(ValueError):
    """An order that is not taken: raised as one of the two below, and caught as this where both become problems.

    `reason` is a sentence without its period, `legal` says what would be legal, in one with it.
    """

    def __init__(self, reason: str, legal: str, kind: ProblemKind) -> None:
        super().__init__(reason)
        self.reason = reason
        self.legal = legal
        self.kind = kind


class UnreadableOrder(OrderError):
    """The words are no order of the language in any position. The reader of the block catches it: it becomes a problem."""

    def __init__(self, reason: str = "", legal: str = "", kind: ProblemKind = "not understood") -> None:
        super().__init__(reason, legal, kind)


class IllegalOrder(OrderError):
    """The words are an order that this unit may not be given now. The reader of the block catches it: it becomes a problem."""

    def __init__(self, reason: str, legal: str = "", kind: ProblemKind = "not allowed") -> None:
        super().__init__(reason, legal, kind)


@dataclass(frozen=True)
class Problem:
    """What is wrong with one order: its line in the mail (from 1), its unit, the words, why, and what would be legal."""

    line: int
    unit: str
    text: str
    reason: str
    legal: str = ""
    kind: ProblemKind = "not understood"

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        hint = f" {self.legal}" if self.legal else ""
        return f'{where}"{self.text}": {self.reason}.{hint}' if self.text else f"{where}{self.reason}.{hint}"


class Piece(NamedTuple):
    """One order as written: a line, or a part of a line between semicolons."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {shortened(self.text)}"


@dataclass
class Block:
    """The orders a mail gives to one unit; unit "" holds what is written before any block."""

    unit: str
    line: int
    pieces: list[Piece] = field(default_factory=list)


@dataclass(frozen=True)
class Question:
    """What a mail asks: status, preview, help, history or why; `about` is the topic, the turn, or the report line's number."""

    name: str
    about: str = ""


@dataclass(frozen=True)
class Request:
    """What a player asks for: extend, absent, not absent, sitter, not sitter or resign; what it is about, and why, as written.

    `line` is its line in the mail, `text` the words of it.
    """

    line: int
    text: str
    name: str
    about: str
    why: str


@dataclass
class Press:
    """Words to other players: the line it begins on, the addressees as written, and the lines of its paragraph."""

    line: int
    to: list[str]
    lines: list[str]

    @property
    def text(self) -> str:
        """What to hand on."""
        return "\n".join(self.lines).strip()


@dataclass
class Envelope:
    """A mail's orders before any game has read them.

    `left_out` is prose; `read_as` are orders that were put together from several lines; `turns` are those which headings name.
    """

    blocks: list[Block] = field(default_factory=list)
    luck: str | None = None
    ready: bool | None = None
    asks: list[Question] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    press: list[Press] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left_out: list[Piece] = field(default_factory=list)
    read_as: list[Piece] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)

    @property
    def preview(self) -> bool:
        """Is nothing of it to be filed?"""
        return any(ask.name == "preview" for ask in self.asks)

    @property
    def orders(self) -> bool:
        """Is there anything in it beside questions, requests and press? Also true of a mail with nothing in it."""
        rest = bool(self.blocks) or self.luck is not None or self.ready is not None
        return rest or not (self.asks or self.requests or self.press)


@dataclass(frozen=True)
class OrderSheet:
    """The current orders of one seat: unit id -> orders in the game's canonical words."""

    units: Mapping[str, list[str]] = field(default_factory=dict)

    def text(self) -> str:
        """The canonical text: what commitments are made of, and what parses back to the same sheet."""
        return "\n".join("\n  ".join([f"{unit}:", *lines]) for unit, lines in self.units.items() if lines)


def lines_of(sheets: Mapping[str, OrderSheet], seat: str, unit: str, standing: Iterable[str]) -> list[str]:
    """What the mails left on a seat's sheet for a unit; of a seat without a sheet its `standing` orders."""
    return list(sheets[seat].units.get(unit, ())) if seat in sheets else list(standing)


def of_kind(orders: Iterable[object], kind: type[T]) -> tuple[T, ...]:
    """Those of the orders that are of one type."""
    return tuple(order for order in orders if isinstance(order, kind))


def last_of(orders: Iterable[object], kind: type[T]) -> T | None:
    """The last order of one type, which counts where only one can."""
    found = of_kind(orders, kind)
    return found[-1] if found else None


@dataclass(frozen=True)
class Parsed:
    """A mail as a game understood it.

    `sheet` are the current orders, `notes` are remarks for the receipt (costs, warnings), `accepted` counts the orders taken,
    `changed` are the units whose orders the mail changed, or gave as they were already. `given` are the lines of the sheet
    that the mail itself gives, by unit; the others are in force from before.
    """

    sheet: OrderSheet
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    accepted: int = 0
    changed: tuple[str, ...] = ()
    given: GivenLines = field(default_factory=dict)


def changed_units(before: OrderSheet, after: OrderSheet, given: GivenLines) -> tuple[str, ...]:
    """The units whose lines are others than before, and those for which a current order was `given`."""
    return tuple(
        unit for unit, lines in after.units.items() if given.get(unit) or list(lines) != list(before.units.get(unit, ()))
    )


def shortened(text: str, most: int = 120) -> str:
    """An order as a problem quotes it: its first `most` characters."""
    return text if len(text) <= most else f"{text[:most]}…"


def game_over(sheet: OrderSheet) -> Parsed:
    """The answer to a mail when the game is over."""
    return Parsed(sheet, [Problem(0, "", "", "the game is over; no orders are taken", kind="not allowed")])


def suggest(word: str, words: Iterable[str]) -> str:
    """`Did you mean X?`, when one of `words` is near; else ""."""
    near = difflib.get_close_matches(word.upper(), list(words), n=1, cutoff=0.6)
    return f"Did you mean {near[0]}?" if near else ""
