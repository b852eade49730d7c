"""The order language of Stingray: a mail over the current orders, and the orders without one (section 5)."""

from __future__ import annotations

from pbem.core.orders.envelope import (
    Block,
    Envelope,
    OrderSheet,
    Parsed,
    Piece,
    Problem,
    changed_units,
    game_over,
    shortened,
    suggest,
)
from pbem.games.stingray.model.state import State
from pbem.games.stingray.orders.filing import Filing
from pbem.games.stingray.orders.remarks import meetings, remarks
from pbem.games.stingray.orders.spy_filing import UNIT, SpyFiling

IS_SPY = "SPY"


def sheet(state: State, seat: str) -> OrderSheet:
    """The current orders of a seat that has filed nothing: its standing orders. STG-CRW.3: a dead crew takes none."""
    units = {vessel.id: list(vessel.standing.get(seat, [])) for vessel in state.of_seat(seat) if not vessel.crew_dead}
    return OrderSheet(units | {UNIT: []})


def parse(known: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders, by vessel (STG-SEA.2). Mistakes come back as problems."""
    if known.over:
        return game_over(sheet)
    filings = {v.id: Filing(known, v, seat, list(sheet.units.get(v.id, []))) for v in known.mine() if not v.crew_dead}
    spies = SpyFiling(known, list(sheet.units.get(UNIT, [])))
    pieces, problems = _sorted_out(envelope.blocks, known, list(filings))
    for unit, filing in filings.items():
        filing.read(pieces.get(unit, []))
        problems += filing.problems
    spies.read(pieces.get(UNIT, []))
    after = OrderSheet({unit: filing.lines for unit, filing in filings.items()} | {UNIT: spies.lines})
    given = {unit: filing.given for unit, filing in filings.items()} | {UNIT: spies.given}
    taken = [filing for filing in filings.values() if filing.accepted]
    notes = [note for filing in taken for note in remarks(filing)] + meetings(list(filings.values()))
    return Parsed(
        after,
        sorted([*envelope.problems, *problems, *spies.problems], key=lambda problem: problem.line),
        notes,
        spies.accepted + sum(filing.accepted for filing in taken),
        changed_units(sheet, after, given),
        given,
    )


def _sorted_out(blocks: list[Block], known: State, units: list[str]) -> tuple[dict[str, list[Piece]], list[Problem]]:
    """Which pieces are for which unit. A seat with one vessel needs no block head; spy orders need none at all."""
    pieces: dict[str, list[Piece]] = {}
    problems: list[Problem] = []
    for block in blocks:
        unit = units[0] if not block.unit and len(units) == 1 else block.unit
        spying = [piece for piece in block.pieces if piece.text.upper().split()[0] == IS_SPY]
        rest = [piece for piece in block.pieces if piece not in spying]
        pieces.setdefault(UNIT, []).extend(spying)
        if unit in units or unit == UNIT:
            pieces.setdefault(unit, []).extend(rest)
        elif rest or not spying:
            problems += _astray(Block(unit, block.line, rest), known, units)
    return pieces, problems


def _astray(block: Block, known: State, units: list[str]) -> list[Problem]:
    """A block for a vessel that this seat does not command, or orders before any block."""
    vessel = known.vessels.get(block.unit)
    if vessel is not None and known.reader in vessel.seats:
        reason = f"the crew of {block.unit} is dead" if vessel.afloat else f"{block.unit} is out of play"
        return [Problem(block.line, block.unit, f"{block.unit}:", reason, kind="not allowed")]
    if not units:
        return [Problem(block.line, block.unit, "", "you have no vessel to order", kind="not allowed")]
    if block.unit:
        reason = f"{block.unit} is not your vessel; yours: {', '.join(units)}"
        return [Problem(block.line, block.unit, f"{block.unit}:", reason, suggest(block.unit, units), "not allowed")]
    legal = f"Write {' or '.join(f'{id}:' for id in units)} above it."
    return [Problem(p.line, "", shortened(p.text), "no vessel is named", legal, "ambiguous") for p in block.pieces]
