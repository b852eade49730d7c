"""Pointing at the map of a campaign: the orders that concern a node or a unit."""

from __future__ import annotations

from pbem.campaign.planning.toward import toward
from pbem.campaign.report.pictures.draw import draw
from pbem.core.drawing.scene import Circle
from pbem.core.game.report_parts import Target
from tests.rulebook.campaign.made_up import campaign


def test_a_node_has_the_orders_for_its_battle() -> None:
    """CMP-5.5, CMP-5.6, CMP-6.1; beside the map nothing."""
    state = campaign()
    state.open_nodes = ["HARROW"]
    title = state.file.node("HARROW").title
    mark = next(each for each in next(draw(state)).shapes if isinstance(each, Circle) and each.title.startswith(f"{title}: "))
    texts = [each.text for each in toward(state, "", Target(mark.centre))]
    assert {"ASSIGN 2ND TO HARROW", "REFUSE HARROW", "SCOUT HARROW"} <= set(texts)
    assert all("HARROW" in text for text in texts)
    assert toward(state, "", Target((-1e6, -1e6))) == []


def test_a_unit_has_its_own_orders() -> None:
    """CMP-5.1, CMP-5.4."""
    texts = [each.text for each in toward(campaign(), "", Target((0, 0), "SR1"))]
    assert "REPAIR SR1 hull" in texts and all("SR1" in text for text in texts)
