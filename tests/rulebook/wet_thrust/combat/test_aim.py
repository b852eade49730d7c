"""WT-7 and section 6.1: batteries, arcs, and who is fired at."""

from __future__ import annotations

from typing import Any

import pytest

from events.wet_thrust.sailing import OrderLapsed
from pbem.games.wet_thrust.model.orders import AtWill, Fire, Priority, ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Shot
from pbem.games.wet_thrust.rules.combat import gunnery
from pbem.games.wet_thrust.rules.combat.aim import assign, batteries, bears_on, boxes_seen, reaching, targets
from tests.rulebook.wet_thrust.builders.ships import Placement, envelope, held, mils, scratch, state_with, told

BIS = ["A1", "A2", "A3", "A4", "C1", "C2", "C3", "C4"]
ABEAM: dict[str, Placement] = {"BIS": ((0, 0), 12, 4), "HOO": ((10, 0), 12, 4)}
TWO: dict[str, Placement] = {"BIS": ((0, 0), 12, 4), "HOO": ((9, 0), 12, 4), "POW": ((0, 10), 12, 4)}
THREE: dict[str, Placement] = {**TWO, "SUF": ((0, -11), 12, 4)}


def salvos(state: State, ship: str = "BIS", orders: ShipOrders | None = None) -> list[tuple[str, list[str]]]:
    """Whom she fires at now, and with what."""
    acting = scratch(state, {ship: orders or ShipOrders()})
    return [(salvo.target.id, salvo.batteries) for salvo in assign(acting, state.ships[ship])]


def lapsed(state: State, *fire: Fire, ship: str = "BIS") -> list[str]:
    """Why FIRE orders came to nothing."""
    acting = scratch(state, {ship: ShipOrders(fire=fire)})
    assign(acting, state.ships[ship])
    return [event.why for event in told(acting.turn.drafts, OrderLapsed)]


def fire(batteries: str, *targets: str) -> ShipOrders:
    """`FIRE batteries AT x ELSE y`."""
    return ShipOrders(fire=(Fire(tuple(batteries.split()), targets),))


# ---------------------------------------------------------------- batteries


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ((), BIS),
        (("ALL",), BIS),
        (("MAIN",), ["A1", "A2", "A3", "A4"]),
        (("C",), ["C1", "C2", "C3", "C4"]),
        (("C2", "A1"), ["A1", "C2"]),
        (("B",), []),
    ],
)
def test_words_for_batteries(words: tuple[str, ...], meant: list[str]) -> None:
    """WT-7.9: MAIN is the largest class on the sheet. WT-7.4: only working batteries fire."""
    sheet = state_with(ABEAM, 1).ships["BIS"].sheet
    assert batteries(sheet, words) == meant
    sheet.lost = ["A1", "C3"]
    assert batteries(sheet, words) == [gun for gun in meant if gun not in ("A1", "C3")]


@pytest.mark.parametrize(
    ("x", "y", "guns"),
    [
        (0, 10, ["A1", "A2", "C1", "C3"]),
        (10, 0, ["A1", "A2", "A3", "A4", "C3", "C4"]),
        (0, -10, ["A3", "A4", "C2", "C4"]),
        (-10, 0, ["A1", "A2", "A3", "A4", "C1", "C2"]),
        (0, 0, BIS),
    ],
    ids=["ahead", "starboard", "astern", "port", "on top of her"],
)
def test_arcs(x: float, y: float, guns: list[str]) -> None:
    """WT-1.4: a battery bears in the sectors of its arc; in one and the same place all do."""
    assert reaching(state_with(ABEAM, 1).ships["BIS"], mils(x, y), BIS) == guns


def test_the_line_of_an_arc_belongs_to_it() -> None:
    """WT-1.4: 135 degrees is the end of the fore turrets' arc 8-4; a degree on they do not bear."""
    ship = state_with(ABEAM, 1).ships["BIS"]
    assert bears_on(ship, mils(10, -10), "A1")
    assert not bears_on(ship, mils(10, -10.4), "A1")


