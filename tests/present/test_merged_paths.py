"""Outlines as path data: each edge once, rounded, few bytes."""

from __future__ import annotations

import re

from pbem.present.merged_paths import outline

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]


def edges(path: str) -> set[frozenset[tuple[float, float]]]:
    """The edges that a path draws; it is an error to draw one twice."""
    found: list[frozenset[tuple[float, float]]] = []
    for start, steps in re.findall(r"M(\S+?)l([^M]+)", path):
        x, y = (float(n) for n in start.split(","))
        for step in steps.split():
            dx, dy = (float(n) for n in step.split(","))
            found.append(frozenset({(round(x, 3), round(y, 3)), (round(x + dx, 3), round(y + dy, 3))}))
            x, y = x + dx, y + dy
    assert len(found) == len(set(found))
    return set(found)


def test_an_outline_goes_round() -> None:
    """A square in one stroke."""
    assert outline([SQUARE], 0) == "M0,0l10,0 0,10 -10,0 0,-10"


def test_an_edge_that_two_share_is_drawn_once() -> None:
    """Two squares side by side have seven edges."""
    assert len(edges(outline([SQUARE, [(x + 10, y) for x, y in SQUARE]], 1))) == 7


def test_steps_do_not_drift() -> None:
    """Places are rounded before steps are taken, so that the last one lies where it should."""
    way = [(n / 3, 0.0) for n in range(31)]
    path = outline([way], 1)
    assert round(sum(float(step.split(",")[0]) for step in path.split("l")[1].split()), 6) == 10


def test_a_step_of_no_length_is_left_out() -> None:
    """Chunks of a grid may repeat a corner."""
    assert outline([[(0, 0), (0, 0), (0.01, 0), (5, 0)]], 1) == "M0,0l5,0"
    assert outline([[(1, 1), (1, 1)]], 1) == ""


def test_numbers_are_short_and_signed() -> None:
    """No zeros that say nothing, no minus lost below one."""
    assert outline([[(0.5, -0.25), (0.25, 1.0)]], 2) == "M0.5,-0.25l-0.25,1.25"
