"""The whole extractor: which words of a mail are the player's, wherever they are in it."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.core.texts.text_limits import MAX_LINES
from pbem.gateway.extract import Extract, UnreadableMail, extract
from pbem.gateway.extract.lines.reply_markers import mark_html, mark_text
from pbem.gateway.extract.pipeline import from_text
from pbem.gateway.reading.headers import parse
from pbem.present.report import MARKER

FORM = "B1:\n  move 1\n"
REPORT = mark_text(
    "DRILL   game g1, turn 0\nB1 has the wind and four boats in the water.\nB2 lies at anchor off the mole.\n"
    f"\n{MARKER}\n{FORM}END\n",
    FORM,
)
PAGE = mark_html(f"<html><body><p>DRILL</p><pre>\n{MARKER}\n{FORM}END\n</pre></body></html>", FORM)
WHO = "On Thu, 1 Jan 2026 at 12:00, Wardroom <orders@wardroom.example> wrote:"
BLOCK = "From: Wardroom <orders@wardroom.example>\nSent: 1 Jan 2026 12:00\nTo: blue@example.org\nSubject: turn 0\n"


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def mail(text: str, kind: str = "text/plain", **headers: str) -> Extract:
    """What is found in a mail of one part that answers the report."""
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    raw = f"{head}Content-Type: {kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n".encode() + text.encode()
    return extract(parse(raw), [REPORT])


@pytest.mark.parametrize("who", [WHO + "\n", WHO.replace(" <", "\n<").replace("> ", ">\n") + "\n\n", ""])
def test_orders_above_a_quoted_report(who: str) -> None:
    """M-28: top posting: the lines above, and nothing of the quotation or of the words before it."""
    found = mail(f"B1:\n  move 3\n\n{who}{quoted(REPORT)}")
    assert found.text == found.orders == "B1:\n  move 3"
    assert not found.inline


@pytest.mark.parametrize("who", [WHO + "\n", ""])
def test_orders_below_a_quoted_report(who: str) -> None:
    """M-28: bottom posting."""
    found = mail(f"{who}{quoted(REPORT)}\nB1:\n  move 3\n-- \nBlue\n")
    assert found.orders.strip() == "B1:\n  move 3"
    assert not found.inline


def test_answers_between_the_quoted_lines() -> None:
    """M-28: inline answers are taken in their order, and the mail is known to have some."""
    lines = quoted(REPORT).splitlines()
    lines[4:4] = ["", "B1: move 3", ""]
    lines[3:3] = ["B2: weigh anchor"]
    found = mail(f"{WHO}\n" + "\n".join(lines))
    assert found.orders.split("\n") == ["B2: weigh anchor", "", "B1: move 3"]
    assert found.inline


def test_words_above_and_between_both_count() -> None:
    """M-28: what is above does not hide what is below."""
    found = mail(f"ready\n\n{WHO}\n{quoted('DRILL   game g1, turn 0')}\nB1: move 3\n")
    assert found.orders.split() == ["ready", "B1:", "move", "3"]


def test_the_text_keeps_the_words_that_an_answer_answers() -> None:
    """M-28: for a reader another's quoted words above an answer stay, ours go; for the order parser both go."""
    text = f"Dear umpire\n\n{WHO}\n> May B1 ram?\n\nShe may.\n"
    assert "> May B1 ram?" in from_text(text).text
    assert from_text(text).orders == "Dear umpire\n\n\nShe may."
    assert from_text(f"{WHO}\n> May B1 ram?\n\nShe may.\n").text == "She may."
    assert mail(text).text == "Dear umpire\n\n\nShe may."


@pytest.mark.parametrize(
    "head", [f"-----Original Message-----\n{BLOCK}\n", f"{'_' * 32}\n{BLOCK}\n", f"{BLOCK}\n", f"{WHO}\n\n", ""]
)
def test_orders_above_a_report_without_quote_marks(head: str) -> None:
    """M-29, M-31: cut at the headers, the attribution, or our own first line; the untouched form is no order."""
    assert mail(f"B1:\n  move 3\n\n{head}{REPORT}").orders == "B1:\n  move 3"


@pytest.mark.parametrize("head", [f"-----Original Message-----\n{BLOCK}\n", f"{BLOCK}\n", f"{WHO}\n\n"])
def test_orders_below_and_within_a_report_without_quote_marks(head: str) -> None:
    """M-28, M-30: what is not our own text is the player's."""
    assert mail(f"{head}{REPORT}\nB1: move 3\n").orders.strip() == "B1: move 3"
    within = REPORT.replace("B2 lies", "B1: move 3\nB2 lies")
    assert mail(head + within).orders.strip() == "B1: move 3"


