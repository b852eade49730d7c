"""The campaign that is falsified: Star Navy's frigates at two nodes, again and again; and orders that its battles need."""

from __future__ import annotations

import json
from typing import Any

from pbem.campaign.language.places import upcoming
from pbem.campaign.played import KEY
from pbem.core.game.protocol import Game
from tests.kit.playing import chance_from


def _units(fleet: str, *ids: str) -> list[dict[str, Any]]:
    worn = {"engines": 2, "marines": 1, "f.hulls": 1}
    return [{"id": id, "unit_class": "FF", "fleet": fleet, "commander": f"the captain of {id}", "lacks": worn} for id in ids]


def _node(id: str) -> dict[str, Any]:
    sides = {side: {"plays": side.upper(), "most": 1} for side in ("blue", "red")}
    duel = {"title": f"Off {id}", "book": "star_navy", "scenario": "first-blood", "sides": sides}
    return {"id": id, **duel, "edges": [{"to": id}]}


FILE = {
    "key": "long-watch",
    "code": "CMP-T2",
    "title": "The Long Watch",
    "summary": "Two frigates of each side meet twice in every round.",
    "sides": [
        {
            "id": "blue",
            "title": "Blue Navy",
            "points": 9,
            "units": [*_units("1ST", "BIS", "STL"), *_units("2ND", "CHI", "DOV")],
        },
        {"id": "red", "title": "Red Navy", "points": 9, "units": _units("HOME", "SR1", "TOL", "VAR", "ZEP")},
    ],
    "nodes": [_node("CAPE"), _node("SOUND")],
    "start": ["CAPE", "SOUND"],
    "rounds": 60,
    "level": 900,
    "battle_days": 14,
    "unplayed": "refused",
    "refits": {"costs": {"*": 0.5}, "new": 1, "income": 3, "won": 2, "scouts": 1, "found": 3},
}
OPTIONS = {"file": json.dumps(FILE)}


def ending() -> dict[str, Any]:
    """The same campaign, with an end that is soon reached by the rules."""
    return {"file": json.dumps({**FILE, "rounds": 1, "battle_days": 4, "unplayed": "no consequence"})}


def order_text(game: Game[Any], known: Any, bot: str, seed: str) -> str:
    """What this bot orders; in a campaign it scouts one place and fights nowhere, so that the next turn is one of refits.

    Which place depends on side and bot, so that orders differ even if there is nothing to be repaired.
    """
    text = game.planning.bots[bot](known, chance_from(seed))
    if game.key != KEY or known.over or known.fighting:
        return text
    numbers = list(upcoming(known))
    scouted = numbers[(bot == "random") ^ (known.side == "red")]
    refits = [line for line in text.splitlines() if not line.startswith(("ASSIGN", "REFUSE", "SCOUT"))]
    return "\n".join([*refits, f"SCOUT {scouted}", *(f"REFUSE {number}" for number in numbers)])
