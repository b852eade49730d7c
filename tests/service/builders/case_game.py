"""A case file of a rule book as a game in the log: its position is restored, and its turn is turn 1."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from events.base import EVERYONE, NOBODY, REGISTRY, Draft
from events.platform import StateRestored, TurnClosed
from pbem.games import GAMES
from pbem.service.audit.adjudicate import adjudicate, merge
from pbem.service.context import ServiceContext, stamp
from pbem.service.games import opening

CASES = Path(__file__).parents[2] / "rulebook"


def case_game(context: ServiceContext, game: str, name: str, unknown: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The name of a game in which the case's turn was played with the case's dice.

    `unknown` says by seat, as a merge patch of the state, what it does not know of the position.
    """
    case: dict[str, Any] = json.loads((CASES / game / "cases" / f"{name}.json").read_text())
    before = adjudicate(GAMES, case | {"turns": 0, "orders": [], "dice": [], "seed": None})["state"]
    result = adjudicate(GAMES, case)
    assert not result["dice_unused"]
    setup = opening.GameSetup(options=case.get("options", {}))
    stream = opening.open_game(context, game, case["scenario"], players={}, setup=setup)
    known = {seat: merge(before, patch) for seat, patch in unknown.items()}
    restored = StateRestored(0, GAMES[game].state_version, before, known)
    drafts = [Draft(restored, 1, audience=NOBODY)]
    drafts += [
        Draft(REGISTRY[each["type"]](**each["data"]), 1, each["phase"], each["rule"], each["audience"])
        for each in result["events"]
    ]
    drafts.append(Draft(TurnClosed(1), 1, audience=EVERYONE))
    context.store.append(stream, drafts, context.store.head(stream), stamp(context.now()))
    return stream
