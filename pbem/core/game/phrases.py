"""Small pieces of English sentences that every game's reports are made of."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, one: str, many: str = "") -> str:
    """`1 hit`, `2 hits`; `many` is the plural that is not made with s: `2 hexes`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def join_words(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`, of one name or more."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def numbered(turn: int, counted: str) -> str:
    """`turn 5, game turn 3 of 24`: the number of a deadline, and what the rule book calls it ("": it has no word for it)."""
    return f"turn {turn}, {counted}" if counted else f"turn {turn}"


def one_line(words: str) -> str:
    """On one line, without control characters: for names, subjects, and XML, which has no place for them."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())


def sentence(words: str) -> str:
    """With a capital letter at its start, and the others left alone."""
    return words[:1].upper() + words[1:]
