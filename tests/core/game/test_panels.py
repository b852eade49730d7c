"""Fixed-width parts of reports."""

from __future__ import annotations

from pbem.core.game.panels import columns, options_panel, table

ROWS = [["", "at", "speed"], ["BIS", "1,2", "7"], ["HOOD", "3,4", ""]]


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    """Two blanks between them, none at the end of a line."""
    assert columns(ROWS) == ["      at   speed", "BIS   1,2  7", "HOOD  3,4"]
    assert columns([["1", "2"]], 3) == ["1    2"] and columns([]) == []


def test_a_heading_alone_is_no_table() -> None:
    """A panel without rows has no lines, and is left out."""
    assert table(ROWS[:1]) == [] and table(ROWS) == columns(ROWS)


def test_options_are_told_before_the_first_turn() -> None:
    """By name, down three columns; later the panel has no lines."""
    options = {"d": 4, "a": "on", "c": 3, "b": 2}
    assert options_panel(options, 0).lines == ["a on  c 3", "b 2   d 4"]
    assert options_panel(options, 1).lines == [] and options_panel({}, 0).lines == []
