"""Answers in which nothing was typed, as many mail programs send them."""

from __future__ import annotations

import pytest

from pbem.gateway.extract import extract
from pbem.gateway.reading.headers import parse
from tests.gateway.clients import Shape, reply
from tests.gateway.clients.rounds import every_client, exchanged

SHAPES = [pytest.param(*given, id=f"{given[1]}-{given[0]}") for given in every_client() if given[0].place == "top"]


@pytest.mark.parametrize(("shape", "game", "number"), SHAPES)
def test_an_answer_without_a_word_orders_nothing(shape: Shape, game: str, number: int) -> None:
    """M-41: whether our mail is at hand or forgotten, nothing of it, of headers or of a signature is taken for orders."""
    original = exchanged(game, "top", number).original
    message = parse(reply(original, "", shape))
    assert extract(message, [original.text]).orders.strip() == ""
    assert extract(message).orders.strip() == ""
