"""Reports out: what is in them, that they are the same whenever they are made, and that each is queued once."""

from __future__ import annotations

import json
from dataclasses import replace
from email.message import EmailMessage

import pytest

import pbem.gateway as gateway_module
from pbem.gateway.marks import ABOVE
from pbem.gateway.outbound import report_mail
from pbem.gateway.tables import MailTables
from pbem.service.opening import take_seat
from pbem.service.publish import publish
from tests.gateway.conftest import DOMAIN, House, letter, opened, text_of


def shape(mail: EmailMessage) -> list[object]:
    """The tree of a mail's parts."""
    return [mail.get_content_type(), *[shape(part) for part in mail.iter_parts()]]


def test_a_report_has_text_html_with_the_map_and_the_files_beside_it(house: House) -> None:
    """mixed(alternative(text, related(html, png by cid)), svg, record sheets, proof); the text is complete by itself."""
    house.gateway.publish_pending()
    house.resolve(1)
    assert house.gateway.publish_pending() == 2
    mail = house.queued("report")[2]
    assert shape(mail) == [
        "multipart/mixed",
        ["multipart/alternative", ["text/plain"], ["multipart/related", ["text/html"], ["image/png"]]],
        ["image/svg+xml"],
        ["text/html"],
        ["application/json"],
    ]
    assert text_of(mail).startswith(f"{ABOVE}\n\nDRILL: OPEN SEA")
    page, picture = next(part for part in mail.walk() if part.get_content_type() == "multipart/related").iter_parts()
    assert "cid:map" in page.get_content()
    assert picture["Content-ID"] == "<map>"
    assert picture.get_content().startswith(b"\x89PNG")
    attached = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    assert list(attached) == ["turn-1-map.svg", "turn-1-sheets.html", "turn-1-proof.json"]
    assert json.loads(attached["turn-1-proof.json"])
    assert attached["turn-1-sheets.html"].count("<svg ") == 1, "one ship, one record sheet"


