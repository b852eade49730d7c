"""A made-up rule book, and a campaign of it in which two sides give orders: for tests that need no battle to be fought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from events.campaign.battles import NodeOpened
from events.campaign.opening import CampaignBegun, PointsSet, UnitJoined
from events.campaign.refit import BattleSet, RefitBegun
from pbem import games
from pbem.campaign.model.apply import apply
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Edge, FileUnit, Node, Refits, Side
from pbem.campaign.model.state import State
from pbem.core.fleets.berths import Berth
from pbem.core.fleets.fleet_units import Item, Unit, UnitClass
from pbem.core.game.protocol import Fleets, Game
from pbem.core.state import codec
from pbem.games import GAMES, Games

CLASSES = {
    "FF": UnitClass("Frigate", 6, {"hull": Item(6), "guns": Item(2), "torpedoes": Item(4, store=True)}),
    "DN": UnitClass("Dreadnought", 20, {"hull": Item(12), "f.shields": Item(4), "guns": Item(6), "fuel": Item(10, store=True)}),
    "BUOY": UnitClass("Buoy", 1, {"hull": Item(1)}),
}
PLACES = [*(("BLUE", f"P{number}") for number in range(1, 4)), *(("RED", f"Q{number}") for number in range(1, 4))]


def _nothing(*given: Any) -> Any:
    raise AssertionError("a made-up battle is never fought")


def berths(scenario: str, options: Mapping[str, Any]) -> Sequence[Berth]:
    """Three places a side, one of them for frigates only."""
    return [Berth(side, Unit(id, "FF"), ("FF",) if id[1] == "3" else ()) for side, id in PLACES]


@pytest.fixture(autouse=True)
def made_up_book(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """The rule book `toy`, beside the others: Star Navy with other classes."""
    fleets = Fleets[Any](lambda: CLASSES, berths, _nothing, _nothing, (), _nothing)
    toy = replace(GAMES["star_navy"], key="toy", title="Toy", fleets=fleets)
    found = Games.__getitem__
    monkeypatch.setattr(games, "KEYS", (*games.KEYS, toy.key))
    monkeypatch.setattr(Games, "__getitem__", lambda self, key: toy if key == "toy" else found(self, key))
    yield toy


def _unit(id: str, unit_class: str, fleet: str, commander: str = "", **lacks: int) -> FileUnit:
    return FileUnit(id, unit_class, "toy", "", fleet, commander, {item.replace("_", "."): many for item, many in lacks.items()})


BLUE = Side(
    "blue",
    "Blue Navy",
    points=10,
    units=[
        _unit("SR1", "FF", "1ST", "Lt. Gray", hull=3, torpedoes=4),
        _unit("SR2", "FF", "1ST"),
        _unit("DN1", "DN", "2ND", "Cdr. Brown", hull=4, f_shields=1, fuel=2),
        _unit("DN2", "DN", "2ND"),
        _unit("BY1", "BUOY", "AUX", hull=1),
    ],
)
RED = Side("red", "Red Navy", points=7, units=[_unit("TF1", "FF", "1ST"), _unit("TF2", "DN", "1ST", guns=2)])
NODES = [
    Node(
        "HARROW", "Harrow", "toy", "first-blood", {"blue": Brings("BLUE", most=2), "red": Brings("RED")}, edges=[Edge("BELT")]
    ),
    Node("GATE", "The Gate", "toy", "first-blood", {"blue": Brings("BLUE", least=2), "red": Brings("RED", printed=True)}),
    Node("PORT", "The Port", "toy", "first-blood", {"blue": Brings("BLUE", classes=["FF"]), "red": Brings("RED")}),
    Node("YARD", "The Yard", "toy", "first-blood", {"blue": Brings("BLUE", fleets=["2ND"]), "red": Brings("RED")}),
    Node("HOME", "Home", "toy", "first-blood", {"blue": Brings("BLUE", printed=True), "red": Brings("RED")}),
    Node("FAR", "Far Away", "star_navy", "first-blood", {"blue": Brings("BLUE"), "red": Brings("RED")}),
    Node("BELT", "The Belt", "toy", "first-blood", {"blue": Brings("BLUE"), "red": Brings("RED")}),
]
REFITS = Refits(costs={"guns": 2, "*": 1}, new=0.5, scouts=2)
FILE = CampaignFile(
    "toys",
    "CMP-S9",
    "Toys",
    "For tests.",
    [BLUE, RED],
    NODES,
    ["HARROW", "GATE", "PORT", "YARD", "HOME", "FAR"],
    4,
    refits=REFITS,
)


def campaign(file: CampaignFile = FILE, reader: str | None = "blue") -> State:
    """The start of a campaign as a reader knows it (None: the whole state), before the first refit turn."""
    state = State(reader)
    seats = {side.id: side.id for side in file.sides}
    apply(state, CampaignBegun(file.key, {}, seats, codec.dump(file)))
    for side in file.sides:
        for unit in side.units:
            joined = (unit.id, side.id, unit.fleet, unit.book, unit.unit_class, unit.name, unit.commander)
            apply(state, UnitJoined(*joined, dict(unit.lacks), "file"))
        if reader in (None, side.id):
            apply(state, PointsSet(side.id, side.points, "start"))
    for node in file.start:
        apply(state, NodeOpened(node, ""))
    return state


def lost(state: State, unit: str) -> State:
    """The same, with a unit lost."""
    state.units[unit].where = "lost"
    return state


def in_battle(state: State, node: str = "HARROW") -> State:
    """The same, with a battle to be fought."""
    apply(state, RefitBegun(1))
    apply(state, BattleSet(1, node, {"blue": "BLUE", "red": "RED"}))
    return state
