"""A small campaign of Star Navy: two duels of frigates at once, then one more between those that come out of them."""

from __future__ import annotations

import json
from typing import Any

from events.platform import PolicySet
from pbem.campaign.model.state import State
from pbem.service.audit.verify import audit
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.seating import seat_player
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from pbem.service.turns.tick import tick


def _units(*ids: str) -> list[dict[str, Any]]:
    return [{"id": id, "unit_class": "FF"} for id in ids]


def _duel(id: str, *edges: str) -> dict[str, Any]:
    sides = {side: {"plays": side.upper(), "most": 1} for side in ("blue", "red")}
    node = {"id": id, "title": f"At {id}", "book": "star_navy", "scenario": "first-blood", "sides": sides}
    return {**node, "edges": [{"to": edge} for edge in edges]}


FILE = {
    "key": "skirmishes",
    "code": "CMP-T1",
    "title": "Skirmishes",
    "summary": "Two duels, and what follows.",
    "sides": [
        {"id": "blue", "title": "Blue Navy", "points": 4, "units": _units("BIS", "STL")},
        {"id": "red", "title": "Red Navy", "points": 4, "units": _units("SR1", "TOL")},
    ],
    "nodes": [_duel("EAST", "SOUTH"), _duel("WEST"), _duel("SOUTH")],
    "start": ["EAST", "WEST"],
    "rounds": 3,
    "refits": {"costs": {"*": 1}, "income": 2, "won": 2},
}


def skirmishes(
    context: ServiceContext, players: dict[str, str] | None = None, policy: PolicySet | None = None, **changed: Any
) -> str:
    """Blue is p1, red is p2, p9 runs it; a day for each turn. `changed` are parts of the campaign file."""
    seated = {"blue": "p1", "red": "p2"} if players is None else players
    setup = GameSetup(seated, master="p9", policy=policy, options={"file": json.dumps({**FILE, **changed})})
    return open_game(context, "campaign", "own", 24.0, setup=setup)


def to_battles(context: ServiceContext, campaign: str) -> list[str]:
    """Carry out the open refit turn, and open its battles. Their games, in order."""
    resolve_now(context, campaign, "all is said")
    go_on(context)
    return [battle.stream for battle in state(context, campaign).waiting]


def fight(context: ServiceContext, stream: str) -> None:
    """Bots play the battle to its end; nobody tells the campaign yet."""
    for row in context.store.seats(stream):
        if row.player != "bot:aggressive":
            seat_player(context, stream, row.seat, "bot:aggressive", "it must end", "operator")
    while context.store.game(stream).status != "ended":  # type: ignore[union-attr]
        tick(context)


def state(context: ServiceContext, campaign: str) -> State:
    """Where the campaign is."""
    return campaign_state(load(context, campaign))


def assert_all_sound(context: ServiceContext, campaign: str) -> None:
    """The audit finds nothing, neither in the campaign nor in any of its battles."""
    for stream in (campaign, *(row.stream for row in context.store.battles(campaign))):
        found = audit(context, stream)
        assert found.sound, (stream, found.broken, found.different)
