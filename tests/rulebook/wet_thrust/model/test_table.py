"""WT-1: the open table: positions, courses, ranges, arcs, paths (`pbem.core.geometry.tabletop`)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.core.geometry import tabletop
from pbem.core.geometry.tabletop import (
    Way,
    advanced,
    bearing,
    bears,
    closest,
    crosses,
    meeting,
    relative,
    sectors,
    toward,
    turned,
    within,
)
from pbem.games.wet_thrust.model.tables import band


def straight(start: tabletop.Spot, end: tabletop.Spot) -> Way:
    """A way without a turn."""
    return Way(start, ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end)


# ---------------------------------------------------------------- courses and moves


@pytest.mark.parametrize("course, points, new", [(12, 1, 1), (1, -1, 12), (3, 12, 3), (10, 5, 3), (6, -7, 11)])
def test_turns_go_round_the_clock(course: int, points: int, new: int) -> None:
    """WT-1.2: port is one less, starboard one more; 12 and 1 are neighbours."""
    assert turned(course, points) == new


@pytest.mark.parametrize(
    "course, spot",
    [
        (12, (0, 8000)),
        (3, (8000, 0)),
        (6, (0, -8000)),
        (9, (-8000, 0)),
        (1, (4000, 6928)),
        (5, (4000, -6928)),
        (10, (-6928, 4000)),
    ],
)
def test_courses_are_clock_hours(course: int, spot: tabletop.Spot) -> None:
    """WT-1.2: 12 is north, 3 east, a point is 30 degrees."""
    assert advanced((0, 0), course, 8) == spot


def test_moves_are_rounded_to_a_mil() -> None:
    """WT-1.1: positions are whole thousandths of an inch; exact halves of the compass lose nothing."""
    assert advanced((1, 1), 2, Fraction(10, 3)) == (2888, 1668)
    assert advanced((0, 0), 3, Fraction(1, 2000)) == (0, 0)
    assert advanced((0, 0), 3, Fraction(1, 1000)) == (1, 0)


def test_the_same_plot_from_the_same_place_ends_at_the_same_place() -> None:
    """WT-1.1: there and back along opposite courses, from anywhere, is where one began."""
    for course in range(1, 13):
        there = advanced((12345, -678), course, Fraction(7, 2))
        assert advanced(there, turned(course, 6), Fraction(7, 2)) == (12345, -678)
        assert advanced((12345, -678), course, Fraction(7, 2)) == there


def test_toward_stops_at_the_goal() -> None:
    """WT-1.1: a straight line to a place, and never beyond it."""
    assert toward((0, 0), (3000, 4000), Fraction(5, 2)) == (1500, 2000)
    assert toward((0, 0), (3000, 4000), 5) == toward((0, 0), (3000, 4000), 50) == (3000, 4000)
    assert toward((7, 7), (7, 7), 5) == (7, 7)


def test_offset_agrees_with_courses() -> None:
    """WT-1.2: a direction that is a clock hour is that course."""
    assert tabletop.offset((0, 0), 90, 4) == advanced((0, 0), 3, 4)
    assert tabletop.offset((0, 0), 450, 4) == (4000, 0)
    assert tabletop.offset((0, 0), 45, 1) == (707, 707)


@pytest.mark.parametrize("one, other, apart", [(12, 1, 1), (1, 12, 1), (12, 6, 6), (2, 9, 5), (4, 4, 0)])
def test_points_between_courses(one: int, other: int, apart: int) -> None:
    """WT-21.3: courses differ by the shorter way round."""
    assert tabletop.points_between(one, other) == apart


# ---------------------------------------------------------------- ranges and arcs


@pytest.mark.parametrize("limit", [3, 4, 6, 8, 12, 24, 36, 48])
def test_limits_are_inclusive(limit: int) -> None:
    """WT-1.3: exactly at a limit is within it, a mil more is not."""
    assert within((0, 0), (0, limit * 1000), limit)
    assert not within((0, 0), (0, limit * 1000 + 1), limit)


def test_bands_close_at_the_top() -> None:
    """WT-1.3: exactly 12 inches is still the first range band."""
    assert [band(mils) for mils in (0, 12000, 12001, 24000, 36000, 48000, 48001)] == [0, 0, 1, 1, 2, 3, 4]


def test_relative_bearings() -> None:
    """WT-1.4: from the bow, clockwise."""
    assert relative((0, 0), 3, (10, 0)) == 0
    assert relative((0, 0), 3, (0, 10)) == 270
    assert relative((0, 0), 9, (0, 10)) == 90
    assert bearing((5, 5), (5, 5)) == 0


def test_both_lines_belong_to_an_arc() -> None:
    """WT-1.4: the lines of an arc are in it, on both sides of them."""
    fore, aft = sectors("11-1"), sectors("2-4")
    assert bears(fore, 45.0) and bears(aft, 45.0)
    assert bears(fore, 315) and bears(fore, 0) and bears(fore, 359.9)
    assert not bears(fore, 45.01) and not bears(aft, 44.99)
    assert bears(fore, 45.0005)


def test_arcs_of_clock_sectors() -> None:
    """WT-1.4: from the first sector clockwise to the last; several pieces; all."""
    assert sectors("8-4") == {8, 9, 10, 11, 12, 1, 2, 3, 4}
    assert sectors("8-10,2-4") == {8, 9, 10, 2, 3, 4}
    assert sectors("7") == {7} and len(sectors("ALL")) == 12
    for wrong in ("0-4", "8-13", "bow", "1-2-3", ""):
        with pytest.raises(ValueError, match="is no arc"):
            sectors(wrong)


# ---------------------------------------------------------------- paths


def test_closest_approach_is_while_both_move() -> None:
    """WT-2.13: two that cross the same place at different times are not together there."""
    east, north = straight((-4000, 0), (4000, 0)), straight((0, -8000), (0, 0))
    assert closest(east, north) == pytest.approx(8000 / 2**0.5 / 2, abs=1)
    both = straight((0, -4000), (0, 4000))
    assert meeting(east, both) == (0, (0, 0))


def test_closest_approach_counts_both_legs_and_their_ends() -> None:
    """WT-2.13: the least distance may lie on either leg, or at the very start or end."""
    still = straight((0, 1000), (0, 1000))
    bent = Way((-9000, 0), (-6000, 0), (0, 0))
    assert closest(bent, still) == 1000
    assert closest(Way((0, 0), (-6000, 0), (-9000, 0)), still) == 1000
    assert closest(still, still) == 0
    assert meeting(Way((-3000, 0), (3000, 0), (9000, 0)), still) == (1000, (0, 0))


def test_crossing_a_path() -> None:
    """WT-20.7: a line meets a path, but not within the clear length of its own ends."""
    path = [(0, -1000), (0, 1000), (5000, 1000)]
    assert crosses(((-1000, 0), (1000, 0)), path, 10)
    assert not crosses(((-1000, 0), (-1, 0)), path, 10)
    assert not crosses(((-1000, 0), (10, 0)), path, 10)
    assert crosses(((-1000, 0), (11, 0)), path, 10)
    assert not crosses(((0, 0), (-1000, 0)), path, 10)
    assert crosses(((3000, 2000), (3000, 0)), path, 10)
    assert not crosses(((9000, -1000), (9000, 3000)), path, 10)


def test_lines_on_each_other_cross() -> None:
    """WT-20.7: firing along a screen is firing through it; a parallel beside it is not."""
    path = [(0, 0), (0, 4000)]
    assert crosses(((0, -1000), (0, 9000)), path, 10)
    assert crosses(((0, 0), (0, 9000)), path, 10)
    assert not crosses(((0, 3990), (0, 9000)), path, 10)
    assert crosses(((0, 3989), (0, 9000)), path, 10)
    assert not crosses(((0, -9000), (0, 10)), path, 10)
    assert crosses(((0, -9000), (0, 11)), path, 10)
    assert not crosses(((0, 4000), (0, 9000)), path, 10)
    assert not crosses(((1, -1000), (1, 9000)), path, 10)
    assert not crosses(((0, 2000), (0, 2000)), path, 10)


def test_a_path_without_length_is_not_crossed() -> None:
    """WT-20.5: what has no length lies between nothing."""
    assert not crosses(((-1000, 0), (1000, 0)), [(0, 0), (0, 0), (0, 0)], 10)


# ---------------------------------------------------------------- words


def test_numbers_in_words() -> None:
    """WT-1.6: exact where decimals can be; thirds to two places."""
    words = [tabletop.number_text(number) for number in (3, Fraction(1, 2), Fraction(9, 4), Fraction(16, 3), Fraction(1, 8))]
    assert words == ["3", "0.5", "2.25", "5.33", "0.125"]
    assert [tabletop.inches(mils) for mils in (12400, -31700, -20, 0)] == ["12.4", "-31.7", "0.0", "0.0"]
