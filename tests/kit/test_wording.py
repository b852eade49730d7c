"""What each game tells of its language, so that its orders are told from prose."""

from __future__ import annotations

import pytest

from pbem.core.texts.opening import open_envelope
from pbem.core.texts.prose import like_order
from pbem.core.texts.units import Units
from tests.kit.playing import GAMES

UNITS = Units(["QX1", "QX2"], {"QX1": "Quixote", "QX2": "Panza"})
EXAMPLES = [(key, form.example) for key, game in GAMES.items() for form in game.orders.forms()]


@pytest.mark.parametrize(("key", "example"), EXAMPLES)
def test_every_order_is_taken_for_one(key: str, example: str) -> None:
    """In capitals, in small letters, with a bullet or a number, and in a block with others: never for prose or a head."""
    wording = GAMES[key].orders.wording
    assert like_order(example.lower(), wording, UNITS)
    text = f"QX1:\n1. {example}\n2. {example.lower()}\n- *{example}*\nQX2\n{example}"
    envelope = open_envelope(text, wording, UNITS)
    assert (envelope.problems, envelope.left_out, [block.unit for block in envelope.blocks]) == ([], [], ["QX1", "QX2"])
    assert [len(block.pieces) for block in envelope.blocks] == [3 * (1 + example.count(";")), 1 + example.count(";")]


def test_words_to_another_vessel_are_an_order() -> None:
    """STG-COM.1: a message is an order, whatever it says; and so it is if it is written wrongly."""
    wording = GAMES["stingray"].orders.wording
    for line in ("msg hq: engaging two fish this very day", "MSG HQ engaging two fish this very day"):
        assert like_order(line, wording, UNITS)


def test_a_message_swallows_no_order() -> None:
    """STG-COM.1: any words may be a message; a misspelt order on the next line is none of them."""
    wording = GAMES["stingray"].orders.wording
    envelope = open_envelope("QX1:\nMSG HQ: engaging\nLANUCH AT QX2 NOW 5", wording, UNITS)
    assert len(envelope.blocks[0].pieces) == 2
