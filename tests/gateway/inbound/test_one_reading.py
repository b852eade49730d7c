"""A mail is opened once, and read once, whatever becomes of it."""

from __future__ import annotations

from collections import Counter
from email.message import Message
from email.parser import BytesParser
from typing import Any

import pytest

from pbem.gateway.extract.parts import mail_tree
from pbem.gateway.inbound import settle
from pbem.gateway.reading import read_mail
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail
from tests.service.builders.readings import ONCE, count_readings

ANSWER = player_mail("B1: move 3")


class Seen:
    """What was opened, extracted and filed; `readings` counts how often orders were taken apart and parsed."""

    def __init__(self) -> None:
        self.opened: list[bytes] = []
        self.extracted: list[str] = []
        self.filed: list[str] = []
        self.readings = Counter[str]()


@pytest.fixture
def seen(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> Seen:
    seen, extract, file_orders = Seen(), read_mail.extract, settle.file_orders

    class CountingParser(BytesParser):
        def parsebytes(self, text: bytes | bytearray, headersonly: bool = False) -> Message:
            seen.opened.append(bytes(text))
            return super().parsebytes(text, headersonly)

    def extracting(message: Message, sent: list[str]) -> Any:
        seen.extracted.append(message["Message-ID"])
        return extract(message, sent)

    def filing(*given: Any) -> Any:
        seen.filed.append(given[3])
        return file_orders(*given)

    monkeypatch.setattr(mail_tree, "BytesParser", CountingParser)
    monkeypatch.setattr(read_mail, "extract", extracting)
    monkeypatch.setattr(settle, "file_orders", filing)
    seen.readings = count_readings(monkeypatch, app.context, "drill")
    return seen


def test_an_order_mail_is_read_once(app: MailSetup, seen: Seen) -> None:
    """From the raw mail to the receipt: opened, extracted, filed, its orders taken apart and parsed: each once."""
    assert app.deliver(ANSWER) == "orders accepted"
    assert (seen.opened, seen.extracted) == ([ANSWER], ["<m1@example.org>"])
    assert (seen.filed, seen.readings) == (["B1: move 3"], ONCE)


def test_the_report_that_is_answered_is_opened_once(app: MailSetup, seen: Seen) -> None:
    """What we wrote ourselves is known by the report: it is opened once beside the mail."""
    app.gateway.publish_pending()
    seen.opened.clear()
    assert app.deliver(ANSWER) == "orders accepted"
    (report,) = app.gateway.tables.reports("g1", "blue", 1)
    assert seen.opened == [ANSWER, app.gateway.tables.raw(report.message_id)]


@pytest.mark.parametrize(
    ("raw", "outcome", "extracted"),
    [
        (player_mail("B1: move 3", "stranger@example.net"), "held: ", 1),
        (player_mail("hello", "red@example.org"), "refused: ", 1),
        (player_mail("B1: move 3", Auto_Submitted="auto-replied"), "dropped: ", 0),
        (player_mail("B1: move 3\n" * 1_100), "rejected: ", 1),
    ],
)
def test_so_is_one_that_is_not_filed(app: MailSetup, seen: Seen, raw: bytes, outcome: str, extracted: int) -> None:
    """Held, refused, dropped or rejected: what is not needed is not read, what is needed is read once."""
    assert app.deliver(raw).startswith(outcome)
    assert (seen.opened, len(seen.extracted), seen.readings) == ([raw], extracted, {})


def test_so_are_confirmed_orders(app: MailSetup, seen: Seen) -> None:
    """The answer that confirms is opened once, and so is the mail that was held."""
    held = player_mail("B1: move 3", "stranger@example.net", "<held@example.net>")
    app.deliver(held)
    (waiting,) = app.gateway.mail_context.quarantine.waiting()
    seen.opened.clear()
    yes = player_mail("yes", message_id="<yes@example.org>")
    assert app.deliver(yes, to=app.gateway.signer.confirm_address(waiting.code)) == "orders accepted"
    assert (seen.opened, seen.readings) == ([yes, held], ONCE)


@pytest.mark.parametrize("kind", ["postmaster", "unsubscribe", "bounce"])
def test_so_is_mail_to_the_special_addresses(app: MailSetup, seen: Seen, kind: str) -> None:
    """None of them is extracted: no orders are looked for in them."""
    app.restart(POSTMASTER="operator@example.org").publish_pending()
    signer = app.gateway.signer
    to = {
        "postmaster": f"postmaster@{DOMAIN}",
        "unsubscribe": signer.unsubscribe_address("g1", "blue", app.blue.key),
        "bounce": signer.bounce_address(str(app.queued("report")[0]["Message-ID"])),
    }
    seen.opened.clear()
    app.deliver(ANSWER, to=to[kind])
    assert (seen.opened, seen.extracted, seen.readings) == ([ANSWER], [], {})
