"""The order language of Star Navy: a mail over the current orders, and the orders without one (SN-15.1, SN-15.2, SN-15.3)."""

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
from pbem.core.orders.order_words import join_pieces
from pbem.games.star_navy.language.grammar import read_stored
from pbem.games.star_navy.language.slate import Slate
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.orders.checks import comma_joined
from pbem.games.star_navy.orders.filing import GOES_ON, SHOWN_LENGTH, Filing


def sheet(state: State, seat: str) -> OrderSheet:
    """What the state holds for each living ship of a seat (SN-15.2, SN-15.10)."""
    return OrderSheet({ship.id: Slate.of(ship).lines() for ship in _own(state, seat)})


def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders, by ship and slot (SN-15.2). Mistakes come back as problems."""
    if state.over:
        return game_over(sheet)
    problems = list(envelope.problems)
    own = _own(state, seat)
    pieces: dict[str, list[Piece]] = {ship.id: [] for ship in own}
    for block in envelope.blocks:
        unit = own[0].id if not block.unit and len(own) == 1 else block.unit
        if unit in pieces:
            pieces[unit] += block.pieces
        else:
            problems += _not_yours(block, own)
    filings = [Filing(state, ship, Slate.read(sheet.units.get(ship.id, []))) for ship in own]
    for filing in filings:
        filing.read(pieces[filing.ship.id])
        problems += filing.problems
    after = OrderSheet({f.ship.id: f.slate.lines() for f in filings})
    given = {f.ship.id: f.given for f in filings}
    for lines in after.units.values():
        read_stored(tuple(lines))  # and kept for the deadline, as in `Filing`
    return Parsed(
        after,
        sorted(problems, key=lambda p: p.line),
        [words for f in filings if f.accepted for words in (_costs(f.ship), *f.remarks())],
        sum(f.accepted for f in filings),
        changed_units(sheet, after, given),
        given,
    )


def _own(state: State, seat: str) -> list[Ship]:
    return [ship for ship in state.living() if ship.seat == seat]


def _not_yours(block: Block, own: list[Ship]) -> list[Problem]:
    """A block for a ship that this seat does not command, or orders before any block."""
    ids = [ship.id for ship in own]
    if not own:
        return [Problem(block.line, block.unit, "", "you have no ship left on the map", kind="not allowed")]
    if block.unit:
        reason = f"{block.unit} is not your ship; yours are {comma_joined(ids)}"
        return [Problem(block.line, block.unit, f"{block.unit}:", reason, suggest(block.unit, ids), "not allowed")]
    legal = f"Write {' or '.join(f'{id}:' for id in ids)} above it."
    orders = join_pieces(block.pieces, GOES_ON)
    return [Problem(p.line, "", shortened(p.text, SHOWN_LENGTH), "no ship is named", legal, "ambiguous") for p in orders]


def _costs(ship: Ship) -> str:
    """SN-5.3, SN-5.5: present costs, for the receipt; information, not a promise."""
    cost, console = ship.turn_cost, ship.console
    turn = f"{cost} energy and {_counted(cost, 'thruster')}" if cost else "nothing"
    have = f"{console.energy} energy, {_counted(console.free_thrusters, 'free thruster')}"
    return f"{ship.id}: a turn now costs {turn}; you have {have}; volleys cost 1 per weapon"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
