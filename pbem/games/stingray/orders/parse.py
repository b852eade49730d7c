"""The order language of Stingray: a mail over the current orders, and the orders without one (section 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.core.game.protocol import Orders
from pbem.core.texts.envelope import Block, Envelope, OrderSheet, Parsed, Piece, Problem, game_over
from pbem.core.texts.filing import filed, sorted_out, stranger, unnamed
from pbem.core.texts.wording import wording
from pbem.games.stingray.language.lines import LINES, read
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES
from pbem.games.stingray.orders.filing import Filing
from pbem.games.stingray.orders.remarks import meetings, remarks
from pbem.games.stingray.orders.spy_filing import UNIT, SpyFiling
from pbem.games.stingray.rules import lock

REPAIRS = {system for printed in CLASSES.values() for system in printed.repairs}
PLAN = re.compile(r"[0-9SRPL][0-9SRPL ,.-]*(?:OVER)?[ .!]*", re.I)
"""A plan without a word before it."""


def sheet(state: State, seat: str) -> OrderSheet:
    """The current orders of a seat that has filed nothing: its standing orders. STG-CRW.3: a dead crew takes none."""
    units = {vessel.id: list(vessel.standing.get(seat, [])) for vessel in state.of_seat(seat) if not vessel.crew_dead}
    return OrderSheet(units | {UNIT: []})


def parse(known: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders, by vessel (STG-SEA.2). Mistakes come back as problems."""
    if known.over:
        return game_over(sheet)
    filings = {v.id: Filing(known, v, seat, sheet.units.get(v.id, ())) for v in known.mine() if not v.crew_dead}
    spies = SpyFiling(known, sheet.units.get(UNIT, ()))
    blocks, spying = _without_spies(envelope.blocks)
    pieces, problems = sorted_out(blocks, list(filings), lambda block: _astray(block, known, list(filings)))
    for unit, filing in filings.items():
        filing.read(pieces[unit])
    spies.read(spying)
    taken = [filing for filing in filings.values() if filing.accepted]
    notes = [note for filing in taken for note in remarks(filing)] + meetings(list(filings.values()))
    return filed(envelope, sheet, {**filings, UNIT: spies}, problems, notes)


def _without_spies(blocks: Sequence[Block]) -> tuple[list[Block], list[Piece]]:
    """The blocks of vessels, and what is for SIDE: its own block, and SPY orders wherever they stand."""
    others: list[Block] = []
    spying: list[Piece] = []
    for block in blocks:
        rest = [piece for piece in block.pieces if block.unit != UNIT and piece.text.split()[0].upper() != "SPY"]
        spying += [piece for piece in block.pieces if piece not in rest]
        if rest or (not block.pieces and block.unit != UNIT):
            others.append(Block(block.unit, block.line, rest))
    return others, spying


def _astray(block: Block, known: State, units: list[str]) -> list[Problem]:
    """A block for a vessel that this seat does not command, or orders before any block."""
    vessel = known.vessels.get(block.unit)
    if vessel is not None and known.reader in vessel.seats:
        reason = f"the crew of {block.unit} is dead" if vessel.afloat else f"{block.unit} is out of play"
        return [Problem(block.line, block.unit, f"{block.unit}:", reason, kind="not allowed")]
    if not units:
        return [Problem(block.line, block.unit, "", "you have no vessel to order", kind="not allowed")]
    if not block.unit:
        return unnamed(block.pieces, units, "vessel")
    return [stranger(block, f"{block.unit} is not your vessel; yours: {', '.join(units)}", units)]


def _read(text: str) -> bool:
    """An order for a vessel of any class. Raises `OrderError`."""
    return bool(read(text) or read(text, "SS"))


ORDERS = Orders(
    replacing=(
        "A block with new orders for a vessel replaces all that you ordered it for this move; its standing orders "
        "stay until CANCEL STANDING, vessels (and SIDE) that you do not name keep theirs, and the other officer's "
        "orders are their own."
    ),
    wording=wording(_read, LINES, going_on=("FROM", "UNTIL", "HALF", "FULL"), words=REPAIRS, order_shape=PLAN),
    sheet=sheet,
    parse=parse,
    forms=LINES.forms,
    remarks=lock.remarks,
)
