"""Whole campaigns by bots: nothing is gained or lost but by the rules, and whatever is would be noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from events.campaign.battles import BattleReported
from pbem.campaign.conservation import Count, gained_or_lost
from pbem.campaign.model.campaign_file import Brings, Edge
from pbem.campaign.model.scenario import SCENARIOS
from pbem.campaign.model.state import State
from pbem.campaign.rules.taking_over import report_of
from pbem.campaign.simulate import play_campaign
from tests.rulebook.campaign.rules.playing import BLUE, FILE, RED, Campaign, file, lost, node, unit

HARROW = SCENARIOS["harrow"]
MANY = 100
"""Of each file; a campaign by bots takes a quarter of a second to four seconds."""


def test_a_campaign_of_bots_ends_and_loses_nothing() -> None:
    """CMP-3.1, CMP-4.1: every unit that went in comes out once, as its last record sheet had it."""
    played = play_campaign(HARROW, "one")
    assert played.wrong == []
    assert played.state.over and played.winners == played.state.winners
    assert [battle.number for battle in played.battles] == list(played.state.battles)
    assert all(battle.turns for battle in played.battles if battle.outcome in ("won", "drawn"))


def test_the_same_seed_plays_the_same_campaign() -> None:
    """Nothing but the file and the seed decides."""
    assert play_campaign(HARROW, "two").drafts == play_campaign(HARROW, "two").drafts


def test_bots_may_be_named() -> None:
    """By rule book, and the commanders by side."""
    other = play_campaign(HARROW, "one", {"star_navy": "random"}, {"blue": "random"})
    assert other.wrong == [] and other.drafts != play_campaign(HARROW, "one").drafts


@pytest.mark.deep
@pytest.mark.parametrize("key", list(SCENARIOS))
def test_many_campaigns_lose_nothing(key: str) -> None:
    """Of each campaign that comes with the program; `tools/campaign.py balance` plays as many as one likes."""
    for number in range(MANY):
        assert play_campaign(SCENARIOS[key], f"one of many {number}").wrong == []


# ---------------------------------------------------------------- the check itself


def reported() -> tuple[Count, State, BattleReported]:
    """A battle turn: before, after, and its report."""
    units = [unit("SR1", hull=2), unit("SR2"), unit("SR3")]
    campaign = Campaign(file(node("GATE", Edge("GATE"), blue=Brings("BLUE", most=2)), sides=[replace(BLUE, units=units), RED]))
    campaign.play(blue=["ASSIGN SR1, SR2 TO GATE"])
    report = report_of(campaign.state, campaign.state.battles[1], campaign.end(1, ["BLUE"], SR1={"hull": 3}, SR2=lost()))
    before = Count.of(campaign.state)
    campaign.fight(1, ["BLUE"], SR1={"hull": 3}, SR2=lost())
    return before, campaign.state, report


def test_a_battle_turn_by_the_rules_is_not_noticed() -> None:
    """The check finds nothing where nothing is wrong."""
    assert gained_or_lost(*reported()) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda units: units["SR1"].lacks.clear(), "SR1 lacks {} after a battle at whose end it lacked {'hull': 3}"),
        (lambda units: units["SR3"].lacks.update(guns=1), "SR3 lacked {}, and lacks {'guns': 1} without a battle"),
        (lambda units: setattr(units["SR2"], "where", "port"), "SR2 is port with blue, and was reported lost with blue"),
        (lambda units: setattr(units["SR1"], "side", "red"), "SR1 is port with red, and was reported present with blue"),
        (lambda units: setattr(units["SR3"], "side", "red"), "SR3 was of blue, and is of red without a battle"),
        (lambda units: units.pop("SR3"), "SR3 is gone"),
        (lambda units: units.update(XX=units["SR3"]), "XX came from nowhere"),
        (lambda units: units["SR1"].lacks.update(hull=9), "SR1: she cannot lack 9 of 6 hull"),
    ],
)
def test_whatever_is_gained_or_lost_in_a_battle_turn_is_noticed(change: Callable[[Any], None], told: str) -> None:
    """CMP-3.2, CMP-3.3, CMP-3.4: of units that fought and of those that did not."""
    before, state, report = reported()
    change(state.units)
    assert told in gained_or_lost(before, state, report)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda state: state.units["SR1"].lacks.update(hull=5), "SR1 lacked {'hull': 2}, and lacks {'hull': 5}"),
        (lambda state: state.purses.update(blue=99.0), "blue had 10 points, spent 2 and has 99"),
        (lambda state: state.purses.update(blue=-1.0), "blue had 10 points, spent 2 and has -1"),
        (lambda state: setattr(state.units["SR1"], "where", "lost"), "SR1 was in port, and is in lost"),
    ],
)
def test_whatever_is_gained_or_lost_in_a_refit_turn_is_noticed(change: Callable[[State], None], told: str) -> None:
    """CMP-5.1, CMP-5.7: nothing gets worse, and all is paid."""
    campaign = Campaign(replace(FILE, sides=[replace(BLUE, units=[unit("SR1", hull=2), unit("SR2")]), RED]))
    before = Count.of(campaign.state)
    campaign.play(blue=["REPAIR SR1", "ASSIGN SR1 TO GATE"])
    assert gained_or_lost(before, campaign.state, None) == []
    change(campaign.state)
    assert any(why.startswith(told) for why in gained_or_lost(before, campaign.state, None))
