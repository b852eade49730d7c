"""DKIM: what we send can be proven to be ours, also after relays have folded and wrapped it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import dkim
import pytest

from pbem.gateway.outbound.dkim import BadKey, Signer
from tests.gateway.conftest import DOMAIN, MailSetup
from tests.gateway.outbound.test_outbox import Postbox, port, server

__all__ = ["port", "server"]

DATA = Path(__file__).parents[1] / "data"
KEY = (DATA / "dkim.pem").read_bytes()
RECORD = "v=DKIM1; k=rsa; p=" + (DATA / "dkim.pub").read_text(encoding="ascii").strip()


def dns(name: bytes, timeout: int = 5) -> bytes:
    """The one record that our domain has published."""
    assert name == f"s2026._domainkey.{DOMAIN}.".encode()
    return RECORD.encode()


def verifies(raw: bytes) -> bool:
    return bool(dkim.verify(raw, dnsfunc=dns))


@pytest.fixture
def report(app: MailSetup) -> bytes:
    """A signed report, with a page to leave it."""
    app.restart(BASE_URL="https://wargames.example")
    app.gateway.publish_pending()
    return Signer(DOMAIN, "s2026", KEY).sign(app.queued_raw()[0])


def test_a_signed_report_verifies(report: bytes) -> None:
    """As it was sent, and after a relay has put lines above it, folded a header and taken blanks from line ends."""
    assert report.startswith(b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=wardroom.example;")
    assert verifies(report)
    relayed = b"Received: from a by b;\r\n\tThu, 01 Jan 2026\r\n" + report.replace(b"\r\nSubject: [g1", b"\r\nsubject:  [g1")
    assert verifies(relayed)


CHANGES: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("the text", lambda raw: raw.replace(b"B1:\r\n  move 1", b"B1:\r\n  move 9", 1)),
    ("the subject", lambda raw: raw.replace(b"\r\nSubject: [g1", b"\r\nSubject: [g2")),
    ("a second sender", lambda raw: b"From: someone <else@example.org>\r\n" + raw),
    ("the way to leave", lambda raw: raw.replace(b"<https://wargames.example/", b"<https://evil.example/")),
    ("one click", lambda raw: raw.replace(b"List-Unsubscribe-Post: List", b"List-Unsubscribe-Post: Evil")),
    ("where answers go", lambda raw: raw.replace(b"Reply-To: orders+", b"Reply-To: others+")),
]


@pytest.mark.parametrize("change", [change for _, change in CHANGES], ids=[name for name, _ in CHANGES])
def test_what_is_changed_does_not_verify(report: bytes, change: Callable[[bytes], bytes]) -> None:
    """M-51: the signature covers what a reader sees, List-Unsubscribe and List-Unsubscribe-Post, and a second From."""
    changed = change(report)
    assert changed != report
    assert not verifies(changed)


def test_mail_is_signed_when_it_is_sent(app: MailSetup, server: Postbox, port: int, tmp_path: Path) -> None:
    """The queue keeps the mail as it was made; each attempt is signed anew."""
    key = tmp_path / "key.pem"
    key.write_bytes(KEY)
    app.restart(f"127.0.0.1:{port}", DKIM_SELECTOR="s2026", DKIM_KEY=str(key))
    app.gateway.publish_pending()
    assert app.gateway.flush() == 2
    assert all(verifies(raw) for _, _, raw in server.taken)
    assert len(app.queued_raw()) == 2 and not any(b"DKIM" in raw for raw in app.queued_raw())


@pytest.mark.parametrize("key", [b"", b"not a key", KEY.replace(b"M", b"N", 3), KEY[:200]])
def test_a_key_that_cannot_sign_is_told_at_once(key: bytes) -> None:
    """At the start, with its selector; not at the first mail."""
    with pytest.raises(BadKey, match="s2026"):
        Signer(DOMAIN, "s2026", key)
