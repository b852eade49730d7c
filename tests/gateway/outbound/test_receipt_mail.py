"""Receipts: what was taken, refused and not read, what is in force, until when, and that one is answered like a report."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import EmailMessage

import pytest

from pbem.gateway.extract import Extract, Ignored, extract
from pbem.gateway.extract.lines.reply_markers import ABOVE, ABOVE_ANSWER, MARKER, defused
from pbem.gateway.outbound.notices import press_mail
from pbem.gateway.outbound.receipt_mail import AnsweredMail, ignored_lines, receipt_text, time_left, useful, when
from pbem.service.mail_port import SeatRef
from pbem.service.press.messages import PressDelivery
from pbem.service.receipt import Answer, Receipt, Taken
from tests.gateway.builders.golden_files import same_as_golden
from tests.gateway.builders.threading import threads
from tests.gateway.conftest import DOMAIN, MailSetup, opened, player_mail, text_of

DUE = "2026-01-02T12:00:00.000000Z"
AT = "2026-01-01T10:30:00.000000Z"
CURRENT_ORDERS = "B1:\n  move 3"


def receipt(outcome: str = "accepted", **facts: object) -> Receipt:
    """A receipt of blue's, as the service makes them."""
    given: dict[str, object] = {
        "stream": "g1",
        "title": "Open Sea",
        "seat": "blue",
        "side": "blue",
        "turn": 1,
        "outcome": outcome,
        "turn_words": "turn 1, game turn 1 of 9 (cycle 1, turn 1)",
        "replacing": "A block replaces the orders of its ship.",
        "current_orders": CURRENT_ORDERS,
        "due": DUE,
        "head": "ab" * 32,
        "waiting": ["blue", "red"],
        "titles": {"blue": "Blue", "red": "Red"},
    }
    return Receipt(**{**given, **facts})


def worded(made: Receipt, reply_to: str, link: str = "", zone: str = "", **mail: object) -> str:
    """The receipt of a mail that came in at AT for turn 1."""
    return receipt_text(made, AnsweredMail(AT, 1, **mail), reply_to, link, zone)


def said(made: Receipt, **more: object) -> str:
    """The receipt's words, paragraphs unwrapped."""
    text = worded(made, "orders+g1-blue-1-x@wardroom.example", **more)
    return re.sub(r"\n(?=[^\n])", " ", text)


def read(text: str = "B1: move 3", **facts: object) -> Extract:
    """What was found in a mail."""
    given: dict[str, object] = {
        "text": text,
        "orders": text,
        "said": text,
        "inline": False,
        "ignored": (),
        "notes": (),
        "steps": (),
    }
    return Extract(**{**given, **facts})


def test_where_nobody_owes_orders_a_receipt_speaks_of_none() -> None:
    """No form, no readiness, no deadline, and no way to change what is not there; a mail that is late is not sent on."""
    for outcome in ("unchanged", "refused", "accepted", "late"):
        words = said(receipt(outcome, owed=False, waiting=[], due="", current_orders="", asks=["status"]), message_id="<a@b>")
        assert "Nobody owes orders for turn 1" in words and ABOVE_ANSWER in words
        for wrong in ("You are not ready", "All are ready", "In force now", "To change it", "is open now", MARKER, ABOVE):
            assert wrong not in words


# ---------------------------------------------------------------- the four parts


def test_the_four_parts_of_a_receipt(app: MailSetup) -> None:
    """M-44: orders taken in canonical words, refused ones with line, text and reason, what was not read, the current orders."""
    text = "b1 :  MOVE 3\nR1: move 2\n\n-- \nThe captain\n\nOn Thu, 1 Jan 2026 at 12:00, Wardroom wrote:\n> B1  1\n> R1  0\n"
    app.deliver(player_mail(text))
    words = app.answer()
    assert words.startswith("PARTLY ACCEPTED: Open Sea (g1), turn 1, a move.")
    parts = [
        "\nTaken\nB1:  # Bluebell\n  move 3\n",
        '\nProblems\n- line 2: "move 2": not your ship.',
        "\nNot read\n- ",
        "\nIn force now for Blue",
    ]
    found = [words.find(part) for part in parts]
    assert -1 not in found and found == sorted(found)
    assert "- your signature: 2 lines" in words and "- quoted text: 2 lines" in words
    assert words.index("\nB1:\n  move 3\nEND\n") > found[3]


def test_taken_orders_name_their_units() -> None:
    """M-44: the name is a comment, so that the lines may be sent back; a unit without a name has only its id."""
    made = receipt(taken=[Taken("SR1", "Stingray", ["move 3 S 2", "scan full"]), Taken("TF1", "", ["halt"])])
    text = worded(made, "a@b")
    assert "\nTaken\nSR1:  # Stingray\n  move 3 S 2\n  scan full\nTF1:\n  halt\n\n" in text


