"""The order language of campaigns: a mail over the current orders of a side (CMP-5, CMP-6)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.language.lines import read
from pbem.campaign.language.names import fleet_called, unit_called
from pbem.campaign.model.orders import FLEET, LANGUAGE
from pbem.campaign.model.state import State
from pbem.campaign.orders.filing import Filing
from pbem.campaign.orders.order_context import OrderContext, context_of, near
from pbem.campaign.orders.remarks import notes, remarks
from pbem.campaign.orders.trial import tried
from pbem.core.game.protocol import Orders
from pbem.core.texts.envelope import Block, Envelope, OrderSheet, Parsed, Piece, Problem, game_over
from pbem.core.texts.filing import filed, sorted_out
from pbem.core.texts.wording import wording

OF_UNIT = ("REPAIR", "REPLACE", "ASSIGN", "TRANSFER")
"""First words of orders that are of a unit, which a block of that unit need not name again."""


def sheet(state: State, seat: str) -> OrderSheet:
    """CMP-5.9: nothing stands from turn to turn."""
    return OrderSheet({FLEET: []})


def parse(known: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders. Mistakes come back as problems."""
    if known.over:
        return game_over(sheet)
    if envelope.blocks and (why := no_orders_now(known)):
        return Parsed(sheet, [*envelope.problems, Problem(0, "", "", why, kind="not allowed")])
    context = context_of(known, seat)
    filing = Filing(context, sheet.units.get(FLEET, ()))
    pieces, problems = sorted_out(list(_blocks(envelope, context)), [FLEET], lambda block: _astray(block, context))
    filing.read(pieces[FLEET])
    told = notes(tried(known, context.side, {seat: OrderSheet({FLEET: filing.lines})})) if filing.accepted else []
    return filed(envelope, sheet, {FLEET: filing}, problems, told)


def no_orders_now(known: State) -> str:
    """CMP-1.4, CMP-1.5: why nobody gives orders now; "" if orders are taken."""
    if not known.refitted:
        return "this campaign has no refit turns: there is nothing to order (CMP-1.5)"
    if known.fighting:
        fought = " and ".join(f"battle {battle.number}" for battle in known.waiting) or "the others' battles"
        return f"{fought} must be fought first: orders are taken in the next refit turn (CMP-1.4)"
    return ""


def _blocks(envelope: Envelope, context: OrderContext) -> Iterator[Block]:
    """The side's one block need not be named; in a block that is named after a unit orders are of that unit."""
    for block in envelope.blocks:
        unit = unit_called(context.state, block.unit) if block.unit not in ("", FLEET) else None
        if unit is None:
            yield block
        else:
            yield Block(FLEET, block.line, [Piece(piece.line, _named(piece.text, unit.id, context)) for piece in block.pieces])


def _named(text: str, unit: str, context: OrderContext) -> str:
    """`REPAIR 3` in the block of SR1 is `REPAIR SR1 3`; an order that names a unit or a fleet is as it is."""
    words = text.split()
    after = 2 if [word.upper() for word in words[:2]] == ["TRANSFER", "COMMANDER"] else 1
    there = words[after].strip(",") if after < len(words) else ""
    named = unit_called(context.state, there) or fleet_called(context.state, context.side, there)
    if named or words[0].upper() not in OF_UNIT:
        return text
    return " ".join([*words[:after], unit, *words[after:]])


def _astray(block: Block, context: OrderContext) -> list[Problem]:
    """A block of no unit that anybody has."""
    reason = f"there is no unit {block.unit}"
    return [
        Problem(block.line, block.unit, f"{block.unit}:", reason, near(block.unit, context.mine(), "yours are"), "not allowed")
    ]


ORDERS = Orders(
    replacing="A mail with an order in it replaces all that you ordered for this refit turn before.",
    wording=wording(read, LANGUAGE),
    sheet=sheet,
    parse=parse,
    forms=LANGUAGE.forms,
    remarks=remarks,
)
