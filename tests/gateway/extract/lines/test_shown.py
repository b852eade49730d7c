"""What is shown as the writer's text, and never obeyed: a signature in the open, quoted lines of nobody."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.gateway.extract import extract

TEXT = "B1: move 3\n\n-- \nThe captain\nB1: move 9\n\nOn Thu, Jan 1, 2026 at 12:00 PM, Wardroom wrote:\n\n> B1: move 1\n"
WROTE = "<p>On Thu, Jan 1, 2026 at 12:00 PM, Wardroom wrote:</p><blockquote>B1: move 1</blockquote>"
PAGE = "<div>B1: move 3</div><div>{}</div>" + WROTE
OPEN = "<div>-- </div><div>The captain</div><div>B1: move 9</div>"


def mail(page: str) -> EmailMessage:
    made = EmailMessage()
    made.set_content(TEXT)
    made.add_alternative(PAGE.format(page), subtype="html")
    return made


@pytest.mark.parametrize(("page", "shown"), [(OPEN, True), (f'<div class="gmail_signature">{OPEN}</div>', False)])
def test_a_signature_that_the_page_shows_as_text_is_shown_and_not_obeyed(page: str, shown: bool) -> None:
    """M-32: what is below `-- ` is never an order; it is left out of the text, too, where the page marks it."""
    found = extract(mail(page))
    assert ("The captain" in found.text) is shown
    assert found.orders == "B1: move 3"


def test_quoted_lines_of_nobody_are_shown_and_not_obeyed() -> None:
    """M-41: a mail of quoted lines alone gives no orders; they are shown if nothing says whose they are."""
    bare, told = EmailMessage(), EmailMessage()
    bare.set_content("> B1: move 3\n")
    bare["In-Reply-To"] = "<1@example.org>"
    told.set_content("On Thu, Jan 1, 2026 at 12:00 PM, Wardroom wrote:\n> B1: move 3\n")
    assert (extract(bare).text, extract(bare).orders) == ("> B1: move 3", "")
    assert (extract(told).text, extract(told).orders) == ("", "")
