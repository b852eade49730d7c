"""The orders in a mail: which words the player wrote, in whatever way his mailer sends them."""

from __future__ import annotations

import pytest

from pbem.gateway.extract import MAX_TEXT, TooLong, cut_at, order_text, unflow
from pbem.gateway.htmltext import html_to_text
from pbem.gateway.letter import parse
from pbem.gateway.marks import fingerprint, mark_html, mark_text, plain
from pbem.present.report import MARKER

ORDERS = "B1:\n  move 1\n"
REPORT = mark_text(f"DRILL   game g1, turn 0\nB1  place 1\n\n{MARKER}\n{ORDERS}END\n", ORDERS)
PAGE = mark_html(f"<html><body><p>DRILL</p><pre>\n{MARKER}\n{ORDERS}END\n</pre><p>More.</p></body></html>", ORDERS)


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def mail(text: str, kind: str = "text/plain; charset=utf-8") -> str:
    """The orders found in a mail of one part."""
    return order_text(parse(f"Content-Type: {kind}\r\n\r\n".encode() + text.encode()))


ATTRIBUTIONS = [
    "On Thu, 1 Jan 2026 at 12:00, Wardroom <orders@wardroom.example> wrote:",
    "On Thu, 1 Jan 2026 at 12:00, Wardroom\n<orders@wardroom.example>\nwrote:",
    "Am 01.01.2026 um 12:00 schrieb Wardroom:",
    "Le 1 janv. 2026 à 12:00, Wardroom <orders@wardroom.example> a écrit :",
    "",
]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_orders_above_a_quoted_report(attribution: str) -> None:
    """Top posting: the lines above, and nothing of the quotation or of the words before it."""
    assert mail(f"B1:\n  move 3\n\n{attribution}\n{quoted(REPORT)}") == "B1:\n  move 3"


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_orders_below_a_quoted_report(attribution: str) -> None:
    """Bottom posting."""
    assert mail(f"{attribution}\n{quoted(REPORT)}\nB1:\n  move 3\n-- \nBlue\n").strip() == "B1:\n  move 3"


HEADERS = [
    "-----Original Message-----\nFrom: Wardroom\nSent: today\nTo: Blue\nSubject: turn 0\n\n",
    "________________________________\nFrom: Wardroom <orders@wardroom.example>\nSent: today\nTo: Blue\nSubject: turn 0\n\n",
    "*From:* Wardroom\n*Sent:* today\n*Subject:* turn 0\n\n",
    "",
]


@pytest.mark.parametrize("headers", HEADERS)
def test_orders_above_a_report_that_is_not_quoted(headers: str) -> None:
    """Mailers that mark nothing: cut at their headers, or at our own first line; the untouched form is no order."""
    assert mail(f"B1:\n  move 3\n\n{headers}{REPORT}") == "B1:\n  move 3"


def test_answers_between_the_quoted_lines() -> None:
    """Inline answers count when nothing stands above."""
    lines = quoted(REPORT).splitlines()
    lines.insert(4, "B1: move 3")
    assert mail("Wardroom wrote on 1.1.2026:\n" + "\n".join(lines)).strip() == "B1: move 3"


@pytest.mark.parametrize("frame", [quoted, str])
def test_the_form_edited_where_it_stands(frame: object) -> None:
    """A changed form counts whole, quoted or not; an untouched one counts nothing."""
    assert callable(frame)
    assert mail(frame(REPORT.replace("move 1", "move 3"))) == "B1:\n  move 3"
    assert mail(frame(REPORT)) == ""


def test_a_line_written_into_the_quoted_form_is_read_in_its_place() -> None:
    """The ship's name is quoted, the order is not: together they are one block."""
    text = quoted(REPORT).replace(">   move 1\n", ">   move 1\nmove 3\n")
    assert mail(text) == "B1:\n  move 1\nmove 3"


def test_a_form_sent_alone_counts_when_it_was_changed() -> None:
    """The player deletes all but the form; without our comment line it is taken for changed."""
    form = REPORT[REPORT.index(MARKER) :]
    assert mail(form.replace("move 1", "move 3")) == "B1:\n  move 3"
    assert mail(form) == ""
    assert mail(f"{MARKER}\n{ORDERS}END\n") == "B1:\n  move 1"


def test_words_above_and_a_changed_form_both_count() -> None:
    """What was written above comes first."""
    assert mail("ready\n\n" + quoted(REPORT.replace("move 1", "move 3"))) == "ready\nB1:\n  move 3"


def test_line_numbers_are_those_of_the_mail() -> None:
    """Lines before the orders keep their place, so that a receipt's line numbers fit what the player sees."""
    assert mail("\n\nB1: move 3\n").split("\n") == ["", "", "B1: move 3"]


def test_signatures_and_devices_are_cut() -> None:
    """After `-- ` nothing counts; a phone's line is no order; a minus at the start of a line stays."""
    assert mail("B1: move 3\n-5 is an order\nSent from my phone\n-- \nB1: move 9\n") == "B1: move 3\n-5 is an order"


