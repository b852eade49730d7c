"""Lines of the writer's own that look like another's, and another's that pretend to be theirs."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.gateway.extract import extract

OWN = "Niedziela, 22 listopada 2026, 12:34\nOd: Anna <blue@example.org>\nDo: orders@wardroom.example\nTemat: Odp: orders\n\n"


def mail(text: str, **headers: str) -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Anna Berg <blue@example.org>"
    made["Date"] = "Sun, 22 Nov 2026 12:34:56 +0100"
    for name, value in {"Subject": "orders", **headers}.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return made


def orders(text: str, **headers: str) -> list[str]:
    return [line for line in extract(mail(text, **headers)).orders.split("\n") if line.strip()]


def test_the_mails_own_header_hides_nothing() -> None:
    """M-28: some programs write date, sender and subject above the text."""
    assert orders(f"{OWN}B1: move 3\n") == ["B1: move 3"]
    assert orders(f"{OWN.partition(chr(10))[2]}Wysłano: 22.11.2026 12:34\n\nB1: move 3\n") == ["B1: move 3"]


@pytest.mark.parametrize(
    "header",
    [
        OWN.replace("blue@", "red@"),
        OWN.replace("12:34", "11:34"),
        OWN.replace("22 listopada", "21 listopada"),
        OWN.replace("2026", "2025"),
        OWN.replace("Anna <blue@example.org>", "Red").replace("Do: orders@wardroom.example", "Do: blue@example.org"),
        f"B2: hold\n\n{OWN}",
    ],
)
def test_the_header_of_another_mail_hides_it(header: str) -> None:
    """M-28: an older mail of the writer, and another's, are quoted, though nothing marks them."""
    assert "B1: move 9" not in orders(f"{header}B1: move 9\n")


@pytest.mark.parametrize(
    "text",
    [
        "> B1: move 3\n> ready",
        "My orders:\n\n> B1: move 3\n> ready",
        "Hello,\n\n> B1: move 3\n>\n> ready\n\nThanks, Anna",
        ">B1: move 3\n>ready\n\nAnna",
    ],
)
def test_marks_that_were_typed_by_hand_count_nothing(text: str) -> None:
    """M-28: where there is nothing to quote, and nothing else is written."""
    found = [line for line in orders(text) if line not in ("My orders:", "Anna")]
    assert found == ["B1: move 3", "ready"]


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("> B1: move 9", {"In_Reply_To": "<1@example.org>"}),
        ("> B1: move 9", {"References": "<1@example.org>"}),
        ("> B1: move 9", {"Subject": "Re: orders"}),
        ("> B1: move 9", {"Subject": "Fwd: orders"}),
        ("> B1: move 9", {"Subject": "WG: orders"}),
        (">> B1: move 9", {}),
        ("> B1: move 9\n>> B1: move 8", {}),
        ("Red wrote:\n> B1: move 9", {}),
        ("> Red wrote:\n> B1: move 9", {}),
        ("> From: Red <red@example.org>\n> Subject: x\n>\n> B1: move 9", {}),
        ("What do you think of this?\n> B1: move 9", {}),
        ("B2: hold\n> B1: move 9", {}),
        ("---------- Forwarded message ----------\n> B1: move 9", {}),
        ("His orders:\n> B1: move 9", {}),
    ],
)
def test_quoted_orders_are_never_obeyed(text: str, headers: dict[str, str]) -> None:
    """M-28: whatever answers, forwards, names a writer or is beside words of their own is a quotation."""
    assert not any("move" in line for line in orders(text, **headers))


def test_lines_with_a_quotation_between_them_are_no_one_order() -> None:
    """M-34: what a broken line goes on with is the next line, and not one below another's."""
    text = "B1: fire at\n> red\nB2 within 5\n"
    assert orders(text) == ["B1: fire at", ">", "B2 within 5"]


def test_what_the_page_shows_as_one_line_is_one() -> None:
    """M-34: also where the text goes on with a sign that looks like a quote mark; on the page it would be a quotation."""
    text = "B1: fire at will at all the ships of the other side in order SS\n  > NEAREST\n"
    whole, apart = mail(text), mail(text)
    whole.add_alternative(f"<p>{text.replace(chr(10), ' ').replace('>', '&gt;')}</p>", subtype="html")
    apart.add_alternative(f"<p>{text.splitlines()[0]}</p><blockquote>NEAREST</blockquote>", subtype="html")
    assert extract(whole).orders.endswith("in order SS > NEAREST")
    assert extract(apart).orders.strip().endswith("in order SS")
