"""CMP-8: what a game master may do."""

from __future__ import annotations

import pytest

from events.campaign.masters import ScoreSet, UnitTaken
from events.campaign.opening import PointsSet
from pbem.campaign.model.apply import apply
from pbem.campaign.model.audiences import audience
from pbem.campaign.model.campaign_file import Edge
from pbem.campaign.rules.masters import NotPossible, add_unit, set_points, set_score, take_unit
from pbem.core.state import codec
from tests.rulebook.campaign.rules.playing import Campaign, events, file, lost, node, unit


def test_a_unit_is_added_and_taken_out() -> None:
    """CMP-8.1: each with a reason that all read."""
    campaign = Campaign()
    joined = add_unit(campaign.state, "blue", unit("SR9", fleet="2ND", hull=2), "a gift of the port", "master")
    assert audience(campaign.state, joined) == "*" and joined.why == "a gift of the port" and joined.cause == "master"
    apply(campaign.state, joined)
    assert campaign.unit("SR9").lacks == {"hull": 2} and campaign.unit("SR9").at_hand
    taken = take_unit(campaign.state, "SR9", "it was a mistake", "master")
    assert taken == UnitTaken("SR9", "it was a mistake", "master")
    apply(campaign.state, taken)
    assert "SR9" not in [each.id for each in campaign.state.of_side("blue")]


@pytest.mark.parametrize(
    ("side", "added", "why"),
    [
        ("green", unit("SR9"), "there is no side 'green'; sides are blue, red"),
        ("blue", unit("SR1"), "SR1 is there already: it is a unit of blue"),
        ("blue", unit("SR9", "XX"), "SR9: there is no class 'XX'; classes are FF, DN, BUOY"),
        ("blue", unit("SR9", hull=9), "SR9: she cannot lack 9 of 6 hull"),
        ("blue", unit("sr 9"), "'sr 9' is no id: write a capital letter, then capitals, digits, _ and -, at most 12 in all"),
    ],
)
def test_a_unit_that_does_not_fit_is_refused(side: str, added: object, why: str) -> None:
    """CMP-8.1: with what would be right."""
    with pytest.raises(NotPossible) as refused:
        add_unit(Campaign().state, side, added, "for once", "master")  # type: ignore[arg-type]
    assert str(refused.value) == why


def test_a_unit_in_a_battle_cannot_be_taken_out() -> None:
    """CMP-8.1: its end would not fit any more; nor can one that is not there."""
    campaign = Campaign(file(node("GATE", Edge("GATE"))))
    campaign.play()
    for id, why in (("SR1", "SR1 is in a battle"), ("XX", "there is no unit 'XX'")):
        with pytest.raises(NotPossible, match=why):
            take_unit(campaign.state, id, "for once", "master")
    campaign.fight(1, ["RED"], SR1=lost())
    with pytest.raises(NotPossible, match="SR1 is lost"):
        take_unit(campaign.state, "SR1", "for once", "master")
    apply(campaign.state, add_unit(campaign.state, "blue", unit("SR1"), "raised again", "master"))
    assert campaign.unit("SR1").at_hand


def test_points_and_scores_are_set() -> None:
    """CMP-8.1: points are told to the side, scores to all; CMP-4.1: the end counts what was set."""
    campaign = Campaign()
    points = set_points(campaign.state, "blue", 3.5, "a gift", "master")
    score = set_score(campaign.state, "red", 9, "a ruling", "operator")
    assert points == PointsSet("blue", 3.5, "a gift", "master") and audience(campaign.state, points) == "blue"
    assert score == ScoreSet("red", 9, "a ruling", "operator") and audience(campaign.state, score) == "*"
    apply(campaign.state, points)
    apply(campaign.state, score)
    assert campaign.state.purses["blue"] == 3.5 and campaign.state.scores["red"] == 9


@pytest.mark.parametrize("number", [-1, float("nan"), float("inf")])
def test_points_are_a_number_from_0_on(number: float) -> None:
    """CMP-8.1."""
    with pytest.raises(NotPossible, match="write 0 or more"):
        set_points(Campaign().state, "blue", number, "a gift", "master")
    with pytest.raises(NotPossible, match="no refits"):
        set_points(Campaign(file(refits=None)).state, "blue", 3, "a gift", "master")


def test_after_a_roll_back_a_battle_is_fought_again() -> None:
    """CMP-8.2, CMP-8.3: the state before the report is that of the log without it, and takes another end."""
    campaign = Campaign(file(node("GATE", Edge("HOME")), node("HOME"), start=["GATE"]))
    campaign.play()
    before = codec.dump(campaign.state)
    kept = codec.copy(campaign.state)
    campaign.fight(1, ["BLUE"])
    campaign.state = kept
    assert codec.dump(campaign.state) == before
    assert events(campaign.fight(1, ["RED"], SR1=lost()), UnitTaken) == []
    assert campaign.state.battles[1].winners == ["red"] and campaign.unit("SR1").where == "lost"
