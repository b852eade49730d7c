"""Reports out: what is in them, that they are the same whenever they are made, and that each is queued once."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import unquote
from itertools import pairwise
from typing import Any

import pytest

from pbem.gateway.extract.lines.reply_markers import ABOVE
from pbem.gateway.mailboxes import mail_tables
from pbem.gateway.outbound import report_workers
from pbem.gateway.outbound.report_mail import report_mail
from pbem.service.context import ServiceContext
from pbem.service.games.seating import seat_player
from pbem.service.orders.file import file_orders
from pbem.service.reports import publish as publish_module
from pbem.service.reports.publish import Published, publish, render
from pbem.service.reports.turn_report import turn_report
from tests.gateway.builders.golden_files import same_as_golden
from tests.gateway.builders.threading import threads
from tests.gateway.conftest import DOMAIN, MailSetup, opened, player_mail, text_of


def shape(mail: EmailMessage) -> list[object]:
    """The tree of a mail's parts."""
    return [mail.get_content_type(), *[shape(part) for part in mail.iter_parts()]]


def header(raw: bytes) -> str:
    """A mail's header as it goes over the wire."""
    return raw.split(b"\r\n\r\n", 1)[0].decode("ascii")


def played(app: MailSetup, turns: int = 1) -> list[EmailMessage]:
    """Blue's reports from the opening to this turn."""
    app.gateway.publish_pending()
    for turn in range(1, turns + 1):
        app.later(hours=1)
        app.resolve(turn)
        app.gateway.publish_pending()
    return [mail for mail in app.queued("report") if "blue" in str(mail["To"])]


def test_a_report_has_text_html_with_the_map_and_the_files_beside_it(app: MailSetup) -> None:
    """M-49: mixed(alternative(text, related(html, png by cid)), deadline, svg, sheets, proof, JSON); the text has all."""
    file_orders(app.context, "g1", "blue", "B1: move 3", "a mail")
    mail = played(app)[1]
    assert shape(mail) == [
        "multipart/mixed",
        ["multipart/alternative", ["text/plain"], ["multipart/related", ["text/html"], ["image/png"]]],
        ["text/calendar"],
        ["image/svg+xml"],
        ["text/html"],
        ["application/json"],
        ["application/json"],
    ]
    link = app.gateway.signer.seat_link("g1", "blue", 2, app.blue.key)
    assert text_of(mail).startswith(f"{ABOVE}\n\nOn the web: {link}\n\nDRILL: OPEN SEA")
    page, picture = next(part for part in mail.walk() if part.get_content_type() == "multipart/related").iter_parts()
    assert f"href='{link}'" in page.get_content() and "cid:map" in page.get_content()
    assert 'alt="Two ships on a line."' in page.get_content()
    assert picture["Content-ID"] == "<map>"
    assert picture.get_content().startswith(b"\x89PNG")
    attached = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    files = [f"turn-1-{name}" for name in ("map.svg", "sheets.html", "proof.json", "report.json")]
    assert list(attached) == ["deadline.ics", *files]
    assert json.loads(attached["turn-1-proof.json"])
    told = json.loads(attached["turn-1-report.json"])
    assert (told["format"], told["game"], told["turn"], told["seat"]) == ("wardroom-report/1", "g1", 1, "blue")
    assert "B1 moves 3." in [each["text"] for each in told["happenings"]]
    assert all(each["text"] in " ".join(text_of(mail).split()) for each in told["happenings"])
    assert attached["turn-1-map.svg"].startswith(b"<svg ") and attached["turn-1-map.svg"].rstrip().endswith(b"</svg>")
    assert attached["turn-1-sheets.html"].count("<svg ") == 1, "one ship, one record sheet"


