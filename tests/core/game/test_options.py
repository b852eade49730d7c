"""Options: what is taken, what it becomes, and what is said of the rest."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.game.options import Choice, NoScenario, read_options

CHOICES = {
    "pace": Choice("turn", ("turn", "cycle")),
    "ship": Choice("BB", ("BB", "DD")),
    "range": Choice(20, least=2, most=98, step=2),
    "players": Choice(2, least=2, most=6),
    "thirds": Choice(3, most=9, step=3),
    "value": Choice(3),
    "points": Choice(0.5, whole=False),
}


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("pace", " CYCLE ", "cycle"),
        ("ship", "dd", "DD"),
        ("range", "24", 24),
        ("players", 6.0, 6),
        ("thirds", 6, 6),
        ("value", "0", 0),
        ("points", "0.25", 0.25),
        ("points", 2, 2),
    ],
)
def test_values_may_come_as_text(name: str, given: Any, read: str | float) -> None:
    """As a command line or a form sends them; words in any case, numbers as numbers."""
    found = read_options(CHOICES, {name: given})
    assert found == {**{key: choice.default for key, choice in CHOICES.items()}, name: read}
    assert type(found[name]) is type(read)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"speed": 3}, "no option 'speed'; there are pace, ship, range, players, thirds, value, points"),
        ({"pace": "daily"}, "option pace: 'daily' is none of turn, cycle"),
        ({"pace": True}, "option pace: True is none of turn, cycle"),
        ({"range": 21}, "option range: 21 is not an even number, 2 to 98"),
        ({"players": "7"}, "option players: '7' is not a whole number, 2 to 6"),
        ({"players": True}, "option players: True is not a whole number, 2 to 6"),
        ({"thirds": 4}, "option thirds: 4 is not a multiple of 3, 0 to 9"),
        ({"value": "many"}, "option value: 'many' is not a whole number, 0 or more"),
        ({"value": "\u00b2"}, "option value: '\u00b2' is not a whole number, 0 or more"),
        ({"value": 0.5}, "option value: 0.5 is not a whole number, 0 or more"),
        ({"value": None}, "option value: None is not a whole number, 0 or more"),
        ({"value": "1e999"}, "option value: '1e999' is not a whole number, 0 or more"),
        ({"points": "nan"}, "option points: 'nan' is not a number, 0 or more"),
        ({"points": -1}, "option points: -1 is not a number, 0 or more"),
    ],
)
def test_what_is_refused(given: dict[str, Any], why: str) -> None:
    """An unknown option or value is refused, and the legal ones are named."""
    with pytest.raises(NoScenario) as caught:
        read_options(CHOICES, given)
    assert str(caught.value) == why


def test_a_number_beyond_all_bounds() -> None:
    """An integer that no float can hold is refused like any other."""
    with pytest.raises(NoScenario, match="is not a number, 0 or more"):
        CHOICES["points"].read("points", 10**400)
