"""What a campaign asks of rule books: the classes of its units, the places of its scenarios; and what refits cost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from events.codec import encode_json
from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.state import CampaignUnit, State
from pbem.core.fleets.berths import Berth
from pbem.core.fleets.fleet_units import UnitClass
from pbem.core.game.protocol import Fleets
from pbem.games import GAMES


@lru_cache(maxsize=16)
def classes(book: str) -> Mapping[str, UnitClass]:
    """Those of a rule book, by key; none of one from which no units are taken over."""
    fleets = GAMES[book].fleets
    return fleets.classes() if fleets else {}


def class_of(unit: CampaignUnit) -> UnitClass:
    """The class of a unit. Raises KeyError for one that its rule book does not have: a campaign file is checked for that."""
    return classes(unit.book)[unit.unit_class]


def berths(node: Node) -> Sequence[Berth]:
    """The places of a node's scenario; none if no units are taken over from its rule book."""
    fleets = GAMES[node.book].fleets
    return _berths(fleets, node.book, node.scenario, encode_json(node.options)) if fleets else ()


@lru_cache(maxsize=128)
def _berths(fleets: Fleets[Any], book: str, scenario: str, options: str) -> Sequence[Berth]:
    """They are asked for unit by unit, and take long to read."""
    return tuple(fleets.berths(scenario, GAMES[book].scenarios.options(scenario, json.loads(options))))


def cost_of(state: State, item: str) -> float:
    """CMP-5.1: the points for one box of an item, by the table of the file."""
    costs = state.file.refits.costs if state.file.refits else {}
    return costs.get(item, costs.get("*", 0.0))
