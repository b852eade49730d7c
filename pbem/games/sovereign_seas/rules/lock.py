"""SSL-X: the admirals' sheets become the orders in force for a turn, and the standing orders from now on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from events.sovereign_seas.opening import OrdersStood
from pbem.core.game.turn import Turn
from pbem.core.game.unit_ids import natural
from pbem.core.texts.envelope import OrderSheet, last_of, lines_of, of_kind
from pbem.games.sovereign_seas.language.lines import STANDING, kind_of, order_text, read_lines
from pbem.games.sovereign_seas.model.orders import (
    FLEET,
    Avoid,
    CarryOn,
    Concede,
    Exit,
    Fire,
    Hold,
    Line,
    Lose,
    Move,
    Open,
    Seq,
    ShipOrders,
    Speed,
    Steer,
    When,
)
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import SIDES

DEFAULTED = ("OPEN", "AVOID", "FIRE", "LOSE")
"""SSL-X.16: kinds of which FLEET lines are the default of ships that have none of their own."""


@dataclass(frozen=True)
class LockedOrders:
    """A turn's orders: by ship, and by side the ships in order, who gives up, and whose admirals have mailed."""

    orders: dict[str, ShipOrders] = field(default_factory=dict)
    sequence: dict[str, list[str]] = field(default_factory=dict)
    conceding: list[str] = field(default_factory=list)
    mailed: frozenset[str] = frozenset()


def lock_orders(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> LockedOrders:
    """SSL-X.1: sealed up to here, now all in force at once. SSL-A.1: each admiral orders their own ships.

    SSL-X.17: what the last mail that named the unit left on the sheet. SSL-Z.1: without a sheet the standing orders.
    """
    state = turn.state
    lines = {ship.id: lines_of(sheets, ship.seat, ship.id, ship.standing) for ship in state.active()}
    fleet = {side: lines_of(sheets, state.senior(side), FLEET, state.fleet_lines(side)) for side in SIDES}
    _keep(turn, lines, fleet)
    said = {seat: read_lines(sheet.units.get(FLEET, ())) for seat, sheet in sheets.items()}
    return LockedOrders(
        orders={ship.id: merge(lines[ship.id], fleet[ship.side]) for ship in state.active()},
        sequence={side: _sequence(state, side, fleet[side]) for side in SIDES},
        conceding=[side for side in SIDES if _says(said.get(state.senior(side), ()), Concede)],
        mailed=frozenset(state.seats[seat] for seat, orders in said.items() if _says(orders, CarryOn)),
    )


def _says(orders: Iterable[Line], kind: type[Concede | CarryOn]) -> bool:
    return any(isinstance(order, kind) for order in orders)


# ---------------------------------------------------------------- standing orders


def _keep(turn: Turn[State], lines: Mapping[str, list[str]], fleet: Mapping[str, list[str]]) -> None:
    """SSL-X.2: standing lines that have changed, for the own side to know (SSL-Y.2)."""
    state = turn.state
    for id, now in lines.items():
        ship = state.ships[id]
        if (standing := standing_lines(now)) != ship.standing:
            turn.emit(OrdersStood(id, ship.seat, standing), "SSL-X.2", ship.side)
    for side, now in fleet.items():
        if (standing := standing_lines(now)) != state.fleet_lines(side):
            turn.emit(OrdersStood(FLEET, state.senior(side), standing), "SSL-X.2", side)


def standing_lines(lines: Sequence[str]) -> list[str]:
    """SSL-X.2: of a sheet's lines for a unit those that stay in force until replaced or cleared."""
    return [order_text(order) for order in read_lines(lines) if kind_of(order) in STANDING]


# ---------------------------------------------------------------- what is in force


def merge(lines: Sequence[str], fleet_lines: Sequence[str]) -> ShipOrders:
    """SSL-X.16: a ship's own lines over the defaults of FLEET. SSL-Z.3: without any line she sails on and fights."""
    return _merged(tuple(lines), tuple(fleet_lines))


@lru_cache(maxsize=2048)
def _merged(lines: tuple[str, ...], fleet_lines: tuple[str, ...]) -> ShipOrders:
    own = read_lines(lines)
    kinds = {kind_of(order) for order in own}
    defaults = [order for order in read_lines(fleet_lines) if kind_of(order) in DEFAULTED]
    orders = [order for order in defaults if kind_of(order) not in kinds] + own
    return _gunnery(_sailing(ShipOrders(), orders), orders)


def _sailing(found: ShipOrders, orders: Sequence[Line]) -> ShipOrders:
    steer = [order for order in orders if isinstance(order, Steer)]
    speed, move, avoid, exits = last_of(orders, Speed), last_of(orders, Move), last_of(orders, Avoid), last_of(orders, Exit)
    return replace(
        found,
        speed=speed,
        move=move,
        steer=steer[-1] if steer else found.steer,
        when=of_kind(orders, When),
        avoid=avoid or found.avoid,
        exit=bool(exits and exits.on),
    )


def _gunnery(found: ShipOrders, orders: Sequence[Line]) -> ShipOrders:
    lists = [order.batteries for order in of_kind(orders, Lose) if order.batteries]
    policies = [order.policy for order in of_kind(orders, Lose) if order.policy]
    return replace(
        found,
        open=of_kind(orders, Open) or found.open,
        hold=bool(of_kind(orders, Hold)),
        fire=of_kind(orders, Fire),
        lose=lists[-1] if lists else (),
        policy=policies[-1] if policies else found.policy,
    )


def _sequence(state: State, side: str, fleet_lines: Sequence[str]) -> list[str]:
    """SSL-X.15: the ships that SEQ names, then the others in natural id order."""
    seq = last_of(read_lines(fleet_lines), Seq)
    active = [ship.id for ship in state.active(side)]
    named = [id for id in (seq.ships if seq else ()) if id in active]
    return named + sorted((id for id in active if id not in named), key=natural)
