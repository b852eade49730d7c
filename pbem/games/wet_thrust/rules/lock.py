"""Step 0 of section 3: the admirals' sheets become the orders in force for a turn, and the standing orders from now on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from events.wet_thrust.opening import OrdersKept, OrdersStood
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet, last_of, lines_of, of_kind
from pbem.games.wet_thrust.language.words import is_standing, order_text, read_lines
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import (
    ANY,
    FLEET,
    Aim,
    Asw,
    AtWill,
    Challenge,
    Cover,
    Depth,
    Disengage,
    Fire,
    FireOrder,
    Flak,
    HoldFire,
    Launch,
    LayScreen,
    Lose,
    MakeSmoke,
    Merge,
    Order,
    RamHer,
    Repair,
    ShipOrders,
    Torp,
    TorpHold,
)
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.rules import command


def lock_orders(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> TurnScratch:
    """WT-2.1: secret up to here, now all in force at once. Section 6: what nobody has ordered is filled in.

    Ruling W7: what the mails left on the sheet of the unit's admiral. Section 6.2: without a sheet the standing orders.
    """
    state, afloat = turn.state, turn.state.afloat()
    ships = {ship.id: lines_of(sheets, ship.seat, ship.id, ship.standing) for ship in afloat}
    squadrons = {
        each.id: lines_of(sheets, each.seat, each.id, each.standing)
        for each in state.squadrons.values()
        if each.place != "gone"
    }
    fleet = {side: lines_of(sheets, state.senior(side), FLEET, state.fleet.get(side, [])) for side in state.sides}
    scratch = TurnScratch(turn)
    _keep(scratch, {**ships, **squadrons}, fleet)
    written = {ship.id: merge(ships[ship.id], fleet[ship.side]) for ship in afloat}
    scratch.orders = {ship.id: command.in_force(state, ship, written[ship.id]) for ship in afloat}
    scratch.aims = {id: aim_of(lines) for id, lines in squadrons.items()}
    scratch.fire_order = {side: _fire_order(state, side, fleet[side]) for side in state.sides}
    _remember(scratch, written)
    return scratch


# ---------------------------------------------------------------- standing orders, what is remembered


def _keep(scratch: TurnScratch, units: Mapping[str, list[str]], fleet: Mapping[str, list[str]]) -> None:
    """Section 5.2: standing lines that have changed, for the own side to know (WT-23.3)."""
    state = scratch.state
    for id, lines in units.items():
        unit = state.ships.get(id) or state.squadrons[id]
        if (standing := standing_lines(lines)) != unit.standing:
            scratch.own(OrdersStood(id, unit.side, standing), "WT-23.3", unit)
    for side, lines in fleet.items():
        if (standing := standing_lines(lines)) != state.fleet.get(side, []):
            scratch.turn.emit(OrdersStood(FLEET, side, standing), "WT-23.3", side)


def standing_lines(lines: Sequence[str]) -> list[str]:
    """Section 5.2: of a sheet's lines for a unit those that stay in force until they are changed."""
    return list(_standing(tuple(lines)))


@lru_cache(maxsize=2048)
def _standing(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(order_text(order) for order in read_lines(lines) if is_standing(order))


def _remember(scratch: TurnScratch, written: Mapping[str, ShipOrders]) -> None:
    """WT-15.2, ruling W8: what a ship in command is ordered now she repeats, as written, should she lose her bridge."""
    for id, orders in written.items():
        ship = scratch.state.ships[id]
        if scratch.orders[id].commanded and (lines := command.kept(orders)) != ship.book.last:
            scratch.own(OrdersKept(id, lines), "WT-15.2", ship)


# ---------------------------------------------------------------- what is in force


def merge(lines: Sequence[str], fleet_lines: Sequence[str]) -> ShipOrders:
    """A ship's own lines over the defaults of FLEET. Section 6.2: without any line straight on, and fire at will."""
    return _merged(tuple(lines), tuple(fleet_lines))


@lru_cache(maxsize=2048)
def _merged(lines: tuple[str, ...], fleet_lines: tuple[str, ...]) -> ShipOrders:
    own, fleet = read_lines(lines), read_lines(fleet_lines)
    challenge = last_of(own, Challenge) or last_of(fleet, Challenge) or Challenge(True)
    policy = _policy(own) or _policy(fleet) or AtWill()
    fire, asw = of_kind(own, Fire), last_of(own, Asw)
    repair, lose, flak, cover, ram = (last_of(own, kind) for kind in (Repair, Lose, Flak, Cover, RamHer))
    return ShipOrders(
        plot=last_of(own, Plot) or Plot(),
        fire=fire,
        hold=isinstance(policy, HoldFire) and not fire,
        priority=policy.priority if isinstance(policy, AtWill) else (),
        torp=_torpedoes(own),
        asw=asw.target if asw else ANY,
        repair=repair.items if isinstance(repair, Repair) else (),
        smoke=bool(of_kind(own, MakeSmoke)),
        screen=bool(of_kind(own, LayScreen)),
        disengage=bool(of_kind(own, Disengage)),
        challenge=challenge.yes,
        ram=ram.target if isinstance(ram, RamHer) else "",
        launch=tuple(id for order in of_kind(own, Launch) for id in order.squadrons),
        merge=of_kind(own, Merge),
        lose=lose.batteries if isinstance(lose, Lose) else (),
        flak=flak.squadrons if isinstance(flak, Flak) else (),
        cover=cover.ship if isinstance(cover, Cover) else "",
        depth=last_of(own, Depth),
    )


def _policy(orders: Sequence[Order]) -> AtWill | HoldFire | None:
    """Ruling W7: HOLD FIRE and FIRE AT WILL replace each other."""
    found = [order for order in orders if isinstance(order, AtWill | HoldFire)]
    return found[-1] if found else None


def _torpedoes(orders: Sequence[Order]) -> tuple[Torp, ...]:
    """Ruling W7: TORP HOLD ends what was ordered before it."""
    held = max((n for n, order in enumerate(orders) if isinstance(order, TorpHold)), default=-1)
    return of_kind(orders[held + 1 :], Torp)


def aim_of(lines: Sequence[str]) -> Aim | None:
    """Ruling W7: a squadron has one aim, the last it was given."""
    found: list[Aim] = [order for order in read_lines(lines) if isinstance(order, Aim)]
    return found[-1] if found else None


def _fire_order(state: State, side: str, fleet_lines: Sequence[str]) -> list[str]:
    """WT-7.1: the ships that FIREORDER names, then the others in unit order."""
    order = last_of(read_lines(fleet_lines), FireOrder)
    afloat = [ship.id for ship in state.afloat(side)]
    named = [id for id in (order.ships if order else ()) if id in afloat]
    return named + [id for id in afloat if id not in named]