def test_every_part_goes_through_seven_bits(app: MailSetup) -> None:
    """M-49: no relay need change a byte, so our signature holds: 7bit, quoted-printable and base64, lines as mail has them."""
    app.gateway.people.rename(app.blue.id, "Käpt'n " + "Blaubär " * 8)
    app.gateway.publish_pending()
    raw = app.queued_raw()[0]
    mail = opened(raw)
    ways = {str(part["Content-Transfer-Encoding"]) for part in mail.walk() if not part.is_multipart()}
    assert ways <= {"7bit", "quoted-printable", "base64"}
    assert raw.isascii()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 100
    assert max(map(len, text_of(mail).splitlines())) <= 72


def test_a_reports_headers(app: MailSetup) -> None:
    """M-18: from the office, to the player, answers to the next turn's address; no machine shall answer."""
    mail = played(app)[1]
    assert mail["From"] == f"Wardroom <orders@{DOMAIN}>"
    assert mail["To"] == "The captain of B1 <blue@example.org>"
    assert mail["Reply-To"] == app.address("blue", 2)
    assert mail["Subject"] == "[g1 T1] Drill: Open Sea: report of turn 1"
    assert (mail["Auto-Submitted"], mail["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    assert (mail["Precedence"], mail["List-Id"]) == ("list", f"<g1.{DOMAIN}>")
    assert mail["Date"] == "Thu, 01 Jan 2026 13:00:00 +0000"


def test_a_report_as_it_goes_out(app: MailSetup, request: pytest.FixtureRequest) -> None:
    """A whole report in golden files: header, text and page. Codes in ids and addresses are the same in every run."""
    file_orders(app.context, "g1", "blue", "B1: move 3", "a mail")
    mail = played(app)[1]
    raw = next(raw for raw in app.queued_raw() if b".t1.blue." in raw)
    same_as_golden(request, "report.header.txt", header(raw))
    same_as_golden(request, "report.txt", text_of(mail))
    page = mail.get_body(("html",))
    assert page is not None
    same_as_golden(request, "report.html", str(page.get_content()))


def test_a_message_id_says_what_it_is_and_cannot_be_guessed(app: MailSetup) -> None:
    """M-50: game, turn and seat, and a code that is another for each report."""
    ids = [str(mail["Message-ID"]) for mail in played(app, 2)]
    found = [re.fullmatch(rf"<g1\.t(\d)\.blue\.([a-z2-7]{{16}})@{re.escape(DOMAIN)}>", each) for each in ids]
    assert [each[1] for each in found if each] == ["0", "1", "2"]
    assert len({each[2] for each in found if each}) == 3


def test_a_game_and_a_seat_are_one_thread(app: MailSetup) -> None:
    """M-50: reports, receipts and answers of one player are a single thread, also when mails are lost or come in any order."""
    app.gateway.publish_pending()
    for turn in (1, 2, 3):
        report = [mail for mail in app.queued("report") if "blue" in str(mail["To"])][-1]
        answer = f"<answer{turn}@example.org>"
        references = f"{report['References']} {report['Message-ID']}"
        raw = player_mail(f"B1: move {turn}", message_id=answer, In_Reply_To=str(report["Message-ID"]), References=references)
        assert app.deliver(raw, to=str(report["Reply-To"])) == "orders accepted"
        app.resolve(turn)
        app.gateway.publish_pending()
    mine = [mail for mail in app.queued() if "blue" in str(mail["To"])]
    assert [str(mail["Subject"])[:3] for mail in mine].count("Re:") == 3
    for some in (mine, mine[::-1], mine[2:], mine[::2], mine[1::3]):
        assert len(threads(some)) == 1
    reports = [mail for mail in mine if "receipt" not in str(mail["Message-ID"])]
    assert str(reports[0]["In-Reply-To"]) == f"<g1@{DOMAIN}>"
    for before, mail in pairwise(reports):
        assert str(mail["In-Reply-To"]) == str(before["Message-ID"])
        assert str(mail["References"]).split() == [f"<g1@{DOMAIN}>", str(before["Message-ID"])]


def test_a_report_can_be_left_by_page_and_by_mail(app: MailSetup) -> None:
    """M-51: List-Unsubscribe names both, List-Unsubscribe-Post allows one click; receipts have neither."""
    app.restart(BASE_URL="https://wargames.example")
    report = played(app)[1]
    signer = app.gateway.signer
    page, mail_to = str(report["List-Unsubscribe"]).split(", ")
    assert page == f"<{signer.unsubscribe_link('g1', 'blue', app.blue.key)}>"
    assert page.startswith("<https://wargames.example/")
    assert mail_to == f"<mailto:{signer.unsubscribe_address('g1', 'blue', app.blue.key)}?subject=unsubscribe>"
    assert report["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    app.deliver(player_mail("B1: move 3"), to=app.address("blue", 2))
    receipt = app.queued("receipt")[-1]
    assert [receipt["List-Unsubscribe"], receipt["List-Unsubscribe-Post"]] == [None, None]


def test_one_click_only_where_the_standard_allows_it(app: MailSetup) -> None:
    """M-51: RFC 8058 wants https; a page without it is named, but no mail program shall press its button by itself."""
    app.restart(BASE_URL="http://127.0.0.1:8025")
    report = played(app)[1]
    assert "<http://127.0.0.1:8025/" in str(report["List-Unsubscribe"])
    assert report["List-Unsubscribe-Post"] is None


def test_a_report_sent_again_is_a_mail_of_its_own(app: MailSetup) -> None:
    """M-54: the same words for the same turn and address, under a new Message-ID, in the same thread."""
    first = played(app)[1]
    made = blues(app, 1)
    signer = app.gateway.signer
    assert opened(report_mail(signer, made, app.blue).raw)["Message-ID"] == first["Message-ID"]
    for again in (1, 2):
        second = opened(report_mail(signer, made, app.blue, again=again).raw)
        assert second["Message-ID"] != first["Message-ID"]
        for name in ("Subject", "Reply-To", "References", "Date", "To"):
            assert second[name] == first[name]
        assert text_of(second) == text_of(first)
        assert len(threads([first, second])) == 1


def blues(app: MailSetup, turn: int) -> Published:
    """Blue's report of a turn, made again."""
    return render(turn_report(app.context, "g1", turn, "blue"), "g1", "blue", app.blue.id)


HOSTILE = [
    "Attack\r\nBcc: everyone@example.org\r\n\r\nnew body",
    'the "Flying Dutchman" \\ <x@example.org>, (y)',
    "\N{SKULL AND CROSSBONES} Käpt'n 🚢⚓ " * 12,
    "המלחמה בים הצפוני",
    "turned \u202eround\u202c and \u2066isolated\u2069",
    "=?utf-8?q?forged?= \x00\x1b[31m\u2028 end \ud800",
    "x" * 400,
    "",
]


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_names_and_titles_stay_words(app: MailSetup, words: str) -> None:
    """M-52: they add no header and end none; what a mail reader shows is what was written, without what turns or moves it."""
    made = blues(app, 0)
    person = app.blue._replace(name=words)
    raw = report_mail(app.gateway.signer, replace(made, subject=f"[g1 T0] {words}"), person).raw
    plain = report_mail(app.gateway.signer, made, app.blue).raw
    mail = opened(raw)
    assert [name for name, _ in mail.items()] == [name for name, _ in opened(plain).items()]
    assert mail["To"].addresses[0].addr_spec == "blue@example.org" and len(mail["To"].addresses) == 1
    clean = " ".join("".join(" " if c in TURNED or c < " " else c for c in words).split())
    name = wire(raw, "To").rpartition("<")[0].strip()
    assert (unquote(name) if name.startswith('"') else str(make_header(decode_header(name)))) == clean
    assert mail["Subject"] == f"[g1 T0] {clean}".strip()[:180].strip()


def wire(raw: bytes, name: str) -> str:
    """A header's value with its folds undone and its words still encoded."""
    return str(message_from_bytes(raw)[name]).replace("\n", "").replace("\r", "")


TURNED = "\u202e\u202c\u2066\u2069\u2028\ud800"


@pytest.mark.parametrize("words", HOSTILE)
def test_encoded_words_are_as_the_standard_wants_them(app: MailSetup, words: str) -> None:
    """M-52: RFC 2047: words of at most 75 characters, on lines of at most 76, none of which splits a character."""
    made = replace(blues(app, 0), subject=f"[g1 T0] {words}")
    lines = header(report_mail(app.gateway.signer, made, app.blue._replace(name=words)).raw).split("\r\n")
    assert all(len(line) <= 998 for line in lines)
    for line in lines:
        for word in re.findall(r"=\?utf-8\?b\?[^?]*\?=", line):
            assert len(word) <= 75
        assert "=?" not in line or len(line) <= 78


@pytest.mark.parametrize("length", range(40, 180, 7))
def test_a_long_subject_begins_on_its_own_line(app: MailSetup, length: int) -> None:
    """M-52: a fold right after the name would put a blank before the subject of every answer."""
    made = replace(blues(app, 0), subject=("[g1 T0] Drill " * 20)[:length].rstrip())
    mail = report_mail(app.gateway.signer, made, app.blue)
    assert b"\r\nSubject: [g1 T0] Drill" in mail.raw
    assert opened(mail.raw)["Subject"] == made.subject
    assert max(len(line) for line in header(mail.raw).split("\r\n") if line.startswith(("Subject", " Drill", " [g1"))) <= 78


def test_a_report_made_again_is_the_same_bytes(app: MailSetup) -> None:
    """Another day, another gateway: the same mail to the byte."""
    app.resolve(1)
    first = [report_mail(app.gateway.signer, made, app.blue) for made in publish(app.context, "g1", 1)]
    app.later(days=3)
    app.restart()
    assert [report_mail(app.gateway.signer, made, app.blue) for made in publish(app.context, "g1", 1)] == first


def test_the_report_is_a_form(app: MailSetup) -> None:
    """The template of the real report, edited in a quoted answer, is filed; unedited it is nothing."""
    app.gateway.publish_pending()
    report = app.queued("report")[0]
    quoted = "".join(f"> {line}\n" for line in text_of(report).splitlines())
    assert app.deliver(player_mail(quoted), to=str(report["Reply-To"])) == "orders unchanged"
    edited = quoted.replace("move 1", "move 4")
    assert app.deliver(player_mail(edited, message_id="<m2@x>"), to=str(report["Reply-To"])) == "orders accepted"
    assert app.filed()[0].sheet == {"B1": ["move 4"]}


def test_the_html_report_is_a_form_too(app: MailSetup) -> None:
    """The same for a mailer that answers in HTML only, with and without marking the quotation."""
    app.gateway.publish_pending()
    report = app.queued("report")[0]
    page = report.get_body(("html",))
    assert page is not None
    edited = str(page.get_content()).replace("move 1", "move 4")
    for number, answer in enumerate((edited, f"<blockquote>{edited.replace('move 4', 'move 5')}</blockquote>")):
        raw = f"From: blue@example.org\r\nMessage-ID: <{number}@x>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{answer}"
        assert app.deliver(raw.encode(), to=str(report["Reply-To"])) == "orders accepted"
    assert [f.sheet for f in app.filed()] == [{"B1": ["move 4"]}, {"B1": ["move 5"]}]


def test_each_report_is_queued_once(app: MailSetup) -> None:
    """Asked again, nothing is made; a player who takes a seat over gets a report of their own."""
    assert app.gateway.publish_pending() == 2
    assert app.gateway.publish_pending() == 0
    green = app.gateway.people.add("The new captain", "green@example.org", "2026-01-01T13:00:00.000000Z")
    seat_player(app.context, "g1", "blue", green.id, "a newcomer")
    assert app.gateway.publish_pending() == 1
    assert [mail["To"].addresses[0].addr_spec for mail in app.queued("report")] == [
        "blue@example.org",
        "red@example.org",
        "green@example.org",
    ]


def test_the_seats_former_player_cannot_order(app: MailSetup) -> None:
    """Their address dies with their command."""
    old = app.address()
    green = app.gateway.people.add("The new captain", "green@example.org", "2026-01-01T13:00:00.000000Z")
    seat_player(app.context, "g1", "blue", green.id, "a newcomer")
    app.deliver(player_mail("B1: move 3"), to=old)
    assert app.filed() == []


class Crash(BaseException):
    """The power fails."""


def crashed(*args: object) -> None:
    raise Crash


@pytest.mark.parametrize("after", [0, 1])
def test_a_crash_while_reports_are_queued_repeats_nothing(app: MailSetup, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Stopped between two players, no report is queued; before the turn is marked, all are. Then all are there once."""
    real, calls = mail_tables.keep_claims, iter(range(9))

    def keep_claims(*args: Any) -> None:
        if next(calls) >= 1:
            raise Crash
        real(*args)

    with monkeypatch.context() as broken:
        if after:
            broken.setattr(app.context.store, "mark_sent", crashed)
        else:
            broken.setattr(mail_tables, "keep_claims", keep_claims)
        with pytest.raises(Crash):
            app.gateway.publish_pending()
    assert len(app.queued()) == 2 * after
    before = [mail.as_bytes() for mail in app.queued()]
    app.later(hours=1)
    app.restart().publish_pending()
    assert len(app.queued()) == 2
    assert [mail.as_bytes() for mail in app.queued()][: len(before)] == before


def test_a_player_who_sits_down_while_reports_are_rendered_gets_theirs(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rendering takes its time, and pages go on seating players: only those whose reports were made are marked as served."""
    real = report_workers.publish

    def before_red_came(context: ServiceContext, stream: str, turn: int) -> list[Published]:
        return [made for made in real(context, stream, turn) if made.seat != "red"]

    with monkeypatch.context() as racing:
        racing.setattr(report_workers, "publish", before_red_came)
        app.gateway.publish_pending()
    assert app.gateway.publish_pending() == 1
    assert ["red@" in str(mail["To"]) for mail in app.queued("report")] == [False, True]


def test_a_game_whose_report_cannot_be_made_stops_no_other(
    app: MailSetup, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its turns wait in order, and are published once the fault is mended."""
    app.gateway.publish_pending()
    app.resolve(1)
    app.resolve(2)
    with monkeypatch.context() as broken:
        broken.setattr(report_workers, "publish", lambda context, stream, turn: 1 // 0)
        assert app.gateway.publish_pending() == 0
    assert "g1 turn 1" in caplog.text
    assert "g1 turn 2" not in caplog.text
    assert app.gateway.publish_pending() == 4


def test_a_report_whose_map_cannot_be_drawn_goes_without_it_and_says_so(
    app: MailSetup, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In text, page and JSON; the page shows no broken picture, and the SVG is there."""
    monkeypatch.setattr(publish_module, "to_png", lambda scene, width: 1 // 0)
    app.gateway.publish_pending()
    (mail,) = [mail for mail in app.queued("report") if "blue" in str(mail["To"])]
    assert shape(mail)[1] == ["multipart/alternative", ["text/plain"], ["text/html"]]
    page = next(part for part in mail.walk() if part.get_content_type() == "text/html").get_content()
    assert "cid:map" not in page and "could not be drawn" in page
    assert "could not be drawn" in text_of(mail)
    assert "turn-0-map.svg" in [part.get_filename() for part in mail.iter_attachments()]
    assert "g1 turn 0: the map could not be drawn" in caplog.text


def test_no_seat_is_told_of_another_seats_mail(app: MailSetup) -> None:
    """What red files changes nothing in the bytes of blue's report of the open turn."""
    (before,) = [m for m in publish(app.context, "g1", 0) if m.seat == "blue"]
    app.deliver(player_mail("R1: move 3", "red@example.org"), to=app.address("red"), mail_from="red@example.org")
    assert len(app.filed()) == 1
    (after,) = [m for m in publish(app.context, "g1", 0) if m.seat == "blue"]
    assert report_mail(app.gateway.signer, after, app.blue) == report_mail(app.gateway.signer, before, app.blue)
    assert opened(report_mail(app.gateway.signer, after, app.blue).raw)["To"] == "The captain of B1 <blue@example.org>"
