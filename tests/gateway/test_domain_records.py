"""What `doctor` says of our domain's records: asked of a real DNS server, each fault with what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pbem.gateway import domain_records
from pbem.gateway.domain_records import Unhealthy, checks, look_up
from tests.gateway.conftest import MailSetup
from tests.gateway.dns_server import BROKEN, SILENT, Records, dns_server
from tests.gateway.outbound.test_dkim import DATA, RECORD

PUBLIC = "wargames.org"
KEY = f"s2026._domainkey.{PUBLIC}"
HERE, ELSEWHERE, PAGES = "127.0.0.1", "192.0.2.7", "198.51.100.9"
OUTSIDE = "93.184.215.14"
"""A public address, as the machine's own."""


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> Iterator[Records]:
    """What the DNS has: nothing yet but the pages' address. The machine's own address is a public one."""
    found: Records = {("www.wargames.org", "A"): [PAGES]}
    monkeypatch.setattr(domain_records, "own_address", lambda: OUTSIDE)
    with dns_server(found, monkeypatch):
        yield found


def says(app: MailSetup, name: str, **settings: str) -> str:
    """What one check finds."""
    app.restart(**{"DOMAIN": PUBLIC, "BASE_URL": "https://www.wargames.org", **settings})
    return checks(app.gateway.mail_context.settings, look_up)[name]()


def quoted(texts: list[str]) -> list[str]:
    """As a zone file has them: in strings of at most 255 characters."""
    return [" ".join(f'"{text[at : at + 250]}"' for at in range(0, len(text), 250)) for text in texts]


@pytest.mark.parametrize(
    ("mx", "addresses", "said"),
    [
        (["10 mx.wargames.org."], {"A": HERE}, "comes here, to mx.wargames.org (127.0.0.1)"),
        (["20 backup.org.", "10 mx.wargames.org."], {"A": HERE}, "comes here, to mx.wargames.org (127.0.0.1)"),
        (["10 mx.wargames.org."], {"A": PAGES, "AAAA": "2001:db8::7"}, "goes where the pages are"),
    ],
)
def test_mail_that_comes_here(app: MailSetup, records: Records, mx: list[str], addresses: dict[str, str], said: str) -> None:
    """By the MX of the least number: its address is one of this machine's, or that of the pages."""
    records[PUBLIC, "MX"] = mx
    records.update({("mx.wargames.org", kind): [address] for kind, address in addresses.items()})
    assert said in says(app, "MX")


def test_without_an_mx_the_domain_itself_counts(app: MailSetup, records: Records) -> None:
    """As RFC 5321 has it."""
    records[PUBLIC, "A"] = [HERE]
    assert "comes here, to wargames.org (127.0.0.1)" in says(app, "MX")


@pytest.mark.parametrize(
    ("mx", "said"),
    [
        ([], "has no MX: publish one, like: wargames.org. MX 10 mx.wargames.org."),
        (["0 ."], "takes no mail"),
        (["10 nowhere.org."], "nowhere.org, which has no address"),
        (["10 mx.elsewhere.org."], "goes to mx.elsewhere.org (192.0.2.7), which is not this machine"),
        (["5 mx.elsewhere.org.", "10 mx.wargames.org."], "goes to mx.elsewhere.org (192.0.2.7), which is not this machine"),
    ],
)
def test_mail_that_goes_elsewhere(app: MailSetup, records: Records, mx: list[str], said: str) -> None:
    """Named with what would be right."""
    records["mx.elsewhere.org", "A"], records["mx.wargames.org", "A"] = [ELSEWHERE], [HERE]
    if mx:
        records[PUBLIC, "MX"] = mx
    with pytest.raises(Unhealthy, match=re.escape(said)):
        says(app, "MX")


def test_another_machine_may_hand_mail_on(app: MailSetup, records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it can reach us, or where a router has our public address, nothing is called wrong."""
    records[PUBLIC, "MX"], records["mx.elsewhere.org", "A"] = ["10 mx.elsewhere.org."], [ELSEWHERE]
    assert "must hand it on to this one" in says(app, "MX", LMTP_LISTEN="0.0.0.0:2424")
    monkeypatch.setattr(domain_records, "own_address", lambda: "192.168.1.7")
    assert "must hand it on to this one" in says(app, "MX")
    assert "not by SMTP or LMTP" not in says(app, "MX")
    assert "does not come in by SMTP or LMTP" in says(app, "MX", SMTP_LISTEN="off")
    assert "does not come in by SMTP or LMTP" in says(app, "MX", IMAP="imaps://a:b@imap.wargames.org/INBOX")


def test_who_may_write_in_our_name(app: MailSetup, records: Records) -> None:
    """SPF and DMARC: one record each, which does not let everybody in; what would be right, by the way out."""
    spf, dmarc = (PUBLIC, "TXT"), (f"_dmarc.{PUBLIC}", "TXT")
    with pytest.raises(Unhealthy, match="no SPF records; it needs one, like: v=spf1 mx -all"):
        says(app, "SPF")
    with pytest.raises(Unhealthy, match=r"like: v=spf1 include:"):
        says(app, "SPF", SMTP_SEND="smtp://a:b@relay.org:587")
    with pytest.raises(Unhealthy, match=r"no DMARC records; .*: v=DMARC1; p=none; rua=mailto:op@wargames.org"):
        says(app, "DMARC", POSTMASTER="op@wargames.org")
    records[spf], records[dmarc] = quoted(["google-site=x", "v=spf1 mx -all"]), quoted(["v=DMARC1; p=none"])
    assert says(app, "SPF") == "v=spf1 mx -all" and says(app, "DMARC") == "v=DMARC1; p=none"
    records[spf] = quoted(["v=spf1 a -all", "v=spf1 mx -all"])
    with pytest.raises(Unhealthy, match="2 SPF records"):
        says(app, "SPF")
    records[spf] = quoted(["v=spf1 mx +all"])
    with pytest.raises(Unhealthy, match="lets everybody send"):
        says(app, "SPF")


def test_the_key_we_sign_with_must_be_published(app: MailSetup, records: Records) -> None:
    """DKIM: the key in the DNS fits the private one; another one, or none, is a fault."""
    signs = {"DKIM_SELECTOR": "s2026", "DKIM_KEY": str(DATA / "dkim.pem")}
    records[KEY, "TXT"] = quoted([RECORD])
    assert says(app, "DKIM", **signs).endswith("the DNS has the public key")
    for record in ([], ["v=DKIM1; p="], [RECORD.replace("IDAQAB", "IDAQAA")], ["v=DKIM1; p=!!!"], [RECORD[:80]]):
        records[KEY, "TXT"] = quoted(record)
        with pytest.raises(Unhealthy, match="publish it before you sign"):
            says(app, "DKIM", **signs)


def test_a_dns_that_does_not_answer_is_told(app: MailSetup, records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name that was asked for, and why there was no answer; our records are not called wrong for it."""
    monkeypatch.setattr(domain_records, "DNS_SECONDS", 0.2)
    for domain, why in ((SILENT, "timed out"), (BROKEN, "SERVFAIL")):
        for name, asked in (("MX", domain), ("SPF", domain), ("DMARC", f"_dmarc.{domain}")):
            said = says(app, name, DOMAIN=domain)
            assert said.startswith("not checked: ") and f"{asked} could not be looked up" in said and why in said
