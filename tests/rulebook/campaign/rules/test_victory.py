"""CMP-4: when a campaign is over, and who has won it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import EVERYONE
from events.campaign.battles import Ended
from pbem.campaign.model.campaign_file import Brings, Edge, Side
from pbem.campaign.rules import sequence
from tests.rulebook.campaign.rules.playing import BLUE, FILE, RED, Campaign, events, file, lost, node, unit

PRINTED = {"blue": Brings("BLUE", printed=True), "red": Brings("RED", printed=True)}


def ends(campaign: Campaign) -> list[tuple[list[str], str]]:
    return [(each.winners, each.verdict) for each in events(campaign.last, Ended)]


def test_it_is_over_when_no_node_is_open() -> None:
    """CMP-4.1: and no battle waits."""
    campaign = Campaign(file(node("GATE", **PRINTED), node("HOME", **PRINTED)))
    campaign.play()
    campaign.fight(1, ["BLUE"])
    assert not campaign.state.over
    campaign.fight(2, ["BLUE"])
    why = "No battle is left to be fought after round 1 of 4: Blue Navy wins (points: Blue Navy 2, Red Navy 0)."
    assert ends(campaign) == [(["blue"], why)]
    assert [draft.audience for draft in campaign.last if draft.rule == "CMP-4.1"] == [EVERYONE]
    found = sequence.verdict(campaign.state)
    assert found is not None and (found.winners, found.text) == (["blue"], why) and sequence.due(campaign.state) == {}


def test_it_is_over_after_the_last_round() -> None:
    """CMP-4.1: a loop ends with the rounds of the file."""
    campaign = Campaign(file(node("GATE", Edge("GATE"), **PRINTED), rounds=2))
    for number, winner in ((1, "BLUE"), (2, "RED")):
        campaign.play()
        campaign.fight(number, [winner])
    assert ends(campaign) == [([], "The last round is over with round 2 of 2: a draw (points: Blue Navy 1, Red Navy 1).")]


@pytest.mark.parametrize("won_by", ["points", "nodes"])
def test_it_is_over_as_soon_as_a_side_has_enough(won_by: str) -> None:
    """CMP-4.1: though another battle of the round goes on."""
    campaign = Campaign(file(node("GATE", **PRINTED), node("HOME", **PRINTED), level=1, won_by=won_by))
    campaign.play()
    campaign.fight(2, ["RED"])
    assert campaign.state.over and campaign.state.winners == ["red"]
    assert campaign.state.verdict.startswith(f"The level of 1 {won_by} was reached in round 1 of 4: Red Navy wins")


def test_it_is_won_by_nodes() -> None:
    """CMP-4.2: who won the last battle at a node holds it, and after a draw nobody does."""
    of = file(node("GATE", Edge("GATE"), value=9, **PRINTED), node("HOME", **PRINTED), won_by="nodes", rounds=2)
    campaign = Campaign(of)
    campaign.play()
    campaign.fight(1, ["BLUE"])
    campaign.fight(2, ["RED"])
    campaign.play()
    campaign.fight(3)
    assert campaign.state.winners == ["red"]
    assert "(nodes held: Red Navy 1, Blue Navy 0)" in campaign.state.verdict


def test_it_is_won_by_the_last_battle() -> None:
    """CMP-4.2: that was fought, whatever was won before."""
    of = file(node("GATE", Edge("HOME"), value=9, **PRINTED), node("HOME", **PRINTED), won_by="last battle", start=["GATE"])
    campaign = Campaign(of)
    campaign.play()
    campaign.fight(1, ["BLUE"])
    campaign.play()
    campaign.fight(2, ["RED"])
    assert campaign.state.winners == ["red"]


def test_a_battle_that_was_not_played_is_not_the_last_one() -> None:
    """CMP-4.2, CMP-3.5: it counts for nobody."""
    of = file(node("GATE", Edge("HOME"), **PRINTED), node("HOME", **PRINTED), won_by="last battle", start=["GATE"])
    campaign = Campaign(of)
    campaign.play()
    campaign.fight(1, ["BLUE"])
    campaign.play()
    campaign.fight(2, outcome="not played")
    assert campaign.state.winners == ["blue"]


def test_sides_that_are_equal_share_it_and_if_all_are_it_is_a_draw() -> None:
    """CMP-4.2: of three sides two may win."""
    sides = [*FILE.sides, Side("green", "Green Navy")]
    campaign = Campaign(file(node("GATE", **PRINTED), sides=sides))
    campaign.play()
    campaign.fight(1)
    assert campaign.state.winners == ["blue", "red"]
    assert "Blue Navy and Red Navy win (points: Blue Navy 0.5, Red Navy 0.5, Green Navy 0)" in campaign.state.verdict
    campaign = Campaign(file(node("GATE", **PRINTED)))
    campaign.play()
    campaign.fight(1)
    assert campaign.state.winners == []


def test_a_side_without_units_cannot_win() -> None:
    """CMP-4.3: if one other is left that side wins at once, whatever the points are."""
    of = file(
        node("GATE", Edge("HOME"), value=9), node("HOME"), start=["GATE"], sides=[replace(BLUE, units=[unit("SR1")]), RED]
    )
    campaign = Campaign(of)
    campaign.play()
    campaign.fight(1, ["BLUE"], SR1=lost())
    assert [draft.rule for draft in campaign.last if isinstance(draft.event, Ended)] == ["CMP-4.3"]
    assert campaign.state.winners == ["red"]
    assert campaign.state.verdict.startswith("No other side has a unit left by the end of round 1 of 4: Red Navy wins")


def test_a_side_without_units_in_the_file_can_win() -> None:
    """CMP-4.3: it never had any."""
    of = file(node("GATE", red=PRINTED["red"]), sides=[BLUE, replace(RED, units=[])])
    campaign = Campaign(of)
    campaign.play()
    campaign.fight(1, ["RED"])
    assert campaign.state.winners == ["red"]
