"""The order language of Star Navy: a mail over the current orders, and the orders without one (SN-15.1, SN-15.2, SN-15.3)."""

from __future__ import annotations

from pbem.core.game.phrases import count
from pbem.core.game.protocol import Orders
from pbem.core.texts.envelope import Block, Envelope, OrderSheet, Parsed, Problem, game_over
from pbem.core.texts.filing import filed, sorted_out, stranger, unnamed
from pbem.games.star_navy.language.slate import Slate
from pbem.games.star_navy.language.stored import read_stored
from pbem.games.star_navy.language.syntax import forms
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.orders.checks import comma_joined
from pbem.games.star_navy.orders.filing import Filing
from pbem.games.star_navy.orders.prospects import at_next_turn
from pbem.games.star_navy.orders.wording import WORDING


def sheet(state: State, seat: str) -> OrderSheet:
    """What the state holds for each living ship of a seat (SN-15.2, SN-15.10)."""
    return OrderSheet({ship.id: Slate.of(ship).lines() for ship in _own(state, seat)})


def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders, by ship and slot (SN-15.2). Mistakes come back as problems."""
    if state.over:
        return game_over(sheet)
    ships = {ship.id: ship for ship in _own(state, seat)}
    pieces, problems = sorted_out(envelope.blocks, list(ships), lambda block: _astray(block, list(ships)))
    filings = {id: Filing(state, ship, sheet.units.get(id, [])) for id, ship in ships.items()}
    for id, filing in filings.items():
        filing.read(pieces[id])
        read_stored(tuple(filing.lines))  # and remembered for the deadline
    coming = at_next_turn(state)
    notes = [words for each in filings.values() if each.accepted for words in (_costs(each.ship), *each.remarks(coming))]
    return filed(envelope, sheet, filings, problems, notes)


def _own(state: State, seat: str) -> list[Ship]:
    return [ship for ship in state.living() if ship.seat == seat]


def _astray(block: Block, own: list[str]) -> list[Problem]:
    """A block for a ship that this seat does not command, or orders before any block."""
    if not own:
        return [Problem(block.line, block.unit, "", "you have no ship left on the map", kind="not allowed")]
    if not block.unit:
        return unnamed(block.pieces, own, "ship")
    return [stranger(block, f"{block.unit} is not your ship; yours are {comma_joined(own)}", own)]


def _costs(ship: Ship) -> str:
    """SN-5.3, SN-5.5: present costs, for the receipt; information, not a promise."""
    cost, console = ship.turn_cost, ship.console
    turn = f"{cost} energy and {count(cost, 'thruster')}" if cost else "nothing"
    have = f"{console.energy} energy, {count(console.free_thrusters, 'free thruster')}"
    return f"{ship.id}: a turn now costs {turn}; you have {have}; volleys cost 1 per weapon"


ORDERS = Orders(
    replacing=(
        "New orders replace what stands for the same ship in the same slot (T1 to T6, JUMP, STANDING, each SETUP, "
        "each POLICY; all of E1 together, all of E2 together); other slots and ships keep theirs, and CLEAR empties a "
        "ship's T, E and JUMP."
    ),
    wording=WORDING,
    sheet=sheet,
    parse=parse,
    forms=forms,
)
