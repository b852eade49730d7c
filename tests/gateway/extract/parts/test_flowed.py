"""format=flowed: what the sender's program broke is joined, what the writer broke is not."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.parts.flowed import unflow

FLOWED = {
    "a long order": ("B1: move 3 then \nfire at R2 \nwithin 8\nB2: hold", "B1: move 3 then fire at R2 within 8\nB2: hold"),
    "stuffing": (" From here\n > not quoted\n  two", "From here\n> not quoted\n two"),
    "depths": ("> a \n> b\n>> c \n>> d\n> e \nf", "> a b\n>> c d\n> e \nf"),
    "an empty line": ("a \n\nb", "a \nb"),
    "the line before a signature": ("B1: hold \n-- \nBlue \nHMS", "B1: hold \n-- \nBlue HMS"),
    "a quoted signature": ("> a \n> -- \n> Red", "> a \n> -- \n> Red"),
    "the end": ("a ", "a "),
}


@pytest.mark.parametrize("kind", FLOWED)
def test_soft_breaks_are_joined(kind: str) -> None:
    """M-34: a line that ends with a space goes on, at the same depth of quotation; the signature's mark never does."""
    flowed, text = FLOWED[kind]
    assert unflow(flowed) == text


def test_spaces_that_only_mark_the_break() -> None:
    """M-34: with DelSp the space at a break was not the writer's; the signature's mark is none of those."""
    assert unflow("extra \nordinary \n\n-- \nBlue", delsp=True) == "extraordinary\n-- \nBlue"
    assert unflow("move  \n3", delsp=True) == "move 3"


@pytest.mark.parametrize("text", [">" * 200_000, "a \n" * 80_000, "> \n" * 80_000, " " * 200_000, "-- \n" * 60_000])
def test_hostile_lines(text: str) -> None:
    """M-27: each line is looked at once."""
    assert len(unflow(text)) <= 2 * len(text)