@pytest.mark.parametrize(("inches", "guns"), [(12, 6), (24, 6), (24.001, 4), (48, 4), (48.001, 0)])
def test_range(inches: float, guns: int) -> None:
    """WT-1.3, WT-7.4: exactly 24 inches is within C's reach, exactly 48 within A's."""
    assert len(reaching(state_with(ABEAM, 1).ships["BIS"], mils(inches, 0), BIS)) == guns


def test_nothing_blocks_fire() -> None:
    """WT-1.7: a ship on the line of fire changes nothing."""
    state = state_with({**ABEAM, "POW": ((5, 0), 12, 4)}, 1)
    assert salvos(state, orders=fire("MAIN", "HOO")) == [("HOO", ["A1", "A2", "A3", "A4"])]


def test_a_disruptive_turn_bars_the_main_guns() -> None:
    """WT-4.4, WT-7.4: the secondary batteries still fire."""
    state = state_with(ABEAM, 1)
    state.ships["BIS"].sheet.barred = True
    assert salvos(state) == [("HOO", ["C3", "C4"])]


# ---------------------------------------------------------------- targets


@pytest.mark.parametrize(
    ("mode", "detected", "target"),
    [("surfaced", False, True), ("periscope", False, False), ("periscope", True, True), ("deep", True, False)],
)
def test_submarines_as_targets(mode: Any, detected: bool, target: bool) -> None:
    """WT-7.4, WT-19.4: on the surface, or at periscope depth and detected this turn; never deep."""
    state = state_with({"ANT": ((0, 0), 12, 4), "U47": ((2, 0), 12, 2)}, 3, modes={"U47": mode})
    if detected:
        held(state, "U47")
    assert [boat.id for boat in targets(state, "british")] == (["U47"] if target else [])
    assert salvos(state, "ANT") == ([("U47", ["D1", "D2"])] if target else [])


def test_a_contact_of_last_turn_is_no_target() -> None:
    """WT-7.4: detected this turn."""
    state = state_with({"ANT": ((0, 0), 12, 4), "U47": ((2, 0), 12, 2)}, 3, modes={"U47": "periscope"})
    held(state, "U47")
    state.turn = 4
    assert lapsed(state, Fire((), ("SUB1",)), ship="ANT") == ["there is no such target in sight"]


def test_a_contact_goes_by_its_name() -> None:
    """WT-23.4: her own id says nothing to those who have detected her."""
    state = state_with({"ANT": ((0, 0), 12, 4), "U47": ((2, 0), 12, 2)}, 3, modes={"U47": "periscope"})
    held(state, "U47")
    assert salvos(state, "ANT", fire("D1", "SUB1")) == [("U47", ["D1"])]
    assert lapsed(state, Fire((), ("U47",)), ship="ANT") == ["there is no such target in sight"]


# ---------------------------------------------------------------- FIRE


def test_the_first_target_that_can_be_reached() -> None:
    """WT-7.5: with an unmarked box, and reached by at least one battery named; those that do not reach it stay silent."""
    state = state_with(TWO, 1)
    order = fire("A3 A4 C1", "POW", "HOO")
    assert salvos(state, orders=order) == [("POW", ["C1"])]
    state.ships["POW"].sheet.marked = 44
    assert salvos(state, orders=order) == [("HOO", ["A3", "A4"])]
    state.ships["HOO"].sheet.marked = 44
    assert salvos(state, orders=order) == []


def test_one_salvo_for_each_target() -> None:
    """WT-7.3: a battery fires once a turn; two orders that come to the same target make one salvo, in sheet order."""
    state = state_with(TWO, 1)
    orders = ShipOrders(fire=(Fire(("C",), ("HOO",)), Fire(("A1", "C1"), ("POW",)), Fire(("A",), ("HOO",))))
    assert salvos(state, orders=orders) == [("HOO", ["A2", "A3", "A4", "C3", "C4"]), ("POW", ["A1", "C1"])]


