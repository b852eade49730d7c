"""A mail is opened once, and read once, whatever becomes of it."""

from __future__ import annotations

import sys
from email.message import Message
from email.parser import BytesParser
from typing import Any

import pytest

from pbem.core.orders.envelope import open_envelope
from pbem.gateway.extract.parts import mail_tree
from pbem.gateway.inbound import settle
from pbem.gateway.reading import read_mail
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail

ANSWER = player_mail("B1: move 3")


class Seen:
    """What was opened, extracted and filed; `outside` are the orders that the gateway itself took apart, before filing them."""

    def __init__(self) -> None:
        self.opened: list[bytes] = []
        self.extracted: list[str] = []
        self.filed: list[str] = []
        self.outside: list[str] = []
        self.filing = False


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    seen, extract, file_orders = Seen(), read_mail.extract, settle.file_orders

    class CountingParser(BytesParser):
        def parsebytes(self, text: bytes | bytearray, headersonly: bool = False) -> Message:  # type: ignore[override]
            seen.opened.append(bytes(text))
            return super().parsebytes(text, headersonly)

    def extracting(message: Message, sent: list[str]) -> Any:
        seen.extracted.append(message["Message-ID"])
        return extract(message, sent)

    def filing(*given: Any) -> Any:
        seen.filed.append(given[3])
        seen.filing = True
        try:
            return file_orders(*given)
        finally:
            seen.filing = False

    def opening(text: str, *more: Any) -> Any:
        if not seen.filing:
            seen.outside.append(text)
        return open_envelope(text, *more)

    monkeypatch.setattr(mail_tree, "BytesParser", CountingParser)
    monkeypatch.setattr(read_mail, "extract", extracting)
    monkeypatch.setattr(settle, "file_orders", filing)
    for module in [each for name, each in sys.modules.items() if name.startswith(("pbem.", "tests.gateway."))]:
        if module.__name__ != __name__ and getattr(module, "open_envelope", None) is open_envelope:
            monkeypatch.setattr(module, "open_envelope", opening)
    return seen


def test_an_order_mail_is_read_once(app: MailSetup, seen: Seen) -> None:
    """From the raw mail to the receipt: opened once, extracted once, filed once; its orders are opened by the filing alone."""
    assert app.deliver(ANSWER) == "orders accepted"
    assert (seen.opened, seen.extracted) == ([ANSWER], ["<m1@example.org>"])
    assert (seen.filed, seen.outside) == (["B1: move 3"], [])


def test_the_report_that_is_answered_is_opened_once(app: MailSetup, seen: Seen) -> None:
    """What we wrote ourselves is known by the report: it is opened once beside the mail."""
    app.gateway.publish_pending()
    seen.opened.clear()
    assert app.deliver(ANSWER) == "orders accepted"
    (report,) = app.gateway.tables.reports("g1", "blue", 1)
    assert seen.opened == [ANSWER, report.raw]


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
    assert (seen.opened, len(seen.extracted)) == ([raw], extracted)


def test_so_are_confirmed_orders(app: MailSetup, seen: Seen) -> None:
    """The answer that confirms is opened once, and so is the mail that was held."""
    held = player_mail("B1: move 3", "stranger@example.net", "<held@example.net>")
    app.deliver(held)
    (waiting,) = app.gateway.mail_context.quarantine.waiting()
    seen.opened.clear()
    yes = player_mail("yes", message_id="<yes@example.org>")
    assert app.deliver(yes, to=app.gateway.signer.confirm_address(waiting.code)) == "orders accepted"
    assert seen.opened == [yes, held]


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
    assert (seen.opened, seen.extracted) == ([ANSWER], [])
