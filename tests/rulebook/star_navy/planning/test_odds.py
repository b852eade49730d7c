"""The odds of a dry run against the rules themselves, with every face of every die."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from events.star_navy.battle import Fired
from events.star_navy.boarding import BoardAttempt
from pbem.core.geometry.hexes import parse_label
from pbem.games.star_navy.model.geometry import orientation
from pbem.games.star_navy.planning import odds
from tests.rulebook.star_navy.builders.battle import Battle, fit, only, shields_down, told

FACES = range(1, 7)


def volley(weapon: str, number: int, dice: str, wear: int = 0, speed: int = 0) -> Fired:
    """AAA fires so many weapons at BBB, four hexes ahead, whose speed does not move it on turn 1."""
    battle = Battle()
    battle.put(battle.b, "2016", "S", speed=speed)
    fit(battle.a, F=weapon).console.sections["F"].wear = wear
    shields_down(battle.b, **dict.fromkeys(battle.b.console.sections, 99))  # no other dice
    return only(battle.play(dice, AAA=f"T1 FIRE F {number} AT BBB"), Fired)


def test_cannons() -> None:
    """SN-7.13, SN-7.16: two cannons worn by 1, over all 36 throws: 0 to 10 points, 5 on average."""
    points = [sum(volley("C", 2, f"{a} {b}" + (" 3" if a + b > 2 else ""), wear=1).hits.values()) for a, b in both()]
    assert odds.cannon_spread(2, 1) == (min(points), Fraction(sum(points), 36), max(points)) == (0, Fraction(5), 10)


def both() -> list[tuple[int, int]]:
    return [(a, b) for a, b in product(FACES, repeat=2)]


def test_torpedoes() -> None:
    """SN-7.10, SN-7.11: two torpedoes at speed 4, over all 36 throws: each hits on 5 and 6, so 4 points on average."""
    points = []
    for a, b in both():
        hits = (a > 4) + (b > 4)
        points.append(sum(volley("T", 2, f"{a} {b}" + " 3" * hits, speed=4).hits.values()))
    assert odds.torpedo_points(2, 4) == Fraction(sum(points), 36) == 4
    assert [odds.torpedo_chance(speed) for speed in (0, 6)] == [1, 0]


def test_lasers_and_their_sections() -> None:
    """SN-7.8, SN-7.9: three lasers at range 4 do 12 points; the six faces fall as the section chances say."""
    fired = [volley("L", 3, str(die)) for die in FACES]
    assert {sum(each.hits.values()) for each in fired} == {odds.laser_points(3, 4)} == {12}
    seen = orientation(parse_label("2016"), 3, parse_label("2020"))
    assert odds.sections(seen) == Counter(name for each in fired for name in each.hits) == {"F": 4, "LF": 1, "RF": 1}


def test_pulsers() -> None:
    """SN-7.12: three pulsers: 2 points on three sections, 1 on the others."""
    assert Counter(volley("P", 3, "3").hits.values()) == {2: 3, 1: 3}
    assert odds.pulser_points(3) == (2, 1)


def test_boarding() -> None:
    """SN-9.4: against 4 active shields two faces of six get aboard."""

    def aboard(die: int) -> bool:
        battle = Battle()
        battle.put(battle.b, "2018", "S", marines=0)
        shields_down(battle.b, **dict.fromkeys(battle.b.console.sections, 4))
        return told(battle.play(str(die), AAA="T1 BOARD BBB"), BoardAttempt)[0].success

    assert odds.boarding_chance(4) == Fraction(sum(map(aboard, FACES)), 6) == Fraction(1, 3)
