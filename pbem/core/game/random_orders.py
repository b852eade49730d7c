"""Orders at random, for bots and fuzzing: drawn from the declared language, and taken if the game takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pbem.core.game.protocol import Orders
from pbem.core.orders.language import Language
from pbem.core.orders.parts import Draw, NothingToDraw

S = TypeVar("S")
ROUNDS = 8
"""How often refused lines are left out before nothing is ordered at all."""


def some(language: Language[Any], draw: Draw, most: int, *heads: str) -> Iterator[str]:
    """Up to so many random lines; `heads` are the first words among which they are drawn, all if there are none."""
    for _ in range(draw.chance(most + 1)):
        try:
            yield language.draw(draw, *heads)
        except NothingToDraw:
            continue


def taken(orders: Orders[S], known: S, seat: str, blocks: Mapping[str, Sequence[str]]) -> str:
    """The blocks (lines by unit) as a mail, without the lines that the game would refuse.

    What is refused may depend on the other lines, so the rest is tried again.
    """
    lines = [line for unit, given in blocks.items() for line in (f"{unit}:", *given)]
    for _ in range(ROUNDS):
        text = "\n".join(lines)
        problems = orders.read(known, seat, text, orders.sheet(known, seat)).problems
        if not problems:
            return text
        refused = {problem.line for problem in problems}
        lines = [line for number, line in enumerate(lines, 1) if number not in refused]
    return ""
