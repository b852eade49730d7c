"""Answers in which nothing was typed, as many mail programs send them."""

from __future__ import annotations

import pytest

from pbem.gateway.extract import extract
from pbem.gateway.reading.headers import parse
from tests.gateway.clients import CLIENTS, reply
from tests.gateway.clients.rounds import every_client, exchanged

AT_THE_TOP = [given for given in every_client() if given[0].place == "top"]


@pytest.mark.parametrize("client", CLIENTS)
def test_an_answer_without_a_word_orders_nothing(client: str) -> None:
    """M-41: whether our mail is at hand or forgotten, nothing of it, of headers or of a signature is taken for orders."""
    rounds = [given for given in AT_THE_TOP if given[0].client == client]
    assert rounds
    for shape, game, number in rounds:
        original = exchanged(game, "top", number).original
        message = parse(reply(original, "", shape))
        assert extract(message, [original.text]).orders.strip() == "", (shape, game)
        assert extract(message).orders.strip() == "", (shape, game)
