"""Widths of texts: as the standard library has them, and for words that take more or fewer columns than they have letters."""

from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from pbem.present.wrapping import FORM, WIDTH, display_width, fitted_orders, flush, section, wrap, wrapped

FLEET = "\u9023\u5408\u8266\u968a"
"""Four signs of two columns each."""
ANDRE = "Andre\u0301"
"""Six code points in five columns."""


def test_a_width_is_that_of_the_screen() -> None:
    """Plain letters count once, East Asian signs twice, combining ones not at all."""
    assert [display_width(text) for text in ("Hood", FLEET, ANDRE, "6\u00d7 \u2013 \u2026")] == [4, 8, 5, 6]


def test_a_clause_stands_at_the_right_end_behind_any_name() -> None:
    """The words at the right end there, whatever signs the line has."""
    for name in ("Hood", FLEET, ANDRE):
        (line,) = flush(f"{name} fires.", "[SN-6.4]")
        assert display_width(line) == WIDTH and line.endswith("[SN-6.4]")
    assert flush(FLEET * 8, "[SN-6.4]")[1] == "[SN-6.4]".rjust(WIDTH)


def test_a_headline_is_underlined_as_far_as_it_goes() -> None:
    """As wide as it looks."""
    assert section(FLEET) == f"{FLEET}\n{'-' * 8}"
    assert section(ANDRE) == f"{ANDRE}\n{'-' * 5}"


def test_wide_prose_is_no_wider_than_any_other() -> None:
    """Signs of two columns without a blank between them are broken in time, and none is lost."""
    lines = wrapped(FLEET * 40, 2, 2).splitlines()
    assert len(lines) == 5 and all(display_width(line) <= WIDTH for line in lines)
    assert "".join(line.strip() for line in lines) == FLEET * 40


def test_a_line_of_the_form_keeps_its_comment_while_there_is_room() -> None:
    """A line of exactly the form's width stays as it is; one letter more, and the comment goes before the order."""
    order = "BIS: TURN L"
    line = f"{order}  # ".ljust(FORM, "x")
    assert fitted_orders(line) == [line]
    assert fitted_orders(f"{line}x") == [f"# {line.partition('# ')[2]}x", order]


@given(st.text(st.sampled_from("abc xyz-\u2013\u2019\u00d7\u00b0\u00e9\n"), max_size=200), st.booleans())
def test_text_with_a_column_for_each_character_is_wrapped_as_before(text: str, breaks: bool) -> None:
    """The lines of the standard library, byte for byte, also with signs that ASCII does not have."""
    plain = textwrap.wrap(
        text, 20, initial_indent=" ", subsequent_indent="  ", break_long_words=breaks, break_on_hyphens=breaks
    )
    assert wrap(text, 20, " ", "  ", breaks) == plain


@given(st.text(max_size=120))
def test_no_text_loses_a_word(text: str) -> None:
    """Whatever signs it has: the same twice, no line without end, nothing but blanks is changed."""
    lines = wrap(text, 20)
    assert lines == wrap(text, 20)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_the_codes_of_a_terminal_are_words_like_others() -> None:
    """A link for terminals is not completed on each line, with an id that nobody wrote."""
    text = f"{FLEET} \x1b]8;;http://x\x1b\\{'words of a link ' * 5}\x1b]8;;\x1b\\"
    assert wrap(text, 30) == textwrap.wrap(text, 30)
