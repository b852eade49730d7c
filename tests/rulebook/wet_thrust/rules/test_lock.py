"""`lock.py`: what mails and silence come to when the deadline is there (section 6, rulings W1, W7, W8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from events.base import Draft
from events.wet_thrust.damage import SystemLost
from events.wet_thrust.opening import OrdersKept, OrdersStood
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import Cap, Fire, Orbit, ShipOrders, Strike, Torp
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.rules.lock import aim_of, lock_orders, merge, standing_lines
from tests.rulebook.wet_thrust.builders.ships import airborne, envelope, only, state_with, told, turn_of


def table(**options: Any) -> State:
    """Bismarck against a carrier and a destroyer; turn 5 has begun."""
    return state_with({"BIS": ((0, 0), 12, 6), "ARK": ((0, 30), 9, 7), "ANT": ((6, 6), 3, 8)}, 5, **options)


def locked(state: State, **units: list[str]) -> tuple[TurnScratch, list[Draft]]:
    """The orders in force, with these lines on the sheets; every admiral has one."""
    sheets = {seat: OrderSheet({id.replace("_", "-"): lines for id, lines in units.items()}) for seat in state.seats}
    turn = turn_of(state)
    return lock_orders(turn, sheets), turn.drafts


# ---------------------------------------------------------------- silence


def test_without_orders_a_ship_sails_straight_on_and_fires_at_will() -> None:
    """WT-2.3, section 6.2: a blank plot, no torpedoes, smoke, launch or disengagement; depth charges at any contact."""
    scratch, drafts = locked(table())
    assert scratch.orders == {id: ShipOrders() for id in ("BIS", "ARK", "ANT")}
    assert (scratch.orders["BIS"].asw, scratch.orders["BIS"].challenge, scratch.orders["BIS"].commanded) == ("ANY", True, True)
    assert drafts == []


def test_without_a_sheet_what_stands_goes_on() -> None:
    """Section 6.2: her standing HOLD FIRE, a squadron's aim, the fleet's FIREORDER."""
    state = table()
    state.ships["ARK"].book.standing = ["HOLD FIRE"]
    airborne(state, "ARK-T1", (0, 20), standing=["ATTACK BIS"])
    state.fleet = {"british": ["FIREORDER ANT, ARK"]}
    turn = turn_of(state)
    scratch = lock_orders(turn, {})
    assert scratch.orders["ARK"].hold
    assert scratch.aims["ARK-T1"] == Strike(("BIS",)) and scratch.aims["ARK-F1"] is None
    assert scratch.fire_order == {"german": ["BIS"], "british": ["ANT", "ARK"]}
    assert told(turn.drafts, OrdersStood) == []


def test_each_admiral_orders_their_own_units() -> None:
    """Ruling W1: lines for another admiral's ship count for nothing, and FLEET is the senior admiral's."""
    state = table()
    state.seats = {"de": "german", "gb": "british", "gb2": "british"}
    state.ships["ANT"].seat = "gb2"
    sheets = {
        "gb": OrderSheet({"ANT": ["HOLD FIRE"], "FLEET": ["CHALLENGE NO"]}),
        "gb2": OrderSheet({"ANT": ["SMOKE"], "ARK": ["HOLD FIRE"], "FLEET": ["HOLD FIRE"]}),
    }
    orders = lock_orders(turn_of(state), sheets).orders
    assert (orders["ANT"].smoke, orders["ANT"].hold, orders["ARK"].hold) == (True, False, False)
    assert not orders["ANT"].challenge and orders["BIS"].challenge


# ---------------------------------------------------------------- a ship's lines


def test_everything_that_a_ship_can_be_told() -> None:
    """Section 5.2: each line finds its place."""
    lines = [
        "PLOT 2A1P",
        "FIRE A AT BIS ELSE PEU",
        "FIRE B AT PEU",
        "TORP BIS WITH TL1",
        "TORP PEU WITHIN 4",
        "ASW HOLD",
        "DC RUDDER, FC",
        "SMOKE",
        "SCREEN",
        "DISENGAGE",
        "CHALLENGE NO",
        "RAM U47",
        "LAUNCH ARK-T1, ARK-F1",
        "MERGE ARK-T1 INTO ARK-T2",
        "LOSE A2",
        "AA GRZ-T1",
        "COVER ARK",
        "CRASH DIVE SILENT",
    ]
    orders = merge(lines, [])
    assert orders.plot == Plot(accelerate=Fraction(2), port=1, first="P")
    assert orders.fire == (Fire(("A",), ("BIS", "PEU")), Fire(("B",), ("PEU",)))
    assert orders.torp == (Torp(("BIS",), ("TL1",)), Torp(("PEU",), (), Fraction(4)))
    assert (orders.asw, orders.repair, orders.ram, orders.cover) == ("HOLD", ("RUDDER", "FC"), "U47", "ARK")
    assert (orders.smoke, orders.screen, orders.disengage, orders.challenge) == (True, True, True, False)
    assert (orders.launch, orders.lose, orders.flak) == (("ARK-T1", "ARK-F1"), ("A2",), ("GRZ-T1",))
    assert (orders.merge[0].squadron, orders.merge[0].into) == ("ARK-T1", "ARK-T2")
    assert orders.depth is not None and orders.depth.silent


def test_explicit_fire_goes_before_hold_and_will() -> None:
    """Ruling W7: for its turn."""
    assert not merge(["FIRE AT BIS", "HOLD FIRE"], []).hold
    assert merge(["HOLD FIRE"], []).hold


def test_hold_fire_and_fire_at_will_replace_each_other() -> None:
    """Ruling W7: the later line counts."""
    orders = merge(["HOLD FIRE", "FIRE AT WILL BB > NEAREST"], [])
    assert (orders.hold, orders.priority) == (False, ("BB", "NEAREST"))
    assert merge(["FIRE AT WILL BB", "HOLD FIRE"], []).priority == ()


def test_torp_hold_ends_what_was_ordered_before() -> None:
    """Ruling W7."""
    assert merge(["TORP BIS WITHIN 4", "TORP HOLD"], []).torp == ()
    assert merge(["TORP HOLD", "TORP BIS"], []).torp == (Torp(("BIS",)),)


def test_a_ships_own_lines_go_before_those_of_the_fleet() -> None:
    """Section 5.1: FLEET sets challenge and fire at will for ships that say nothing of it."""
    fleet = ["CHALLENGE NO", "FIRE AT WILL BB"]
    assert (merge([], fleet).challenge, merge([], fleet).priority) == (False, ("BB",))
    assert merge(["CHALLENGE YES"], fleet).challenge
    assert merge(["FIRE AT WILL"], fleet).priority == ()
    assert merge(["HOLD FIRE"], fleet).hold
    assert merge([], ["HOLD FIRE"]).hold and not merge(["FIRE AT WILL"], ["HOLD FIRE"]).hold


def test_a_squadron_has_one_aim() -> None:
    """Ruling W7: the last it was given."""
    assert aim_of(["CAP", "ORBIT"]) == Orbit()
    assert aim_of(["CAP PRIORITY T, DB"]) == Cap(("T", "DB"))
    assert aim_of([]) is None


def test_fire_order() -> None:
    """WT-7.1: the ships named, then the others in unit order; ships that are no longer there are passed over."""
    state = state_with({"HOO": ((0, 0), 12, 6), "SUF": ((5, 5), 3, 1), "NOR": ((6, 6), 3, 1), "BIS": ((9, 9), 1, 1)}, 1)
    state.ships["SUF"].fate = "lost"
    scratch, _ = locked(state, FLEET=["FIREORDER SUF, NOR"])
    assert scratch.fire_order["british"] == ["NOR", "HOO"]


# ---------------------------------------------------------------- what stands


def test_what_stands_and_what_is_for_one_turn() -> None:
    """Section 5.2: S and T; a TORP stands only WITHIN a range."""
    turn = ["PLOT 1P", "FIRE AT BIS", "TORP BIS", "SMOKE", "SCREEN", "DISENGAGE", "RAM BIS", "LAUNCH ARK-T1", "DIVE"]
    stands = ["HOLD FIRE", "TORP BIS WITHIN 4", "ASW ANY", "DC RUDDER", "CHALLENGE NO", "LOSE A2", "AA GRZ-T1", "COVER ARK"]
    assert standing_lines([*turn, *stands]) == stands
    assert standing_lines(["DC NONE", "LOSE NONE", "AA NONE", "COVER NONE"]) == []
    assert standing_lines(["ATTACK BIS"]) == ["ATTACK BIS"]


def test_none_ends_a_list_that_stands() -> None:
    """WT-16.5, WT-13.9, WT-14.4, WT-14.3: back to the default, now and for good."""
    state = table()
    state.ships["ARK"].book.standing = ["HOLD FIRE", "DC RUDDER", "LOSE A2", "AA GRZ-T1", "COVER ANT"]
    scratch, drafts = locked(state, ARK=["HOLD FIRE", "DC NONE", "LOSE NONE", "AA NONE", "COVER NONE"])
    orders = scratch.orders["ARK"]
    assert (orders.hold, orders.repair, orders.lose, orders.flak, orders.cover) == (True, (), (), (), "")
    assert told(drafts, OrdersStood) == [OrdersStood("ARK", "british", ["HOLD FIRE"])]
    assert state.ships["ARK"].standing == ["HOLD FIRE"]


def test_changes_of_standing_orders_are_the_sides_to_know() -> None:
    """WT-23.3: of ships, squadrons and the fleet; what has not changed is not told again."""
    state = table()
    scratch, drafts = locked(state, BIS=["HOLD FIRE", "PLOT 1P"], ARK_F1=["CAP"], FLEET=["CHALLENGE NO"])
    stood = [(d.event, d.audience) for d in drafts if isinstance(d.event, OrdersStood)]
    assert stood == [
        (OrdersStood("BIS", "german", ["HOLD FIRE"]), "german"),
        (OrdersStood("ARK-F1", "british", ["CAP"]), "british"),
        (OrdersStood("FLEET", "german", ["CHALLENGE NO"]), "german"),
        (OrdersStood("FLEET", "british", ["CHALLENGE NO"]), "british"),
    ]
    assert scratch.aims["ARK-F1"] == Cap()
    _, again = locked(state, BIS=["HOLD FIRE"], ARK_F1=["CAP"], FLEET=["CHALLENGE NO"])
    assert told(again, OrdersStood) == []


def test_a_side_that_clears_what_stands() -> None:
    """Ruling W7: a block that names the unit and says nothing of it ends it."""
    state = table()
    state.ships["BIS"].book.standing = ["HOLD FIRE"]
    _, drafts = locked(state, BIS=[])
    assert only(drafts, OrdersStood).lines == []


# ---------------------------------------------------------------- ships that cannot be ordered


def test_what_a_ship_does_is_kept() -> None:
    """WT-15.2, ruling W8: plot and fire orders of the last turn in command, for her own side to know."""
    state = table()
    _, drafts = locked(state, BIS=["PLOT 1P", "FIRE A AT ARK", "SMOKE"])
    assert only(drafts, OrdersKept).lines == ["PLOT 1P", "FIRE A AT ARK"]
    assert envelope(drafts, OrdersKept)[1:] == ("WT-15.2", "german")
    _, quiet = locked(state)
    assert only(quiet, OrdersKept) == OrdersKept("BIS", [])


def test_a_ship_without_a_bridge_repeats_what_was_kept() -> None:
    """WT-15.1, WT-15.2: whatever her admiral writes; and what she repeats is not overwritten by it."""
    state = table()
    locked(state, BIS=["PLOT 1P", "FIRE A AT ARK"])
    apply(state, SystemLost("BIS", "BR", "check"))
    apply(state, SystemLost("BIS", "SB", "check"))
    state.turn = 6
    scratch, drafts = locked(state, BIS=["PLOT 2S", "HOLD FIRE"])
    orders = scratch.orders["BIS"]
    assert (orders.commanded, orders.plot.port, orders.plot.starboard, orders.hold) == (False, 1, 0, False)
    assert orders.fire == (Fire(("A",), ("ARK",)),)
    assert told(drafts, OrdersKept) == []


def test_units_that_are_gone_have_no_orders() -> None:
    """Section 3: ships lost or away, squadrons destroyed; land-based bombers that wait have their aim (ruling W14)."""
    state = table()
    state.ships["ANT"].fate = "away"
    state.squadrons["ARK-T1"].place = "gone"
    scratch, _ = locked(state)
    assert "ANT" not in scratch.orders and "ARK-T1" not in scratch.aims
    assert scratch.fire_order["british"] == ["ARK"]
