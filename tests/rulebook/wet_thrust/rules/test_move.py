"""WT-2, section 3 step 2: all vessels move together."""

from __future__ import annotations

from fractions import Fraction

from events.wet_thrust.opening import HelmKept
from events.wet_thrust.sailing import MainGunsBarred, Moved, PlotCut, RanSilent
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import Depth, ShipOrders
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.report.sheet_text import sheet_panel
from pbem.games.wet_thrust.rules import move
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import envelope, only, readers_state, scratch, spent_dice, state_with, told


def sailed(acting: TurnScratch) -> TurnScratch:
    """Step 2 is played."""
    move.step(acting)
    spent_dice(acting)
    return acting


def test_all_move_from_where_they_were() -> None:
    """WT-2.1, WT-2.13: every vessel's way is told to all, in unit order, whatever the others do."""
    state = state_with({"BIS": ((20, 40), 8, 7), "HOO": ((32, 16), 10, 7)}, turn=1)
    acting = sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(port=1, first="P"))}))
    bismarck, hood = told(acting.turn.drafts, Moved)
    assert bismarck.way == [[20000, 40000], [16969, 38250], [15219, 35219]] and bismarck.course == 7
    assert hood == Moved("HOO", [[32000, 16000], [28969, 17750], [25938, 19500]], 10, "7", False, False)
    assert envelope(acting.turn.drafts, Moved) == ("", "WT-2.1", "*")
    assert state.ships["HOO"].at == (25938, 19500) and acting.ways["HOO"].end == (25938, 19500)


def test_ship_that_lies_stopped_has_a_way_without_length() -> None:
    """WT-2.12: three times the same spot."""
    state = state_with({"M01": ((1, 2), 3, 0)}, turn=1)
    acting = sailed(scratch(state))
    assert only(acting.turn.drafts, Moved).way == [[1000, 2000]] * 3
    assert state.ships["M01"].stationary


def test_flags_of_the_move() -> None:
    """WT-2.10, WT-2.11, step 2.5: salvo chasing and evasive ships are known to all."""
    state = state_with({"ANT": ((0, 0), 12, 6), "ACA": ((9, 0), 12, 6)}, turn=1)
    orders = {"ANT": ShipOrders(plot=Plot(evasive=True)), "ACA": ShipOrders(plot=Plot(port=1, starboard=1, first="S"))}
    sailed(scratch(state, orders))
    assert (state.ships["ANT"].evasive, state.ships["ANT"].chasing) == (True, False)
    assert (state.ships["ACA"].evasive, state.ships["ACA"].chasing) == (False, True)


def test_a_disruptive_turn_bars_the_main_guns() -> None:
    """WT-4.4: for this turn, on her own sheet."""
    state = state_with({"BIS": ((0, 0), 12, 8)}, turn=1)
    acting = sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(port=2, first="P"))}))
    assert state.ships["BIS"].sheet.barred
    assert envelope(acting.turn.drafts, MainGunsBarred) == ("", "WT-4.4", "german")


def test_speed_above_the_top_falls_and_is_told() -> None:
    """WT-3.2: at once, to her own side."""
    state = state_with({"BIS": ((0, 0), 12, 8)}, turn=1)
    state.ships["BIS"].sheet.lost = ["BO1"]
    acting = sailed(scratch(state, {"BIS": ShipOrders(disengage=True)}))
    assert only(acting.turn.drafts, PlotCut) == PlotCut("BIS", "-", "her top speed is 6")
    assert envelope(acting.turn.drafts, PlotCut) == ("", "WT-3.2", "german")
    assert state.ships["BIS"].speed == 6 and acting.reach["BIS"] == 6


def test_a_plot_cut_is_told() -> None:
    """WT-2.12, WT-2.14: what could not be executed, and why, to her own side."""
    state = state_with({"BIS": ((0, 0), 12, 2)}, turn=1)
    acting = sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(decelerate=Fraction(2), port=1, first="P"))}))
    assert only(acting.turn.drafts, PlotCut) == PlotCut("BIS", "2D", "without way she cannot turn")
    assert envelope(acting.turn.drafts, PlotCut) == ("", "WT-2.14", "german")


def test_the_helm_is_kept_while_there_is_a_rudder() -> None:
    """WT-4.3: the turn part of the last plot steered; once the last rudder is gone, that stands."""
    state = state_with({"BIS": ((0, 0), 12, 4)}, turn=1)
    acting = sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(accelerate=Fraction(1), port=1, first="P"))}))
    assert only(acting.turn.drafts, HelmKept) == HelmKept("BIS", "1P")
    again = sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(port=1, first="P"))}))
    assert told(again.turn.drafts, HelmKept) == []
    state.ships["BIS"].sheet.lost = ["RU1", "RU2"]
    sailed(scratch(state))
    assert state.ships["BIS"].book.helm == "1P"


