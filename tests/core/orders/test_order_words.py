"""A line of orders as words, whatever the game."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders.order_words import Words
from pbem.core.texts.envelope import IllegalOrder, UnreadableOrder
from pbem.core.texts.marks import clean


class Plain(Words):
    """Words of letters, numbers, and single signs."""

    TOKEN = re.compile(r"<=|[A-Za-z]+|[0-9]+|\S")


def rest(words: Words) -> list[str]:
    """All that is left to read."""
    found = []
    while words.peek():
        found.append(words.take())
    return found


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("speed \u22121", "speed -1"),
        ("2\u2013S\u20142", "2-S-2"),
        ("energy \u2265 4, range \u2264 3", "energy >= 4, range <= 3"),
        ("\ufeffbis\u00a0t5\u200b", "bis t5"),
        ("fi\x00re \x1b1\u00ad2", "fire 12"),
        ("\uff26\uff29\uff32\uff25", "FIRE"),
        ("1½–¾", "1½-¾"),
        ("SR1:\n\tTURN L\r\n", "SR1:\n\tTURN L\r\n"),
    ],
)
def test_a_mail_in_plain_characters(written: str, plain: str) -> None:
    """Dashes, comparison signs and wide letters become plain; what cannot be seen goes; lines, spacing and fractions stay."""
    assert clean(written) == plain


@given(st.text())
def test_nothing_invisible_is_left(text: str) -> None:
    """No text makes `clean` raise, and what it gives it leaves alone."""
    assert clean(clean(text)) == clean(text)


def test_words_are_read_from_left_to_right() -> None:
    """Upper case to compare with, the writer's spelling to quote; quotes and a final period do not count."""
    words = Plain("Fire 'Front' at \u201cSr\u201d <=2.")
    assert (words.peek(), words.peek(1), words.shown()) == ("FIRE", "FRONT", "Fire")
    assert words.take(2) == "FIRE"
    assert (words.accept("ON", "AT"), words.accept("AT"), words.shown()) == ("AT", "", "Sr")
    assert rest(words) == ["SR", "<=", "2"]
    assert (words.peek(), words.peek(5), words.shown(), words.take(), words.accept("")) == ("", "", "", "", "")


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("0042", 42), ("12345", None), ("X", None), ("", None), ("\u0663", None), ("\u00b2", None)]
)
def test_a_number_has_four_digits_at_most(text: str, number: int | None) -> None:
    """Only plain digits are a number, and what is none stays to be read."""
    words = Plain(text)
    assert words.maybe_number() == number
    assert rest(words) == ([] if number is not None else [text] * bool(text))


def test_words_that_are_to_come_are_counted() -> None:
    """From the place of reading on."""
    words = Plain("fire else mine else hold")
    assert words.count("ELSE") == 2
    words.take(2)
    assert words.count("ELSE") == 1


def test_what_is_left_over_is_misread() -> None:
    """The complaint quotes the writer's words, read and unread, and passes on what would be legal."""
    words = Plain("Turn left quickly now")
    words.take(2)
    with pytest.raises(UnreadableOrder) as caught:
        words.finish("Write TURN L.")
    assert caught.value.reason == '"quickly now" was not understood after "Turn left"'
    assert (caught.value.legal, caught.value.kind) == ("Write TURN L.", "not understood")
    words.take(2)
    words.finish()


def test_misread_and_refused_orders_differ() -> None:
    """Both say why and what would be legal; only one of them was understood, and catching it leaves the other alone."""
    misread, refused = UnreadableOrder("no number", "Write 3."), IllegalOrder("no such tube", "Write 1 or 2.")
    assert (misread.reason, misread.legal, misread.kind) == ("no number", "Write 3.", "not understood")
    assert (refused.reason, refused.legal, refused.kind) == ("no such tube", "Write 1 or 2.", "not allowed")
    assert not isinstance(refused, UnreadableOrder) and not isinstance(misread, IllegalOrder)
