"""What `doctor` says of mail: each part tried, each fault with what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.gateway.inbound.sender_auth import Resolver
from pbem.gateway.mailboxes.health import Ailing, checks
from tests.gateway.conftest import House, letter
from tests.gateway.test_outbox import Postbox, port, server
from tests.gateway.test_signing import DATA, RECORD

__all__ = ["port", "server"]

PUBLIC = "wargames.org"
GOOD = {
    PUBLIC: ["google-site=x", "v=spf1 mx -all"],
    f"_dmarc.{PUBLIC}": ["v=DMARC1; p=none"],
    f"s2026._domainkey.{PUBLIC}": [RECORD],
}


def answers(records: dict[str, list[str]]) -> Resolver:
    return lambda name: records.get(name, [])


def says(house: House, name: str, records: dict[str, list[str]] | None = None) -> str:
    """What one check finds."""
    return checks(house.gateway, answers(GOOD if records is None else records))[name]()


def test_all_is_well_on_a_fresh_machine(house: House) -> None:
    """On loopback nothing must be mended, and nothing of ours is looked for in the DNS."""

    def never(name: str) -> list[str]:
        raise AssertionError(name)

    found = {name: check() for name, check in checks(house.gateway, never).items()}
    assert found["border"].startswith("nobody checks senders") and found["mailboxes"].startswith("all are mailed")


def test_a_public_name_needs_its_records(house: House) -> None:
    """SPF, DMARC, a postmaster and secure links; each missing one is named with what would be right."""
    house.restart(DOMAIN=PUBLIC)
    assert says(house, "SPF") == "v=spf1 mx -all"
    assert says(house, "DMARC") == "v=DMARC1; p=none"
    for name, wanted in (
        ("SPF", "v=spf1 mx -all"),
        ("DMARC", "v=DMARC1; p=none"),
        ("postmaster", "POSTMASTER"),
        ("links", "https"),
    ):
        with pytest.raises(Ailing, match=re.escape(wanted)):
            says(house, name, {})
    with pytest.raises(Ailing, match="2 SPF records"):
        says(house, "SPF", {PUBLIC: ["v=spf1 a -all", "v=spf1 mx -all"]})


def test_a_dns_that_does_not_answer_is_told(house: House) -> None:
    """No network: the name that was asked for, and why there was no answer."""

    def down(name: str) -> list[str]:
        raise OSError("network is unreachable")

    house.restart(DOMAIN=PUBLIC)
    with pytest.raises(Ailing, match=f"_dmarc.{PUBLIC} could not be looked up: network is unreachable"):
        checks(house.gateway, down)["DMARC"]()


def test_the_key_we_sign_with_must_be_published(house: House) -> None:
    """DKIM: the key in the DNS fits the private one; another one, or none, is a fault."""
    house.restart(DOMAIN=PUBLIC, DKIM_SELECTOR="s2026", DKIM_KEY=str(DATA / "dkim.pem"))
    assert says(house, "DKIM").endswith("the DNS has the public key")
    for record in ([], ["v=DKIM1; p="], [RECORD.replace("IDAQAB", "IDAQAA")], ["v=DKIM1; p=!!!"], [RECORD[:80]]):
        with pytest.raises(Ailing, match="publish it before you sign"):
            says(house, "DKIM", {f"s2026._domainkey.{PUBLIC}": record})


def test_the_border_must_be_seen_at_work(house: House) -> None:
    """A border that writes nothing, or under another name, is found out by the mails that came in."""
    house.restart(AUTHSERV_ID="mx.wardroom.example")
    assert says(house, "border").endswith("no mail has come yet to see its findings in")
    house.deliver(b"Authentication-Results: mx.other.example; spf=pass\r\n" + letter("B1: move 3"))
    with pytest.raises(Ailing, match=r"none of the last 1 mails .*; they carry those of mx\.other\.example"):
        says(house, "border")
    house.deliver(b"Authentication-Results: mx.wardroom.example; spf=none\r\n" + letter("B1: move 4"))
    assert says(house, "border") == "1 of the last 2 mails carry the findings of mx.wardroom.example"
    house.restart(CHECK_SENDERS="dns")
    assert "looked up here" in says(house, "border")


def test_the_way_out_is_tried(house: House, server: Postbox, port: int) -> None:
    """A server that answers, and one that is not there; nothing is sent."""
    house.restart(f"smtp:127.0.0.1:{port}")
    assert says(house, "way out").startswith(f"127.0.0.1:{port} answers 250")
    house.restart("smtp:127.0.0.1:1")
    with pytest.raises(OSError, match=r"127\.0\.0\.1:1"):
        says(house, "way out")


def test_a_maildir_must_be_one(house: House, tmp_path: Path) -> None:
    """A folder into which something else delivers."""
    house.restart(MAILDIR=str(tmp_path / "in"))
    with pytest.raises(Ailing, match="no Maildir"):
        says(house, "maildir")
    (tmp_path / "in" / "new").mkdir(parents=True)
    assert says(house, "maildir").endswith("0 mails wait")


def test_an_imap_server_that_is_not_there_is_told(house: House) -> None:
    """Whom we wanted to be, and where; never with the password."""
    house.restart(IMAP="imap://club:swordfish@127.0.0.1:1/INBOX")
    with pytest.raises(OSError, match=r"club at 127\.0\.0\.1:1") as told:
        says(house, "imap")
    assert "swordfish" not in str(told.value)


def test_players_without_mail_are_named(house: House) -> None:
    """A stopped mailbox is something to be mended."""
    house.gateway.post.mailboxes.stop(house.blue.id, "unknown user", house.gateway.post.now())
    with pytest.raises(Ailing, match=house.blue.id):
        says(house, "mailboxes")
