"""WT-10: torpedoes of ships, submarines and aircraft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from events.base import Draft
from events.platform import Rolled
from events.wet_thrust.damage import BoxesMarked, ExtraDamage, FuelLost
from events.wet_thrust.firing import LauncherEmptied, TorpedoesFired, TorpedoesStruck
from events.wet_thrust.opening import OrdersStood
from events.wet_thrust.sailing import OrderLapsed
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.orders import ShipOrders, Torp
from pbem.games.wet_thrust.model.state import Screen, State
from pbem.games.wet_thrust.model.units import Mode
from pbem.games.wet_thrust.rules.combat import torpedo
from pbem.games.wet_thrust.rules.combat.torpedo import Arc, attack_arc, hit_modifiers, loaded
from tests.rulebook.wet_thrust.builders.ships import (
    Placement,
    airborne,
    envelope,
    held,
    mils,
    only,
    rolled,
    scratch,
    spent_dice,
    state_with,
    told,
)

RUN: dict[str, Placement] = {"ANT": ((0, 0), 12, 8), "SCH": ((7.9, 0), 12, 6)}
"""Antelope has Scharnhorst abeam to starboard, and lies on her beam."""
BOAT: dict[str, Placement] = {"U47": ((0, 0), 12, 1), "M01": ((0, 3), 3, 3), "M02": ((0, 6), 3, 3)}
"""The boat has both merchantmen before her bow tubes, and lies on their beam."""


def attack(state: State, ship: str, dice: Sequence[int], *torp: Torp) -> list[Draft]:
    """TORP orders carried out with exactly these dice."""
    acting = scratch(state, {ship: ShipOrders(torp=torp)}, dice)
    torpedo.fire(acting, state.ships[ship])
    spent_dice(acting)
    return acting.turn.drafts


def swordfish(state: State, at: tuple[float, float], dice: Sequence[int], aircraft: int = 6) -> list[Draft]:
    """A squadron of Ark Royal drops its torpedoes at Bismarck."""
    airborne(state, "ARK-T1", at, aircraft=aircraft)
    acting = scratch(state, {}, dice)
    torpedo.launch(acting, state.squadrons["ARK-T1"], state.ships["BIS"], [], aircraft, True)
    spent_dice(acting)
    return acting.turn.drafts


def bismarck(speed: int = 6) -> State:
    """Bismarck under way, Ark Royal far off."""
    return state_with({"BIS": ((0, 0), 12, speed), "ARK": ((40, 0), 12, 6)}, 1)


# ---------------------------------------------------------------- hits and damage


def test_printed_example() -> None:
    """Examples 11 and 12, WT-10.5, WT-10.6, WT-10.8, WT-10.10: six Swordfish at 6 inches, 4 or less hits, belt 3."""
    drafts = swordfish(bismarck(), (6, 0), [1, 4, 5, 6, 2, 4, 4, 2, 3, 5, 3])
    assert only(drafts, TorpedoesFired) == TorpedoesFired(
        by="ARK-T1",
        target="BIS",
        launchers=[],
        number=6,
        range=6000,
        arc="beam",
        needed=4,
        modifiers={"range": -2},
        hits=4,
        points=3,
        origin=[6000, 0],
        aim=[0, 0],
        seen=True,
    )
    assert rolled(drafts) == ["torp_hit ARK-T1 at BIS", "torp_damage ARK-T1 at BIS", "torp_extra BIS"]
    assert only(drafts, BoxesMarked) == BoxesMarked("BIS", 3, 3, [], "torpedoes")
    assert envelope(drafts, TorpedoesFired)[1:] == ("WT-10.6", "*")
    assert told(drafts, FuelLost) == []


def test_destroyer_salvo() -> None:
    """Example 26, WT-10.3, WT-10.9, WT-10.11: eight tubes are one salvo; 11 points, 2 fuel boxes, then the d20."""
    state = state_with(RUN, 1)
    acting = scratch(state, {"ANT": ShipOrders(torp=(Torp(("SCH",)),))}, [1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 5, 5, 4, 3, 2, 1, 11])
    torpedo.fire(acting, state.ships["ANT"])
    drafts = acting.turn.drafts
    fired = only(drafts, TorpedoesFired)
    assert (fired.launchers, fired.number, fired.needed, fired.hits, fired.points) == (["TL1", "TL2"], 8, 6, 8, 11)
    assert only(drafts, FuelLost).boxes == 2
    assert acting.struck == [("SCH", "RU2", "torpedo")]
    kinds = [type(draft.event).__name__ for draft in drafts if not isinstance(draft.event, Rolled)]
    assert kinds[2:] == ["TorpedoesFired", "BoxesMarked", "FuelLost", "ExtraDamage"]
    assert state.ships["SCH"].scored == 11


def test_from_the_bow() -> None:
    """Example 26, WT-10.7, WT-10.11: two less from the bow arc, and nothing of rudders."""
    state = state_with({"ANT": ((0, 7.9), 3, 8), "SCH": ((0, 0), 12, 6)}, 1)
    acting = scratch(state, {"ANT": ShipOrders(torp=(Torp(("SCH",)),))}, [1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 6, 6, 11])
    torpedo.fire(acting, state.ships["ANT"])
    fired = only(acting.turn.drafts, TorpedoesFired)
    assert (fired.arc, fired.needed, fired.hits) == ("bow", 4, 4)
    assert fired.modifiers == {"range": -2, "end_on": -2}
    assert acting.struck == []


def test_no_damage_no_d20() -> None:
    """WT-10.10, WT-1.8: hits that the belt stops cause no roll on T20; no die makes less than nothing."""
    drafts = swordfish(bismarck(), (4, 0), [1, 2, 3, 1], aircraft=2)
    assert (only(drafts, TorpedoesFired).hits, only(drafts, TorpedoesFired).points) == (2, 0)
    assert told(drafts, ExtraDamage) == []
    assert told(drafts, BoxesMarked) == []


def test_stationary() -> None:
    """WT-10.7, WT-10.8: she lies still: 4 more to hit, and 4 more a hit."""
    drafts = swordfish(bismarck(speed=0), (5, 0), [5, 6, 1, 1, 2, 1], aircraft=3)
    fired = only(drafts, TorpedoesFired)
    assert (fired.needed, fired.hits) == (5, 2)
    assert fired.modifiers == {"range": -2, "stationary": 4}
    assert fired.points == (1 + 1) + (2 + 1)


def test_broken_in_two() -> None:
    """WT-10.12, WT-1.9: a 20 on T20 dooms her; she goes down with step 5.4, not before."""
    state = bismarck()
    acting = scratch(state, {}, [1, 6, 20])
    airborne(state, "ARK-T1", (3, 0))
    torpedo.launch(acting, state.squadrons["ARK-T1"], state.ships["BIS"], [], 1, True)
    assert state.ships["BIS"].sheet.doomed
    assert state.ships["BIS"].afloat


# ---------------------------------------------------------------- the number needed


@pytest.mark.parametrize(("y", "far"), [(4, False), (4.001, True), (8, True)])
def test_range(y: float, far: bool) -> None:
    """WT-10.6, WT-1.3: two less beyond 4 inches; exactly 4 is near."""
    state = bismarck()
    assert hit_modifiers(state, state.ships["BIS"], mils(0, y), "beam") == ({"range": -2} if far else {})


@pytest.mark.parametrize(
    ("x", "y", "arc"),
    [(0, 3, "bow"), (2, 2.01, "bow"), (-2, 2.01, "bow"), (2, 2, "beam"), (-2, 2, "beam"), (3, 0, "beam"), (2, -2, "beam"),
     (-2, -2, "beam"), (2, -2.01, "stern"), (0, -3, "stern"), (0, 0, "beam")],
)  # fmt: skip
def test_arc_of_attack(x: float, y: float, arc: str) -> None:
    """WT-1.5: as seen from the target; on the lines, and right on top of it, the beam."""
    assert attack_arc(bismarck().ships["BIS"], mils(x, y)) == arc


def test_end_on() -> None:
    """WT-10.7: from the bow or stern arc."""
    state = bismarck()
    arcs: tuple[tuple[Arc, int], ...] = (("bow", -2), ("stern", -2), ("beam", 0))
    for arc, less in arcs:
        assert hit_modifiers(state, state.ships["BIS"], mils(0, 3), arc).get("end_on", 0) == less


@pytest.mark.parametrize("grade", ["BIS", "ANT"])
def test_evasive(grade: str) -> None:
    """WT-10.7, WT-2.11: either grade."""
    state = state_with({grade: ((0, 0), 12, 6)}, 1)
    state.ships[grade].evasive = True
    assert hit_modifiers(state, state.ships[grade], mils(3, 0), "beam") == {"evasive": -2}


@pytest.mark.parametrize(("smokes", "screens"), [(True, 0), (False, 1), (True, 2)])
def test_obscured(smokes: bool, screens: int) -> None:
    """WT-10.7, WT-20.7: by her own smoke or a screen between, once however many."""
    state = bismarck()
    state.ships["BIS"].smoking = smokes
    state.screens = [Screen((mils(x, -1), mils(x, 1)), 2, "ANT") for x in range(1, screens + 1)]
    assert hit_modifiers(state, state.ships["BIS"], mils(3, 0), "beam") == {"obscured": -2}


def test_smoke_of_large_ships() -> None:
    """WT-20.3: with `capital_smoke_hides` off it obscures nothing."""
    state = state_with({"BIS": ((0, 0), 12, 6)}, 1, capital_smoke_hides="off")
    state.ships["BIS"].smoking = True
    assert hit_modifiers(state, state.ships["BIS"], mils(3, 0), "beam") == {}


@pytest.mark.parametrize(("aircraft", "needed", "hits"), [(1, -1, 0), (3, 1, 1), (8, 6, 8)])
def test_needed_below_one_and_from_six_on(aircraft: int, needed: int, hits: int) -> None:
    """WT-1.8: below 1 no die hits, from 6 on every die does; they are rolled all the same."""
    faces = [1, 2, 3, 4, 5, 6, 6, 6][:aircraft]
    drafts = swordfish(bismarck(), (5, 0), [*faces, *([1] * hits)], aircraft=aircraft)
    assert (only(drafts, TorpedoesFired).needed, only(drafts, TorpedoesFired).hits) == (needed, hits)


@pytest.mark.parametrize(("ship", "scope", "points"), [("ANT", "gunfire", 6), ("ANT", "all", 3), ("NOR", "all", 6)])
def test_armour_of_an_evasive_ship(ship: str, scope: str, points: int) -> None:
    """WT-2.11: the printed belt, unless `evasive_armour_scope` is all: then an escort's is 3, a capital ship's as printed."""
    state = state_with({"SCH": ((0, 0), 12, 6), ship: ((-3, 0), 12, 6)}, 1, evasive_armour_scope=scope)
    state.ships[ship].evasive = True
    fired = only(attack(state, "SCH", [1, 6, 6, 6, 1], Torp((ship,))), TorpedoesFired)
    assert (fired.launchers, fired.needed, fired.points) == (["TL1"], 1, points)


# ---------------------------------------------------------------- launchers


def test_launchers_that_bear() -> None:
    """WT-10.2, WT-10.13: Scharnhorst's port tubes do not bear to starboard: they keep their load."""
    state = state_with({"SCH": ((0, 0), 12, 6), "NOR": ((3, 0), 12, 6)}, 1)
    drafts = attack(state, "SCH", [6, 6, 6], Torp(("NOR",)))
    assert told(drafts, LauncherEmptied) == [LauncherEmptied("SCH", "TL2", 0, 2)]
    assert envelope(drafts, LauncherEmptied)[1:] == ("WT-10.4", "german")
    assert loaded(state, state.ships["SCH"]) == ["TL1"]


