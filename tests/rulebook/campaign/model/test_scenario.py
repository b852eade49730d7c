"""Campaign files by key and as somebody's own, and the options that may be chosen when a campaign is opened (CMP-1.1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.model import scenario
from pbem.campaign.model.faults.file_warnings import warnings
from pbem.campaign.model.file_faults import faults
from pbem.campaign.model.scenario import OWN, SCENARIOS, file_of
from pbem.core.game.options import NoScenario

FOLDER = Path(scenario.__file__).parents[1] / "scenarios"
ENDLESS = "and without a last round there is no end"
HARROW: dict[str, Any] = json.loads((FOLDER / "harrow.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", list(SCENARIOS))
def test_the_campaigns_that_come_with_the_program_can_be_played(key: str) -> None:
    """None has a fault, and each lies in a file of its key."""
    assert list(faults(SCENARIOS[key])) == []
    assert (FOLDER / f"{key}.json").exists()


@pytest.mark.parametrize("key", list(SCENARIOS))
def test_the_campaigns_that_come_with_the_program_have_no_dead_ends(key: str) -> None:
    assert [where for where, _ in warnings(SCENARIOS[key]) if where != "rounds"] == []


def test_campaigns_have_codes_of_their_own() -> None:
    codes = [file.code for file in SCENARIOS.values()]
    assert len(set(codes)) == len(codes)


def test_options_are_those_of_the_file_unless_somebody_chooses_others() -> None:
    assert SCENARIOS.options("harrow", {}) == {"battle_days": 14, "unplayed": "bots", "fog": "off"}
    options = SCENARIOS.options("CMP-S1", {"battle_days": "7", "unplayed": "Refused", "fog": "on"})
    file = file_of("harrow", options)
    assert (file.battle_days, file.unplayed, file.fog) == (7, "refused", True)
    assert file.nodes == SCENARIOS["harrow"].nodes
    assert file_of("harrow", {}) == SCENARIOS["harrow"]


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("battle_days", 400, "option battle_days: 400 is not a whole number, 0 to 365"),
        ("unplayed", "never", "option unplayed: 'never' is none of no consequence, refused, bots"),
        ("fog", "thick", "option fog: 'thick' is none of off, on"),
        ("file", "{}", "no option 'file'; there are battle_days, unplayed, fog"),
    ],
)
def test_an_option_that_cannot_be_is_refused(option: str, value: Any, why: str) -> None:
    with pytest.raises(NoScenario) as refused:
        SCENARIOS.options("harrow", {option: value})
    assert str(refused.value) == why


def test_a_file_of_ones_own_is_in_the_options_whole() -> None:
    """So the log has it, and a later change of the file on the disk changes nothing."""
    text = json.dumps({**HARROW, "title": "Mine", "battle_days": 3})
    options = SCENARIOS.options("own", {"file": text, "fog": "on"})
    assert SCENARIOS.options("own", options) == options
    file = file_of("own", options)
    assert (file.title, file.battle_days, file.fog, file.sides) == ("Mine", 3, True, SCENARIOS["harrow"].sides)


def test_a_campaign_of_ones_own_is_found_and_not_listed() -> None:
    assert SCENARIOS.find(" Own ") is OWN
    assert "own" not in SCENARIOS
    with pytest.raises(NoScenario, match="no scenario 'nowhere'; there are "):
        SCENARIOS.find("nowhere")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "option file: write the JSON text of a campaign file into it"),
        (7, "option file: write the JSON text of a campaign file into it"),
        ("{,", "the campaign file is no JSON: line 1, column 2: Expecting property name enclosed in double quotes"),
        ("[" * 100_000, "the campaign file has too many brackets within each other"),
        (" " * 200_000 + "{}", "the campaign file has 200002 characters; 200000 is the most"),
        (json.dumps({**HARROW, "rounds": "many"}), "the campaign file: rounds: not a valid integer"),
        (json.dumps({**HARROW, "colour": "red"}), "the campaign file: colour: unknown field"),
        (json.dumps({**HARROW, "rounds": 0}), "the campaign file: rounds: 0 is not 1 to 100, " + ENDLESS),
    ],
)
def test_a_file_that_cannot_be_played_is_refused_before_anything_is_opened(text: Any, why: str) -> None:
    with pytest.raises(NoScenario) as refused:
        SCENARIOS.options("own", {"file": text})
    assert str(refused.value) == why
