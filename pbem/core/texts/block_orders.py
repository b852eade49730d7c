"""For languages in which a mail's block replaces the current orders of its unit: from the envelope to the sheet.

A game with orders that add to each other, or stay in force from mail to mail, has a `Filing` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.core.texts.envelope import Block, Envelope, OrderSheet, Parsed, Piece, Problem
from pbem.core.texts.filing import Filing, filed, sorted_out, stranger, unnamed

TakeOrder = Callable[[str, str, list[str]], str]
"""`take(unit, words, before)`: the order in canonical words, `before` being what the mail gave the unit above it.

Raises `UnreadableOrder` for words that are no order, `IllegalOrder` for an order that the unit may not be given.
"""
NONE_LOST: Mapping[str, str] = {}


class _Block(Filing):
    """One unit: what a mail gives it replaces all that it had."""

    def __init__(self, unit: str, lines: Iterable[str], take: TakeOrder) -> None:
        super().__init__(unit, lines)
        self._given: list[str] = []
        self._take = take

    @property
    def given(self) -> list[str]:
        return self._given

    def take(self, piece: Piece) -> None:
        self._given.append(self._take(self.unit, piece.text, self._given))
        self.accepted += 1

    def settle(self) -> None:
        self.lines = self._given or self.lines


def read_blocks(
    envelope: Envelope, current: OrderSheet, units: Sequence[str], take: TakeOrder, lost: Mapping[str, str] = NONE_LOST
) -> Parsed:
    """A seat's mail over the current orders of its `units`. A seat with one unit need not name it.

    An order that is not taken becomes a problem and spoils no other; a block of which nothing is taken changes nothing.
    `lost` says of the seat's units that have left play why they take no orders, as in `A3 was sunk`.
    """

    def astray(block: Block) -> list[Problem]:
        if block.unit in lost:
            return [Problem(block.line, block.unit, f"{block.unit}:", lost[block.unit], kind="not allowed")]
        if not units:
            return [Problem(block.line, block.unit, "", "you have nothing to order", kind="not allowed")]
        if not block.unit:
            return unnamed(block.pieces, units)
        return [stranger(block, f"{block.unit} is not yours; yours: {', '.join(units)}", units)]

    pieces, problems = sorted_out(envelope.blocks, units, astray)
    filings = {unit: _Block(unit, current.units.get(unit, ()), take) for unit in units}
    for unit, filing in filings.items():
        filing.read(pieces[unit])
    return filed(envelope, current, filings, problems, [])
