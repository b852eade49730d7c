"""What `doctor` says of mail: each part tried, each fault with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.gateway.domain_records import Unhealthy
from pbem.gateway.health import checks
from tests.gateway.conftest import MailSetup, player_mail
from tests.gateway.outbound.test_outbox import Postbox, port, server

__all__ = ["port", "server"]

PUBLIC = "wargames.org"


def says(app: MailSetup, name: str) -> str:
    """What one check finds; in the DNS there is nothing."""
    return checks(app.gateway, lambda name, kind: [])[name]()


def test_all_is_well_on_a_fresh_machine(app: MailSetup) -> None:
    """On loopback nothing must be mended, and nothing of ours is looked for in the DNS."""

    def never(name: str, kind: str) -> list[str]:
        raise AssertionError(name, kind)

    found = {name: check() for name, check in checks(app.gateway, never).items()}
    assert found["border"].startswith("nobody checks senders") and found["mailboxes"].startswith("all are mailed")


def test_a_public_name_needs_somebody_and_https(app: MailSetup) -> None:
    """A postmaster and secure links; each missing one is named with what to set."""
    app.restart(DOMAIN=PUBLIC)
    for name, wanted in (("postmaster", "POSTMASTER"), ("links", "https")):
        with pytest.raises(Unhealthy, match=wanted):
            says(app, name)


def test_the_border_must_be_seen_at_work(app: MailSetup) -> None:
    """A border that writes nothing, or under another name, is found out by the mails that came in."""
    app.restart(AUTHSERV_ID="mx.wardroom.example")
    assert says(app, "border").endswith("no mail has come yet to see its findings in")
    app.deliver(b"Authentication-Results: mx.other.example; spf=pass\r\n" + player_mail("B1: move 3"))
    with pytest.raises(Unhealthy, match=r"none of the last 1 mails .*; they carry those of mx\.other\.example"):
        says(app, "border")
    app.deliver(b"Authentication-Results: mx.wardroom.example; spf=none\r\n" + player_mail("B1: move 4"))
    assert says(app, "border") == "1 of the last 2 mails carry the findings of mx.wardroom.example"
    app.restart(CHECK_SENDERS="dns")
    assert "looked up here" in says(app, "border")


def test_the_way_out_is_tried(app: MailSetup, server: Postbox, port: int) -> None:
    """A server that answers, and one that is not there; nothing is sent."""
    app.restart(f"smtp:127.0.0.1:{port}")
    assert says(app, "way out").startswith(f"127.0.0.1:{port} answers 250")
    app.restart("smtp:127.0.0.1:1")
    with pytest.raises(OSError, match=r"127\.0\.0\.1:1"):
        says(app, "way out")


def test_a_maildir_must_be_one(app: MailSetup, tmp_path: Path) -> None:
    """A folder into which something else delivers."""
    app.restart(MAILDIR=str(tmp_path / "in"))
    with pytest.raises(Unhealthy, match="no Maildir"):
        says(app, "maildir")
    (tmp_path / "in" / "new").mkdir(parents=True)
    assert says(app, "maildir").endswith("0 mails wait")


def test_an_imap_server_that_is_not_there_is_told(app: MailSetup) -> None:
    """Whom we wanted to be, and where; never with the password."""
    app.restart(IMAP="imap://club:swordfish@127.0.0.1:1/INBOX")
    with pytest.raises(OSError, match=r"club at 127\.0\.0\.1:1") as told:
        says(app, "imap")
    assert "swordfish" not in str(told.value)


def test_players_without_mail_are_named(app: MailSetup) -> None:
    """A stopped mailbox is something to be mended."""
    app.gateway.mail_context.mailboxes.stop(app.blue.id, "unknown user", app.gateway.mail_context.now())
    with pytest.raises(Unhealthy, match=app.blue.id):
        says(app, "mailboxes")
