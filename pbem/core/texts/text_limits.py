"""How long a text of orders or press may be, whichever way it comes in. Of a longer one nothing is read; its writer is told."""

from __future__ import annotations

import unicodedata

MAX_LINES = 1_000
"""Lines with something in them."""
MAX_ALL_LINES = 10_000
"""Lines, the empty ones too; of a mail also what it quotes."""
MAX_CHARACTERS = 256 * 1024
"""As many as a whole mail has bytes."""


class TooLong(ValueError):
    """A text is too long, and is not read at all: by how much, in words for its writer. Whatever took it answers so."""

    def __init__(self, count: int, most: int, what: str, which: str = "") -> None:
        super().__init__(f"the text has {count:,} {what}{which}, and nothing of it was read: {most:,} are allowed")
        self.what = what


def check_bounds(text: str) -> None:
    """Raises TooLong. It costs little, whatever the text is: it comes before anything else looks at it."""
    if len(text) > MAX_CHARACTERS:
        raise TooLong(len(text), MAX_CHARACTERS, "characters")
    lines = text.splitlines()
    if len(lines) > MAX_ALL_LINES:
        raise TooLong(len(lines), MAX_ALL_LINES, "lines")
    filled = sum(1 for line in lines if line.strip())
    if filled > MAX_LINES:
        raise TooLong(filled, MAX_LINES, "lines", " that are not empty")
    written = len(unicodedata.normalize("NFKC", text))  # one letter may stand for eighteen, and the parser writes them all down
    if written > MAX_CHARACTERS:
        raise TooLong(written, MAX_CHARACTERS, "characters")