def test_typographers_signs_become_plain_ones() -> None:
    """Curly quotes, dashes, wide letters, spaces of all widths, invisible signs."""
    assert plain("B1：\u00a0move\u20093 – “x” ‘y’\u200b…\r\nz") == "B1: move 3 - \"x\" 'y'...\nz"


def test_flowed_lines_are_joined() -> None:
    """format=flowed: soft breaks go, stuffing goes, depths of quotation stay apart, the signature mark is no soft break."""
    assert unflow("B1: move \n3\n> a \n> b\n stuffed\n-- \nme") == "B1: move 3\n> a b\nstuffed\n-- \nme"
    assert unflow("ab \ncd", delsp=True) == "abcd"
    assert mail("B1: \nmove 3\n", "text/plain; charset=utf-8; format=flowed") == "B1: move 3"


def test_html_only() -> None:
    """Blocks and breaks make lines; styles and scripts never leak; quotations are marked."""
    page = "<head><style>p{}</style></head><p>B1:<br>&nbsp; move&nbsp;3</p><script>x</script><div>ready</div>"
    assert mail(page, "text/html; charset=utf-8") == "B1:\nmove 3\nready"
    gmail = f"<div>B1: move 3</div><div class=gmail_quote>On 1.1.2026 Wardroom wrote:<blockquote>{PAGE}</blockquote></div>"
    assert mail(gmail, "text/html") == "B1: move 3"
    outlook = f"<div>B1: move 3</div><hr><p><b>From:</b> Wardroom<br><b>Sent:</b> today<br><b>Subject:</b> x</p>{PAGE}"
    assert mail(outlook, "text/html") == "B1: move 3"


def test_the_form_edited_in_html() -> None:
    """As a quotation and as it stands."""
    edited = PAGE.replace("move 1", "move 3")
    assert mail(f"<blockquote>{edited}</blockquote>", "text/html") == "B1:\n  move 3"
    assert mail(edited, "text/html") == "B1:\n  move 3"
    assert mail(PAGE, "text/html") == ""


def test_text_is_preferred_and_an_empty_text_part_is_not() -> None:
    """multipart/alternative: the text part, unless it is empty; several text parts count together."""

    def alternative(*parts: tuple[str, str]) -> str:
        body = "".join(f"--b\r\nContent-Type: {kind}\r\n\r\n{text}\r\n" for kind, text in parts)
        return order_text(parse(f"Content-Type: multipart/alternative; boundary=b\r\n\r\n{body}--b--\r\n".encode()))

    assert alternative(("text/plain", "B1: move 3"), ("text/html", "<p>B1: move 4</p>")) == "B1: move 3"
    assert alternative(("text/plain", " "), ("text/html", "<p>B1: move 4</p>")) == "B1: move 4"
    assert alternative(("text/plain", "B1: move 3"), ("text/plain", "ready")) == "B1: move 3\nready"
    assert alternative(("message/rfc822", "Subject: x\r\n\r\nB1: move 3")) == ""


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "x-uuencode", "8bit", "nonsense"])
def test_any_transfer_encoding_ends_in_text(encoding: str) -> None:
    """Also when the content does not fit it."""
    assert isinstance(mail(f"B1: move 3\r\nContent-Transfer-Encoding: {encoding}\r\n=ZZ=\r\n"), str)


@pytest.mark.parametrize(
    "text", [">" * 100_000, "@" * 200_000, "On " * 60_000, "a:\n" * 80_000, "=" * 200_000, " \n" * 100_000]
)
@pytest.mark.parametrize("kind", ["text/plain", "text/plain; format=flowed", "text/html"])
def test_hostile_text_is_read_in_a_straight_line(text: str, kind: str) -> None:
    """Long lines and many lines: each is read once or a few times, so this test ends at once."""
    assert isinstance(mail(text, kind), str)


@pytest.mark.parametrize("piece", ["<blockquote>", "<!--", "<![", "<a b=", "&#", "&#9", "9", "</", "<pre>"])
def test_hostile_html_is_survived(piece: str) -> None:
    """Deep quotations and unfinished tags."""
    assert isinstance(html_to_text("&#" + piece * 20_000), str)


def test_too_much_text_is_refused_before_it_is_read() -> None:
    """With its size, for the receipt."""
    with pytest.raises(TooLong) as e:
        mail("x" * (MAX_TEXT + 1))
    assert e.value.kib == 256


def test_a_fingerprint_knows_the_orders_however_they_are_wrapped() -> None:
    """Spaces and line ends do not matter; a digit does."""
    assert fingerprint("B1:\n  move 1\n") == fingerprint("B1:\u00a0move 1") != fingerprint("B1: move 2")


def test_our_first_line_is_found_when_it_is_wrapped() -> None:
    """Quoted and broken in two it is still the place to cut."""
    assert cut_at(["B1: move 3", "> ----- write your orders", "> above this line, or"]) == 1
