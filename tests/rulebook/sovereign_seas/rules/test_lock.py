"""SSL-X: from the admirals' sheets to the orders in force."""

from __future__ import annotations

from typing import Any

from events.sovereign_seas.opening import OrdersStood
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.orders import (
    Avoid,
    Close,
    Course,
    Fire,
    Move,
    Open,
    OpenCondition,
    ShipOrders,
    Speed,
    Straight,
    When,
)
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.rules.lock import LockedOrders, lock_orders, merge
from tests.rulebook.sovereign_seas.builders.fleet import state_with, told, turn_of
from tests.rulebook.sovereign_seas.builders.known import known

SHIPS = {"BC1": ("1010", "N", 6), "BB1": ("1210", "N", 6), "BB2": ("1410", "N", 6), "FB1": ("3010", "N", 6)}


def squadron(**options: Any) -> State:
    """Three British ships and a French one; with two admirals BB2 is the second's."""
    state = state_with(SHIPS, **options)
    if "gb2" in state.seats:
        state.ships["BB2"].seat = "gb2"
    return state


def locked(state: State, **sheets: dict[str, list[str]]) -> tuple[LockedOrders, list[OrdersStood]]:
    """What is in force with these sheets, and what is kept."""
    turn = turn_of(state)
    found = lock_orders(turn, {seat: OrderSheet(units) for seat, units in sheets.items()})
    return found, told(turn.drafts, OrdersStood)


# ---------------------------------------------------------------- one ship


def test_a_ship_without_orders() -> None:
    """SSL-Z.1, SSL-Z.3: she keeps speed and course, avoids all, stays on the map, and opens fire at range 3."""
    assert merge([], []) == ShipOrders()
    orders = merge([], [])
    assert (orders.speed, orders.move, orders.steer, orders.avoid, orders.exit) == (None, None, Straight(), Avoid("ALL"), False)
    assert orders.open == (Open((OpenCondition("RANGE", 3),)),)


def test_orders_of_a_ship() -> None:
    """SSL-X.2: of SPEED, MOVE, steering, AVOID and EXIT the last line counts; WHEN, OPEN and FIRE lines all, in order."""
    orders = merge(
        [
            "SPEED 7",
            "MOVE F|RF|FF|RF",
            "CLOSE NEAREST",
            "COURSE NE",
            "WHEN HULL <= 6 DO COURSE N",
            "WHEN FIRED DO STRAIGHT",
            "AVOID NONE",
            "EXIT ON",
            "OPEN RANGE 4 PEN",
            "OPEN IMP 3-4",
            "HOLD FIRE",
            "FIRE D AT FB1",
            "FIRE ALL AT NEAREST",
        ],
        [],
    )
    assert (orders.speed, orders.move) == (Speed("TO", 7), Move(("F", "RF", "FF", "RF")))
    assert (orders.steer, orders.avoid, orders.exit, orders.hold) == (Course(1), Avoid("NONE"), True, True)
    assert [type(line) for line in orders.when] == [When, When]
    assert [len(line.conditions) for line in orders.open] == [2, 1]
    assert [line.targets for line in orders.fire] == [("FB1",), ("NEAREST",)]


def test_lose_lists_and_policies() -> None:
    """SSL-X.14: a list and a policy stand side by side, of each sort the last."""
    orders = merge(["LOSE P1", "LOSE ARMOUR", "LOSE S5, S4", "LOSE CHEAP"], [])
    assert (orders.lose, orders.policy) == (("S5", "S4"), "CHEAP")
    assert (merge([], []).lose, merge([], []).policy) == ((), "ARMOUR")


def test_fleet_lines_are_defaults() -> None:
    """SSL-X.16: OPEN, AVOID, FIRE and LOSE of FLEET count for a ship without a line of that kind of her own."""
    fleet = ["SEQ BC1 BB1", "OPEN PEN", "AVOID FRIENDS", "FIRE ALL AT WEAKEST", "LOSE CHEAP"]
    plain = merge([], fleet)
    assert plain.open == (Open((OpenCondition("PEN"),)),)
    assert plain.avoid == Avoid("FRIENDS")
    assert plain.fire == (Fire(("ALL",), ("WEAKEST",)),)
    assert plain.policy == "CHEAP"
    own = merge(["OPEN ANY", "FIRE D AT FB1", "LOSE S1"], fleet)
    assert own.open == (Open(),)
    assert own.fire == (Fire(("D",), ("FB1",)),)
    assert (own.lose, own.policy, own.avoid) == (("S1",), "ARMOUR", Avoid("FRIENDS"))


# ---------------------------------------------------------------- all ships


