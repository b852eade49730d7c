"""Our own words in an answer, however a mail program has set them."""

from __future__ import annotations

import textwrap

import pytest

from pbem.gateway.extract.lines.mail_lines import read
from pbem.gateway.extract.lines.our_quotes import OurMails, aligned, is_prose, is_tail, ours, words_of
from pbem.gateway.extract.lines.reply_markers import signed
from pbem.gateway.extract.pipeline import from_text

ORDERS = "B1:\n  move 1 and fire all at R2\n"
REPORT = signed(
    """\
DRILL, game g1, turn 4
The wind is from the south-west and rising; every ship may carry all her sail this turn.
B1 fired twice at R2 and hit her once: two boxes of hull are gone and she burns.
R2 turned to port.
R2 turned to port.
Your orders for turn 5 are due on Friday.
----- answer above or edit below; everything after END is ignored -----
B1:
  move 1 and fire all at R2
END
""",
    ORDERS,
)
SENT = OurMails([REPORT])


def test_our_words_are_found_however_they_are_wrapped() -> None:
    """M-30: the places rise, whatever the line breaks are; other words have none."""
    words = words_of(textwrap.fill(REPORT, 30))
    assert aligned(words, SENT.reports[0]) == list(range(len(words)))
    assert aligned(words_of("nothing of this was ever said by us"), SENT.reports[0]) == [-1] * 8


def test_words_put_in_between_are_not_ours() -> None:
    """M-30: and those around them are."""
    lines = REPORT.replace("R2 turned", "B1: ram her\nR2 turned", 1).split("\n")
    known = ours(read("\n".join(lines)), SENT)
    assert known is not None
    assert [line for line, match in zip(lines, known, strict=True) if not match.exact] == ["B1: ram her"]


def test_another_mail_is_not_ours() -> None:
    """M-30: less than half of the words: nothing is said about it."""
    assert ours(read("quite another mail\nabout quite other things"), SENT) is None
    assert ours(read(""), SENT) is None


def test_a_typed_copy_of_a_line_is_left_over() -> None:
    """M-30: each line of ours counts once; the second copy of an order is the player's."""
    text = REPORT + "B1:\n  move 1 and fire all at R2\n"
    known = ours(read(text), SENT)
    assert known is not None
    assert sum(not match.exact and not line.blank for line, match in zip(read(text), known, strict=True)) == 2


@pytest.mark.parametrize("width", [40, 60, 76])
@pytest.mark.parametrize("mark", ["> ", ""])
def test_a_report_wrapped_again_gives_no_orders(width: int, mark: str) -> None:
    """M-30: also where the wrapped-off ends of quoted lines have no mark."""
    lines = []
    for line in REPORT.split("\n"):
        first, *rest = textwrap.wrap(mark + line, width) or [mark.strip()]
        lines += [first, *rest]
    text = "On 1.1.2026 10:00, Wardroom <w@example.org> wrote:\n" + "\n".join(lines)
    assert from_text(f"B2: hold\n\n{text}", [REPORT]).orders == "B2: hold"
    assert from_text(text, [REPORT]).orders == ""


def test_the_end_of_a_broken_line() -> None:
    """M-30: together they are one line of ours; the beginning of our next line is no end of this."""
    assert is_tail(*read("> B1 fired twice at R2 and hit her once: two\nboxes of hull are gone and she burns."), SENT)
    assert not is_tail(*read("> B1 fired twice at R2 and hit her once: two\nB1: ram her"), SENT)
    assert not is_tail(*read("> R2 turned to port.\nYour orders"), SENT)


def test_prose_of_ours() -> None:
    """M-30: what stands outside the order form; the form's orders are never prose."""
    assert is_prose("every ship may carry all her sail", SENT)
    assert is_prose("  ", SENT)
    assert not is_prose("move 1 and fire all", SENT)
    assert not is_prose("-- ", SENT)


def test_a_report_that_nothing_announces() -> None:
    """M-30: without a head, a marker line or quote marks it is known by its sentences."""
    assert from_text(REPORT, [REPORT]).orders == ""
    assert from_text(f"B2: hold\n\n{REPORT}", [REPORT]).orders == "B2: hold"
    assert from_text(ORDERS, [REPORT]).orders == ORDERS.rstrip()


def test_two_mails_of_ours_in_one_answer() -> None:
    """M-30: a report that a receipt has quoted: each line may be of either."""
    receipt = "Your orders were taken, all of them, and nothing is left to be said about them."
    text = f"-----Original Message-----\nFrom: w@example.org\nSent: 1.1.2026\nSubject: x\n\n{receipt}\n\n{REPORT}\nB2: hold\n"
    assert from_text(text, [REPORT, receipt]).orders.strip() == "B2: hold"


def test_a_broken_line_of_the_form_is_made_whole() -> None:
    """M-28, M-30: an edited form whose other lines were wrapped is read as it was printed."""
    text = REPORT.replace("B1:\n", "B1:\n  turn 2\n").replace("fire all at R2\n", "fire\nall at R2\n")
    assert from_text(text, [REPORT]).orders == "B1:\n  turn 2\n  move 1 and fire all at R2"
