"""WT-24.6 to WT-24.8: what a battle has made of every vessel, and what counts in it."""

from __future__ import annotations

import pytest

from events.wet_thrust.damage import BoxesMarked, Lost, SystemLost
from events.wet_thrust.flying import FlewHome, Landed, TookOff
from events.wet_thrust.sailing import Disengaged
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import Unit
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.control_sheet import Hole
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.report.score import score_lines
from pbem.games.wet_thrust.report.victory_words import how_won
from pbem.games.wet_thrust.rules.victory import judged, score
from tests.rulebook.wet_thrust.fleets.battles import FLEETS, battle


def end(state: State, id: str) -> tuple[str, str, dict[str, int]]:
    """Fate, how, and what she lacks."""
    found = FLEETS.muster(state).units[id]
    return found.fate, found.how, found.lacks


def test_present_left_or_lost() -> None:
    """WT-24.6: each once, in unit order, with the side that had her."""
    state = battle("denmark-strait", {}).state
    apply(state, Disengaged("BIS", ""))
    apply(state, Lost("HOO", "explosion", [0, 0]))
    assert end(state, "BIS") == ("left", "broke contact", {}) and end(state, "HOO") == ("lost", "lost: she exploded", {})
    assert end(state, "POW") == ("present", "afloat", {})
    assert [(id, found.side) for id, found in FLEETS.muster(state).units.items()] == [
        *(("PEU", "german"), ("BIS", "german")),
        *(("HOO", "british"), ("POW", "british"), ("NOR", "british"), ("SUF", "british")),
    ]


def test_she_lacks_what_her_sheet_says() -> None:
    """WT-24.6: boxes, systems, loads, fuel that is empty or damaged; all boxes but the last."""
    state = battle("convoy", {}).state
    sheet = state.ships["U47"].sheet
    sheet.marked, sheet.lost, sheet.used = 2, ["BO2", "D1"], {"TL1": 3}
    sheet.empty, sheet.fuel_lost, sheet.fuel_holed = 1, 1, 1
    assert end(state, "U47")[2] == {"hull": 2, "boilers": 1, "d1": 1, "tl1.loads": 3, "fuel": 3}
    sheet.marked = 4
    assert end(state, "U47")[2]["hull"] == 3


def test_fires_and_holes_do_not_last() -> None:
    """WT-24.7: what they have cost does. A vessel that cannot move is towed home (WT-24.6)."""
    state = battle("denmark-strait", {}).state
    sheet = state.ships["SUF"].sheet
    sheet.marked, sheet.fires, sheet.holes, sheet.lost = 7, 2, {"HO1": Hole(19, 0)}, ["BO1", "BO2"]
    assert end(state, "SUF") == ("present", "afloat", {"hull": 7, "boilers": 2})


# ---------------------------------------------------------------- aircraft


def in_the_air(state: State, id: str) -> None:
    """Launched from its ship."""
    each = state.squadrons[id]
    apply(state, TookOff(id, each.index, each.carrier, each.kind, each.aircraft, each.side, each.seat, [0, 0]))


def test_aircraft_come_back_to_a_carrier_in_play() -> None:
    """WT-24.7: to their own, or while there is one; of a ship that has broken contact those aboard are with her."""
    state = battle("two-carriers", {}).state
    for id in ("ARK-F1", "ARK-T1", "ARK-R1"):
        in_the_air(state, id)
    assert end(state, "ARK")[2] == {}
    apply(state, Disengaged("ARK", ""))
    apply(state, FlewHome("ARK-R1"))
    assert end(state, "ARK")[2] == {"f1": 6, "t1": 6}


def test_aircraft_on_another_deck_are_their_own_ships() -> None:
    """WT-24.7."""
    forces = {"british": Force([Unit("ARK", "ark-royal"), Unit("ARC", "ark-royal")])}
    state = battle("two-carriers", forces).state
    in_the_air(state, "ARK-T1")
    in_the_air(state, "ARK-T2")
    apply(state, Landed("ARK-T1", "ARC"))
    state.squadrons["ARK-T1"].aircraft = 4
    apply(state, Disengaged("ARK", ""))
    assert (end(state, "ARK")[2], end(state, "ARC")[2]) == ({"t1": 2}, {})


def test_a_symbol_lost_without_its_aircraft() -> None:
    """WT-24.7, WT-11.12: they fly on, and count; one destroyed on deck does not."""
    state = battle("two-carriers", {}).state
    in_the_air(state, "ARK-T1")
    apply(state, SystemLost("ARK", "T1", "check"))
    state.squadrons["ARK-T2"].lost = True
    assert end(state, "ARK")[2] == {"t2": 6}


# ---------------------------------------------------------------- points


def test_points_are_for_this_battle() -> None:
    """WT-24.8: boxes that were marked before bring nothing; the score that is shown says the same."""
    state = battle("two-carriers", {"german": Force([Unit("SCH", "scharnhorst", "", {"hull": 20, "boilers": 1})])}).state
    assert score(state) == {"british": 0, "german": 0} == FLEETS.muster(state).points
    apply(state, BoxesMarked("SCH", 8, 28, [], "gunfire"))
    assert score(state) == {"british": 2, "german": 0} == FLEETS.muster(state).points
    assert "British 2, German 0" in score_lines(state)[0]


def test_a_boiler_room_that_was_lost_before() -> None:
    """WT-24.8: in 8.5 the British have points for one that is lost in this battle."""
    state = battle("denmark-strait", {"german": Force([Unit("BIS", "bismarck", "", {"boilers": 2, "fuel": 6})])}).state
    assert score(state) == {"german": 0, "british": 0}
    apply(state, SystemLost("BIS", "BO1", "check"))
    assert score(state) == {"german": 0, "british": 4}


@pytest.mark.parametrize(("boxes", "why"), [(19, None), (20, "Bismarck has 20 boxes or more marked")])
def test_a_duel_counts_boxes_of_this_battle(boxes: int, why: str | None) -> None:
    """WT-24.8: 8.1 with a Bismarck that has been hit before."""
    state = battle("first-salvo", {"german": Force([Unit("BIS", "bismarck", "Bismarck", {"hull": 15})])}).state
    apply(state, BoxesMarked("BIS", boxes, 15 + boxes, [], "gunfire"))
    ending = judged(state)
    assert (ending.why if ending else None) == why
    if ending:
        assert "Bismarck is afloat with 35 of 48 boxes marked, 15 of them before" in ending.facts


def test_what_she_can_do_counts_as_it_is() -> None:
    """WT-24.8: a Bismarck that comes slow to 8.3 is slow at its end, though nothing happened; the targets may be missing."""
    state = battle("swordfish", {"german": Force([Unit("BIS", "bismarck", "Raider", {"boilers": 2, "hull": 40})])}).state
    state.turn = state.limit
    ending = judged(state)
    assert ending and (ending.winner, "top speed of 4" in ending.facts) == ("british", True)
    assert how_won(state)[0].startswith("The British win if Raider is sunk")
    alone = battle("swordfish", {"british": Force([], ["ARK"])}).state
    alone.turn = alone.limit
    assert "or if Ark Royal is sunk" in how_won(alone)[1] and judged(alone)
