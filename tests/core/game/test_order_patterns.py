"""A language of orders as a table of patterns."""

from __future__ import annotations

import pytest

from pbem.core.game.order_patterns import OrderPattern, read_order
from pbem.core.orders.order_words import UnreadableOrder

FORMS = (
    OrderPattern("MOVE", "MOVE N 2", "go", "X-1.1", r"(?P<way>N|S)(?: (?P<far>[12]))?", "{way} {far}", {"far": "1"}),
    OrderPattern("PING", "PING", "search", "X-1.2"),
)


@pytest.mark.parametrize(
    ("text", "word", "parts", "canonical"),
    [
        ("move n 2", "MOVE", {"way": "N", "far": "2"}, "MOVE N 2"),
        ('  "Move"   S. ', "MOVE", {"way": "S", "far": "1"}, "MOVE S 1"),
        ("ping!", "PING", {}, "PING"),
    ],
)
def test_an_order_is_read_in_any_spelling(text: str, word: str, parts: dict[str, str], canonical: str) -> None:
    """Case, blanks, quotes and a stop do not matter; what is left out is the default; canonical words read the same."""
    order = read_order(text, FORMS)
    assert (order.word, dict(order.parts), order.text) == (word, parts, canonical)
    assert all(order[name] == value for name, value in parts.items())
    assert read_order(canonical, FORMS) == order


@pytest.mark.parametrize(
    ("text", "reason", "legal"),
    [
        ("MOVE N 3", "MOVE is not written like that", "Write it like MOVE N 2: go."),
        ("PING E", "PING is not written like that", "Write it like PING: search."),
        ("MOEV N", '"MOEV" is no order', "Did you mean MOVE?"),
        ("DIVE", '"DIVE" is no order', "Orders are MOVE N 2, PING."),
        ("", '"" is no order', "Orders are MOVE N 2, PING."),
    ],
)
def test_what_is_no_order_says_what_would_be(text: str, reason: str, legal: str) -> None:
    """The right form of the order that was meant, the word that was near, or all that there are."""
    with pytest.raises(UnreadableOrder) as found:
        read_order(text, FORMS)
    assert (found.value.reason, found.value.legal, found.value.kind) == (reason, legal, "not understood")