def test_fire_controls_limit_the_targets() -> None:
    """Example 8, WT-7.2: as many targets as working fire controls; a third with two is one too many."""
    state = state_with(THREE, 1)
    orders = (Fire(("A1",), ("HOO",)), Fire(("A2",), ("POW",)), Fire(("A3",), ("SUF",)), Fire(("C4",), ("HOO",)))
    state.ships["BIS"].sheet.lost = ["FC4"]
    assert len(salvos(state, orders=ShipOrders(fire=orders))) == 3
    state.ships["BIS"].sheet.lost = ["FC3", "FC4"]
    assert salvos(state, orders=ShipOrders(fire=orders)) == [("HOO", ["A1", "C4"]), ("POW", ["A2"])]
    assert lapsed(state, *orders) == ["only 2 of her fire controls work"]


def test_without_fire_control_no_gun_fires() -> None:
    """WT-7.2, WT-15.6: neither on orders nor at will."""
    state = state_with(ABEAM, 1)
    state.ships["BIS"].sheet.lost = ["FC1", "FC2", "FC3", "FC4"]
    assert salvos(state) == []
    assert lapsed(state, Fire((), ("HOO",))) == ["no fire control works"]


def test_lapsed_orders() -> None:
    """WT-7.5: a group without a target does not fire, and her own side learns why."""
    state = state_with(TWO, 1)
    ship = state.ships["BIS"]
    assert lapsed(state, Fire(("C2",), ("HOO",))) == ["none of these guns bears within its range"]
    assert lapsed(state, Fire((), ("SUF",))) == ["there is no such target in sight"]
    ship.sheet.lost = ["A1"]
    assert lapsed(state, Fire(("A1",), ("HOO",))) == ["none of these guns can fire"]
    ship.sheet.barred = True
    assert lapsed(state, Fire(("A",), ("HOO",))) == ["so sharp a turn bars her main guns"]
    acting = scratch(state, {"BIS": fire("A1", "HOO", "POW")})
    assign(acting, ship)
    assert envelope(acting.turn.drafts, OrderLapsed) == ("", "WT-7.5", "german")
    assert told(acting.turn.drafts, OrderLapsed)[0].order == "FIRE A1 AT HOO ELSE POW"


def test_guns_are_for_the_surface() -> None:
    """WT-18.3, WT-18.5: a submarine fires her guns surfaced only."""
    ships: dict[str, Placement] = {"U47": ((0, 0), 12, 2), "M01": ((3, 0), 12, 2)}
    assert salvos(state_with(ships, 1), "U47") == [("M01", ["D1"])]
    below = state_with(ships, 1, modes={"U47": "periscope"})
    assert salvos(below, "U47") == []
    assert lapsed(below, Fire((), ("M01",)), ship="U47") == ["she is below the surface"]


# ---------------------------------------------------------------- hold, at will (6.1)


def test_hold_fire() -> None:
    """Section 5.2, WT-7.5: HOLD FIRE is silence; a FIRE order goes before it, and of the batteries not named before AT WILL."""
    state = state_with(ABEAM, 1)
    assert salvos(state, orders=ShipOrders(hold=True)) == []
    assert salvos(state, orders=ShipOrders(fire=(Fire(("C",), ("HOO",)),), hold=True)) == [("HOO", ["C3", "C4"])]


def test_at_will() -> None:
    """WT-7.1, WT-7.2: all at the nearest that bear on her, every other battery at the nearest it reaches."""
    state = state_with(THREE, 1)
    assert salvos(state) == [("HOO", ["A1", "A2", "A3", "A4", "C3", "C4"]), ("POW", ["C1"]), ("SUF", ["C2"])]
    state.ships["BIS"].sheet.lost = ["FC3", "FC4"]
    assert [target for target, _ in salvos(state)] == ["HOO", "POW"]


