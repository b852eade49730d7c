"""The chances of dice: against counting everything out, worked examples, and fair and loaded dice by the thousand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.dice.fair_dice import seeded
from pbem.core.dice.statistics import (
    COUNTED,
    Spread,
    chi_square_beyond,
    holm,
    mapped,
    of_dice,
    repeated,
    squares_at_least,
    total,
    uneven,
)

GAMES = 1000

DICE = st.lists(st.tuples(st.integers(2, 4), st.integers(1, 3)).flatmap(lambda kind: worths(*kind)), min_size=1, max_size=3)


def worths(sides: int, dice: int) -> st.SearchStrategy[tuple[int, tuple[int, ...]]]:
    """A number of dice and what each of their faces is worth."""
    return st.tuples(st.just(dice), st.tuples(*[st.integers(-2, 3)] * sides))


def enumerated(dice: Sequence[tuple[int, tuple[int, ...]]]) -> dict[int, Fraction]:
    """The chance of each sum, by looking at every way in which these dice can fall."""
    each = [worth for number, worth in dice for _ in range(number)]
    ways = Counter(sum(found) for found in product(*each))
    return {value: Fraction(number, math.prod(map(len, each))) for value, number in ways.items()}


@given(DICE, st.integers(-20, 30))
def test_a_spread_is_what_all_ways_to_fall_give(dice: list[tuple[int, tuple[int, ...]]], value: int) -> None:
    """Mean, both tails and the two-sided p-value of a sum of unlike dice are those of counting all ways out in fractions."""
    spread, ways = total(of_dice(number, worth) for number, worth in dice), enumerated(dice)
    low = sum(chance for n, chance in ways.items() if n <= value)
    high = sum(chance for n, chance in ways.items() if n >= value)
    assert spread.at_most(value) == pytest.approx(float(low), abs=1e-12)
    assert spread.at_least(value) == pytest.approx(float(high), abs=1e-12)
    assert spread.two_sided(value) == pytest.approx(min(1.0, 2 * float(min(low, high))), abs=1e-12)
    assert spread.mean == pytest.approx(float(sum(n * chance for n, chance in ways.items())), abs=1e-12)


def test_a_sum_of_unlike_trials_by_hand() -> None:
    """Three torpedoes against speeds 1, 3 and 5: chances 5/6, 1/2 and 1/6, worked out on paper."""
    spread = total(of_dice(1, tuple(int(die > speed) for die in range(1, 7))) for speed in (1, 3, 5))
    assert spread.low == 0
    assert [round(72 * chance, 9) for chance in spread.chances] == [5, 31, 31, 5]
    assert (spread.mean, spread.two_sided(0)) == (pytest.approx(1.5), pytest.approx(10 / 72))


def test_a_table_is_read_by_the_sum() -> None:
    """Two dice of which one symbol is enough: 1 with 1 - (5/6)^2."""
    either = mapped(of_dice(2, (0, 0, 0, 0, 0, 1)), lambda symbols: min(1, symbols))
    assert either.chances == (pytest.approx(25 / 36), pytest.approx(11 / 36))


def test_many_dice_keep_their_digits() -> None:
    """The far tail of 2,000 coins is right to ten digits, and nothing is lost from the whole."""
    spread = of_dice(2000, (0, 1))
    exact = Fraction(sum(math.comb(2000, n) for n in range(801)), 2**2000)
    assert spread.at_most(800) == pytest.approx(float(exact), rel=1e-10)
    assert sum(spread.chances) == pytest.approx(1, abs=1e-12)
    assert repeated(spread, 0) == Spread(0, (1.0,))


# ---------------------------------------------------------------- faces


@given(st.integers(2, 4), st.integers(0, 6), st.data())
def test_uneven_faces_are_what_all_ways_to_fall_give(sides: int, dice: int, data: st.DataObject) -> None:
    """The chance of faces at least as uneven by chi-square, against every way in which so few dice can fall."""
    fallen = data.draw(st.lists(st.integers(0, sides - 1), min_size=dice, max_size=dice))
    counts = [fallen.count(face) for face in range(sides)]
    squares = sum(n * n for n in counts)
    ways = [sum(n * n for n in Counter(way).values()) >= squares for way in product(range(sides), repeat=dice)]
    assert uneven(counts) == pytest.approx(sum(ways) / len(ways), abs=1e-12)


def test_the_chi_square_distribution_is_the_printed_one() -> None:
    """Upper points of printed tables: 5 % for 1, 5, 9 and 19 degrees of freedom, and 0.1 % for 5."""
    for value, freedom in ((3.841, 1), (11.070, 5), (16.919, 9), (30.144, 19)):
        assert chi_square_beyond(value, freedom) == pytest.approx(0.05, abs=2e-5)
    assert chi_square_beyond(20.515, 5) == pytest.approx(0.001, abs=1e-6)
    assert chi_square_beyond(0, 5) == 1.0


def test_counting_and_the_distribution_meet() -> None:
    """Where counting ends the two agree to within a hundredth: nobody's luck jumps with one more die."""
    for faces in ([4, 5, 6, 7, 8, 10], [2, 4, 6, 8, 10, 10], [1, 3, 5, 8, 11, 12], [7, 7, 7, 7, 6, 6]):
        assert sum(faces) == COUNTED
        statistic = (sum(n * n for n in faces) - 1) * 6 / COUNTED - COUNTED
        assert uneven(faces) == pytest.approx(chi_square_beyond(statistic, 5), abs=0.01)


