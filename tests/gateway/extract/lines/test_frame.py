"""Banners, salutations, closing words and names; and orders that are near them."""

from __future__ import annotations

import pytest

from pbem.gateway.extract.lines.frame import frame
from pbem.gateway.extract.pipeline import from_text

CAUTION = "CAUTION: This email originated from outside of the organization. Do not click links."


def rest(text: str, writer: str = "") -> list[str]:
    """The lines that are left for the order parser."""
    lines = text.split("\n")
    gone = {n for span in frame(lines, writer) for n in range(span.first, span.after)}
    return [line for n, line in enumerate(lines) if n not in gone and line.strip()]


@pytest.mark.parametrize(
    "above",
    [
        "Dear Wardroom,",
        "Hi there!",
        "Hej allihopa,",
        "Sehr geehrte Damen und Herren,",
        "Moin zusammen,",
        CAUTION,
        "[EXTERNAL EMAIL]\nDo not click links unless you trust the sender\n",
        f"{CAUTION}\n\nHello,",
        "ACHTUNG: Diese E-Mail kommt von einem externen Absender.",
        "",
    ],
)
@pytest.mark.parametrize(
    "below",
    [
        "Thanks, Tom",
        "Grüße\nAnna",
        "Kind regards,\nTom Keller\nHead of Logistics | Keller Ltd\nHarbour Road 12, Hull\nT: +44 1482 1234\nwww.example.com",
        "Tom",
        "Tom Keller",
        "Kolay gelsin,\nAyşe",
        "",
    ],
)
def test_greetings_are_passed_over(above: str, below: str) -> None:
    """M-33: in many languages, with any name; the banner of a firm and a work signature without a mark too."""
    assert rest(f"{above}\nB1: move 3\nready\n\n{below}", "Tom Keller") == ["B1: move 3", "ready"]


@pytest.mark.parametrize(
    "text",
    [
        "Hello,\nB1: move 3",
        f"{CAUTION}\nB1: move 3\nready",
        "B1: hold\n\nThanks,\nB2: move 3",
        "B1: hold\n\nThanks,\nTom\nB2: move 3\nT: 1234567",
        "B1: hold\n\nBest\nMOVE 3",
        "B1: hold\n\nThanks, move 3",
        "B1: hold\n\nHold",
        "External fire only\nB1: move 3",
        "Hello B1: move 3",
    ],
)
def test_orders_near_a_greeting_stay(text: str) -> None:
    """M-32: no greeting hides an order."""
    assert [line for line in text.split("\n") if "B" in line or "move" in line.casefold() or "old" in line] == [
        line for line in rest(text, "Tom Keller") if "B" in line or "move" in line.casefold() or "old" in line
    ]


@pytest.mark.parametrize(
    "below",
    [
        "\n----Jens\nall is well that ends well",
        "\n_________________\nAnna Berg\nLogistics, Berg AB\n_________________",
        "\n========================================\nMessage du : 22/11/2026 11:00\nDe : Red <red@example.org>\n\nB1: move 9",
        "\nOn Sunday, 22 November 2026, 11:00,\nWardroom of the Navy\n<orders@wardroom.example>\nwrote:\n\nB1: move 9",
        "\nOn Nov 22, 2026, at 11:00 AM, Wardroom\n<\norders@wardroom.example\n> wrote:\n\nB1: move 9",
        "\nSent from my iPhone\n\nB1: move 9",
    ],
)
def test_what_is_below_the_words_goes(below: str) -> None:
    """M-31, M-33: names behind dashes, signatures between rules, older mails below them."""
    assert from_text(f"B1: move 3\n{below}").orders.strip() == "B1: move 3"


@pytest.mark.parametrize("below", ["----Jens\nB2: hold", "\n----Jens\nB2: hold", "\n----Jens\nmove 3", "----Jens\n\n\nMOVE ON"])
def test_dashes_hide_no_orders(below: str) -> None:
    """M-32: orders below a name behind dashes stay."""
    assert from_text(f"B1: move 3\n{below}").orders.split("\n")[-1] == below.rsplit("\n", maxsplit=1)[-1]


def test_rows_of_a_table_are_no_quotation() -> None:
    """M-28: bars at the beginning mark quoted lines, unless there is one at the end too."""
    table = "| B1 | move 3 |\n| B2 | hold |\n| B3 | hold |"
    assert from_text(table).orders == table
    assert from_text(table.replace(" |\n", "\n").removesuffix(" |")).orders == ""
