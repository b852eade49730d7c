"""CMP-2.7, CMP-8.1: a battle is reported by hand; units, points and scores are set: each with a reason that players read."""

from __future__ import annotations

import pytest

from events.campaign.opening import PointsSet
from pbem.campaign.model.campaign_file import FileUnit
from pbem.core.state.codec import dump
from pbem.service.campaigns.by_hand import add_unit, report_by_hand, set_points, set_score, take_unit
from pbem.service.campaigns.go_on import go_on
from pbem.service.campaigns.table_results import after_report, read_end
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.history import entry_words, history
from pbem.service.repository import load
from tests.service.builders.skirmishes import assert_all_sound, fight, skirmishes, state, to_battles

END = "WINNER blue\nBIS: integrity 1\nSR1: LOST\nPOINTS blue 3, red 0\nKILL BIS SR1"


def test_a_battle_is_reported_from_a_table(context: ServiceContext) -> None:
    """What is shown before is what is stored; its game ends, and is not taken over."""
    campaign = skirmishes(context)
    to_battles(context, campaign)
    record = load(context, campaign)
    end = read_end(record, 1, END, "fought at the club", "operator")
    shown = dump(after_report(record, 1, end, context.now()))
    assert dump(load(context, campaign).state) != shown, "nothing is written yet"
    report_by_hand(context, campaign, end, 1)
    found = state(context, campaign)
    assert dump(found) == shown
    assert found.units["BIS"].lacks == {"integrity": 1} and found.units["BIS"].kills == ["SR1"]
    assert found.units["SR1"].where == "lost" and found.battles[1].winners == ["blue"]
    said = [entry_words(each) for each in history(context, campaign)]
    assert "Battle 1 was reported: won by blue (by the operator): fought at the club." in said
    go_on(context)
    assert context.store.game("g1").verdict == "Ended by the campaign: battle 1 of c1 is over: entered by hand"  # type: ignore[union-attr]
    assert state(context, campaign).battles[1].winners == ["blue"] and not state(context, campaign).battles[2].over
    assert_all_sound(context, campaign)


@pytest.mark.parametrize(
    "text",
    ["DRAW\nBIS: UNTOUCHED\nSR1: f.shields 1", "NOT PLAYED", "REFUSED BY red", "WINNER red\nBIS: CAPTURED\nSR1: FIT"],
)
def test_any_end_is_found_right_by_the_audit(context: ServiceContext, text: str) -> None:
    campaign = skirmishes(context)
    to_battles(context, campaign)
    report_by_hand(context, campaign, read_end(load(context, campaign), 1, text, "at the club", "operator"), 1)
    assert state(context, campaign).battles[1].over
    assert_all_sound(context, campaign)


def test_what_is_wrong_with_the_text_is_told_by_line(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    to_battles(context, campaign)
    record = load(context, campaign)
    with pytest.raises(ActRefused) as told:
        read_end(record, 1, "BIS: hull 1\nSTL: LOST", "at the club", "operator")
    words = str(told.value)
    assert 'line 1: "BIS: hull 1": BIS has no hull' in words and "line 2" in words and "how did it end?" in words
    with pytest.raises(ActRefused, match="c1 has no battle 9"):
        read_end(record, 9, END, "at the club", "operator")


def test_a_battle_is_reported_once(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    end = read_end(load(context, campaign), 1, END, "at the club", "operator")
    fight(context, first)
    go_on(context)
    with pytest.raises(ActRefused, match="battle 1 of c1 is over already"):
        report_by_hand(context, campaign, end, 1)


def test_without_a_reason_nothing_is_done(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    with pytest.raises(ActRefused, match="say why"):
        take_unit(context, campaign, "BIS", " ", "operator")


def test_units_join_and_are_taken(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    add_unit(context, campaign, "red", FileUnit("NEW", "DN", name="Reprisal", lacks={"integrity": 1}), "reserves", "operator")
    take_unit(context, campaign, "TOL", "lost in a storm", "operator")
    units = state(context, campaign).units
    assert (units["NEW"].side, units["NEW"].lacks, units["TOL"].where) == ("red", {"integrity": 1}, "taken")
    said = [entry_words(each) for each in history(context, campaign)]
    assert said[-2:] == [
        "NEW joined red (by the operator): reserves.",
        "TOL was taken out of the campaign (by the operator): lost in a storm.",
    ]
    with pytest.raises(ActRefused, match="NEW is there already"):
        add_unit(context, campaign, "blue", FileUnit("NEW", "DN"), "once more", "operator")
    with pytest.raises(ActRefused, match="there is no class 'XX'"):
        add_unit(context, campaign, "blue", FileUnit("ODD", "XX"), "once more", "operator")
    assert_all_sound(context, campaign)


def test_points_are_for_their_side_and_the_reason_for_all(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    set_points(context, campaign, "red", 9, "a gift", "operator")
    set_score(context, campaign, "blue", 1.5, "for style", "operator")
    record = load(context, campaign)
    assert record.state.purses["red"] == 9 and "red" not in record.known("blue").purses
    assert record.known("blue").scores["blue"] == 1.5
    assert [e.audience for e in context.store.select(campaign, [PointsSet])][-1] == "red"
    said = [entry_words(each) for each in history(context, campaign)]
    assert "blue has 1.5 points of victory (by the operator): for style." in said
    assert any("The points of red for refits were set anew: a gift" in each for each in said)
    assert_all_sound(context, campaign)


def test_only_a_campaign_is_changed_so(context: ServiceContext) -> None:
    first, _ = to_battles(context, skirmishes(context))
    with pytest.raises(ActRefused, match="g1 is no campaign, but a game of Star Navy"):
        take_unit(context, first, "BIS", "no", "operator")
