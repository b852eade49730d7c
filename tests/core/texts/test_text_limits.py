"""How long a text may be: told with its measure, and found out before anything costs time."""

from __future__ import annotations

import pytest

from pbem.core.texts.text_limits import MAX_ALL_LINES, MAX_CHARACTERS, MAX_LINES, TooLong, check_bounds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x" * (MAX_CHARACTERS + 1), "262,145 characters, and nothing of it was read: 262,144 are allowed"),
        ("\n" * (MAX_ALL_LINES + 1), "10,001 lines, and nothing of it was read: 10,000 are allowed"),
        ("x\n" * (MAX_LINES + 1), "1,001 lines that are not empty, and nothing of it was read: 1,000 are allowed"),
        ("x\u2028" * (MAX_LINES + 1), "1,001 lines that are not empty"),
        ("\ufdfa" * 20_000, "360,000 characters"),
    ],
)
def test_a_text_that_is_too_long_is_measured(text: str, words: str) -> None:
    """Characters, lines, filled lines by whatever mark they end; letters that stand for many count as many."""
    with pytest.raises(TooLong) as e:
        check_bounds(text)
    assert words in str(e.value)


def test_what_just_fits_is_read() -> None:
    """The limits themselves are allowed."""
    for text in ("x" * MAX_CHARACTERS, "\n" * MAX_ALL_LINES, "x\n" * MAX_LINES, ""):
        check_bounds(text)
