"""The order language of Sovereign Seas Lite: a mail over the current orders, and the orders without one (section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from pbem.core.game.protocol import Orders
from pbem.core.texts.envelope import Block, Envelope, OrderSheet, Parsed, Piece, Problem, game_over, shortened
from pbem.core.texts.filing import filed, sorted_out, stranger
from pbem.core.texts.wording import wording
from pbem.games.sovereign_seas.language.lines import read
from pbem.games.sovereign_seas.language.syntax import OF_FLEET, forms, head_of
from pbem.games.sovereign_seas.model.order_parts import counter_id
from pbem.games.sovereign_seas.model.orders import FLEET, LANGUAGE
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.orders.filing import Filing
from pbem.games.sovereign_seas.orders.order_context import OrderContext
from pbem.games.sovereign_seas.orders.places import settle_places
from pbem.games.sovereign_seas.orders.plans import Speeds, mend_plans
from pbem.games.sovereign_seas.orders.remarks import notes

COUNTER_HEAD = re.compile(r"^(BSIC|CBIC|SF|COV|LM|SM) ([0-9]+)(?= ?:(?!/))", re.I)
CARRY = "CARRY"


def sheet(state: State, seat: str) -> OrderSheet:
    """SSL-Z.1, SSL-Z.3: the orders of an admiral, and of each ship, without a mail: standing orders, also of the fleet."""
    units = {ship.id: list(ship.standing) for ship in state.of_seat(seat)}
    return OrderSheet(units | {FLEET: list(state.fleet.get(seat, []))})


def spelled(order: str) -> str:
    """2.1: a printed counter name before a colon is one word (BSIC 1: is BSIC-1:)."""
    return COUNTER_HEAD.sub(r"\1-\2", order)


def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders (SSL-X.2, SSL-X.17). Mistakes come back as problems.

    A unit that the sheet does not list has nothing standing: so a sheet's own text gives the same sheet again.
    """
    if state.over:
        return game_over(sheet)
    context = OrderContext(state, seat)
    filings = {unit: Filing(context, unit, sheet.units.get(unit)) for unit in (*context.mine(), FLEET)}
    pieces, problems = sorted_out(list(_blocks(envelope.blocks, context)), list(filings), partial(_astray, context))
    for unit, filing in filings.items():
        filing.read(pieces[unit])
    speeds = Speeds(context, filings)
    settle_places(context, filings)
    mend_plans(context, filings, speeds)
    if FLEET in sheet.units and any(filing.accepted for filing in filings.values()):
        filings[FLEET].carry_on()
    return filed(envelope, sheet, filings, problems, notes(context, filings, speeds))


def _blocks(blocks: Iterable[Block], context: OrderContext) -> Iterator[Block]:
    """Each block for its unit. An admiral of one ship needs no block head, orders of the whole fleet none either."""
    own = list(context.mine())
    for block in blocks:
        fleet: list[Piece] = []
        others: list[Piece] = []
        for piece in block.pieces:
            head = head_of(piece.text)
            (fleet if head == CARRY or (head in OF_FLEET and not block.unit) else others).append(piece)
        unit = counter_id(block.unit, context.side)
        yield Block(FLEET, block.line, fleet)
        yield Block(own[0] if not unit and len(own) == 1 else unit, block.line, others)


def _astray(context: OrderContext, block: Block) -> list[Problem]:
    """A block for a ship that this admiral does not order, or orders before any block."""
    own = list(context.mine())
    if not block.unit:
        legal = f"Write the ship above it, as in {own[0]}:" if own else ""
        return [Problem(p.line, "", shortened(p.text), "no ship is named", legal, "ambiguous") for p in block.pieces]
    ship = context.state.ships.get(block.unit)
    yours = f"yours: {', '.join(own) or 'none'}"
    if ship is None or ship.side != context.side:
        reason = f"no own ship {block.unit}; {yours}"
    elif ship.active:
        reason = f"{block.unit} is ordered by another admiral ({ship.seat}); {yours}"
    else:
        reason = f"{block.unit} {'is sunk' if ship.fate == 'sunk' else 'has left the map'}"
    return [stranger(block, reason, own)]


ORDERS = Orders(
    replacing=(
        "A block for a ship, or for FLEET, replaces all that you have ordered for it this turn, and is read over what "
        "stood for it when the turn began; units that you do not name keep what stands above."
    ),
    wording=wording(read, LANGUAGE, going_on="|", spelled=spelled),
    sheet=sheet,
    parse=parse,
    forms=forms,
)