def test_spare_batteries_share_a_fire_control() -> None:
    """WT-7.2, section 6.1: with two fire controls two spare batteries may both fire at the one other target."""
    state = state_with({**ABEAM, "POW": ((-11, 0), 12, 4), "SUF": ((0, 12), 12, 4)}, 1)
    state.ships["BIS"].sheet.lost = ["FC1", "FC2"]
    main = ["A1", "A2", "A3", "A4"]
    assert salvos(state) == [("HOO", [*main, "C3", "C4"]), ("POW", ["C1", "C2"])]
    state.ships["BIS"].sheet.lost.append("FC3")
    assert salvos(state) == [("HOO", [*main, "C3", "C4"])]


def test_equal_distances_go_by_unit_order() -> None:
    """WT-7.4: the earlier of two candidates at the same distance."""
    ships: dict[str, Placement] = {"BIS": ((0, 0), 12, 4), "POW": ((0, 9), 12, 4), "HOO": ((0, -9), 12, 4)}
    assert [target for target, _ in salvos(state_with(ships, 1))] == ["POW", "HOO"]


def test_at_will_keeps_to_her_first_target() -> None:
    """WT-7.6: the target of the first salvo of last turn, as long as it is one; not that of an earlier turn."""
    state = state_with(TWO, 3)
    ship = state.ships["BIS"]
    ship.ladder = {"POW": Shot(1, 2, False), "HOO": Shot(1, 2, False)}
    assert salvos(state) == [("POW", ["A1", "A2", "C1", "C3"]), ("HOO", ["A3", "A4", "C4"])]
    state.ships["POW"].sheet.marked = 44
    assert salvos(state)[0][0] == "HOO"
    state.ships["POW"].sheet.marked = 0
    ship.ladder = {"POW": Shot(1, 1, False)}
    assert salvos(state)[0][0] == "HOO"


def test_the_first_salvo_of_a_turn_is_remembered() -> None:
    """WT-7.6: also when she had fired at that target before."""
    state = state_with(TWO, 1)
    state.ships["BIS"].sheet.german = -1
    for first, second in (("HOO", "POW"), ("POW", "HOO")):
        orders = ShipOrders(fire=(Fire(("C",), (first,)), Fire(("A1",), (second,))))
        gunnery.fire(scratch(state, {"BIS": orders}, [1] * 4), state.ships["BIS"])
        state.turn += 1
    assert salvos(state)[0][0] == "POW"


@pytest.mark.parametrize(
    ("priority", "target"),
    [
        ((), "HOO"),
        (("BB",), "POW"),
        (("CV", "CA"), "SUF"),
        (("CV",), "HOO"),
        (("NEAREST", "CA"), "HOO"),
        (("WEAKEST",), "SUF"),
    ],
)
def test_priority(priority: tuple[Priority, ...], target: str) -> None:
    """WT-7.4: FIRE AT WILL: the first word that a target in reach answers to; without one, the nearest."""
    assert salvos(state_with(THREE, 1), orders=ShipOrders(priority=priority))[0][0] == target
    assert AtWill(priority).priority == priority


def test_the_weakest_by_what_all_have_seen() -> None:
    """WT-23.2: boxes of her class less points scored publicly; what else is marked on her sheet is not known."""
    state = state_with(TWO, 1)
    weakest = ShipOrders(priority=("WEAKEST",))
    state.ships["POW"].sheet.marked = 40
    assert salvos(state, orders=weakest)[0][0] == "HOO"
    state.ships["POW"].scored = 1
    assert (boxes_seen(state, state.ships["HOO"]), boxes_seen(state, state.ships["POW"])) == (44, 43)
    assert salvos(state, orders=weakest)[0][0] == "POW"


def test_a_contact_is_as_weak_as_what_was_scored_on_it() -> None:
    """WT-23.4: a boat below the surface is known by her contact only, and so are the points scored on her."""
    state = state_with({"ANT": ((0, 0), 12, 4), "U47": ((2, 0), 12, 2)}, 3, modes={"U47": "periscope"})
    held(state, "U47")
    state.ships["U47"].scored = 3
    assert boxes_seen(state, state.ships["U47"]) == 4
