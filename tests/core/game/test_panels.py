"""Fixed-width parts of reports, and the same as tables and paragraphs."""

from __future__ import annotations

from pbem.core.game.panels import PANEL_WIDTH, columns, options_panel, outline, panel_of, prose, wrapped_table
from pbem.core.game.report_parts import Columns, Paragraph
from pbem.core.state.codec import dump

ROWS = [["", "at", "speed"], ["BIS", "1,2", "7"], ["HOOD", "3,4", ""]]


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    """Two blanks between them, none at the end of a line."""
    assert columns(ROWS) == ["      at   speed", "BIS   1,2  7", "HOOD  3,4"]
    assert columns([["1", "2"]], 3) == ["1    2"] and columns([]) == []


def test_a_heading_alone_is_no_table() -> None:
    """A panel without rows has no lines, and is left out."""
    assert wrapped_table(ROWS[:1]) == [] and wrapped_table(ROWS) == columns(ROWS)
    assert not panel_of("SHIPS", Columns(ROWS[0], [])).lines and not panel_of("SHIPS", Columns(ROWS[0], [])).parts


def test_the_last_column_is_broken() -> None:
    """A long cell goes on in its own column."""
    found = wrapped_table([["a", "what"], ["1", "word " * 30]])
    assert found[0] == "a  what" and len(found) == 3 and all(line.startswith("   word") for line in found[2:])


def test_lines_are_made_of_parts() -> None:
    """Mail has fixed width, pages have the tables and paragraphs themselves; columns too wide have other lines there."""
    found = panel_of("SHIPS", Columns(ROWS[0], ROWS[1:]), *prose(["BIS burns", ""]))
    assert found.lines == [*columns(ROWS), "BIS burns"]
    assert found.parts == [Columns(ROWS[0], ROWS[1:]), Paragraph("BIS burns")]
    assert panel_of("SHIPS", Columns(ROWS[0], ROWS[1:], narrow=["BIS at 1,2"])).lines == ["BIS at 1,2"]


def test_programs_get_the_lines_alone() -> None:
    """Reports in JSON, and the answers of the API, stay as they are."""
    assert dump(panel_of("SHIPS", *prose(["BIS burns"]))) == {"title": "SHIPS", "lines": ["BIS burns"]}


def test_words_go_on_further_in() -> None:
    """A paragraph below another one is told by its blanks; an outline goes on four columns after them."""
    above, below = outline(["BIS", "  " + "word " * 20])
    assert not above.is_below and below.is_below
    lines = panel_of("TRACK", above, below).lines
    assert lines[1].startswith("  word") and lines[2].startswith("      word") and max(map(len, lines)) <= PANEL_WIDTH


def test_columns_of_figures_are_told() -> None:
    """Numbers, shares and inches, with dashes for none; a page sets them to the right."""
    rows = [["1", "12%", '3.5"', "-", "1 of 2", "BIS"], ["-2", "-", "4", "", "-", "7"]]
    assert Columns(["a"] * 6, rows).figures == [True, True, True, True, False, False]


def test_options_are_told_before_the_first_turn() -> None:
    """By name, down three columns; later the panel has no lines."""
    options = {"d": 4, "a": "on", "c": 3, "b": 2}
    assert options_panel(options, 0).lines == ["a on  c 3", "b 2   d 4"]
    assert options_panel(options, 1).lines == [] and options_panel({}, 0).lines == []