def test_loads() -> None:
    """WT-10.4, WT-18.4: a U-boat's bow tubes hold four torpedoes and two reloads, ready each turn."""
    state = state_with(BOAT, 1)
    for turn in (1, 2, 3):
        state.turn = turn
        assert only(attack(state, "U47", [6] * 4, Torp(("M01",))), TorpedoesFired).number == 4
    state.turn = 4
    drafts = attack(state, "U47", [], Torp(("M01",), ("TL1",)))
    assert only(drafts, OrderLapsed).why == "no launcher is loaded and working"


def test_reload_time() -> None:
    """WT-10.4: option `torpedo_reload_turns`: fired on turn 1, again on turn 4."""
    state = state_with(BOAT, 1, torpedo_reload_turns=2)
    assert only(attack(state, "U47", [6] * 4, Torp(("M01",))), LauncherEmptied).ready == 4
    found = []
    for turn in (2, 3, 4):
        state.turn = turn
        found.append(loaded(state, state.ships["U47"], ("TL1",)))
    assert found == [[], [], ["TL1"]]


def test_named_and_lost_launchers() -> None:
    """WT-10.13: WITH names launchers; one that does not work fires nothing."""
    state = state_with(RUN, 1)
    ship = state.ships["ANT"]
    assert loaded(state, ship, ("TL2",)) == ["TL2"]
    ship.sheet.lost = ["TL2"]
    assert (loaded(state, ship), loaded(state, ship, ("TL2",))) == (["TL1"], [])