def test_a_line_typed_as_it_stands_in_the_report_is_not_lost() -> None:
    """M-30: above the quotation, below it, and in a fresh mail, the player may well write what the form says."""
    assert mail(f"{FORM}\n{WHO}\n{quoted(REPORT)}").orders == FORM.rstrip()
    assert mail(f"{WHO}\n{quoted(REPORT)}\n{FORM}").orders.strip() == FORM.rstrip()
    assert mail(FORM).orders == FORM.rstrip()
    prose = "B1 has the wind and four boats in the water."
    assert mail(prose).orders == prose


@pytest.mark.parametrize("frame", [quoted, str])
def test_the_form_edited_where_it_stands(frame: object) -> None:
    """M-28: a changed form counts whole, quoted or not; an untouched one counts nothing."""
    assert callable(frame)
    assert mail(frame(REPORT.replace("move 1", "move 3"))).orders == "B1:\n  move 3"
    assert mail(frame(REPORT)).orders == ""


def test_words_above_and_a_changed_form_both_count() -> None:
    """M-28: what was written above comes first."""
    found = mail("ready\n\n" + quoted(REPORT.replace("move 1", "move 3")))
    assert found.orders == "ready\nB1:\n  move 3"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\n",
        quoted(REPORT),
        f"{WHO}\n{quoted(REPORT)}",
        f"{BLOCK}\n{REPORT}",
        f"-----Original Message-----\n{BLOCK}\nB1: move 9\n",
        REPORT,
        "-- \nBlue\nHMS Example",
        f"\n-- \nBlue\n\n{WHO}\n{quoted(REPORT)}",
    ],
)
def test_a_mail_without_anything_new_says_nothing(text: str) -> None:
    """M-41: empty, only quoted, only a signature: no text and no orders, never old ones again."""
    found = mail(text)
    assert (found.text, found.orders) == ("", "")


def test_a_players_own_quoted_mail_is_not_obeyed_again() -> None:
    """M-41: their orders of last turn, under headers or marks, are nobody's words now."""
    old = "B1: move 9\nready\n"
    assert mail(f"B1: move 3\n\n{BLOCK}\n{old}").orders == "B1: move 3"
    assert mail(f"B1: move 3\n\n{WHO}\n\n{old}").orders == "B1: move 3"
    assert mail(f"{BLOCK}\n{old}").orders == ""


def test_a_forwarded_mail_with_nothing_above_it_is_read() -> None:
    """M-31: its headers go; there is nothing else the sender could have meant."""
    assert mail(f"---------- Forwarded message ---------\n{BLOCK}\nB1: move 3\n").orders.strip() == "B1: move 3"


@pytest.mark.parametrize("subject", ["orders: B1 move 3", "Re: [G7-T3] AW: SV[2]: Orders: B1 move 3", "Re: B1: move 3"])
def test_orders_in_the_subject_are_pointed_out(subject: str) -> None:
    """M-42: they are not obeyed; the receipt says where orders belong."""
    found = mail("", Subject=subject)
    assert found.orders == ""
    assert any("subject" in note for note in found.notes)


def test_a_common_subject_is_not_remarked_upon() -> None:
    """M-42: only an empty mail is asked about its subject, and only one that looks like orders."""
    assert not mail("", Subject="Re: [G7-T3] orders due on Friday").notes
    assert not mail("B1: move 3", Subject="orders: B1 move 3").notes


def test_line_numbers_are_those_of_the_mail() -> None:
    """M-44: lines before the orders keep their place, and a salutation leaves an empty line."""
    assert mail("\n\nB1: move 3\n").orders.split("\n") == ["", "", "B1: move 3"]
    assert mail("Hello,\n\nB1: move 3\n").orders.split("\n") == ["", "", "B1: move 3"]


def test_every_step_says_what_it_found() -> None:
    """M-30: form, marker, embedded mail, closing, in this order; what was left out is counted by kind."""
    found = mail(f"B1: move 3\n\nSent from my iPhone\n\n{WHO}\n{quoted(REPORT)}")
    assert [step.name for step in found.steps] == ["part", "form", "marker", "embedded mail", "closing"]
    kinds = {ignored.kind: ignored for ignored in found.ignored}
    assert set(kinds) == {"header", "quoted", "device"}
    assert kinds["header"].sample == WHO
    assert kinds["device"].lines == 1


def test_what_stands_below_a_telephone_s_line_is_said_not_to_be_read() -> None:
    """M-33: some programs put the answered mail there without a word; the player is told."""
    found = mail("B1: move 3\n\nSent from my iPhone\n\nB1: move 9\n")
    assert found.orders == "B1: move 3"
    assert found.notes == ('What stands below "Sent from my iPhone" was not read.',)