def test_a_plot_that_could_not_turn_her_is_kept_too() -> None:
    """WT-4.3, ruling W55: the turn part of the plot, though she had no way on (WT-2.12) or ran silent (WT-18.6)."""
    state = state_with({"BIS": ((0, 0), 12, 0), "U47": ((9, 0), 3, 2)}, turn=1, modes={"U47": "deep"})
    silent = ShipOrders(plot=Plot(starboard=1, first="S"), depth=Depth("SILENT"))
    acting = sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(port=2, first="P")), "U47": silent}))
    assert told(acting.turn.drafts, HelmKept) == [HelmKept("BIS", "2P"), HelmKept("U47", "1S")]
    assert (state.ships["BIS"].course, state.ships["U47"].course) == (12, 3)


def test_of_a_plot_beyond_her_levels_what_is_legal_is_kept() -> None:
    """WT-4.3, WT-15.2, ruling W55: points cut from the end; E and a blank plot are straight on."""
    state = state_with({"BIS": ((0, 0), 12, 4)}, turn=1)
    state.ships["BIS"].sheet.lost = ["RU2"]
    sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(port=1, starboard=1, first="S"))}))
    assert state.ships["BIS"].book.helm == "1S"
    sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(evasive=True))}))
    assert state.ships["BIS"].book.helm == ""


def test_what_she_would_repeat_is_an_order() -> None:
    """WT-23.3, option `open_sheets`: nobody else is told of a plot that did not turn her, nor does an open sheet show it."""
    state = state_with({"BIS": ((0, 0), 12, 0), "HOO": ((0, 30), 12, 0)}, turn=1, open_sheets="on")
    acting = sailed(scratch(state, {"BIS": ShipOrders(plot=Plot(port=2, first="P"))}))
    assert envelope(acting.turn.drafts, HelmKept)[2] == "german"
    state.ships["BIS"].sheet.lost = ["RU1", "RU2"]
    for seat, helm, words in (("de", "2P", "she steers 2P"), ("gb", "", "she repeats one turn")):
        shown = known(state, seat)
        bis = shown.ships["BIS"]
        assert (bis.book_if_known.helm if bis.book_if_known else "") == helm
        assert f"no rudder works: every turn {words}" in "\n".join(sheet_panel(shown, bis, bis.sheet).lines)


def test_a_hidden_boat_moves_for_her_side_alone() -> None:
    """WT-18.2: her plot is kept, her move is not told to the enemy."""
    state = state_with({"U47": ((0, 0), 3, 2), "M01": ((30, 0), 3, 3)}, turn=1, modes={"U47": "deep"})
    acting = sailed(scratch(state))
    assert envelope(acting.turn.drafts, Moved)[2] == "german"
    assert "U47" not in readers_state(acting.turn.drafts, "british").ships


def test_silence_stops_her() -> None:
    """WT-18.6: speed 0 this turn, whatever the deceleration; a plot given with it is cut."""
    state = state_with({"U47": ((0, 0), 3, 2)}, turn=1, modes={"U47": "deep"})
    state.ships["U47"].sheet.lost = ["PR1", "PR2"]
    acting = sailed(scratch(state, {"U47": ShipOrders(plot=Plot(port=1, first="P"), depth=Depth("SILENT"))}))
    assert only(acting.turn.drafts, RanSilent).ship == "U47"
    assert state.ships["U47"].sheet.silent and state.ships["U47"].stationary and state.ships["U47"].at == (0, 0)
    assert only(acting.turn.drafts, PlotCut) == PlotCut("U47", "-", "she runs silent")


def test_worked_example_6() -> None:
    """WT-2.3, WT-2.4 (worked example 6): a cruiser's order form: speeds 6, 6, 4; turn 2 straight on."""
    state = state_with({"SHE": ((0, 0), 12, 4)}, turn=1)
    ship, speeds = state.ships["SHE"], []
    for plan in (
        Plot(accelerate=Fraction(2), port=1, first="P"),
        Plot(),
        Plot(decelerate=Fraction(2), starboard=1, first="S"),
    ):
        sailed(scratch(state, {"SHE": ShipOrders(plot=plan)}))
        speeds.append((ship.speed, ship.course))
    assert speeds == [(6, 11), (6, 11), (4, 12)]
