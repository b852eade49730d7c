"""Our own first line."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.lines.mail_lines import read
from pbem.gateway.extract.lines.marker import marker_line
from pbem.gateway.extract.lines.reply_markers import ABOVE, ABOVE_ANSWER

SEEN = {
    "as it is": ABOVE,
    "without a form": ABOVE_ANSWER,
    "quoted": f"> > {ABOVE}",
    "wrapped": "----- write your orders\nabove this line, or edit the form below -----",
    "quoted and wrapped": "> ----- write your orders\n> above this line, or edit the form below -----",
    "without its dashes": "Write your orders above this line, or edit the form below",
    "with wide spaces": ABOVE.replace(" ", "\u00a0"),
    "with typographer's dashes": ABOVE.replace("-----", "———"),
}


@pytest.mark.parametrize("how", SEEN)
def test_our_first_line_is_found(how: str) -> None:
    """M-29: quoted, wrapped again, without its dashes: the line where it begins."""
    assert marker_line(read(f"B1: move 3\n\n{SEEN[how]}\nmore")) == 2


@pytest.mark.parametrize(
    "text", ["", "I write your orders above the others", "write your\n\n\n\n\n\n\n\n\norders above this line"]
)
def test_other_words_are_not_taken_for_it(text: str) -> None:
    """M-29: all the words, in their order, near each other."""
    assert marker_line(read(text)) == -1
