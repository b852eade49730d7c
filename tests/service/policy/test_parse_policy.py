"""A policy from plain words: what is not named stays; what cannot be read is told by its name."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from events.platform import VOTES, PolicySet
from pbem.games import GAMES
from pbem.service.context import ActRefused
from pbem.service.policy.check import check_policy
from pbem.service.policy.fields import FIELDS, GROUPS
from pbem.service.policy.parse_policy import policy_from, texts_of
from pbem.service.policy.presets import PRESETS

TODAY = date(2026, 11, 24)
ALL = PolicySet(
    pace="Mon, Thu 20:00 Europe/Berlin",
    days_off=["2026-12-24", "2026-12-25"],
    min_hours=12.0,
    max_hours=72.5,
    early=False,
    notice_hours=6.0,
    use_standing=True,
    wait_days=3.0,
    excuses=2,
    excuse_hours=36.0,
    excuse_after=7,
    grace_hours=8.0,
    officers=True,
    sitters=True,
    sitter_hours=9.0,
    bot="cautious",
    offer_after=3,
    substitutes=True,
    open_seats=True,
    reliability=80,
    votes={"more time": 100, "pause": 60, "go on": 50, "draw": 100, "master": 0, "roll back": 90},
    silent_days=21.0,
    silent_then="operator",
    delay_hours=24.0,
    comments="players",
)
"""Every field is another than by itself."""


def read(**given: Any) -> PolicySet:
    return policy_from(given, PolicySet(), TODAY)


def test_every_field_of_a_policy_is_asked_for() -> None:
    """One that is added to the event is added to the forms; and no field of the example is as it is by itself."""
    assert set(FIELDS) == {*vars(PolicySet())} - {"why", "by"}
    assert {field.group for field in FIELDS.values()} == set(GROUPS)
    assert all(getattr(ALL, name) != getattr(PolicySet(), name) for name in FIELDS)


def test_what_a_form_shows_is_read_as_the_same() -> None:
    """Every field there and back; the reason is kept."""
    assert policy_from(texts_of(ALL), PolicySet(why="x"), TODAY) == replace(ALL, why="x")
    assert policy_from(texts_of(PolicySet()), ALL, TODAY) == PolicySet()


def test_values_of_their_own_types_are_read_as_well() -> None:
    """As a program sends them: whole numbers for hours, too."""
    given = {name: value for name, value in vars(ALL).items() if name not in ("why", "by")}
    assert policy_from(given, PolicySet(), TODAY) == ALL
    found = read(grace_hours=6)
    assert found == PolicySet(grace_hours=6.0) and isinstance(found.grace_hours, float)


def test_what_is_not_named_stays() -> None:
    """Of the votes as well."""
    assert policy_from({"grace_hours": "2"}, ALL, TODAY) == replace(ALL, grace_hours=2.0)
    assert policy_from({"vote draw": "75%"}, ALL, TODAY).votes == ALL.votes | {"draw": 75}
    assert read(votes={"draw": 75}).votes == VOTES | {"draw": 75}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"grace_hours": "2 days"}, {"grace_hours": 48.0}),
        ({"grace_hours": "6h"}, {"grace_hours": 6.0}),
        ({"wait_days": "2 weeks"}, {"wait_days": 14.0}),
        ({"wait_days": "12 hours"}, {"wait_days": 0.5}),
        ({"offer_after": "3 turns"}, {"offer_after": 3}),
        ({"reliability": "80%"}, {"reliability": 80}),
        ({"bot": "none"}, {"bot": ""}),
        ({"bot": "bot:cautious"}, {"bot": "cautious"}),
        ({"pace": ""}, {"pace": ""}),
        ({"early": "no", "sitters": "on"}, {"early": False, "sitters": True}),
        ({"days_off": "2026-12-25, 2026-12-24\n2026-12-25"}, {"days_off": ["2026-12-24", "2026-12-25"]}),
        ({"days_off": ""}, {"days_off": []}),
    ],
)
def test_words_are_read(given: dict[str, str], wanted: dict[str, Any]) -> None:
    """Spans with another unit, boxes, lists."""
    assert read(**given) == replace(PolicySet(), **wanted)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"grace": "6"}, "a policy has no 'grace'; the nearest of"),
        ({"grace_hours": "soon"}, "grace_hours (Grace): write a number of hours, not 'soon'"),
        ({"grace_hours": "-1"}, "write a number of hours, not '-1'"),
        ({"grace_hours": "6 turns"}, "write a number of hours, not '6 turns'"),
        ({"excuses": "2h"}, "write a whole number, not '2h'"),
        ({"offer_after": "1.5"}, "write a whole number of turns, not '1.5'"),
        ({"early": "maybe"}, "early: write yes or no, not 'maybe'"),
        ({"days_off": "Christmas"}, "'Christmas' is no date: write days off like 2026-12-24"),
        ({"vote draw": "all"}, "vote draw: write per cent of the players"),
        ({"votes": "draw"}, "votes are a table"),
        ({"preset": "slow"}, "there is no ready-made policy 'slow'; there are club, fast, strict, patient"),
        ({"holidays": "XX"}, "no holidays are known of 'XX'"),
        ({"holidays": "DE-QQ"}, "DE has no part 'QQ' with holidays of its own"),
    ],
)
def test_what_cannot_be_read_is_told(given: dict[str, str], said: str) -> None:
    """By the field's name, with what would be right."""
    with pytest.raises(ActRefused) as refused:
        read(**given)
    assert said in str(refused.value)


@pytest.mark.parametrize("name", PRESETS)
def test_ready_made_policies_can_be_opened_and_changed(name: str) -> None:
    """They are in order for every rule book; what is named beside them counts more; days off stay."""
    found = policy_from({"preset": name, "grace_hours": "1"}, PolicySet(days_off=["2026-12-24"]), TODAY)
    assert found.grace_hours == 1.0 and found.days_off == ["2026-12-24"]
    for game in GAMES.values():
        check_policy(game, policy_from({"preset": name}, PolicySet(), TODAY), 24.0)


def test_holidays_become_dates_of_three_years() -> None:
    """Those of a country and of its part, from today on, beside the days off that there are."""
    found = read(holidays="de-be", days_off="2027-02-01").days_off
    assert {"2026-12-25", "2027-03-08", "2027-02-01", "2029-10-03"} <= set(found)
    assert found == sorted(found) and min(found) >= "2026-11-24" and max(found) < "2029-11-24"
    assert "2027-03-08" not in read(holidays="DE").days_off
    assert {"2027-03-08", "2027-07-04"} <= set(read(holidays="DE-BE, US").days_off)