# ---------------------------------------------------------------- many questions


def test_holm_by_hand() -> None:
    """A worked example: 0.01, 0.04, 0.03 and 0.005 become 0.03, 0.06, 0.06 and 0.02; nothing exceeds 1, and none is none."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == [pytest.approx(p) for p in (0.03, 0.06, 0.06, 0.02)]
    assert holm([0.7, 0.9]) == [1.0, 1.0] and holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_lies_between_nothing_and_bonferroni(chances: list[float]) -> None:
    """A corrected value is no smaller than the plain one, no larger than Bonferroni's, and keeps the order."""
    corrected = holm(chances)
    for plain, found in zip(chances, corrected, strict=True):
        assert plain <= found <= min(1.0, len(chances) * plain) + 1e-15
    ordered = [found for _, found in sorted(zip(chances, corrected, strict=True))]
    assert ordered == sorted(ordered)


# ---------------------------------------------------------------- fair and loaded dice


def smirnov(chances: list[float]) -> float:
    """The Kolmogorov-Smirnov test of uniform chances: how often as many fair ones lie so far from a straight line."""
    n, ordered = len(chances), sorted(chances)
    far = max(max((place + 1) / n - p, p - place / n) for place, p in enumerate(ordered))
    at = (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * far
    return min(1.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * at) ** 2) for k in range(1, 100)))


def torpedo_game(number: int, die: Callable[[int], int]) -> tuple[Spread, int, list[int]]:
    """36 torpedoes at ships of all speeds: what they could hit, what they hit, and the faces. `die` may be loaded."""
    speeds = [torpedo % 6 for torpedo in range(36)]
    fallen = [die(face) for face in seeded(f"game {number}").throw("*", 0, "torpedo_hit", 36, 6)]
    spread = total(of_dice(1, tuple(int(face > speed) for face in range(1, 7))) for speed in speeds)
    hits = sum(face > speed for face, speed in zip(fallen, speeds, strict=True))
    return spread, hits, [fallen.count(face) for face in range(1, 7)]


def test_a_thousand_fair_games_have_uniform_p_values() -> None:
    """By Kolmogorov-Smirnov, with the dice of the service, for hits and for faces.

    Both are counts, so that their p-values come in steps. A part of the last step, drawn with further dice, makes them smooth
    (randomized p-values): only these are uniform; the plain ones err to the safe side (the test after this one).
    """
    hit, fell = [], []
    for number in range(GAMES):
        spread, hits, faces = torpedo_game(number, lambda face: face)
        parts = [(n - 0.5) / 10_000 for n in seeded(f"part {number}").throw("*", 0, "part", 2, 10_000)]
        hit.append(between(spread.at_most(hits - 1), spread.at_most(hits), parts[0]))
        squares = sum(n * n for n in faces)
        fell.append(between(squares_at_least(36, 6, squares + 1), uneven(faces), parts[1]))
    assert smirnov(hit) > 0.05
    assert smirnov(fell) > 0.05


def between(low: float, high: float, part: float) -> float:
    """A part of the way."""
    return low + part * (high - low)


def test_p_values_of_steps_are_never_too_small() -> None:
    """Without the drawn part, a two-sided p-value of at most 5 % comes in no more than 5 % of a thousand fair games."""
    played = [torpedo_game(number, lambda face: face) for number in range(GAMES)]
    small = sum(spread.two_sided(hits) <= 0.05 for spread, hits, _ in played)
    assert 0 < small <= 0.05 * GAMES + 3 * math.sqrt(0.05 * 0.95 * GAMES)
    assert sum(spread.two_sided(hits) <= 0.001 for spread, hits, _ in played) <= 6


def test_loaded_dice_are_not_uniform() -> None:
    """The same test finds dice that read every 1 as a 6: the test above can fail."""
    played = [torpedo_game(number, lambda face: 6 if face == 1 else face) for number in range(200)]
    assert smirnov([uneven(fallen) for *_, fallen in played]) < 1e-9
    assert smirnov([spread.at_most(hits) for spread, hits, _ in played]) < 1e-9
