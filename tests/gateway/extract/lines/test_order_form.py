"""The order form of a report, found again in an answer."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.lines.mail_lines import read
from pbem.gateway.extract.lines.order_form import edited_form, forms
from pbem.gateway.extract.lines.reply_markers import signed
from pbem.present.report import MARKER

ORDERS = "B1:\n  move 1\n  FIRE AT R2 > R3\n"
FORM = signed(f"{MARKER}\n{ORDERS}END\n", ORDERS)
CHANGED = FORM.replace("move 1", "move 3")
HALF = MARKER.index("below;")

FIRST_LINES = {
    "whole": MARKER,
    "its end broken off": f"{MARKER[:-6]}\n-----",
    "broken in the middle": f"{MARKER[:HALF]}\n{MARKER[HALF:]}",
    "without dashes": MARKER.strip("- "),
    "below words of the same kind": f"Answer this mail: write at its top, or edit the ones below.\n{MARKER}",
}


@pytest.mark.parametrize("how", FIRST_LINES)
@pytest.mark.parametrize("mark", ["", "> ", "> > ", ">>"])
def test_the_first_line_in_any_shape(how: str, mark: str) -> None:
    """M-29: quoted and wrapped: a changed form is read, an untouched one is known."""
    for form, orders in ((CHANGED, ["B1:", "move 3", "FIRE AT R2 > R3"]), (FORM, [])):
        lines = form.replace(MARKER, FIRST_LINES[how]).splitlines()
        found = edited_form(read("\n".join(mark + line for line in lines)))
        assert [line.strip() for line in found] == orders


def test_the_untouched_form_wrapped_by_a_program() -> None:
    """M-30: the fingerprint does not mind line breaks, spaces and typographer's signs."""
    text = FORM.replace("FIRE AT R2 > R3", "FIRE\nAT\u00a0R2 > R3").replace("  move", "\tmove")
    assert edited_form(read("".join(f"> {line}\n" for line in text.splitlines()))) == []


def test_a_line_written_into_the_quoted_form_is_read_in_its_place() -> None:
    """M-28: the ship's name is quoted, the order is not: together they are one block."""
    text = "".join(f"> {line}\n" for line in FORM.splitlines()).replace(">   FIRE", "turn 2\n>   FIRE")
    assert edited_form(read(text)) == ["B1:", "  move 1", "turn 2", "  FIRE AT R2 > R3"]


def test_the_first_changed_form_counts() -> None:
    """M-28: a mail may quote two; where END is missing the form goes on to the end of the mail."""
    assert edited_form(read(f"{FORM}\nwords\n{CHANGED}")) == ["B1:", "  move 3", "  FIRE AT R2 > R3"]
    assert next(forms(read(f"{FORM}x\n{FORM.replace('END', '')}"))) == (0, 6)
    assert len(list(forms(read(FORM.replace("END\n", ""))))) == 1
    assert not list(forms(read("END\nthe answer is above\nor below")))
