"""A mail is opened once and parsed once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.game import protocol
from pbem.core.orders.envelope import Envelope, OrderSheet, Parsed, open_envelope
from pbem.games import GAMES
from pbem.games.star_navy.model.state import State
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.orders.file import file_orders
from pbem.service.repository import load


def test_a_filing_opens_the_envelope_once_and_parses_once(context: ServiceContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the receipt tells of it: units, names, problems and luck come from the same reading."""
    game, counted = GAMES["star_navy"], Counter[str]()

    def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
        counted["parsed"] += 1
        return game.orders.parse(state, seat, envelope, sheet)

    def opening(*given: Any) -> Envelope:
        counted["opened"] += 1
        return open_envelope(*given)

    monkeypatch.setattr(protocol, "open_envelope", opening)
    context.games = {"star_navy": replace(game, orders=replace(game.orders, parse=parse))}
    stream = open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    unit = next(iter(GAMES["star_navy"].orders.sheet(load(context, stream).state, "blue").units))
    receipt = file_orders(context, stream, "blue", f"{unit}: T1 TURN L\nluck: seven", "m1")
    assert receipt.outcome == "accepted" and [taken.unit for taken in receipt.taken] == [unit]
    assert counted == {"opened": 1, "parsed": 1}
