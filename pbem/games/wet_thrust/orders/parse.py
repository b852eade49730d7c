"""The order language of Wet Thrust: a mail over the current orders, and the orders without one (section 5)."""

from __future__ import annotations

from functools import partial

from pbem.core.orders.envelope import Block, Envelope, OrderSheet, Parsed, Piece, Problem, changed_units, game_over, shortened
from pbem.games.wet_thrust.language.grammar import split
from pbem.games.wet_thrust.language.lexer import squadron_id
from pbem.games.wet_thrust.model.orders import FLEET, MakeSmoke, Order
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.orders.air_checks import check_aim
from pbem.games.wet_thrust.orders.checks import check_fleet, check_ship, lone_smoke
from pbem.games.wet_thrust.orders.filing import Filing
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.orders.remarks import notes


def sheet(state: State, seat: str) -> OrderSheet:
    """Section 6: the orders of an admiral without a mail: of ships, squadrons and, if they are the senior, the fleet."""
    context = OrderContext(state, seat)
    units = {id: list(ship.standing) for id, ship in context.ships().items()}
    units |= {id: list(squadron.standing) for id, squadron in context.squadrons().items()}
    return OrderSheet(units | ({FLEET: list(state.fleet.get(context.side, []))} if context.senior else {}))


def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
    """Read a mail over the current orders (ruling W7). Mistakes come back as problems.

    A unit that the sheet does not list has nothing standing: so a sheet's own text gives the same sheet again.
    """
    if state.over:
        return game_over(sheet)
    context = OrderContext(state, seat)
    filings = _filings(context, sheet)
    pieces, problems = _sorted_out(envelope.blocks, context, list(filings))
    for unit, filing in filings.items():
        filing.read(pieces.get(unit, []))
    _settle_smoke(context, filings)
    problems += [problem for filing in filings.values() for problem in filing.problems]
    accepted = sum(filing.accepted for filing in filings.values())
    after = OrderSheet({unit: filing.lines for unit, filing in filings.items()})
    given = {unit: filing.given for unit, filing in filings.items()}
    return Parsed(
        after,
        sorted([*envelope.problems, *problems], key=lambda problem: problem.line),
        notes(context, filings) if accepted else [],
        accepted,
        changed_units(sheet, after, given),
        given,
    )


def _filings(context: OrderContext, sheet: OrderSheet) -> dict[str, Filing]:
    found: dict[str, Filing] = {}
    for id, ship in context.ships().items():
        found[id] = Filing(id, ship.standing, sheet.units.get(id), partial(check_ship, context, ship), _closed(context, ship))
    for id, squadron in context.squadrons().items():
        found[id] = Filing(id, squadron.standing, sheet.units.get(id), partial(_aim, context, squadron))
    if context.senior:
        stood = context.state.fleet.get(context.side, [])
        found[FLEET] = Filing(FLEET, stood, sheet.units.get(FLEET), partial(_fleet, context))
    return found


def _closed(context: OrderContext, ship: Vessel) -> str:
    """WT-15.1, WT-15.4: why she takes no orders for this turn; "" if she does."""
    if ship.sheet.commanded(context.turn):
        return ""
    since = f" since game turn {ship.sheet.bridge_out}" if ship.sheet.bridge_out else ""
    until = f"game turn {ship.sheet.takes_over}" if ship.sheet.takes_over > context.turn else _repaired(ship)
    return f"bridge out{since}; she repeats her last orders until {until}"


def _repaired(ship: Vessel) -> str:
    """WT-15.5: either of two bridges will do."""
    return f"{'a' if ship.sheet.count('SB') else 'the'} bridge is repaired"


def _aim(context: OrderContext, squadron: Squadron, order: Order, others: object) -> Order:
    check_aim(context, squadron, order)
    return order


def _fleet(context: OrderContext, order: Order, others: object) -> Order:
    check_fleet(context, order)
    return order


def _settle_smoke(context: OrderContext, filings: dict[str, Filing]) -> None:
    """WT-20.2: capital ships make smoke only to disengage, which another line of the block may order."""
    for id, ship in context.ships().items():
        filing = filings[id]
        for smoke in filing.all(MakeSmoke):
            if why := lone_smoke(ship, filing.orders):
                filing.drop(smoke, why)


# ---------------------------------------------------------------- blocks


def _sorted_out(blocks: list[Block], context: OrderContext, units: list[str]) -> tuple[dict[str, list[Piece]], list[Problem]]:
    """Which orders are for which unit. An admiral of one ship needs no block head, FIREORDER needs none either."""
    pieces: dict[str, list[Piece]] = {}
    problems: list[Problem] = []
    ships = list(context.ships())
    for block in blocks:
        unit = _named(squadron_id(block.unit, ""), units)
        if unit in units:
            pieces.setdefault(unit, []).extend(block.pieces)
        elif unit:
            problems.append(_stranger(Block(unit, block.line), context, ships))
        else:
            problems += _headless(block.pieces, pieces, ships if FLEET not in units else [*ships, FLEET])
    return pieces, problems


def _named(word: str, units: list[str]) -> str:
    """The unit that a block's head means: `T1` alone too, when only one of their ships has it."""
    short = [unit for unit in units if unit.endswith(f"-{word}")]
    return short[0] if word not in units and len(short) == 1 else word


def _headless(orders: list[Piece], pieces: dict[str, list[Piece]], units: list[str]) -> list[Problem]:
    """What is before any block."""
    problems: list[Problem] = []
    ships = [unit for unit in units if unit != FLEET]
    for piece in orders:
        if split(piece.text)[0] == "FIREORDER" and FLEET in units:
            pieces.setdefault(FLEET, []).append(piece)
        elif len(ships) == 1:
            pieces.setdefault(ships[0], []).append(piece)
        else:
            legal = f"Write the unit above it, as in {ships[0]}:" if ships else ""
            problems.append(Problem(piece.line, "", shortened(piece.text), "no unit is named", legal, "ambiguous"))
    return problems


def _stranger(block: Block, context: OrderContext, ships: list[str]) -> Problem:
    """A block for a unit that this admiral does not order. WT-23.4: of boats below the surface nothing is told."""
    id, legal = block.unit, f"Yours: {', '.join(ships) or 'none'}."
    namesakes = [squadron for squadron in context.squadrons() if squadron.endswith(f"-{id}")]
    unit = context.state.ships.get(id) or context.state.squadrons.get(id)
    if id == FLEET:
        reason, legal = f"only {context.state.senior(context.side)} orders the fleet", ""
    elif unit is None or (unit.side != context.side and not _seen(unit)):
        reason = "no such unit"
        legal = f"Did you mean {' or '.join(namesakes)}?" if namesakes else legal
    elif unit.seat != context.seat:
        reason = "not yours" if unit.side != context.side else f"not yours; {unit.seat} gives it orders"
    else:
        reason = _fate(unit)
    return Problem(block.line, id, "", f"{id}: {reason}", legal, "not allowed")


def _seen(unit: Vessel | Squadron) -> bool:
    """WT-23.1: do all know that there is this unit?"""
    return unit.airborne if isinstance(unit, Squadron) else not unit.printed.boat or (unit.visible and unit.afloat)


def _fate(unit: Vessel | Squadron) -> str:
    if isinstance(unit, Squadron):
        return "lost" if unit.lost else "gone home"
    fate = "has broken contact" if unit.fate == "away" else "sunk"
    return f"{fate} on game turn {unit.gone}" if unit.gone else fate
