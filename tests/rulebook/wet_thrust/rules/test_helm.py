"""WT-2, WT-3, WT-4: what a plot does to a ship now."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pbem.games.wet_thrust.model.control_sheet import Hole
from pbem.games.wet_thrust.model.order_parts import Plot, Turn, mark_points, plot_text
from pbem.games.wet_thrust.model.units import Mode, Vessel
from pbem.games.wet_thrust.rules import helm
from pbem.games.wet_thrust.rules.helm import Steering, legal_speeds, steer
from tests.rulebook.wet_thrust.builders.ships import state_with

HALF = Fraction(1, 2)


def vessel(id: str, speed: float | Fraction, *lost: str, course: int = 12, mode: Mode = "surfaced") -> Vessel:
    """A ship at the origin, some of her systems crossed off."""
    state = state_with({id: ((0, 0), course, speed)}, modes={id: mode} if id == "U47" else None)
    state.ships[id].sheet.lost = list(lost)
    return state.ships[id]


def plot(accelerate: float | Fraction = 0, port: int = 0, starboard: int = 0, first: Turn = "") -> Plot:
    """A plot; a negative acceleration is D."""
    change = Fraction(str(accelerate))
    less, more = max(-change, Fraction(0)), max(change, Fraction(0))
    return Plot(more, less, port=port, starboard=starboard, first=first or ("P" if port else "S" if starboard else ""))


def moved(ship: Vessel, plan: Plot) -> list[object]:
    """Half-way point, end and course of a move."""
    way, course = helm.way(ship.at, ship.course, steer(ship, plan)[0])
    return [way.half, way.end, course]


# ---------------------------------------------------------------- speed


def test_boilers_share_the_top_speed() -> None:
    """WT-3.1, WT-3.2 (worked example 1): one of Bismarck's four boilers lost: 8 x 3/4 = 6."""
    ship = vessel("BIS", 8, "BO1")
    assert ship.top == 6
    assert steer(ship, Plot()) == (Steering(Fraction(6)), Plot(), "her top speed is 6")
    assert steer(ship, plot(-1))[0].speed == 5


def test_holes_slow_her() -> None:
    """WT-3.2: a quarter for each open hole of result 18, a half for one of 19; a closed one costs nothing."""
    ship = vessel("BIS", 8)
    ship.sheet.holes = {"HO1": Hole(18, 2), "HO2": Hole(19, 0), "HO3": Hole(18, 0, open=False)}
    assert legal_speeds(ship)[1] == ship.top == 3


def test_no_boiler_no_way() -> None:
    """WT-3.3: she is stopped at once and stays stopped, whatever her propellers do."""
    ship = vessel("BIS", 5, "BO1", "BO2", "BO3", "BO4")
    assert legal_speeds(ship) == (0, 0)
    assert steer(ship, plot(1, port=1)) == (
        Steering(Fraction(0)),
        Plot(),
        "her top speed is 0; she can make 0 this turn; without way she cannot turn",
    )


def test_propellers_share_the_rates() -> None:
    """WT-3.5, WT-1.6 (worked example 2): one of two propellers lost: 1/2A is legal, 1A is not."""
    ship = vessel("BIS", 5, "PR1")
    assert legal_speeds(ship) == (4, Fraction(11, 2))
    assert steer(ship, plot(HALF))[0].speed == Fraction(11, 2)
    assert steer(ship, plot(HALF))[2] == ""
    assert steer(ship, plot(1))[1:] == (plot(HALF), "she can make 4 to 5.5 this turn")


def test_no_propeller_keeps_the_speed() -> None:
    """WT-3.6: A and D do nothing, but boilers lost still cap the speed."""
    ship = vessel("BIS", 5, "PR1", "PR2")
    assert legal_speeds(ship) == (5, 5)
    assert steer(ship, plot(-2))[0].speed == 5
    ship.sheet.lost += ["BO1", "BO2"]
    assert legal_speeds(ship) == (4, 4)


