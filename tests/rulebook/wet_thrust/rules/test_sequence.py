"""Section 3: the sequence of a turn, ships without orders (6.2), and who is asked for orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from events.base import Draft
from events.wet_thrust.damage import BoxesMarked, CheckMade, Lost, SystemRepaired
from events.wet_thrust.firing import GunsFired
from events.wet_thrust.flying import Bombed, EnduranceLeft, FightersFired, FlakFired, GunnersFired
from events.wet_thrust.opening import TurnBegan, TurnEnded
from events.wet_thrust.sailing import (
    Collided,
    ContactMade,
    DisengageBarred,
    Disengaged,
    DisengageTried,
    LeftSight,
    Moved,
    PlotCut,
    ScreenLaid,
    SmokeMade,
)
from pbem.core.dice.fair_dice import Dice, ScriptedDice, seeded
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust.model.control_sheet import Hole
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.rules import sequence
from tests.rulebook.wet_thrust.builders.ships import airborne, only, state_with, told, turn_of

PHASES = [
    "Orders", "Ships move", "Aircraft move", "Ships fire", "Aircraft fire", "Threshold checks", "Damage control", "End of turn",
]  # fmt: skip


def resolved(state: State, orders: Mapping[str, Iterable[str]] | None = None, dice: Dice | None = None) -> list[Draft]:
    """A whole turn with these canonical lines by unit, all on one sheet a side; other units have no orders."""
    sheets: dict[str, OrderSheet] = {}
    for seat, side in state.seats.items():
        units = {**state.ships, **state.squadrons}
        sheets[seat] = OrderSheet({id: [*lines] for id, lines in (orders or {}).items() if units[id].side == side})
    turn = turn_of(state)
    turn.number, turn.dice = state.next_turn, dice or ScriptedDice([])
    sequence.resolve(turn, sheets)
    return turn.drafts


def order_of(drafts: Iterable[Draft], *kinds: type) -> list[type]:
    """In which order events of these types came first."""
    found: list[type] = []
    for draft in drafts:
        if type(draft.event) in kinds and type(draft.event) not in found:
            found.append(type(draft.event))
    return found


# ---------------------------------------------------------------- the sequence


def test_steps_in_order() -> None:
    """Section 3, WT-2.1: from the orders to the end of the turn; no phase is entered again."""
    state = state_with({"SCH": ((0, 0), 3, 6), "ANT": ((5, 5), 7, 8), "ACA": ((6, 4), 7, 8), "ARK": ((5, 9), 3, 6)}, turn=3)
    state.ships["SCH"].sheet.marked, state.ships["SCH"].sheet.fires = 9, 2
    airborne(state, "ARK-T1", (0, 6))
    orders = {"ACA": ["SMOKE"], "ARK-T1": ["ATTACK SCH"]}
    drafts = resolved(state, orders, seeded("steps"))
    phases = [draft.phase for draft in drafts]
    met = [phase for phase, before in zip(phases, ["", *phases], strict=False) if phase != before]
    assert met == [phase for phase in PHASES if phase in met]
    assert set(met) == set(PHASES)
    assert drafts[0].event == TurnBegan(4) and drafts[-1].event == TurnEnded(4)


def test_events_of_a_turn_in_order() -> None:
    """Section 3 step 2: smoke before the move; collisions, then screens, then sonar; a boat goes under at the end."""
    ships = {
        "U99": ((0, 30), 3, 0),
        "M01": ((-1.5, 0), 3, 3),
        "M02": ((0, -1.5), 12, 3),
        "ANT": ((20, 0), 3, 4),
        "U47": ((22, 4), 3, 0),
    }
    state = state_with(ships, turn=1, modes={"U47": "deep"})
    orders = {"ANT": ["SMOKE", "SCREEN", "HOLD FIRE"], "M01": ["HOLD FIRE"], "M02": ["HOLD FIRE"], "U99": ["DIVE"]}
    drafts = resolved(state, orders, seeded("events"))
    kinds = (SmokeMade, Moved, Collided, ScreenLaid, ContactMade, LeftSight, TurnEnded)
    assert order_of(drafts, *kinds) == list(kinds)


def test_ship_that_sinks_in_the_move_does_not_fire() -> None:
    """Section 3 step 2.7, WT-5.4: gone before the ships fire."""
    state = state_with({"BIS": ((-4, 0), 3, 8), "ANT": ((0, -5), 12, 10), "SUF": ((0, 60), 12, 0)}, turn=1)
    drafts = resolved(state, {"BIS": ["HOLD FIRE"]}, ScriptedDice([6, 6]))
    assert only(drafts, Lost).ship == "ANT"
    assert told(drafts, GunsFired) == []


def test_flooding_and_its_checks_before_disengaging() -> None:
    """Section 3 steps 8.1 to 8.3: the row that the water fills is checked in 8.2, before a ship breaks contact in 8.3."""
    state = state_with({"BIS": ((0, 0), 6, 8), "M01": ((0, 60), 12, 0)}, turn=1)
    sheet = state.ships["BIS"].sheet
    sheet.holes, sheet.beyond, sheet.marked = {"HO1": Hole(17, 1)}, ["HO1"], 11
    drafts = resolved(state, {"BIS": ["DISENGAGE"]}, seeded("flood"))
    assert order_of(drafts, BoxesMarked, CheckMade, Disengaged) == [BoxesMarked, CheckMade, Disengaged]
    assert {draft.phase for draft in drafts if type(draft.event) in (BoxesMarked, CheckMade, Disengaged)} == {"End of turn"}


def test_fighters_then_flak_then_bombs() -> None:
    """Section 3 steps 5.1 to 5.3: none of these dice does harm."""
    state = state_with({"GRZ": ((0, 90), 12, 0), "ARK": ((0, 0), 12, 4)}, turn=1)
    airborne(state, "GRZ-DB1", (0, 9), aircraft=1)
    airborne(state, "ARK-F1", (0, 9), aircraft=1)
    orders = {"GRZ-DB1": ["ATTACK ARK"], "ARK-F1": ["INTERCEPT GRZ-DB1"]}
    fighter, gunner, flak, bomb = [1], [1], [1] * 6, [6]
    drafts = resolved(state, orders, ScriptedDice([*fighter, *gunner, *flak, *bomb]))
    kinds = [FightersFired, GunnersFired, FlakFired, Bombed]
    assert order_of(drafts, *kinds) == kinds
    assert {draft.phase for draft in drafts if type(draft.event) in kinds} == {"Aircraft fire"}


def test_the_end_of_a_turn_in_order() -> None:
    """Section 3 steps 8.3 to 8.5: a boat still challenges in the turn in which she dives; repairs work when all is done."""
    state = state_with({"U47": ((0, 9), 6, 4), "ARK": ((0, 0), 6, 8)}, turn=1)
    state.ships["ARK"].sheet.lost = ["PD1"]
    airborne(state, "ARK-T1", (0, 50))
    orders = {"U47": ["HOLD FIRE", "DIVE"], "ARK": ["HOLD FIRE", "DISENGAGE"], "ARK-T1": ["ORBIT"]}
    drafts = resolved(state, orders, ScriptedDice([5, 6]))
    assert only(drafts, DisengageTried).challenger == "U47"
    kinds = [DisengageTried, LeftSight, EnduranceLeft, SystemRepaired, TurnEnded]
    assert order_of(drafts, *kinds) == kinds


def test_nothing_happens_unasked() -> None:
    """WT-1.10: friends that pass close by each other, far from any enemy, sail on; nobody leaves by moving (WT-1.1)."""
    state = state_with({"BIS": ((0, 0), 3, 8), "PEU": ((8, 1), 9, 8), "M01": ((0, 9999), 3, 3)}, turn=1)
    drafts = resolved(state)
    assert [type(draft.event) for draft in drafts] == [TurnBegan, Moved, Moved, Moved, TurnEnded]
    assert all(ship.afloat for ship in state.ships.values())


def test_the_same_orders_end_at_the_same_place() -> None:
    """WT-1.1: a turn played twice from the same state moves every ship to the same mil."""
    ways = []
    for _ in range(2):
        state = state_with({"BIS": ((20.123, 40), 8, 7), "ANT": ((60.5, 16), 10, 7)}, turn=1)
        drafts = resolved(state, {"BIS": ["PLOT 1A2P"], "ANT": ["PLOT 2A2S1P"]}, seeded("twice"))
        ways.append([each.way for each in told(drafts, Moved)])
    assert ways[0] == ways[1] and all(one != other for one, other in pairwise(ways[0][0]))


# ---------------------------------------------------------------- 6.2 no orders at all


def test_a_surface_ship_sails_straight_on() -> None:
    """Section 6.2, WT-2.3: same course, same speed; her standing HOLD FIRE stays; no smoke."""
    state = state_with({"BIS": ((0, 0), 3, 7), "HOO": ((0, 15), 3, 7)}, turn=1)
    for ship in state.ships.values():
        ship.book.standing = ["HOLD FIRE"]
    turn = turn_of(state)
    turn.number = 2
    sequence.resolve(turn, {})
    assert [(each.course, each.speed) for each in told(turn.drafts, Moved)] == [(3, "7"), (3, "7")]
    assert told(turn.drafts, GunsFired) == [] and told(turn.drafts, SmokeMade) == []
    assert state.ships["BIS"].standing == ["HOLD FIRE"]


def test_a_submarine_keeps_her_depth() -> None:
    """Section 6.2: same mode, course and speed."""
    state = state_with({"U47": ((0, 0), 3, 1), "M01": ((0, 60), 3, 3)}, turn=1, modes={"U47": "periscope"})
    resolved(state)
    ship = state.ships["U47"]
    assert (ship.mode, ship.course, ship.speed, ship.at) == ("periscope", 3, 1, (1000, 0))


def test_without_orders_she_fires_at_will() -> None:
    """Section 6.2: no order is no HOLD FIRE."""
    state = state_with({"SHE": ((0, 0), 3, 7), "PEU": ((0, 9), 3, 7)}, turn=1)
    state.ships["PEU"].book.standing = ["HOLD FIRE"]
    turn = turn_of(state)
    turn.number, turn.dice = 2, seeded("will")
    sequence.resolve(turn, {})
    assert {each.ship for each in told(turn.drafts, GunsFired)} == {"SHE"}


def test_a_jammed_helm_repeats_its_turn() -> None:
    """WT-4.3 (worked example 33): both rudders lost, she turns 1P each turn; D stays hers."""
    state = state_with({"BIS": ((0, 0), 12, 5)}, turn=4)
    resolved(state, {"BIS": ["PLOT 1A1P"]})
    state.ships["BIS"].sheet.lost = ["RU1", "RU2"]
    state.ships["BIS"].sheet.beyond = ["RU1", "RU2"]
    drafts = resolved(state, {"BIS": ["PLOT 1D"]})
    assert (state.ships["BIS"].course, state.ships["BIS"].speed) == (10, 5)
    assert told(drafts, PlotCut) == []
    resolved(state)
    assert state.ships["BIS"].course == 9


def test_without_bridge_she_repeats_what_was_written() -> None:
    """WT-15.2, WT-4.3: `1A` as written, not the turn that she made for want of a rudder; repaired, she goes straight on."""
    state = state_with({"BIS": ((0, 0), 12, 4)}, turn=4)
    sheet, book = state.ships["BIS"].sheet, state.ships["BIS"].book
    sheet.lost, sheet.beyond, book.helm = ["RU1", "RU2"], ["RU1", "RU2"], "1P"
    resolved(state, {"BIS": ["PLOT 1A"]})
    assert (book.last, state.ships["BIS"].course) == (["PLOT 1A"], 11)
    sheet.lost = sheet.beyond = ["BR", "SB"]
    resolved(state)
    assert (state.ships["BIS"].course, state.ships["BIS"].speed) == (11, 6)


def test_disengaging_at_less_than_full_speed_is_told() -> None:
    """WT-21.2: the attempt fails and says why."""
    state = state_with({"BIS": ((0, 0), 6, 6), "M01": ((0, 60), 12, 0)}, turn=1)
    drafts = resolved(state, {"BIS": ["DISENGAGE"]})
    assert only(drafts, DisengageBarred).why == "she ran 6, not the 7 that she could make"


# ---------------------------------------------------------------- between turns


def test_who_is_asked() -> None:
    """WT-11.15, ruling W1: every admiral with a vessel in play or a squadron in the air, for their units in unit order."""
    state = state_with({"BIS": ((0, 0), 3, 7), "SHE": ((0, 9), 3, 7), "ANT": ((0, 19), 3, 7)}, turn=1)
    state.seats["gb2"] = "british"
    state.ships["ANT"].seat = "gb2"
    asked = sequence.due(state)
    assert {seat: ask.units for seat, ask in asked.items()} == {
        "de": ["BIS", "BIS-R1", "BIS-R2", "FLEET"],
        "gb": ["SHE", "SHE-R1", "FLEET"],
        "gb2": ["ANT"],
    }
    assert asked["de"].what == "orders for game turn 2 of 99"
    state.squadrons["SHE-R1"].place = "gone"
    state.ships["ANT"].fate = "lost"
    assert sequence.due(state)["gb"].units == ["SHE", "FLEET"]
    assert "gb2" not in sequence.due(state)


def test_a_squadron_in_the_air_is_enough() -> None:
    """WT-11.12: with the ship gone her aircraft fly on and want orders."""
    state = state_with({"BIS": ((0, 0), 3, 7), "SHE": ((0, 9), 3, 7)}, turn=1)
    state.ships["SHE"].fate = "lost"
    airborne(state, "SHE-R1", (0, 9))
    assert sequence.due(state)["gb"].units == ["SHE-R1", "FLEET"]


def test_after_the_end() -> None:
    """WT-22.2: nobody is asked; the verdict stands."""
    state = state_with({"BIS": ((0, 0), 3, 7)}, turn=1)
    assert sequence.verdict(state) is None
    state.over, state.winners, state.verdict = True, ["german"], "The Germans win."
    assert sequence.due(state) == {}
    ended = sequence.verdict(state)
    assert ended and (ended.winners, ended.text) == (["german"], "The Germans win.")


def test_an_admiral_is_asked_on_when_their_boat_was_lost_unseen() -> None:
    """WT-23.4: whom the service asks, the enemy sees; a boat sunk on the surface was seen to sink."""
    state = state_with({"U47": ((0, 0), 9, 1), "U99": ((30, 0), 9, 1), "ACA": ((90, 0), 3, 4)}, admirals="two")
    state.seats |= {"de2": "german"}
    state.ships["U99"].seat = "de2"
    state.ships["U99"].fate, state.ships["U99"].mode = "lost", "deep"
    asked = sequence.due(state)["de2"]
    assert asked.units == [] and "nothing" in asked.what
    state.ships["U99"].mode = "surfaced"
    assert "de2" not in sequence.due(state)
