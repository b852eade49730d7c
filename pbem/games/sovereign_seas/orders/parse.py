"""The order language of Sovereign Seas Lite: a mail over the current orders, and the orders without one (section 5)."""

from __future__ import annotations

from functools import partial

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
from pbem.games.sovereign_seas.language.grammar import head_of
from pbem.games.sovereign_seas.language.lexer import counter_id
from pbem.games.sovereign_seas.language.syntax import FLEET_FORMS
from pbem.games.sovereign_seas.model.orders import FLEET
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.orders.checks import check_ship
from pbem.games.sovereign_seas.orders.filing import Filing
from pbem.games.sovereign_seas.orders.fleet_checks import check_fleet
from pbem.games.sovereign_seas.orders.order_context import OrderContext
from pbem.games.sovereign_seas.orders.places import settle_places
from pbem.games.sovereign_seas.orders.plans import Speeds, mend_plans
from pbem.games.sovereign_seas.orders.remarks import fleet_notes, ship_notes

CARRY = "CARRY"


def sheet(state: State, seat: str) -> OrderSheet:
    """SSL-Z.1, SSL-Z.3: the orders of an admiral, and of each ship, without a mail: standing orders, also of the fleet."""
    units = {ship.id: list(ship.standing) for ship in state.of_seat(seat)}
    return OrderSheet(units | {FLEET: list(state.fleet.get(seat, []))})


def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders (SSL-X.2, SSL-X.17). Mistakes come back as problems.

    A unit that the sheet does not list has nothing standing: so a sheet's own text gives the same sheet again.
    """
    if state.over:
        return game_over(sheet)
    context = OrderContext(state, seat)
    filings, fleet = _filings(context, sheet)
    pieces, problems = _sorted_out(envelope.blocks, context)
    everyone = {**filings, FLEET: fleet}
    for unit, filing in everyone.items():
        filing.read(pieces.get(unit, []))
    speeds = Speeds(context, filings)
    settle_places(context, filings)
    mend_plans(context, filings, speeds)
    accepted = fleet.accepted + sum(filing.accepted for filing in filings.values())
    if accepted and FLEET in sheet.units:
        fleet.carry_on()
    problems += [problem for filing in everyone.values() for problem in filing.problems]
    after = OrderSheet({unit: filing.lines for unit, filing in everyone.items()})
    given = {unit: filing.given for unit, filing in everyone.items()}
    return Parsed(
        after,
        sorted([*envelope.problems, *problems], key=lambda problem: problem.line),
        _notes(context, filings, fleet, speeds),
        accepted,
        changed_units(sheet, after, given),
        given,
    )


def _filings(context: OrderContext, sheet: OrderSheet) -> tuple[dict[str, Filing], Filing]:
    state, side, units = context.state, context.side, sheet.units
    filings = {
        id: Filing(id, side, ship.standing, units.get(id), partial(check_ship, context, ship))
        for id, ship in context.mine().items()
    }
    stood = state.fleet.get(context.seat, [])
    return filings, Filing(FLEET, side, stood, units.get(FLEET), partial(check_fleet, context))


def _notes(context: OrderContext, filings: dict[str, Filing], fleet: Filing, speeds: Speeds) -> list[str]:
    ships = context.mine()
    taken = [filing for filing in filings.values() if filing.accepted]
    notes = [note for filing in taken for note in ship_notes(context, ships[filing.unit], filing, fleet, speeds)]
    return notes + fleet_notes(context, fleet)


# ---------------------------------------------------------------- blocks


def _sorted_out(blocks: list[Block], context: OrderContext) -> tuple[dict[str, list[Piece]], list[Problem]]:
    """Which orders are for which unit. An admiral of one ship needs no block head, orders of the whole fleet none either."""
    pieces: dict[str, list[Piece]] = {}
    problems: list[Problem] = []
    own = list(context.mine())
    for block in blocks:
        named = counter_id(block.unit, context.side)
        unit = own[0] if not named and len(own) == 1 else named
        rest: list[Piece] = []
        for piece in block.pieces:
            head = head_of(piece.text)
            for_fleet = head == CARRY or (not block.unit and head in FLEET_FORMS)
            (pieces.setdefault(FLEET, []) if for_fleet else rest).append(piece)
        if unit in own or unit == FLEET:
            pieces.setdefault(unit, []).extend(rest)
        elif block.unit:
            problems.append(_stranger(Block(unit, block.line), context, own))
        else:
            legal = f"Write the ship above it, as in {own[0]}:" if own else ""
            problems += [Problem(p.line, "", shortened(p.text), "no ship is named", legal, "ambiguous") for p in rest]
    return pieces, problems


def _stranger(block: Block, context: OrderContext, own: list[str]) -> Problem:
    """A block for a ship that this admiral does not order."""
    ship = context.state.ships.get(block.unit)
    yours = f"yours: {', '.join(own) or 'none'}"
    if ship is None or ship.side != context.side:
        reason = f"no own ship {block.unit}; {yours}"
    elif ship.active:
        reason = f"{block.unit} is ordered by another admiral ({ship.seat}); {yours}"
    else:
        reason = f"{block.unit} {'is sunk' if ship.fate == 'sunk' else 'has left the map'}"
    return Problem(block.line, block.unit, f"{block.unit}:", reason, suggest(block.unit, own), "not allowed")