def test_each_admiral_orders_their_own_ships() -> None:
    """SSL-A.1, SSL-X.16: a sheet counts for its seat's ships only, and FLEET for the senior admiral's sheet only."""
    found, _ = locked(
        squadron(admirals="two"),
        gb={"BC1": ["SPEED 7"], "BB2": ["SPEED 5"], "FLEET": ["AVOID NONE"]},
        gb2={"BB2": ["SPEED 4"], "FLEET": ["AVOID ENEMIES", "CONCEDE"]},
    )
    assert [found.orders[id].speed for id in ("BC1", "BB1", "BB2")] == [Speed("TO", 7), None, Speed("TO", 4)]
    assert {found.orders[id].avoid for id in ("BC1", "BB1", "BB2")} == {Avoid("NONE")}
    assert found.orders["FB1"].avoid == Avoid("ALL")
    assert found.conceding == []


def test_orders_of_ships_in_play() -> None:
    """SSL-M.1, SSL-I4.1: the sunk and the departed have none."""
    state = squadron()
    state.ships["BB1"].fate, state.ships["BB2"].fate = "sunk", "left"
    found, _ = locked(state)
    assert list(found.orders) == ["BC1", "FB1"]
    assert found.sequence == {"british": ["BC1"], "french": ["FB1"]}


def test_standing_lines_are_kept() -> None:
    """SSL-X.2: SPEED, MOVE and HOLD are for one turn; the rest stands, for the own side to know (SSL-Y.2)."""
    state = squadron()
    turn = turn_of(state)
    lines = ["SPEED 7", "MOVE FFR", "HOLD FIRE", "CLOSE NEAREST", "AVOID NONE", "OPEN PEN"]
    sheet = OrderSheet({"BC1": lines, "FLEET": ["CARRY ON", "SEQ BB2 BC1", "FIRE ALL AT BIGGEST"]})
    lock_orders(turn, {"gb": sheet})
    assert told(turn.drafts, OrdersStood) == [
        OrdersStood("BC1", "gb", ["CLOSE NEAREST", "AVOID NONE", "OPEN PEN"]),
        OrdersStood("FLEET", "gb", ["SEQ BB2 BC1", "FIRE ALL AT BIGGEST"]),
    ]
    assert {(draft.rule, draft.audience) for draft in turn.drafts} == {("SSL-X.2", "british")}
    assert state.ships["BC1"].standing == ["CLOSE NEAREST", "AVOID NONE", "OPEN PEN"]


def test_what_stands_goes_on_without_a_mail() -> None:
    """SSL-Z.1: a silent admiral's ships follow their standing orders, and nothing new is written down."""
    state = squadron()
    locked(state, gb={"BC1": ["CLOSE NEAREST", "SPEED 7"], "FLEET": ["SEQ BB2 BC1", "AVOID NONE"]})
    sheets = {"gb": SOVEREIGN_SEAS.orders.sheet(state, "gb").units}
    for given in ({}, {"gb": {unit: list(lines) for unit, lines in sheets["gb"].items()}}):
        found, stood = locked(state, **given)
        assert stood == []
        assert (found.orders["BC1"].steer, found.orders["BC1"].speed) == (Close("NEAREST"), None)
        assert found.orders["BB1"].avoid == Avoid("NONE")
        assert found.sequence["british"] == ["BB2", "BC1", "BB1"]


def test_what_is_cleared_stands_no_more() -> None:
    """SSL-X.17, SSL-X.2: the sheet as the last mail left it counts, also where it is empty."""
    state = squadron()
    locked(state, gb={"BC1": ["CLOSE NEAREST"]})
    found, stood = locked(state, gb={"BC1": []})
    assert stood == [OrdersStood("BC1", "gb", [])]
    assert found.orders["BC1"].steer == Straight()


def test_orders_are_sealed() -> None:
    """SSL-X.1, SSL-Y.2: the enemy and a spectator know of no standing order; the own side does."""
    state = squadron()
    locked(state, gb={"BC1": ["CLOSE NEAREST"], "FLEET": ["AVOID NONE"]})
    for reader, standing, fleet in (("gb", ["CLOSE NEAREST"], {"gb": ["AVOID NONE"]}), ("fr", None, {}), (None, None, {})):
        seen = known(state, reader)
        assert (seen.ships["BC1"].standing_if_known, seen.fleet) == (standing, fleet)


def test_sequence() -> None:
    """SSL-X.15: the ships that SEQ names first, ships sunk meanwhile left out, the others in natural id order."""
    state = squadron()
    state.ships["BB1"].fate = "sunk"
    found, _ = locked(state, gb={"FLEET": ["SEQ BB2 BB1"]})
    assert found.sequence == {"british": ["BB2", "BC1"], "french": ["FB1"]}


def test_conceding_and_mailing() -> None:
    """SSL-N.3, SSL-Z.2: CONCEDE counts from the senior admiral, CARRY ON from any."""
    state = squadron(admirals="two")
    found, _ = locked(state, gb={"FLEET": []}, gb2={"FLEET": ["CARRY ON"]}, fr={"FLEET": ["CONCEDE"]})
    assert found.mailed == frozenset({"british"})
    assert found.conceding == ["french"]
