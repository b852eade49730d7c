"""Tables on the screen: the columns stay in line behind names of any letters."""

from __future__ import annotations

import pytest

from pbem.cli.common import columns
from pbem.present.wrapping import display_width


def test_columns_are_in_line_behind_any_name(capsys: pytest.CaptureFixture[str]) -> None:
    """The second column begins at the same place of the screen in every row."""
    columns([("Hood", "here"), ("\u5c71\u672c", "here"), ("Andre\u0301", "here")], ("NAME", "WHERE"))
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == "NAME   WHERE"
    assert [display_width(row.removesuffix("here")) for row in rows] == [7, 7, 7]
