"""How often a text is opened and parsed."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.texts.envelope import Envelope, OrderSheet, Parsed
from pbem.core.texts.opening import open_envelope
from pbem.service.context import RecordCache, ServiceContext

ONCE = {"opened": 1, "parsed": 1}


def count_readings(monkeypatch: pytest.MonkeyPatch, context: ServiceContext, key: str) -> Counter[str]:
    """Counts from here on, whoever opens an envelope, and whoever parses for a game of this key."""
    game, counted = context.games[key], Counter[str]()

    def opening(*given: Any) -> Envelope:
        counted["opened"] += 1
        return open_envelope(*given)

    def parsing(state: Any, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
        counted["parsed"] += 1
        return game.orders.parse(state, seat, envelope, sheet)

    for module in [each for name, each in sys.modules.items() if name.startswith("pbem.")]:
        if getattr(module, "open_envelope", None) is open_envelope:
            monkeypatch.setattr(module, "open_envelope", opening)
    context.games = {**context.games, key: replace(game, orders=replace(game.orders, parse=parsing))}
    context.records = RecordCache()
    return counted
