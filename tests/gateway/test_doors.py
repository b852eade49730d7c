"""Sources of mail tell whether they work: what outages are found by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.gateway.inbound import imap, maildir
from pbem.gateway.inbound.imap import ImapSource
from pbem.gateway.inbound.maildir import MaildirSource
from pbem.gateway.inbound.smtp_server import MailServer
from pbem.gateway.inbound.sources import Sources
from pbem.service.outages.doors import doors
from pbem.settings.mail_settings import ImapAccount
from tests.gateway.conftest import MailSetup
from tests.gateway.inbound.test_maildir import SIGNER, FakeInbox
from tests.gateway.inbound.test_smtp_server import until
from tests.web.builders.serving import free_port


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "WAITS", (0.05,))
    monkeypatch.setattr(maildir, "EVERY", 0.01)
    monkeypatch.setattr(maildir, "FULL", 0.01)


def test_an_imap_server_that_is_not_there_is_told() -> None:
    """With the reason, at each attempt."""
    said: list[str] = []
    account = ImapAccount("127.0.0.1", free_port(), "orders", "secret", False, "INBOX", "")
    source = ImapSource(account, SIGNER, FakeInbox(), lambda: None, tell=said.append)
    source.start()
    until(lambda: len(said) > 1)
    source.stop()
    assert all("Connection refused" in why for why in said)


def test_a_maildir_tells_of_each_look(tmp_path: Path) -> None:
    """That it went well; and when its folder is gone, that."""
    said: list[str] = []
    source = MaildirSource(tmp_path / "in", SIGNER, FakeInbox(), lambda: None, said.append)
    source.start()
    until(lambda: "" in said)
    (tmp_path / "in" / "new").rename(tmp_path / "in" / "old")
    until(lambda: any("No such file" in why for why in said))
    (tmp_path / "in" / "old").rename(tmp_path / "in" / "new")
    until(lambda: said[-1] == "")
    source.stop()


@pytest.fixture
def sources(app: MailSetup) -> Iterator[Sources]:
    """All kinds of sources but IMAP."""
    ports = {name: f"127.0.0.1:{free_port()}" for name in ("SMTP_LISTEN", "LMTP_LISTEN")}
    gateway = app.restart(MAILDIR=str(app.folder / "in"), **ports)
    made = Sources(gateway.inbox, gateway.signer, gateway.mail_context.settings, lambda: None)
    made.start()
    yield made
    made.stop()


def test_a_server_whose_socket_is_closed_is_noticed(sources: Sources) -> None:
    """Asked at each heartbeat; the other one still listens."""
    checks = sources.checks()
    assert sources.doors == ["smtp", "lmtp", "maildir"]
    assert {door: check() for door, check in checks.items()} == {"smtp": "", "lmtp": ""}
    server = next(source for source in sources.sources.values() if isinstance(source, MailServer))
    assert server._server is not None
    server._server.loop.call_soon_threadsafe(server._server.server.close)
    until(lambda: "nothing listens at 127.0.0.1:" in checks["smtp"]())
    assert checks["lmtp"]() == ""


def test_a_source_of_the_settings_notes_its_door(app: MailSetup, sources: Sources) -> None:
    """In the table, from its own thread."""
    until(lambda: [door.door for door in doors(app.context) if door.ok_at] == ["maildir"])