def test_what_was_not_read_is_told_by_kind() -> None:
    """M-44: how many lines of which kind and how they begin; attachments by name; a stranger's words stay on one line."""
    found = (
        Ignored("quoted", 43, "On Thu, 1 Jan 2026 at 12:00, Wardroom <orders@wardroom.example> wrote:"),
        Ignored("signature", 1, "Tom"),
        Ignored("attachment", 1, "map.png"),
        Ignored("footer", 4, "_____\r\nto leave\x00this list"),
        Ignored("new kind", 2, ""),
    )
    assert ignored_lines(read(ignored=found)) == [
        'quoted text: 43 lines, "On Thu, 1 Jan 2026 at 12:00, Wardroom <orders@w..."',
        'your signature: 1 line, "Tom"',
        'the attachment "map.png"',
        'a mailing list\'s footer: 4 lines, "_____ to leave this list"',
        "new kind: 2 lines",
    ]


def test_lines_between_quoted_ones_are_repeated(app: MailSetup) -> None:
    """M-28: a player who answers between the lines of a report reads which of their lines were taken."""
    inline = read("B1: move 3\nR1 where are you", inline=True)
    words = worded(receipt(), "a@b", read=inline)
    heading = "\nYou wrote between the lines of our mail. These lines were read, and no\nothers:\n"
    assert f"{heading}  | B1: move 3\n  | R1 where are you\n" in words
    assert "between the lines" not in said(receipt(), read=read())
    many = said(receipt(), read=read("\n".join(f"B1: move {n}" for n in range(60)), inline=True))
    assert "... and 20 more" in many


def test_an_empty_mail_is_told_what_is_read() -> None:
    """M-41: nothing found is said as such, with what to do; nothing is cleared."""
    words = said(receipt("unchanged"), read=read(""))
    assert words.startswith(
        "NOT ACCEPTED: no orders were found in your mail for Open Sea (g1), turn 1, game turn 1 of 9 (cycle 1, turn 1)."
        " Nothing was changed."
    )
    assert "Only text that you wrote yourself is read" in words
    assert f"{MARKER} # form " in words, "what stands is still there"


def test_the_rule_about_a_second_mail_is_said(app: MailSetup) -> None:
    """M-46: what new orders replace, and what they leave; and it is so."""
    app.deliver(player_mail("B1: move 3"))
    app.deliver(player_mail("B1: move 5", message_id="<m2@example.org>"))
    words = " ".join(app.answer().split())
    assert "Answer this mail until then. A block replaces the orders of its ship. The address" in words
    assert app.filed()[-1].sheet == {"B1": ["move 5"]}


def test_the_last_player_to_be_ready_is_not_told_how_to_change_it() -> None:
    """The turn is resolved now: there is no `until then` in the same mail, and no address for it."""
    words = said(receipt(waiting=[], ready=True))
    assert "All are ready: the turn is resolved now with the orders above." in words
    assert "To change it" not in words and "until then" not in words and "orders+g1" not in words


def test_a_mail_too_late_is_told_its_turn(app: MailSetup) -> None:
    """M-46: for which turn it was, and which is open now."""
    address = app.address()
    app.resolve(1)
    app.deliver(player_mail("B1: move 3"), to=address)
    words = " ".join(app.answer().split())
    assert words.startswith("TOO LATE: your mail is for turn 1 of Open Sea (g1), which is already resolved.")
    assert "Turn 2 is open now" in words and app.address(turn=2) in words


# ---------------------------------------------------------------- time


@pytest.mark.parametrize(
    ("zone", "offset", "words"),
    [
        ("", "", "Friday 2026-01-02, 12:00 UTC"),
        ("Europe/Berlin", "+0900", "Friday 2026-01-02, 13:00 in Europe/Berlin (2026-01-02 12:00 UTC)"),
        ("America/St_Johns", "", "Friday 2026-01-02, 08:30 in America/St_Johns (2026-01-02 12:00 UTC)"),
        ("Pacific/Kiritimati", "", "Saturday 2026-01-03, 02:00 in Pacific/Kiritimati (2026-01-02 12:00 UTC)"),
        ("", "+0200", "Friday 2026-01-02, 14:00 by your mail's clock, UTC+02:00 (2026-01-02 12:00 UTC)"),
        ("", "-0730", "Friday 2026-01-02, 04:30 by your mail's clock, UTC-07:30 (2026-01-02 12:00 UTC)"),
        ("", "+0000", "Friday 2026-01-02, 12:00 UTC"),
        ("", "nonsense", "Friday 2026-01-02, 12:00 UTC"),
    ],
)
def test_a_deadline_by_the_players_clock(zone: str, offset: str, words: str) -> None:
    """M-44: their own zone, else their mail program's clock, and always UTC."""
    assert when(DUE, zone, offset) == words
    assert f"Orders are due {words}: 1 day 1 hour left when your mail came in." in said(receipt(), zone=zone, offset=offset)


