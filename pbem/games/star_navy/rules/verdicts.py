"""SN-14.1, SN-14.8: why a battle ended and who has won it, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.game.phrases import count, join_words


def limit_reached(limit: int) -> str:
    """SN-14.2."""
    return f"The limit of {count(limit, 'game turn')} was reached"


def cause(left: Sequence[str], limit: int) -> str:
    """SN-14.1: why it is over, when these sides still have ships on the map."""
    if len(left) > 1:
        return limit_reached(limit)
    return f"Only {left[0]} has ships left in the region" if left else "No side has a ship left in the region"


def by_points(why: str, won: Sequence[str], scores: Mapping[str, int], value: Mapping[str, int]) -> str:
    """SN-14.8: by points; where the best are equal, by the value of the ships left; else nobody."""
    most = max(scores.values(), default=0)
    equal = [side for side, points in scores.items() if points == most]
    if won and len(equal) == 1:
        rest = [side for side in scores if side not in won]
        if len(rest) == 1:
            return f"{why}: {won[0]} wins by {count(most, 'point')} to {scores[rest[0]]}."
        return f"{why}: {won[0]} wins with {count(most, 'point')}; {_each(scores, rest)}."
    at = f"at {count(most, 'point')} each"
    if won:
        others = join_words([side for side in equal if side not in won])
        return f"{why}: {won[0]} wins before {others} {at}, with more value left on the map ({_each(value, equal)})."
    return f"{why}: a draw between {join_words(equal)} {at}, with equal value left on the map."


def by_losses(why: str, won: Sequence[str], losses: Mapping[str, int], what: str) -> str:
    """SN-S2: who has lost less."""
    lost = _each(losses, list(losses))
    if won:
        return f"{why}: {won[0]} wins, for it has lost {'less' if what == 'integrity' else 'fewer'} {what} ({lost})."
    return f"{why}: a draw, for both sides have lost {'as much' if what == 'integrity' else 'as many'} {what} ({lost})."


def _each(numbers: Mapping[str, int], sides: Sequence[str]) -> str:
    return ", ".join(f"{side} {numbers[side]}" for side in sides)
