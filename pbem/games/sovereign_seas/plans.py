"""Orders that hang on others of the same mail: plans of letters on the speeds ordered, and places of a formation."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.orders import Piece
from pbem.games.sovereign_seas.chart import Early, early, mended
from pbem.games.sovereign_seas.desk import Desk
from pbem.games.sovereign_seas.filing import Filing
from pbem.games.sovereign_seas.formation import Fault, faults
from pbem.games.sovereign_seas.lexer import Refused
from pbem.games.sovereign_seas.orders import Move, PlaceShip, Speed
from pbem.games.sovereign_seas.scenario import Berth
from pbem.games.sovereign_seas.speed import commanded, ordered, span
from pbem.games.sovereign_seas.state import Ship
from pbem.games.sovereign_seas.words import order_text

Filings = Mapping[str, Filing]
"""By ship."""


class Speeds:
    """SSL-X.10: the speed of each own ship next turn, as far as her admiral can know: of others it is the present one."""

    def __init__(self, desk: Desk, filings: Filings) -> None:
        self._desk = desk
        self._filings = filings

    def __call__(self, ship: Ship, behind: tuple[str, ...] = ()) -> int:
        """`behind`: ships that MATCH her, one after another; in a circle they hold."""
        limits = span(ship, self._desk.state.options, not commanded(ship, self._desk.state.next_turn))
        filing = self._filings.get(ship.id)
        order = (filing.order(Speed) if filing else None) or Speed("HOLD")
        leader = self._desk.fleet().get(order.ship)
        if order.kind != "MATCH":
            return limits.clamp(ordered(order, ship, limits))
        if leader is None or leader.id in (*behind, ship.id):
            return limits.clamp(ship.speed)
        return limits.clamp(self(leader, (*behind, ship.id)))


def mend_plans(desk: Desk, filings: Filings, speeds: Speeds) -> None:
    """SSL-X.7: simulate each plan; a turn too early is a problem, and stands as F (SSL-I2.4)."""
    for ship in desk.mine().values():
        filing, turn = filings[ship.id], desk.state.next_turn
        plan = filing.order(Move)
        if plan is None or not commanded(ship, turn) or ship.jam_until >= turn:
            continue
        speed, impulses = speeds(ship), desk.state.impulses
        found = early(ship, plan, speed, impulses)
        if found:
            instead = mended(ship, plan, speed, impulses)
            piece = filing.pieces.get("MOVE", Piece(0, order_text(plan)))
            filing.complain(piece, Refused(too_early(found), f"What stands: {order_text(instead)}."))
            filing.put(instead)


def too_early(found: Early) -> str:
    """SSL-I2.4: what is wrong with a plan."""
    hexes = f"{found.count} hex{'' if found.count == 1 else 'es'}"
    where = f"letter {found.index} ({found.letter})"
    return f"{where} too early: {hexes} since last turn, needs {found.needed}; earliest legal is letter {found.earliest}"


# ---------------------------------------------------------------- places


def settle_places(desk: Desk, filings: Filings) -> None:
    """S4: check all places of the side together. A ship that is wrong alone stays; a formation that is wrong stays whole."""
    placed = {id: filing for id, filing in filings.items() if "PLACE" in filing.pieces}
    while placed:
        found = list(faults(desk.state, desk.side, _berths(desk, filings)))
        if not found:
            return
        alone = {fault.ship: fault for fault in found if fault.ship in placed}
        if not alone:
            _refuse_all(placed, found[0])
            return
        for id, fault in alone.items():
            filing = placed.pop(id)
            filing.complain(filing.pieces["PLACE"], Refused(fault.reason))
            filing.take_back()


def _refuse_all(placed: dict[str, Filing], fault: Fault) -> None:
    first = min(placed.values(), key=lambda filing: filing.pieces["PLACE"].line)
    first.complain(first.pieces["PLACE"], Refused(fault.reason, "None of this mail's PLACE orders is taken."))
    for filing in placed.values():
        filing.take_back()


def _berths(desk: Desk, filings: Filings) -> dict[str, Berth]:
    """Where the side's ships would lie."""
    return {ship.id: _berth(ship, filings.get(ship.id)) for ship in desk.fleet().values()}


def _berth(ship: Ship, filing: Filing | None) -> Berth:
    order = filing.order(PlaceShip) if filing else None
    if order is None:
        return Berth(ship.hex, ship.heading, ship.speed)
    return Berth(order.hex, order.heading, ship.speed if order.speed is None else order.speed)
