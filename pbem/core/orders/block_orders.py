"""For languages in which a mail's block replaces the current orders of its unit: from the envelope to the sheet.

A game with orders that add to each other, or stay in force from mail to mail, has a reader of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.core.orders.envelope import (
    Block,
    Envelope,
    OrderSheet,
    Parsed,
    Piece,
    Problem,
    changed_units,
    shortened,
    suggest,
)
from pbem.core.orders.order_words import BULLET, OrderError

TakeOrder = Callable[[str, str, list[str]], str]
"""`take(unit, words, before)`: the order in canonical words, `before` being what the mail gave the unit above it.

Raises `UnreadableOrder` for words that are no order, `IllegalOrder` for an order that the unit may not be given.
"""


NONE_LOST: Mapping[str, str] = {}


def read_blocks(
    envelope: Envelope, current: OrderSheet, units: Sequence[str], take: TakeOrder, lost: Mapping[str, str] = NONE_LOST
) -> Parsed:
    """A seat's mail over the current orders of its `units`. A seat with one unit need not name it.

    An order that is not taken becomes a problem and spoils no other; a block of which nothing is taken changes nothing.
    `lost` says of the seat's units that have left play why they take no orders, as in `A3 was sunk`.
    """
    given: dict[str, list[str]] = {}
    problems: list[Problem] = []
    for block in envelope.blocks:
        unit = units[0] if not block.unit and len(units) == 1 else block.unit
        if unit in units:
            problems += _read(block.pieces, unit, given.setdefault(unit, []), take)
        else:
            problems += _strange(block, units, lost)
    after = OrderSheet({unit: given.get(unit) or list(current.units.get(unit, ())) for unit in units})
    return Parsed(
        after,
        sorted([*envelope.problems, *problems], key=lambda problem: problem.line),
        accepted=sum(map(len, given.values())),
        changed=changed_units(current, after, given),
        given=given,
    )


def _read(pieces: Sequence[Piece], unit: str, lines: list[str], take: TakeOrder) -> list[Problem]:
    """Take a block's orders into `lines`."""
    problems = []
    for piece in pieces:
        try:
            lines.append(take(unit, BULLET.sub("", piece.text, count=1), lines))
        except OrderError as why:
            problems.append(Problem(piece.line, unit, shortened(piece.text), why.reason, why.legal, why.kind))
    return problems


def _strange(block: Block, units: Sequence[str], lost: Mapping[str, str]) -> list[Problem]:
    """A block for what this seat does not command, or no more, or orders before any block."""
    if block.unit in lost:
        return [Problem(block.line, block.unit, f"{block.unit}:", lost[block.unit], kind="not allowed")]
    if not units:
        return [Problem(block.line, block.unit, "", "you have nothing to order", kind="not allowed")]
    if block.unit:
        reason = f"{block.unit} is not yours; yours: {', '.join(units)}"
        return [Problem(block.line, block.unit, f"{block.unit}:", reason, suggest(block.unit, units), "not allowed")]
    legal = f"Write {' or '.join(f'{unit}:' for unit in units)} above it."
    return [Problem(piece.line, "", shortened(piece.text), "no unit is named", legal, "ambiguous") for piece in block.pieces]