@pytest.mark.parametrize(
    "speed, plan, new",
    [
        (4, plot(1), 5),
        (4, plot(-2), 2),
        (1, plot(-2), 0),
        (Fraction(15, 2), plot(1), 8),
        (4, Plot(most="A"), 5),
        (4, Plot(most="D"), 2),
    ],
)
def test_limits_of_a_and_d(speed: Fraction, plan: Plot, new: int) -> None:
    """WT-2.5: within acceleration and deceleration, not above the top, not below 0; MAXA and MAXD go to the limit."""
    assert steer(vessel("BIS", speed), plan)[0].speed == new


def test_a_blank_plot_changes_nothing() -> None:
    """WT-2.3: same course, same speed."""
    ship = vessel("BIS", 7, course=3)
    assert steer(ship, Plot()) == (Steering(Fraction(7)), Plot(), "")
    assert moved(ship, Plot()) == [(3500, 0), (7000, 0), 3]


def test_the_new_speed_is_moved_in_full() -> None:
    """WT-2.6: acceleration comes before the move."""
    assert moved(vessel("BIS", 4), plot(1)) == [(0, 2500), (0, 5000), 12]


def test_boats_are_slower_below() -> None:
    """WT-18.1: the top speed of the mode, cut by the boilers' share."""
    ship = vessel("U47", 2, mode="deep")
    assert legal_speeds(ship) == (0, 2)
    ship.mode = "surfaced"
    assert legal_speeds(ship) == (0, 3)
    assert steer(ship, plot(1), top=Fraction(1)) == (
        Steering(Fraction(1)),
        Plot(),
        "her top speed is 1; she can make 0 to 1 this turn",
    )


# ---------------------------------------------------------------- turns


def test_a_point_is_turned_half_way() -> None:
    """WT-2.7 (worked example 5): `1P` is one point to port, no change of speed."""
    steering, executed, _ = steer(vessel("BIS", 4), plot(port=1))
    assert (steering.speed, steering.points_half, steering.points_end, executed) == (4, -1, 0, plot(port=1))


def test_a_two_point_turn() -> None:
    """WT-2.7, WT-4.4 (worked example 3): one point half-way, one at the end; disruptive at 8 inches."""
    ship = vessel("BIS", 8)
    assert moved(ship, plot(port=2)) == [(0, 4000), (-2000, 7464), 10]
    assert steer(ship, plot(port=2))[0].barred


def test_a_three_point_turn() -> None:
    """WT-2.7, WT-2.9, WT-4.4 (worked example 4): two points half-way on the spot, one at the end; level 3 is disruptive."""
    ship = vessel("ANT", 10, course=3)
    assert moved(ship, plot(starboard=3)) == [(5000, 0), (7500, -4330), 6]
    assert steer(ship, plot(starboard=3))[0].barred
    assert not steer(ship, plot(starboard=2))[0].barred


def test_the_side_written_first_comes_first() -> None:
    """WT-2.8, WT-2.10 (worked example 5): `2A2S1P`; points both ways are salvo chasing."""
    ship = vessel("ANT", 4)
    zigzag = plot(2, port=1, starboard=2, first="S")
    assert moved(ship, zigzag) == [(0, 3000), (2598, 4500), 1]
    assert steer(ship, zigzag)[0].chasing and not steer(ship, plot(starboard=2))[0].chasing
    assert moved(ship, replace(zigzag, first="P"))[1:] == [(-1500, 5598), 1]


def test_what_is_cut_is_no_salvo_chasing() -> None:
    """WT-2.10: what counts is the move that she executes: of `1P1S` one rudder leaves her 1P; nor without way."""
    ship, zigzag = vessel("BIS", 6, "RU1"), plot(port=1, starboard=1, first="P")
    assert steer(ship, zigzag)[:2] == (Steering(Fraction(6), points_half=-1), plot(port=1))
    assert not steer(vessel("BIS", 0), zigzag)[0].chasing