def test_a_reports_headers(house: House) -> None:
    """From the office, to the player, answers to the next turn's address; one thread; no robot shall answer."""
    house.gateway.publish_pending()
    house.resolve(1)
    house.gateway.publish_pending()
    mail = house.queued("report")[2]
    assert mail["From"] == f"Wardroom <orders@{DOMAIN}>"
    assert mail["To"] == "The captain of B1 <blue@example.org>"
    assert mail["Reply-To"] == house.address("blue", 2)
    assert mail["Subject"].startswith("[g1 T1] Drill: Open Sea: orders due 2026-01-02 ")
    assert mail["Message-ID"] == f"<g1.t1.blue.{house.blue.id}.report@{DOMAIN}>"
    assert mail["In-Reply-To"] == mail["References"] == f"<g1.blue@{DOMAIN}>"
    assert (mail["Auto-Submitted"], mail["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    assert (mail["Precedence"], mail["List-Id"]) == ("list", f"<g1.{DOMAIN}>")
    assert mail["Date"] == "Thu, 01 Jan 2026 12:00:00 +0000"


def test_a_report_made_again_is_the_same_bytes(house: House) -> None:
    """Another day, another gateway: the same mail to the byte."""
    house.resolve(1)
    first = [report_mail(house.gateway.house, made, house.blue) for made in publish(house.room, "g1", 1)]
    house.later(days=3)
    house.restart()
    assert [report_mail(house.gateway.house, made, house.blue) for made in publish(house.room, "g1", 1)] == first


@pytest.mark.parametrize("length", range(40, 180, 7))
def test_a_subject_begins_behind_its_name(house: House, length: int) -> None:
    """However long it is: on a line of its own, answers to it would begin with a blank."""
    made = publish(house.room, "g1", 0)[0]
    mail = report_mail(house.gateway.house, replace(made, subject=("[g1 T0] Drill " * 20)[:length].rstrip()), house.blue)
    assert b"\r\nSubject: [g1 T0] Drill" in mail.raw


def test_every_line_of_a_mail_fits_smtp(house: House) -> None:
    """CRLF line ends, ASCII only, no line above 998 characters."""
    house.gateway.people.rename(house.blue.id, "Käpt'n " + "Blaubär " * 8)
    house.gateway.publish_pending()
    (raw,) = house.store.db.con.execute("SELECT raw FROM outbound").fetchone()
    assert raw.isascii()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 998


def test_the_report_is_a_form(house: House) -> None:
    """The template of the real report, edited in a quoted answer, is filed; unedited it is nothing."""
    house.gateway.publish_pending()
    report = house.queued("report")[0]
    quoted = "".join(f"> {line}\n" for line in text_of(report).splitlines())
    assert house.deliver(letter(quoted), to=str(report["Reply-To"])) == "orders unchanged"
    edited = quoted.replace("move 1", "move 4")
    assert house.deliver(letter(edited, message_id="<m2@x>"), to=str(report["Reply-To"])) == "orders accepted"
    assert house.filed()[0].sheet == {"B1": ["move 4"]}


def test_the_html_report_is_a_form_too(house: House) -> None:
    """The same for a mailer that answers in HTML only, with and without marking the quotation."""
    house.gateway.publish_pending()
    report = house.queued("report")[0]
    page = report.get_body(("html",))
    assert page is not None
    edited = str(page.get_content()).replace("move 1", "move 4")
    for number, answer in enumerate((edited, f"<blockquote>{edited.replace('move 4', 'move 5')}</blockquote>")):
        raw = f"From: blue@example.org\r\nMessage-ID: <{number}@x>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{answer}"
        assert house.deliver(raw.encode(), to=str(report["Reply-To"])) == "orders accepted"
    assert [f.sheet for f in house.filed()] == [{"B1": ["move 4"]}, {"B1": ["move 5"]}]


def test_each_report_is_queued_once(house: House) -> None:
    """Asked again, nothing is made; a player who takes a seat over gets a report of his own."""
    assert house.gateway.publish_pending() == 2
    assert house.gateway.publish_pending() == 0
    green = house.gateway.people.add("The new captain", "green@example.org", "2026-01-01T13:00:00.000000Z")
    take_seat(house.room, "g1", "blue", green.id)
    assert house.gateway.publish_pending() == 1
    assert [mail["To"].addresses[0].addr_spec for mail in house.queued("report")] == [
        "blue@example.org",
        "red@example.org",
        "green@example.org",
    ]


def test_the_seats_former_player_cannot_order(house: House) -> None:
    """His address dies with his command."""
    old = house.address()
    take_seat(house.room, "g1", "blue", house.red.id)
    assert house.deliver(letter("B1: move 3"), to=old) == "dropped: the address is no seat's"


class Crash(BaseException):
    """The power fails."""


def crashed(*args: object) -> None:
    raise Crash


@pytest.mark.parametrize("after", [0, 1])
def test_a_crash_while_reports_are_queued_repeats_nothing(house: House, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Stopped between two players, or before the turn is marked: the next start queues what is missing, the rest once."""
    real, calls = MailTables.queue, iter(range(9))

    def queue(self: MailTables, *args: object) -> None:
        if next(calls) >= 1:
            raise Crash
        real(self, *args)

    with monkeypatch.context() as broken:
        if after:
            broken.setattr(gateway_module, "mark_published", crashed)
        else:
            broken.setattr(MailTables, "queue", queue)
        with pytest.raises(Crash):
            house.gateway.publish_pending()
    assert len(house.queued()) == 1 + after
    before = [mail.as_bytes() for mail in house.queued()]
    house.later(hours=1)
    house.restart().publish_pending()
    assert len(house.queued()) == 2
    assert [mail.as_bytes() for mail in house.queued()][: len(before)] == before


def test_a_game_whose_report_cannot_be_made_stops_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its turns wait in order, and are published once the fault is mended."""
    house.gateway.publish_pending()
    house.resolve(1)
    house.resolve(2)
    with monkeypatch.context() as broken:
        broken.setattr(gateway_module, "publish", lambda room, stream, turn: 1 // 0)
        assert house.gateway.publish_pending() == 0
    assert "g1 turn 1" in caplog.text
    assert "g1 turn 2" not in caplog.text
    assert house.gateway.publish_pending() == 4


def test_no_seat_is_told_of_another_seats_mail(house: House) -> None:
    """What red files changes nothing in the bytes of blue's report of the open turn."""
    (before,) = [m for m in publish(house.room, "g1", 0) if m.seat == "blue"]
    house.deliver(letter("R1: move 3", "red@example.org"), to=house.address("red"), mail_from="red@example.org")
    assert len(house.filed()) == 1
    (after,) = [m for m in publish(house.room, "g1", 0) if m.seat == "blue"]
    assert report_mail(house.gateway.house, after, house.blue) == report_mail(house.gateway.house, before, house.blue)
    assert opened(report_mail(house.gateway.house, after, house.blue).raw)["To"] == "The captain of B1 <blue@example.org>"