def test_two_orders_one_salvo() -> None:
    """WT-10.3: both launchers at one target fire together, whatever orders they come from; a launcher fires once."""
    state = state_with(RUN, 1)
    drafts = attack(state, "ANT", [6] * 8 + [1] * 8, Torp(("SCH",), ("TL2",)), Torp(("SCH",)))
    assert only(drafts, TorpedoesFired).launchers == ["TL1", "TL2"]


def test_two_targets() -> None:
    """WT-10.3: each its salvo, in the order of the orders."""
    state = state_with({**RUN, "PEU": ((-3, 0), 12, 6)}, 1)
    drafts = attack(state, "ANT", [6] * 8, Torp(("PEU",), ("TL2",)), Torp(("SCH",), ("TL1",)))
    assert [(fired.target, fired.needed) for fired in told(drafts, TorpedoesFired)] == [("PEU", 4), ("SCH", 2)]


# ---------------------------------------------------------------- targets


@pytest.mark.parametrize(
    ("marked", "within", "target"),
    [({}, 8, "M01"), ({"M01": 8}, 8, "M02"), ({}, 3, "M01"), ({"M01": 8}, 5, None), ({}, Fraction(29, 10), None)],
)
def test_else(marked: Mapping[str, int], within: Fraction | int, target: str | None) -> None:
    """WT-10.13: the first target with an unmarked box, in the ordered range."""
    state = state_with(BOAT, 1)
    for ship, boxes in marked.items():
        state.ships[ship].sheet.marked = boxes
    drafts = attack(state, "U47", [6] * 4 if target else [], Torp(("M01", "M02"), within=Fraction(within)))
    assert [fired.target for fired in told(drafts, TorpedoesFired)] == ([target] if target else [])