def test_without_way_she_cannot_turn() -> None:
    """WT-2.12: points plotted at speed 0 are ignored, with a note."""
    assert steer(vessel("BIS", 2), plot(-2, port=1)) == (Steering(Fraction(0)), plot(-2), "without way she cannot turn")
    assert steer(vessel("BIS", 0), Plot())[2] == ""
    assert moved(vessel("BIS", 0), plot(port=1)) == [(0, 0), (0, 0), 12]


@pytest.mark.parametrize("speed, points, barred", [(4, 2, False), (Fraction(17, 4), 2, True), (8, 1, False)])
def test_disruptive_above_half_speed(speed: Fraction, points: int, barred: bool) -> None:
    """WT-4.4: the level that the points need, at more than half the printed top; exactly half is not above."""
    assert steer(vessel("BIS", speed, "BO1"), plot(port=points))[0].barred == barred


def test_a_rudder_takes_the_highest_level() -> None:
    """WT-4.1, WT-4.2 (worked example 34): with one of two rudders one point in all; repaired, two again."""
    ship = vessel("BIS", 6, "RU1")
    assert ship.sheet.points() == 1
    assert steer(ship, plot(port=2))[1:] == (plot(port=1), "her rudders allow 1 point")
    assert steer(ship, plot(port=1, starboard=1, first="S"))[1] == plot(starboard=1)
    ship.sheet.lost = []
    assert steer(ship, plot(port=2))[1:] == (plot(port=2), "")


def test_points_are_cut_from_the_end_of_the_move() -> None:
    """WT-15.2: what a repeated plot has too much goes from its end."""
    ship = vessel("ANT", 6, "RU1")
    steering, executed, why = steer(ship, plot(starboard=3))
    assert (steering.points_half, steering.points_end, executed) == (2, 0, plot(starboard=2))
    assert why == "her rudders allow 2 points"
    steering, executed, _ = steer(ship, plot(port=1, starboard=2, first="P"))
    assert (steering.points_half, steering.points_end, mark_points(executed)) == (-1, 1, "1P1S")


def test_without_a_rudder_the_repeated_turns_are_not_cut() -> None:
    """WT-4.3 (worked example 33): she steers `1P` for ever; A and D stay free."""
    steering, executed, why = steer(vessel("BIS", 5, "RU1", "RU2"), plot(-1, port=1))
    assert (steering.speed, steering.points_half, executed, why) == (4, -1, plot(-1, port=1), "")


# ---------------------------------------------------------------- evasive


def test_evasive_is_straight_on() -> None:
    """WT-2.11: at the present speed, without A, D, P or S."""
    steering, executed, why = steer(vessel("ANT", 6), Plot(evasive=True))
    assert (steering, executed, why) == (Steering(Fraction(6), evasive=True), Plot(evasive=True), "")


def test_no_evasion_without_way_or_note() -> None:
    """WT-2.11: only at a speed above 0, and only if her sheet has it."""
    assert steer(vessel("ANT", 0), Plot(evasive=True)) == (Steering(Fraction(0)), Plot(), "without way she cannot evade")
    assert steer(vessel("M01", 3), Plot(evasive=True))[1:] == (Plot(), "no evasive note on her sheet")
    assert steer(vessel("ANT", 6, "BO1", "BO2"), Plot(evasive=True))[2] == "her top speed is 0; without way she cannot evade"


# ---------------------------------------------------------------- words


def test_plots_in_words() -> None:
    """WT-2.2: letters with a number before each, the first side first."""
    plots = [plot(2, port=1, starboard=2, first="S"), plot(-1.5), Plot(), Plot(evasive=True), Plot(most="A", port=1, first="P")]
    assert [plot_text(each) for each in plots] == ["2A2S1P", "1.5D", "-", "E", "MAXA1P"]
    assert [mark_points(each) for each in plots] == ["2S1P", "", "", "", "1P"]
