"""Names that somebody may have meant, in messages about one that is not there."""

from __future__ import annotations

from pbem.core.game.nearest_names import known_names, nearest

GAMES = [f"g{number}" for number in range(1, 39)]


def test_three_that_look_like_it_the_likest_first() -> None:
    """Whatever its case; among equals the order given."""
    assert nearest("STINGREY", ["star_navy", "stingray", "sovereign_seas", "wet_thrust"])[0] == "stingray"
    assert nearest("g3", GAMES)[0] == "g3" and len(nearest("g3", GAMES)) == 3
    assert nearest("xyz", ["b", "a"]) == ["b", "a"]


def test_few_are_told_whole_and_of_many_the_nearest() -> None:
    """Eight are few; that there are more is said."""
    assert known_names("x", ["g1", "g2"]) == "there are g1, g2"
    assert known_names("g40", GAMES) == "the nearest of 38 are g4, g10, g14"
    assert known_names("x", []) == "there are none yet"