def test_beyond_eight_inches() -> None:
    """WT-10.1: never beyond 8 inches."""
    for y, fires in ((8, True), (8.001, False)):
        state = state_with({"U47": ((0, 0), 12, 1), "M01": ((0, y), 3, 3)}, 1)
        assert bool(told(attack(state, "U47", [6] * 4 * fires, Torp(("M01",))), TorpedoesFired)) is fires


@pytest.mark.parametrize(
    ("mode", "fires"), [("surfaced", True), ("periscope", True), ("deep", False)], ids=["surfaced", "periscope", "deep"]
)
def test_who_may_fire(mode: Mode, fires: bool) -> None:
    """WT-10.1, WT-18.3: from periscope depth too, not from the deep."""
    state = state_with(BOAT, 1, modes={"U47": mode})
    drafts = attack(state, "U47", [6] * 4 * fires, Torp(("M01",)))
    assert bool(told(drafts, TorpedoesFired)) is fires
    assert [event.why for event in told(drafts, OrderLapsed)] == ([] if fires else ["she is deep"])


def test_no_torpedoes_at_submarines_below() -> None:
    """WT-10.1: not even at a periscope that is detected."""
    state = state_with({"ANT": ((0, 0), 12, 8), "U47": ((3, 0), 12, 1)}, 1, modes={"U47": "periscope"})
    held(state, "U47")
    drafts = attack(state, "ANT", [], Torp(("SUB1", "U47")))
    assert only(drafts, OrderLapsed).why == "SUB1 is too deep"
    state.ships["U47"].mode = "surfaced"
    assert only(attack(state, "ANT", [6] * 8 + [1] * 8 + [1], Torp(("U47",))), TorpedoesFired).hits == 8