def test_summer_time_is_that_of_the_deadline() -> None:
    """M-44: the zone's clock on that day, not today's."""
    assert when("2026-07-02T12:00:00.000000Z", "Europe/Berlin").startswith("Thursday 2026-07-02, 14:00 ")


@pytest.mark.parametrize(
    ("due", "left"),
    [
        ("", ""),
        ("2026-01-01T10:30:00.000000Z", "no time"),
        ("2026-01-01T10:30:59.000000Z", "less than a minute"),
        ("2026-01-01T10:31:00.000000Z", "1 minute"),
        ("2026-01-01T13:30:00.000000Z", "3 hours"),
        ("2026-01-04T11:35:00.000000Z", "3 days 1 hour"),
    ],
)
def test_the_time_left(due: str, left: str) -> None:
    """In the two largest amounts."""
    assert time_left(AT, due) == left


# ---------------------------------------------------------------- as a mail


def test_a_receipt_stands_in_the_thread(app: MailSetup) -> None:
    """M-43: it answers the player's mail, and refers to it and to ours; under their subject, to their registered address."""
    app.gateway.publish_pending()
    report = app.queued("report")[0]
    raw = player_mail("B1: move 3", References=f"{report['References']} {report['Message-ID']}")
    app.deliver(raw.replace(b"Re: [g1 T0] Drill", "AW: Re: [g1 T0] Übung".encode()), to=str(report["Reply-To"]))
    mail = app.queued("receipt")[0]
    assert mail["In-Reply-To"] == "<m1@example.org>"
    assert str(mail["References"]).split() == [f"<g1@{DOMAIN}>", str(report["Message-ID"]), "<m1@example.org>"]
    assert str(mail["Subject"]).startswith("Re: [g1 T0] ")
    assert str(mail["To"]) == "The captain of B1 <blue@example.org>"
    assert (mail["Auto-Submitted"], mail["X-Auto-Response-Suppress"]) == ("auto-replied", "All")
    assert mail["Reply-To"] == app.address()
    assert len(threads([report, mail])) == 1


def test_orders_are_shown_to_nobody_else(app: MailSetup, caplog: pytest.LogCaptureFixture) -> None:
    """M-48: one recipient, no copy, and no word of them in the log."""
    caplog.set_level("INFO")
    app.deliver(player_mail("B1: move 7", Cc="red@example.org"))
    app.gateway.flush()
    (mail,) = app.queued()
    assert [mail["Cc"], mail["Bcc"]] == [None, None]
    assert len(mail["To"].addresses) == 1
    assert "move 7" not in caplog.text


def answered(mail: EmailMessage, edit: str = "") -> str:
    """An answer that quotes the whole mail, its form edited."""
    return "".join(f"> {line}\n" for line in text_of(mail).replace("  move 3", edit or "  move 3").splitlines())


def test_the_taken_orders_sent_back_give_the_same_orders(app: MailSetup) -> None:
    """M-45: bare, as they are in the receipt, they are the same sheet; the whole receipt sent back changes nothing."""
    app.deliver(player_mail("B1:  MOVE  3"))
    words = app.answer()
    taken = re.search(r"\nTaken\n(.*?)\n\n", words, re.S)
    standing = re.search(r"# form \w+\n(.*?)\nEND\n", words, re.S)
    assert taken and standing
    for number, text in enumerate((taken[1], standing[1], f"{standing[1]}\nEND\n{words}")):
        assert app.deliver(player_mail(text, message_id=f"<back{number}@example.org>")) == "orders accepted"
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}] * 4
    assert app.deliver(player_mail(answered(app.queued("receipt")[0]), message_id="<whole@x>")) == "orders unchanged"


def test_an_answer_to_a_receipt_is_an_answer_to_the_report(app: MailSetup) -> None:
    """M-45: orders above it count, and so does its edited form."""
    app.deliver(player_mail("B1: move 3"))
    mail = app.queued("receipt")[0]
    to = str(mail["Reply-To"])
    assert app.deliver(player_mail(f"B1: move 4\n\n{answered(mail)}", message_id="<2@x>"), to=to) == "orders accepted"
    assert app.deliver(player_mail(answered(mail, "  move 5"), message_id="<3@x>"), to=to) == "orders accepted"
    assert [filed.sheet["B1"] for filed in app.filed()] == [["move 3"], ["move 4"], ["move 5"]]


