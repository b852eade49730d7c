"""What `doctor` says of mail: each part tried, each fault with what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.gateway.health import Unhealthy, checks
from pbem.gateway.reading.sender_auth import Resolver
from tests.gateway.conftest import MailSetup, player_mail
from tests.gateway.outbound.test_dkim import DATA, RECORD
from tests.gateway.outbound.test_outbox import Postbox, port, server

__all__ = ["port", "server"]

PUBLIC = "wargames.org"
GOOD = {
    PUBLIC: ["google-site=x", "v=spf1 mx -all"],
    f"_dmarc.{PUBLIC}": ["v=DMARC1; p=none"],
    f"s2026._domainkey.{PUBLIC}": [RECORD],
}


def answers(records: dict[str, list[str]]) -> Resolver:
    return lambda name: records.get(name, [])


def says(app: MailSetup, name: str, records: dict[str, list[str]] | None = None) -> str:
    """What one check finds."""
    return checks(app.gateway, answers(GOOD if records is None else records))[name]()


def test_all_is_well_on_a_fresh_machine(app: MailSetup) -> None:
    """On loopback nothing must be mended, and nothing of ours is looked for in the DNS."""

    def never(name: str) -> list[str]:
        raise AssertionError(name)

    found = {name: check() for name, check in checks(app.gateway, never).items()}
    assert found["border"].startswith("nobody checks senders") and found["mailboxes"].startswith("all are mailed")


def test_a_public_name_needs_its_records(app: MailSetup) -> None:
    """SPF, DMARC, a postmaster and secure links; each missing one is named with what would be right."""
    app.restart(DOMAIN=PUBLIC)
    assert says(app, "SPF") == "v=spf1 mx -all"
    assert says(app, "DMARC") == "v=DMARC1; p=none"
    for name, wanted in (
        ("SPF", "v=spf1 mx -all"),
        ("DMARC", "v=DMARC1; p=none"),
        ("postmaster", "POSTMASTER"),
        ("links", "https"),
    ):
        with pytest.raises(Unhealthy, match=re.escape(wanted)):
            says(app, name, {})
    with pytest.raises(Unhealthy, match="2 SPF records"):
        says(app, "SPF", {PUBLIC: ["v=spf1 a -all", "v=spf1 mx -all"]})


def test_a_dns_that_does_not_answer_is_told(app: MailSetup) -> None:
    """No network: the name that was asked for, and why there was no answer."""

    def down(name: str) -> list[str]:
        raise OSError("network is unreachable")

    app.restart(DOMAIN=PUBLIC)
    with pytest.raises(Unhealthy, match=f"_dmarc.{PUBLIC} could not be looked up: network is unreachable"):
        checks(app.gateway, down)["DMARC"]()


def test_the_key_we_sign_with_must_be_published(app: MailSetup) -> None:
    """DKIM: the key in the DNS fits the private one; another one, or none, is a fault."""
    app.restart(DOMAIN=PUBLIC, DKIM_SELECTOR="s2026", DKIM_KEY=str(DATA / "dkim.pem"))
    assert says(app, "DKIM").endswith("the DNS has the public key")
    for record in ([], ["v=DKIM1; p="], [RECORD.replace("IDAQAB", "IDAQAA")], ["v=DKIM1; p=!!!"], [RECORD[:80]]):
        with pytest.raises(Unhealthy, match="publish it before you sign"):
            says(app, "DKIM", {f"s2026._domainkey.{PUBLIC}": record})


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
