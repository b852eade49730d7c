"""The order language of Wet Thrust: a mail over the current orders, and the orders without one (section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.core.game.protocol import Orders
from pbem.core.texts.envelope import Block, Envelope, OrderSheet, Parsed, Problem, game_over, shortened
from pbem.core.texts.filing import filed, sorted_out
from pbem.core.texts.wording import wording
from pbem.games.wet_thrust.model.order_parts import FRACTIONS, Words, squadron_id
from pbem.games.wet_thrust.model.orders import FLEET, ITEMS, LANGUAGE
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.orders.filing import Filing
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.orders.remarks import notes

GOES_ON = re.compile(r"(AT|ON|ELSE|OR|WITH|WITHIN|RANGE|FROM|INTO|PRIORITY|SPEED(?! UP))\b|[,+]", re.I)
"""How a line begins that goes on with the order above it: SPEED UP is a plot of its own."""
PLOT = re.compile(
    r"(?:(?:MAX ?[AD]|[ADPSE]|SPEED UP|SLOW(?: DOWN)?|STARBOARD|STBD|PORT|SPEED ?=? ?(?=[0-9.])|[0-9./]+)[ ,+]*)+[.! ]*|-",
    re.I,
)
"""A plot without a word before it."""


def sheet(state: State, seat: str) -> OrderSheet:
    """Section 6: the orders of an admiral without a mail."""
    return OrderSheet(OrderContext(state, seat).stood())


def spelled(order: str) -> str:
    """WT-1.6: an order with its fractions in plain characters."""
    return " ".join(order.translate(FRACTIONS).split())


def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders (ruling W7). Mistakes come back as problems.

    A unit that the sheet does not list has nothing standing: so a sheet's own text gives the same sheet again.
    """
    if state.over:
        return game_over(sheet)
    context = OrderContext(state, seat)
    filings = {unit: Filing(context, unit, stood, sheet.units.get(unit)) for unit, stood in context.stood().items()}
    blocks = [each for block in envelope.blocks for each in _addressed(block, context, list(filings))]
    pieces, problems = sorted_out(blocks, list(filings), lambda block: _astray(block, context))
    for unit, filing in filings.items():
        filing.read(pieces[unit])
    told = notes(context, filings) if any(filing.accepted for filing in filings.values()) else []
    return filed(envelope, sheet, filings, problems, told)


# ---------------------------------------------------------------- blocks


def _addressed(block: Block, context: OrderContext, units: list[str]) -> Iterator[Block]:
    """A block by the whole name of its unit; `T1` alone is a squadron's too, when only one of their ships has it.

    An admiral of one ship needs no block head, FIREORDER needs none either.
    """
    pieces = block.pieces
    if word := squadron_id(block.unit, ""):
        short = [unit for unit in units if unit.endswith(f"-{word}")]
        yield Block(short[0] if word not in units and len(short) == 1 else word, block.line, pieces)
        return
    fleet = [piece for piece in pieces if FLEET in units and Words(piece.text).peek() == "FIREORDER"]
    if fleet:
        yield Block(FLEET, block.line, fleet)
    ships = list(context.ships())
    yield Block(ships[0] if len(ships) == 1 else "", block.line, [piece for piece in pieces if piece not in fleet])


def _astray(block: Block, context: OrderContext) -> list[Problem]:
    """Orders of no unit that this admiral orders."""
    if block.unit:
        reason, legal = context.why_not(block.unit)
        return [Problem(block.line, block.unit, "", f"{block.unit}: {reason}", legal, "not allowed")]
    legal = "".join(f"Write the unit above it, as in {ship}:" for ship in list(context.ships())[:1])
    return [Problem(piece.line, "", shortened(piece.text), "no unit is named", legal, "ambiguous") for piece in block.pieces]


WORDING = wording(LANGUAGE.line, LANGUAGE, words=(*ITEMS, "SLOW", "MAXA", "MAXD"), order_shape=PLOT, spelled=spelled)
ORDERS = Orders(
    replacing=(
        "A new block for a ship, squadron or FLEET replaces all that your earlier mails of this turn ordered for it; "
        "what stood before this turn stays unless the block changes it, and units that you do not name keep what they "
        "have."
    ),
    wording=replace(WORDING, goes_on=GOES_ON),
    sheet=sheet,
    parse=parse,
    forms=LANGUAGE.forms,
)
