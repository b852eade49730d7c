"""What a volley or a boarding may be expected to do, before its dice: exact, by the functions and tables that resolve it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

from pbem.core.game.phrases import count
from pbem.games.star_navy.model.geometry import Orientation, section_hit
from pbem.games.star_navy.model.tables import PULSER, TORPEDO_POINTS, laser_damage
from pbem.games.star_navy.rules.fire import cannon_points, torpedo_hits

FACES = range(1, 7)


def sections(seen: Orientation) -> dict[str, int]:
    """SN-7.8: the faces of the section die out of six that name each section, the likeliest first."""
    return dict(Counter(section_hit(seen, die) for die in FACES).most_common())


def torpedo_chance(speed: int) -> Fraction:
    """SN-7.10: the chance of each torpedo against a ship of this marked speed."""
    return Fraction(sum(torpedo_hits(die, speed) for die in FACES), 6)


def torpedo_points(number: int, speed: int) -> Fraction:
    """SN-7.10, SN-7.11: the points to be expected of so many."""
    return number * TORPEDO_POINTS * torpedo_chance(speed)


def laser_points(number: int, range: int) -> int:
    """SN-7.9: lasers do not miss."""
    return number * laser_damage(range)


def pulser_points(number: int) -> tuple[int, int]:
    """SN-7.12: points on each of the three sections hit most, and on each of the others."""
    return PULSER[number]


def cannon_spread(number: int, wear: int) -> tuple[int, Fraction, int]:
    """SN-7.13: the least, the mean and the most points of so many cannons."""
    found = [cannon_points(dice, wear) for dice in product(FACES, repeat=number)]
    return min(found), Fraction(sum(found), len(found)), max(found)


def boarding_chance(shields: int) -> Fraction:
    """SN-9.4: the chance that the die is greater than so many active shields."""
    return Fraction(sum(die > shields for die in FACES), 6)


# ---------------------------------------------------------------- words


def percent(chance: Fraction) -> str:
    """`83 %`."""
    return f"{round(float(chance) * 100)} %"


def decimal(number: Fraction) -> str:
    """`7.5`; whole numbers without a point."""
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.1f}"


def sections_words(seen: Orientation) -> str:
    """`F 4 of 6, LF 1 of 6, RF 1 of 6`."""
    return ", ".join(f"{name} {faces} of 6" for name, faces in sections(seen).items())


def volley_words(weapon: str, number: int, range: int, wear: int, speeds: Iterable[int]) -> str:
    """What so many weapons may be expected to do, for a label: `15 points`; of torpedoes `42 %`, by the target's speeds."""
    if not number:
        return "no effect"
    if weapon == "T":
        chances = [torpedo_chance(speed) for speed in speeds]
        return " to ".join(dict.fromkeys((percent(min(chances)), percent(max(chances)))))
    if weapon == "P":
        return f"{count(pulser_points(number)[0], 'point')} a section"
    points = Fraction(laser_points(number, range)) if weapon == "L" else cannon_spread(number, wear)[1]
    return f"{decimal(points)} points"


def torpedo_words(number: int, speeds: Iterable[int]) -> Iterator[str]:
    """A line for each speed that the target may have."""
    for speed in speeds:
        expected = decimal(torpedo_points(number, speed))
        yield f"at speed {speed}: each hits with {percent(torpedo_chance(speed))}, {expected} points expected"