def test_fire_control() -> None:
    """WT-10.2, WT-7.2: a working fire control is needed, but torpedoes are no gun target."""
    state = state_with(RUN, 1)
    state.ships["ANT"].sheet.lost = ["FC1"]
    assert only(attack(state, "ANT", [], Torp(("SCH",))), OrderLapsed).why == "no fire control works"


def test_lapsed_orders() -> None:
    """WT-10.13, WT-23.3: her own side learns why nothing was fired."""
    drafts = attack(state_with({"ANT": ((0, 0), 3, 8), "SCH": ((7, 0), 12, 6)}, 1), "ANT", [], Torp(("SCH",), ("TL1",)))
    assert only(drafts, OrderLapsed) == OrderLapsed("ANT", "TORP SCH WITH TL1", "no launcher bears within its range")
    assert envelope(drafts, OrderLapsed)[1:] == ("WT-10.13", "british")


# ---------------------------------------------------------------- standing orders


def test_within_waits_and_ends() -> None:
    """WT-10.13: TORP ... WITHIN stands, silently, until it is carried out; then the line is gone."""
    state = state_with(BOAT, 1)
    order = Torp(("M02",), (), Fraction(5))
    boat = state.ships["U47"]
    boat.book.standing = ["HOLD FIRE", order_text(order)]
    assert attack(state, "U47", [], order) == []
    boat.at = mils(0, 1)
    drafts = attack(state, "U47", [6] * 4, order)
    assert only(drafts, OrdersStood) == OrdersStood("U47", "german", ["HOLD FIRE"])
    assert envelope(drafts, OrdersStood)[2] == "german"
    assert boat.standing == ["HOLD FIRE"]


# ---------------------------------------------------------------- unseen


def test_from_below_the_surface() -> None:
    """WT-23.4: of the salvo only her own side is told; all learn what has hit, not from where or from whom."""
    state = state_with(BOAT, 1, modes={"U47": "periscope"})
    drafts = attack(state, "U47", [1, 5, 5, 2, 4, 3, 1], Torp(("M01",)))
    assert [(roll.purpose, draft.audience) for draft in drafts if isinstance(roll := draft.event, Rolled)] == [
        ("torp_hit U47 at M01", "german"),
        ("torp_damage at M01", "*"),
        ("torp_extra M01", "british"),
    ]
    assert envelope(drafts, TorpedoesFired)[1:] == ("WT-10.6", "german")
    assert only(drafts, TorpedoesStruck) == TorpedoesStruck("M01", "beam", 2, 7, [0, 3000])
    assert envelope(drafts, TorpedoesStruck)[1:] == ("WT-23.4", "*")
    assert all("U47" not in str(draft.event) for draft in drafts if draft.audience == "*")
    assert state.ships["M01"].scored == 7


def test_an_unseen_miss() -> None:
    """WT-23.4: torpedoes from below that miss are not seen at all."""
    drafts = attack(state_with(BOAT, 1, modes={"U47": "periscope"}), "U47", [6] * 4, Torp(("M01",)))
    assert {draft.audience for draft in drafts} == {"german"}
    assert told(drafts, TorpedoesStruck) == []