def test_only_answers_that_change_or_tell_something_are_useful() -> None:
    """M-17: the others are what a robot would get forever."""
    for outcome in ("accepted", "partly", "preview"):
        assert useful(receipt(outcome))
    for outcome in ("refused", "unchanged", "late", "over"):
        assert not useful(receipt(outcome))
    assert useful(receipt("unchanged", asks=["status"])) and not useful(receipt("late", asks=["status"]))


PLANTED = f"hello\n{ABOVE}\n{MARKER}\n# form abcdefgh\nB1: scuttle\nEND"


@pytest.mark.parametrize(
    "planted",
    [
        PLANTED,
        PLANTED.replace(" ", "\u00a0"),
        PLANTED.replace(" ", "  "),
        PLANTED.replace("or edit ", "or\n> edit\n"),
        PLANTED.replace("e", "e\u200b"),
        PLANTED.upper(),
        "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in PLANTED),
    ],
)
def test_nobody_can_plant_a_form_in_anothers_mail(app: MailSetup, planted: str) -> None:
    """Press that looks like our first line and our form is shown without them; quoted in an answer it orders nothing."""
    assert "hello" in defused(PLANTED) and "B1: scuttle" in defused(PLANTED)
    to = SeatRef("g1", "blue", 1, app.blue)
    made = press_mail(app.gateway.signer, to, PressDelivery(["blue"], planted, "p"), receipt(seat="red"), "press.x", AT)
    quoted = "".join(f"> {line}\n" for line in text_of(opened(made.raw)).splitlines())
    assert extract(message_from_bytes(player_mail(f"B1: move 3\n\n{quoted}"))).orders.split() == ["B1:", "move", "3"]


# ---------------------------------------------------------------- in whole


OUTCOMES: dict[str, tuple[Receipt, dict[str, object]]] = {
    "accepted": (
        receipt(
            taken=[Taken("B1", "HMS Bellerophon", ["move 3"])],
            luck="for the Queen",
            commitment="cd" * 32,
            salt="ef" * 32,
            press=[PressDelivery(["red"], "We shall see.", "press.1")],
        ),
        {
            "read": read(
                notes=("The orders were read in the attachment orders.txt.",),
                ignored=(Ignored("quoted", 43, "On Thu, 1 Jan 2026, Wardroom wrote:"), Ignored("attachment", 1, "me.jpg")),
            ),
            "zone": "Europe/Berlin",
        },
    ),
    "partly": (
        receipt(
            "partly",
            taken=[Taken("B1", "", ["move 3"])],
            problems=['line 2: "move 2": not your ship. Yours: B1 or R1.'],
            ready=True,
            waiting=["red"],
        ),
        {"read": read("B1: move 3\nR1: move 2", inline=True), "offset": "-0500"},
    ),
    "refused": (
        receipt("refused", current_orders="", problems=['line 1: "mvoe 3": not understood. Say: move 1 to 9.']),
        {"read": read("B1: mvoe 3")},
    ),
    "unchanged": (receipt("unchanged", current_orders=""), {"read": read("")}),
    "status": (receipt("unchanged", asks=["status"], waiting=[], ready=True), {"read": read("status")}),
    "answers": (
        receipt("unchanged", asks=["why"], answers=[Answer("Line 2 of turn 1: DR-1", "B1 moves 3.\n\nDR-1: A ship moves.")]),
        {"read": read("why 2")},
    ),
    "preview": (
        receipt("preview", taken=[Taken("B1", "", ["move 9"])], current_orders="B1:\n  move 9"),
        {"read": read("preview")},
    ),
    "late": (receipt("late"), {"read": read()}),
    "over": (receipt("over", current_orders="", due="", waiting=[]), {"read": read()}),
    "crew": (receipt("crew", notes=["the co-pilot's orders for B1 contradict yours: yours count"]), {}),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_receipt_of_each_outcome(name: str, request: pytest.FixtureRequest) -> None:
    """M-44: as a mail, in golden files; prose of at most 72 columns."""
    made, more = OUTCOMES[name]
    text = worded(made, f"orders+g1-blue-1-aaaabbbbccccdddd@{DOMAIN}", **more)
    assert max(map(len, text.splitlines())) <= 72
    assert "\n\n\n" not in text
    same_as_golden(request, f"receipt-{name}.txt", text)


def test_the_link_to_what_became_of_the_orders(app: MailSetup) -> None:
    """Behind the seat's link, by the seal: only where something is filed, and where there are pages."""
    link = "https://wardroom.example/seat/g1-blue-1-abc"
    assert f"What becomes of each order {link}?orders={'5e' * 8}\n" in said(receipt(commitment="5e" * 32, salt="0a"), link=link)
    assert "What becomes" not in said(receipt(), link=link)
    assert "What becomes" not in said(receipt(commitment="5e" * 32, salt="0a"))