def test_orders_in_an_attachment_count_when_the_mail_has_none() -> None:
    """M-39: and when it has, the attachment is remarked upon."""
    message = EmailMessage()
    message.set_content("B1: move 3\n")
    message.add_attachment("B1: move 4\n", filename="orders.txt")
    found = extract(parse(message.as_bytes()))
    assert (found.orders, any("orders.txt" in note for note in found.notes)) == ("B1: move 3", True)
    message = EmailMessage()
    message.set_content("-- \nBlue\n")
    message.add_attachment("B1: move 4\n", filename="orders.txt")
    assert extract(parse(message.as_bytes())).orders == "B1: move 4"


def test_html_only() -> None:
    """M-37: quoted containers and header blocks are cut, the player's blocks are lines."""
    page = "<div>B1:<br>&nbsp; move&nbsp;3</div><div>ready</div>"
    gmail = f"<div class=gmail_quote>{WHO.replace('<', '&lt;')}<blockquote>{PAGE}</blockquote></div>"
    assert mail(page + gmail, "text/html").orders == "B1:\nmove 3\nready"
    outlook = f"<hr><p><b>From:</b> Wardroom<br><b>Sent:</b> 1.1.2026<br><b>To:</b> x<br><b>Subject:</b> x</p>{PAGE}"
    assert mail(page + outlook, "text/html").orders == "B1:\nmove 3\nready"


def test_the_form_edited_in_html() -> None:
    """M-28, M-37: as a quotation and as it is."""
    edited = PAGE.replace("move 1", "move 3")
    assert mail(f"<blockquote>{edited}</blockquote>", "text/html").orders == "B1:\n  move 3"
    assert mail(edited, "text/html").orders == "B1:\n  move 3"
    assert mail(PAGE, "text/html").orders == ""


BODIES = [
    "On the other hand we hold.\nOn average B1 is faster.",
    "On this day\n\nI wrote something\n\nwhich was long:",
    "As I wrote on 5 May 2026 at 10:00:\nB1: move 3",
    "The signal was sent from my flagship to all ships.",
    "With regards to B1: she holds.\nRegards to the captain, too.",
    "Times:\n\n2026-01-15 14:30:25\n15.01.2026 14:30\nJan 15, 2026 at 14:30\n\nAll of them are moves.",
    "From: 0305\nB1: move 3",
    "Plan\n----\n\n1. B1: move 3\n\n====\n\nMore below.",
    "B1: move 3\n- then hold\n-5 is an order\n--5 too\n* and this\n1. and that",
    "Service  Date\n-------------\nB1: move 3",
    "He wrote: all is well.\nShe said: hold.",
    "A: move 1\nTo: move 2\nDe: move 3\nDo: move 4",
    "I'm writing because of:\n-- first point\n-- second point",
    "B1: move 3 -- and hold",
    "B1: move 3\n\nThanks",
]


@pytest.mark.parametrize("body", BODIES)
def test_a_body_without_any_quotation_comes_out_whole(body: str) -> None:
    """M-31, M-32: prose and orders that look like the marks of a mail program and are none."""
    assert mail(body).text == body


def test_too_many_lines_are_refused() -> None:
    """M-25: a thousand lines of orders are enough, ten thousand lines of anything too."""
    assert from_text("\n".join(["B1: move 3"] * MAX_LINES)).orders.count("\n") == MAX_LINES - 1
    for text in ("\n".join(["B1: move 3"] * (MAX_LINES + 1)), "> x\n" * 10_001):
        with pytest.raises(UnreadableMail) as e:
            from_text(text)
        assert e.value.reason == "too_many_lines"


PIECES = [
    ">",
    ">\n",
    "a:\n",
    "@",
    "On ",
    "On 1.1.2026 X wrote:\n",
    "From: a@b.example\n",
    "-----\n",
    "-- \n",
    "| ",
    "<\n> a:\n",
    "bq",
]


@pytest.mark.parametrize(
    "piece", [*PIECES, "mvh\n", "Sent from my iPhone\n\n", "of the wind and four\n", "C> \n", MARKER + "\n"]
)
@pytest.mark.parametrize("size", [20_000, 250_000])
def test_hostile_text_is_read_in_a_straight_line(piece: str, size: int) -> None:
    """M-27: long lines and many lines: each is looked at a few times, so this test ends at once, read or refused."""
    for head in ("", f"{BLOCK}\n"):
        try:
            assert isinstance(from_text(head + piece * (size // len(piece)), [REPORT]).orders, str)
        except UnreadableMail as e:
            assert e.reason == "too_many_lines"


def test_a_quotation_that_says_whose_it_is_is_no_context() -> None:
    """M-28: quoted above an answer with its "wrote:" quoted too, a mail is left out as if that line were not quoted."""
    found = from_text("> On 1 Jan 2026, at 12:00, Red <red@example.org> wrote:\n> \n> Where is B1?\n\nAt the mole.\n")
    assert found.text == "At the mole."
