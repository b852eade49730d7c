"""CMP-6: scouts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.campaign.opening import PointsSet
from events.campaign.refit import OrderLapsed, Scouted
from events.platform import Rolled
from tests.rulebook.campaign.rules.playing import REFITS, Campaign, events, file, node


@pytest.mark.parametrize(("die", "found"), [(3, False), (4, True)])
def test_scouts_may_find_what_is_sent_against_their_side(die: int, found: bool) -> None:
    """CMP-6.1, CMP-6.2: for points, with a die of the side alone, which alone is told."""
    campaign = Campaign()
    campaign.play(blue=["SCOUT 1"], red=["ASSIGN TF2 TO GATE"], dice=[die])
    told = [draft for draft in campaign.last if isinstance(draft.event, Scouted | Rolled)]
    assert {(draft.rule, draft.audience) for draft in told} == {("CMP-6.2", "blue")}
    units = [{"id": "TF2", "unit_class": "FF", "name": "", "lacks": {}}] if found else []
    assert events(campaign.last, Scouted) == [Scouted("blue", 1, found, units)]
    paid = [(d.audience, d.event.points) for d in campaign.last if isinstance(d.event, PointsSet) and d.rule == "CMP-6.1"]
    assert paid == [("blue", 8)]
    assert campaign.state.scouted == ({"blue": {1: units}} if found else {})


def test_scouts_find_nothing_where_nobody_comes() -> None:
    """CMP-6.2: if the battle is refused."""
    campaign = Campaign()
    campaign.play(blue=["SCOUT GATE"], red=["REFUSE GATE"], dice=[6])
    assert events(campaign.last, Scouted) == [Scouted("blue", 1, False, [])]


def test_a_battle_is_scouted_once_for_each_side() -> None:
    """CMP-6.2: one die for each side that scouts it, however often it is ordered."""
    campaign = Campaign()
    campaign.play(blue=["SCOUT 1", "SCOUT GATE"], red=["SCOUT 1"], dice=[1, 1])
    assert [each.side for each in events(campaign.last, Scouted)] == ["blue", "red"]


def test_scouts_that_cannot_be_paid_stay_at_home() -> None:
    """CMP-6.1: nor are there any where the file has none."""
    campaign = Campaign()
    campaign.state.purses["blue"] = 1
    campaign.play(blue=["SCOUT 1"])
    assert [each.why for each in events(campaign.last, OrderLapsed, "CMP-6.1")] == ["scouts cost 2 points, and there are 1"]
    campaign = Campaign(file(node("GATE"), refits=replace(REFITS, scouts=0)))
    campaign.play(blue=["SCOUT 1"])
    assert [each.why for each in events(campaign.last, OrderLapsed)] == ["this campaign has no scouts"]
