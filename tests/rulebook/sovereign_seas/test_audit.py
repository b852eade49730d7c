"""Whole games held against the rule book: an auditor with tables of his own reckons every event again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from events.base import Draft
from events.platform import Rolled
from events.sovereign_seas import battle, sailing
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from tests.kit.playing import Played, by_bot, play
from tests.rulebook.sovereign_seas.auditor import Audit, Wrong

OTHERWISE: dict[str, Any] = {
    "impulses": 3,
    "fp_set": "1112",
    "to_hit_row": "twos",
    "strike_face": "even",
    "gun_a": "b",
    "bellerophon_log": "page2",
    "defense_track": "eleven",
    "decel_div": 3,
    "boiler_div": 3,
    "crit_hull": 1,
    "no_magazine": "sink",
    "severe_base": "taken",
    "severe_penetrates": "on",
    "count_current_turn": "on",
    "wreck_blocks": "on",
    "edge": "wall",
    "ram_miss": "back",
    "same_hex_fire": "none",
    "hidden_logs": "on",
}
"""Every option of the rules the other way."""
GAMES = [
    ("fleet-engagement", "random", {}),
    ("fleet-engagement", "random", OTHERWISE),
    ("convoy-attack", "random", {"impulses": 2, "no_magazine": "none"}),
    ("defense-magenta", "line", {}),
    ("bellerophon-ocean", "ram", OTHERWISE),
    ("cruisers", "ram", {}),
]


@cache
def played(number: int) -> Played:
    scenario, bot, options = GAMES[number]
    return play(SOVEREIGN_SEAS, scenario, options, by_bot(dict.fromkeys(("gb", "fr"), bot)), f"audit {number}", 60)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_event_is_borne_out_by_the_rule_book(number: int) -> None:
    """SSL-F.1: the sequence of section 3, each roll where it is due, and all that comes of the dice."""
    assert played(number).over
    audit = Audit(played(number).drafts).game()
    for id, ship in played(number).state.ships.items():
        kept = audit.ships[id]
        assert (ship.hex, ship.heading, ship.speed, ship.count) == (kept.hex, kept.heading, kept.speed, kept.count)
        assert (ship.marked, ship.lost, set(ship.gone), ship.fate) == (kept.marked, kept.lost, kept.gone, kept.fate)
        assert (ship.jam, ship.command_until, ship.tower_lost) == (kept.jam, kept.command_until, kept.tower_lost)
