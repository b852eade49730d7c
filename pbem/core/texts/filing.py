"""A mail's orders over the current ones, as every game does it. What an order does to those of its unit is the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from pbem.core.texts.envelope import (
    Block,
    Envelope,
    IllegalOrder,
    OrderError,
    OrderSheet,
    Parsed,
    Piece,
    Problem,
    UnreadableOrder,
    changed_units,
    shortened,
    suggest,
)

T = TypeVar("T")


class Filing:
    """One unit while a mail is read. `lines` are its current orders, before and after the mail; `given` those of the mail."""

    most_length = 300
    """Characters of one order."""

    def __init__(self, unit: str, lines: Iterable[str]) -> None:
        self.unit = unit
        self.lines = list(lines)
        self.accepted = 0
        self._problems: dict[Piece, list[Problem]] = {}

    @property
    def problems(self) -> list[Problem]:
        """In the order of the mail."""
        return [problem for found in self._problems.values() for problem in found]

    @property
    def given(self) -> list[str]:
        """The lines of this mail among the current orders."""
        raise NotImplementedError

    def take(self, piece: Piece) -> None:
        """Take an order, counting it in `accepted`. Raises `OrderError` for one that is not taken."""
        raise NotImplementedError

    def settle(self) -> None:
        """What is done once all orders have been taken."""

    def read(self, pieces: Iterable[Piece]) -> None:
        """Take every order that can be taken: what is refused becomes a problem, and spoils no other."""
        for piece in pieces:
            self._problems.setdefault(piece, [])
            try:
                if len(piece.text) > self.most_length:
                    raise UnreadableOrder(f"an order may have {self.most_length} characters; this one has {len(piece.text)}")
                self.take(piece)
            except OrderError as why:
                self.complain(piece, why)
        self.settle()

    def complain(self, piece: Piece, why: OrderError) -> None:
        """Say why an order is not taken."""
        self._problems.setdefault(piece, []).append(self.problem(piece, why))

    def problem(self, piece: Piece, why: OrderError) -> Problem:
        """Why an order is not taken, as its writer is told."""
        return Problem(piece.line, self.unit, shortened(piece.text), why.reason, why.legal, why.kind)


class SlotFiling(Filing, Generic[T]):
    """One unit whose orders have slots: those of a slot exclude each other, or are a list of at most so many.

    `stood` is what was in force when the turn began. A block is read over it, and so replaces what an earlier mail of this turn
    said; over nothing where the unit is not on the sheet (`lines` None). `slate` has what is in force, by slot.
    """

    most: ClassVar[Mapping[str, int]] = {}
    """Slots with a list, and how many orders it may have."""
    carried: ClassVar[frozenset[str]] = frozenset()
    """Lines that are no loss."""

    def __init__(self, unit: str, stood: Sequence[str], lines: Sequence[str] | None) -> None:
        super().__init__(unit, lines or ())
        self.before = list(self.lines)
        self.stood = stood
        self.base = stood if lines is not None else ()
        self.slate: dict[str, list[T]] = {}
        self.pieces: dict[str, Piece] = {}
        """Where the mail gives an order of each slot."""

    @property
    def replaced(self) -> bool:
        """Are orders of an earlier mail of this turn gone?"""
        return bool(self.accepted and {*self.before} - {*self.lines, *self.base, *self.carried})

    def put(self, piece: Piece, slot: str, order: T, afresh: bool = False) -> None:
        """Put an order into its slot. The mail's first one clears it, and so does one that stands alone, `afresh`."""
        if afresh or slot not in self.pieces:
            self.slate[slot] = []
            self.pieces.setdefault(slot, piece)
        there = self.slate[slot]
        if order in there:
            return
        if len(there) >= self.most.get(slot, 1):
            raise self.too_many(slot, there[0])
        there.append(order)

    def too_many(self, slot: str, first: T) -> IllegalOrder:
        """What is said of an order for which its slot has no room."""
        raise NotImplementedError

    def forget(self, *slots: str) -> None:
        """Empty some slots, as if nothing had been ordered for them."""
        for slot in slots:
            self.slate.pop(slot, None)
            self.pieces.pop(slot, None)


def sorted_out(
    blocks: Sequence[Block], units: Sequence[str], astray: Callable[[Block], list[Problem]]
) -> tuple[dict[str, list[Piece]], list[Problem]]:
    """The pieces of each unit, and the problems with blocks of none. Whoever has one unit need not name it."""
    pieces: dict[str, list[Piece]] = {unit: [] for unit in units}
    problems: list[Problem] = []
    for block in blocks:
        unit = units[0] if not block.unit and len(units) == 1 else block.unit
        if unit in pieces:
            pieces[unit] += block.pieces
        else:
            problems += astray(block)
    return pieces, problems


def unnamed(pieces: Sequence[Piece], units: Sequence[str], what: str = "unit") -> list[Problem]:
    """Orders before any block, of somebody with several units."""
    legal = f"Write {' or '.join(f'{unit}:' for unit in units)} above it." if units else ""
    return [Problem(piece.line, "", shortened(piece.text), f"no {what} is named", legal, "ambiguous") for piece in pieces]


def stranger(block: Block, reason: str, units: Sequence[str]) -> Problem:
    """A block of a unit that takes no orders from this seat, or was never there; perhaps one of its own was meant."""
    return Problem(block.line, block.unit, f"{block.unit}:", reason, suggest(block.unit, units), "not allowed")


def filed(
    envelope: Envelope, before: OrderSheet, filings: Mapping[str, Filing], problems: Iterable[Problem], notes: Sequence[str]
) -> Parsed:
    """What came of a mail."""
    after = OrderSheet({unit: filing.lines for unit, filing in filings.items()})
    given = {unit: filing.given for unit, filing in filings.items()}
    found = [*envelope.problems, *problems, *(problem for filing in filings.values() for problem in filing.problems)]
    return Parsed(
        after,
        sorted(found, key=lambda problem: problem.line),
        list(notes),
        sum(filing.accepted for filing in filings.values()),
        changed_units(before, after, given),
        given,
    )
