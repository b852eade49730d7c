"""SSL-X.7: plans of letters against the speeds that the same mail orders (SSL-X.10)."""

from __future__ import annotations

from pbem.core.game.phrases import count
from pbem.core.texts.envelope import IllegalOrder, Piece
from pbem.games.sovereign_seas.language.letters import Early, early, mended
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model.orders import Move, Speed
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.orders.filing import Filings
from pbem.games.sovereign_seas.orders.order_context import OrderContext
from pbem.games.sovereign_seas.rules.sailing.speed import commanded, ordered, span


class Speeds:
    """SSL-X.10: the speed of each own ship next turn, as far as her admiral can know: of others it is the present one."""

    def __init__(self, context: OrderContext, filings: Filings) -> None:
        self._desk = context
        self._filings = filings

    def __call__(self, ship: Ship, behind: tuple[str, ...] = ()) -> int:
        """`behind`: ships that MATCH her, one after another; in a circle they hold."""
        limits = span(ship, self._desk.state.options, not commanded(ship, self._desk.state.next_turn))
        filing = self._filings.get(ship.id)
        order = (filing.order(Speed) if filing else None) or Speed("HOLD")
        leader = self._desk.fleet.get(order.ship)
        if order.kind != "MATCH":
            return limits.clamp(ordered(order, ship, limits))
        if leader is None or leader.id in (*behind, ship.id):
            return limits.clamp(ship.speed)
        return limits.clamp(self(leader, (*behind, ship.id)))


def mend_plans(context: OrderContext, filings: Filings, speeds: Speeds) -> None:
    """SSL-X.7: simulate each plan; a turn too early is a problem, and becomes F (SSL-I2.4)."""
    for ship in context.mine().values():
        filing, turn = filings[ship.id], context.state.next_turn
        plan = filing.order(Move)
        if plan is None or not commanded(ship, turn) or ship.log.jam_until >= turn:
            continue
        speed, impulses = speeds(ship), context.state.impulses
        found = early(ship, plan, speed, impulses)
        if found:
            instead = mended(ship, plan, speed, impulses)
            piece = filing.pieces.get("MOVE", Piece(0, order_text(plan)))
            filing.complain(piece, IllegalOrder(too_early(found), f"What stands: {order_text(instead)}."))
            filing.exchange(instead)


def too_early(found: Early) -> str:
    """SSL-I2.4: what is wrong with a plan."""
    where, moved = f"letter {found.index} ({found.letter})", count(found.count, "hex", "hexes")
    return f"{where} too early: {moved} since last turn, needs {found.needed}; earliest legal is letter {found.earliest}"
