"""Chances of dice, counted out: the spread of a sum, how far a result lies from it, and Holm's correction for many questions.

A spread is exact: it is a sum of products of chances, none of them negative, so that only the last of some fifteen digits are
rounded. What is less likely than `NEVER` is left out. Nothing here is approximated by a normal distribution.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

NEVER = 1e-40
COUNTED = 40
"""Up to so many dice the chance of uneven faces is counted out; for more the chi-square distribution is as good."""


class Spread(NamedTuple):
    """What a sum may come to: `chances[n]` is the chance of `low + n`."""

    low: int
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        """What is to be expected."""
        return math.fsum(chance * value for value, chance in enumerate(self.chances, self.low))

    @property
    def variance(self) -> float:
        """The square of the standard deviation."""
        mean = self.mean
        return math.fsum(chance * (value - mean) ** 2 for value, chance in enumerate(self.chances, self.low))

    def at_most(self, value: int) -> float:
        """The chance of so much or less."""
        return min(1.0, math.fsum(self.chances[: max(0, value - self.low + 1)]))

    def at_least(self, value: int) -> float:
        """The chance of so much or more."""
        return min(1.0, math.fsum(self.chances[max(0, value - self.low) :]))

    def two_sided(self, value: int) -> float:
        """The exact two-sided p-value: twice the smaller tail, at most 1."""
        return min(1.0, 2 * min(self.at_most(value), self.at_least(value)))


NOTHING = Spread(0, (1.0,))
"""A sum of no dice."""


# ---------------------------------------------------------------- spreads


def add(one: Spread, other: Spread) -> Spread:
    """The sum of two that do not depend on each other."""
    short, long = sorted((one.chances, other.chances), key=len)
    found = [0.0] * (len(short) + len(long) - 1)
    for place, chance in enumerate(short):
        if chance:
            for n, more in enumerate(long, place):
                found[n] += chance * more
    return _trimmed(one.low + other.low, found)


def _trimmed(low: int, chances: Sequence[float]) -> Spread:
    first = next(n for n, chance in enumerate(chances) if chance > NEVER)
    last = next(n for n in range(len(chances) - 1, -1, -1) if chances[n] > NEVER)
    return Spread(low + first, tuple(chances[first : last + 1]))


@lru_cache(maxsize=4096)
def repeated(spread: Spread, times: int) -> Spread:
    """The sum of so many alike."""
    if times <= 1:
        return spread if times else NOTHING
    half = repeated(spread, times // 2)
    return add(add(half, half), spread) if times % 2 else add(half, half)


def total(spreads: Iterable[Spread]) -> Spread:
    """The sum of all these."""
    found = NOTHING
    for spread, times in Counter(spreads).items():
        found = add(found, repeated(spread, times))
    return found


def mapped(spread: Spread, value: Callable[[int], int]) -> Spread:
    """What becomes of a sum when it is read off a table."""
    found: dict[int, float] = {}
    for n, chance in enumerate(spread.chances, spread.low):
        found[value(n)] = found.get(value(n), 0.0) + chance
    low, high = min(found), max(found)
    return _trimmed(low, [found.get(n, 0.0) for n in range(low, high + 1)])


@lru_cache(maxsize=4096)
def of_dice(dice: int, worth: tuple[int, ...]) -> Spread:
    """The sum of so many fair dice, each with as many sides as `worth` is long, whose face n is worth `worth[n - 1]`."""
    low, each = min(worth), Counter(worth)
    return repeated(_trimmed(low, [each[n] / len(worth) for n in range(low, max(worth) + 1)]), dice)


# ---------------------------------------------------------------- faces


def uneven(faces: Sequence[int]) -> float:
    """How often fair dice fall at least as unevenly as these, by chi-square; `faces[n - 1]` counts how often n was rolled.

    Counted out for up to `COUNTED` dice. 1.0 for no dice, and for dice with one side.
    """
    return squares_at_least(sum(faces), len(faces), sum(n * n for n in faces))


def squares_at_least(dice: int, sides: int, squares: int) -> float:
    """The chance that the squares of the faces' counts sum up to so much or more, which orders results as chi-square does.

    The sum is even or odd as the number of dice is: half a step is taken off for the distribution, which has no steps.
    """
    if dice == 0 or sides < 2:
        return 1.0
    if dice <= COUNTED:
        return _counted(dice, sides, squares)
    return chi_square_beyond((squares - 1) * sides / dice - dice, sides - 1)


@lru_cache(maxsize=4096)
def _counted(dice: int, sides: int, squares: int) -> float:
    ways: dict[tuple[int, int], int] = {(dice, 0): 1}
    for _ in range(sides):
        more: dict[tuple[int, int], int] = {}
        for (left, so_far), number in ways.items():
            for n in range(left + 1):
                if so_far + n * n >= squares:
                    break
                key = left - n, so_far + n * n
                more[key] = more.get(key, 0) + number * math.comb(left, n)
        ways = more
    evener = sum(number for (left, _), number in ways.items() if not left)
    return float((sides**dice - evener) / sides**dice)


def chi_square_beyond(value: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is `value` or more: the regularized upper gamma function."""
    half = max(0.0, value) / 2
    start = 0.5 if freedom % 2 else 1.0
    beyond = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    if half == 0:
        return 1.0
    steps = (start + n for n in range((freedom - 1) // 2))
    return min(1.0, beyond + math.fsum(math.exp(at * math.log(half) - half - math.lgamma(at + 1)) for at in steps))


# ---------------------------------------------------------------- many questions


def holm(chances: Sequence[float]) -> list[float]:
    """P-values corrected for how many there are (Holm, 1979), in the order given: who asks often finds something."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected, most = [0.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        most = max(most, min(1.0, (len(chances) - rank) * chances[place]))
        corrected[place] = most
    return corrected
