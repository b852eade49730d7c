"""The dry run of a side's orders."""

from __future__ import annotations

from random import Random

from pbem.campaign.bots.random_bot import random_orders
from pbem.campaign.model.state import State
from pbem.campaign.planning.preview import preview
from pbem.core.game.panels import PANEL_WIDTH
from tests.rulebook.campaign.made_up import campaign, in_battle, lost
from tests.rulebook.campaign.orders.mails import mailed
from tests.rulebook.campaign.positions import positions


def tables(text: str, state: State) -> dict[str, list[str]]:
    return {panel.title: panel.lines for panel in preview(state, mailed(text, state).sheet).tables}


def test_before_and_after() -> None:
    """CMP-5.7: the fleet and the purse as these orders alone would make them."""
    refits = "REPAIR SR1 2; REPLACE SR1 ALL; REPLACE SR2; SCOUT 1"
    moves = "TRANSFER DN2 TO 1ST; TRANSFER COMMANDER SR1 TO DN2; ASSIGN SR1 TO 1"
    found = tables(f"{refits}; {moves}", lost(campaign(), "SR2"))
    assert found["POINTS"] == ["10 points -> 0: these orders cost 10"]
    assert found["REFITS"] == [
        "SR1: hull 3 -> 6 of 6, torpedoes 0 -> 4 of 4; complete",
        "SR2: lost -> a new Frigate",
    ]
    assert found["FLEETS AND COMMANDERS"] == [
        "unit  fleet       commander",
        "SR1   1ST         Lt. Gray -> -",
        "DN2   2ND -> 1ST  - -> Lt. Gray",
    ]
    assert found["NOT DONE"] == ["SCOUT HARROW: scouts cost 2 points, and there are 0"]
    assert found["BATTLES"][0] == "Battle 1 (HARROW): SR1 is sent"


def test_without_orders() -> None:
    """CMP-5.9: the worst is made good first."""
    found = tables("", campaign())
    assert found["POINTS"] == ["10 points -> 0: these orders cost 10"]
    assert found["REFITS"][0] == "SR1: hull 3 -> 6 of 6, torpedoes 0 -> 4 of 4; complete"


def test_any_sheet_can_be_shown() -> None:
    """Tables fit the page, the map has its words, and what is known stays as it was."""
    for number, state in enumerate(positions()):
        before = repr(state)
        shown = preview(state, mailed(random_orders(state, Random(number).randrange), state).sheet)
        assert shown.scene.title and shown.scene.description
        assert [line for panel in shown.tables for line in panel.lines if len(line) > PANEL_WIDTH] == []
        assert repr(state) == before


def test_only_the_map_when_nothing_is_ordered() -> None:
    for state in (campaign(reader=None), in_battle(campaign())):
        shown = preview(state, mailed("").sheet)
        assert shown.tables == []
        assert shown.scene.shapes
