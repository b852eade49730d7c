"""Who vouches that a mail is from the address in its From."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import Message

import dkim
import pytest
from dns.exception import Timeout

from pbem.gateway.reading.sender_auth import (
    RewrittenSender,
    SenderVerdict,
    TrustedServer,
    authenticate,
    forged,
    known_list,
    munged,
)

US = "mx.wardroom.example"
LIST = "game17.lists.example"
SERVER = TrustedServer(US, frozenset({LIST}))

# A key of 1024 bits made for these tests; it signs for no real domain.
KEY = b"""-----BEGIN RSA PRIVATE KEY-----
MIICXAIBAAKBgQCqAcKvuJWLMkowpdfcOOKzYKiiBeSAw7pT55dqlSAQklOwY1eI
nn6qBX+OFr2YTrU4DkC5KkDYQyQS7U5eP5UW5U8ccNYZdNSYqSawDwvSCnrtTv/X
DEpbNHZ8uR4Qora32e4rC74nAbGn9ubE8fYkGAoQ2mBbnwE97iaI4N+m2QIDAQAB
AoGAeSXUBMC24ICv2cb08lwfQNCKmxsz4IaaCxyoDC3Escp0lOfWAudfP+23Hhwa
c6TzAsU1Xj48A2ClHk+5XvRUWtjIdFZSAbVuWCD6ak4G3kHCBunOQcVchvKLBuDX
eyptiZx4qNhy4M3YRLJzW+xRpKFbQRDD0IU2j+QKbkjpyuECQQDbpTU2KdVjWOo7
7YnhVD0cu8bNhjTpKDh/vBNY0teY7l2Ne2VAt8xB7l2rP+wgYvExp1oxLJx6Q1Mt
MbE6qhWVAkEAxiVGsR3dnCfLPdDRJWlehraxtJyY2oMPE3uNXmrL7DYSTcBflrXV
m9/pdxkrHBJjSSRf9uSblZ+N1oIW68qzNQJAJDkCpYQQpOms92UdMAPscCiniI1x
fGIdrzMdHbDnzVjCJOsMr7ef/9+How5Pqqemj0HCJgntZFxmAzYGvF4AYQJAHIzU
ccLO4qgtNbv31r8m+pwqYM7Li3ik3HbJ+NfEiEWGP6O/YjTTEYGi3yFGP+Y6Xhia
pzVrYZS62DSoXtM3HQJBANLdzmHidExBaacWL9WUwhB+G+gabrO4VN7SuG3+IhlF
V8RayTKkol5CIg0WMHHR4Nv5NAo10PkkbMjkfQvDGo4=
-----END RSA PRIVATE KEY-----
"""
PUBLIC = (
    "v=DKIM1; k=rsa; p="
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCqAcKvuJWLMkowpdfcOOKzYKiiBeSAw7pT55dqlSAQklOwY1eInn6qBX+OFr2YTrU4DkC5"
    "KkDYQyQS7U5eP5UW5U8ccNYZdNSYqSawDwvSCnrtTv/XDEpbNHZ8uR4Qora32e4rC74nAbGn9ubE8fYkGAoQ2mBbnwE97iaI4N+m2QIDAQAB"
)


def raw(*headers: str, sender: str = "The captain of SR1 <blue@example.org>", body: str = "SR1: ahead 3\n") -> bytes:
    lines = [*headers, f"From: {sender}", "To: orders@wardroom.example", "Subject: Re: Drill", "Message-ID: <m1@example.org>"]
    return ("\r\n".join(lines) + "\r\n\r\n" + body.replace("\n", "\r\n")).encode()


def opened(data: bytes) -> Message:
    return message_from_bytes(data, policy=policy.compat32)


def mail(*headers: str, sender: str = "The captain of SR1 <blue@example.org>") -> Message:
    return opened(raw(*headers, sender=sender))


def results(*clauses: str, by: str = US) -> str:
    return "Authentication-Results: " + "; ".join((by, *clauses))


def verdict(
    *headers: str, server: TrustedServer = SERVER, mail_from: str | None = None, sender: str = "blue@example.org"
) -> SenderVerdict:
    data = raw(*headers, sender=sender)
    return authenticate(data, opened(data), mail_from, server)


# ---------------------------------------------------------------- what our mail server found


@pytest.mark.parametrize(
    "clauses",
    [
        ("dmarc=pass header.from=example.org",),
        ("dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.org",),
        ("spf=fail smtp.mailfrom=lists.example", "dkim=fail", "dmarc=pass (p=none) header.from=example.org"),
        ('dmarc=pass action=none header.from=example.org;compauth=pass reason="100; really"',),
        ("DMARC=Pass header.from=Example.org",),
    ],
)
def test_dmarc_pass(clauses: tuple[str, ...]) -> None:
    """M-10: where our mail server found that the sender's domain vouches for the mail, it is from them."""
    assert verdict(results(*clauses))[::2] == ("pass", "dmarc")


@pytest.mark.parametrize(
    "clause",
    [
        "dmarc=fail (p=reject dis=none) header.from=example.org",
        "dmarc=fail (p=QUARANTINE sp=QUARANTINE dis=QUARANTINE) header.from=example.org",
        "dmarc=fail header.from=example.org policy.dmarc=reject",
        "dmarc=fail policy.published-domain-policy=reject header.from=example.org",
        "dmarc=fail action=oreject header.from=example.org",
        'dmarc=fail reason="SPF not aligned (relaxed), No valid DKIM" header.from=example.org (policy=reject)',
    ],
)
def test_dmarc_fail_where_the_domain_asks_for_rejection(clause: str) -> None:
    """M-10: a mail that the sender's domain disowns is not believed, in whatever way the server writes that."""
    assert verdict(results(clause))[::2] == ("fail", "dmarc")


@pytest.mark.parametrize(
    "clause",
    [
        "dmarc=fail (p=none sp=reject dis=none) header.from=example.org",
        "dmarc=fail header.from=example.org",
        "dmarc=fail action=none header.from=example.org",
    ],
)
def test_dmarc_fail_without_a_policy_is_no_verdict(clause: str) -> None:
    """M-10: a domain that asks for nothing does not hold its senders' mail, nor does a mere signature beside it vouch."""
    assert verdict(results(clause, "dkim=pass header.d=example.org")).result == "none"


@pytest.mark.parametrize(
    ("clauses", "found"),
    [
        (("dkim=pass header.d=example.org",), ("pass", "dkim")),
        (("dkim=pass header.i=@mail.example.org header.s=k1 header.b=Ab/+=",), ("pass", "dkim")),
        (("dmarc=none header.from=example.org", "dkim=pass header.d=example.org"), ("pass", "dkim")),
        (("dkim=fail header.d=example.org", "dkim=pass (2048-bit key) header.d=example.org"), ("pass", "dkim")),
        (("dkim=pass header.d=example.net",), ("none", "")),
        (("dkim=fail header.d=example.org",), ("none", "")),
        (("spf=pass smtp.mailfrom=blue@bounce.example.org",), ("pass", "spf")),
        (("spf=pass smtp.mailfrom=example.org",), ("pass", "spf")),
        (("spf=pass smtp.mailfrom=bounces@example.net",), ("none", "")),
        (("spf=softfail smtp.mailfrom=example.org",), ("none", "")),
        (("none",), ("none", "")),
        (("dmarc=temperror header.from=example.org", "spf=pass smtp.mailfrom=example.org"), ("pass", "spf")),
    ],
)
def test_without_dmarc_whoever_is_of_the_senders_domain_vouches(clauses: tuple[str, ...], found: tuple[str, str]) -> None:
    """M-10: a signature or a server of the sender's own organisation vouches for them, of others not."""
    assert verdict(results(*clauses))[::2] == found


def test_a_public_suffix_is_no_organisation() -> None:
    """M-10: two domains that share only a public suffix do not vouch for each other."""
    assert verdict(results("dkim=pass header.d=red.co.uk"), sender="blue@blue.co.uk").result == "none"
    assert verdict(results("dkim=pass header.d=blue.co.uk"), sender="blue@mail.blue.co.uk").result == "pass"


def test_the_envelope_stands_in_for_what_spf_did_not_name() -> None:
    """M-10: a server that does not say whose server it checked means the envelope's sender."""
    assert verdict(results("spf=pass"), mail_from="<blue@example.org>").method == "spf"
    assert verdict(results("spf=pass"), mail_from="x@example.net").result == "none"
    assert verdict(results("spf=pass"), mail_from="").result == "none"


@pytest.mark.parametrize("result", ["pass", "fail (p=reject)"])
def test_a_from_that_can_be_read_in_two_ways_is_believed_in_neither(result: str) -> None:
    """M-10: where our server read another From than we do, its answer is not about our sender, and nothing honest did that."""
    assert verdict(results(f"dmarc={result} header.from=example.net")).result == "fail"
    assert verdict(results("dmarc=none header.from=example.net")).result == "none"
    assert verdict(results("dmarc=pass header.from=mail.example.org")).result == "none"


@pytest.mark.parametrize("sender", ["blue@example.org, red@example.net", "", "blue", "(" * 3000])
def test_a_from_without_a_single_sender_is_no_verdict(sender: str) -> None:
    """M-10: nobody can vouch for nobody, or for two."""
    assert verdict(results("dmarc=pass header.from=example.org"), sender=sender).result == "none"


# ---------------------------------------------------------------- forged headers


@pytest.mark.parametrize("by", ["mx.example.net", f"{US}.example.net", f"not-{US}", '"mx.example.net; wardroom"', ""])
def test_results_of_others_do_not_count(by: str) -> None:
    """M-9: only results under our own mail server's name count; all others are named as ignored."""
    message = mail(results("dmarc=pass header.from=example.org", by=by))
    assert verdict(results("dmarc=pass header.from=example.org", by=by)).result == "none"
    assert len(forged(message, SERVER)) == 1


def test_our_name_is_compared_without_case_and_version() -> None:
    """M-9: a name is the same in any case, and a version may follow it."""
    assert verdict(results("dmarc=pass header.from=example.org", by=f"{US.upper()} 1")).result == "pass"


def test_the_topmost_header_of_our_name_counts() -> None:
    """M-9: a header that came with the mail is below the one that our mail server has added, and is ignored."""
    headers = (
        results("dmarc=fail (p=reject) header.from=example.org"),
        "Received: from mx.example.net by mx.wardroom.example",
        results("dmarc=pass header.from=example.org"),
        results("dkim=pass header.d=example.org", by="mx.example.net"),
    )
    assert verdict(*headers).result == "fail"
    assert forged(mail(*headers), SERVER) == (US, "mx.example.net")


def test_results_in_several_headers_of_ours_count_together() -> None:
    """M-9: a server that writes one header for each check is understood."""
    headers = (results("dmarc=none header.from=example.org"), results("dkim=pass header.d=example.org"))
    assert verdict(*headers)[::2] == ("pass", "dkim")
    assert forged(mail(*headers), SERVER) == ()


def test_without_a_name_for_our_server_no_header_counts() -> None:
    """M-9: as long as we do not know how our mail server calls itself, nobody's results are believed."""
    headers = (results("dmarc=pass header.from=example.org"),)
    assert verdict(*headers, server=TrustedServer()).result == "none"
    assert forged(mail(*headers), TrustedServer()) == (US,)


def test_words_in_comments_and_quotes_are_no_results() -> None:
    """M-9: what a sender can bring into our mail server's own header, as a comment or in quotes, is no result."""
    assert verdict(results("spf=fail (a; dmarc=pass header.from=example.org) smtp.mailfrom=x")).result == "none"
    assert verdict(results('spf=fail smtp.mailfrom="a; dmarc=pass ;"@x.example')).result == "none"
    assert verdict(results("dmarc=fail (p=reject) header.from=example.org", "spf=fail (p=none)")).result == "fail"


def test_a_bracket_that_nothing_opened_hides_no_result() -> None:
    """M-9: what stands behind it still counts."""
    assert verdict(results("spf=pass ) smtp.mailfrom=x", "dmarc=fail (p=reject) header.from=example.org")).result == "fail"


@pytest.mark.parametrize(
    "broken", ["dkim", "=;=;=", "dkim=", "dmarc/pass", '"', "((((" * 1000, ";" * 5000, "a.b=c " * 1000, "dkim=pass header.d=\\"]
)
def test_broken_results_take_no_others_with_them(broken: str) -> None:
    """M-9: a finding that cannot be read counts for nothing, and those before it still count."""
    assert verdict(results("dmarc=pass header.from=example.org", broken)).result == "pass"
    assert verdict(results(broken)).result == "none"


# ---------------------------------------------------------------- lists


def test_a_known_list_may_break_signatures() -> None:
    """M-11: a mail that a list of ours has passed on under its own signature is not disowned for the footer it got there."""
    broken = ("dkim=fail header.d=example.org", "dmarc=fail (p=reject) header.from=example.org")
    by_list = ("dkim=pass header.d=lists.example", *broken)
    assert verdict(results(*broken)).result == "fail"
    assert verdict(results(*by_list), f"List-Id: Game 17 <{LIST}>").result == "none"
    assert verdict(results(*broken), f"List-Id: Game 17 <{LIST}>").result == "fail", "anybody can write a List-Id"
    assert verdict(results(*by_list), "List-Id: <other.lists.example>").result == "fail"


def test_a_list_is_known_by_its_id_or_its_address() -> None:
    """M-11: List-Id and List-Post both name a list."""
    by_address = TrustedServer(US, frozenset({"Game17@lists.example"}))
    assert known_list(mail(f"List-Id: Game 17 <{LIST.upper()}>"), SERVER) == LIST
    assert known_list(mail("List-Post: <mailto:game17@lists.example>"), by_address) == "game17@lists.example"
    assert known_list(mail("List-Post: NO"), by_address) == ""
    assert known_list(mail(), SERVER) == ""


@pytest.mark.parametrize(
    ("header", "sender"),
    [
        ("X-Original-From: The captain of SR1 <Blue@example.org>", "blue@example.org"),
        ("X-Original-Sender: blue@example.org", "blue@example.org"),
        ("Reply-To: Game 17 <game17@lists.example>, blue@example.org", "blue@example.org"),
        ("Reply-To: game17@lists.example", ""),
        ("Reply-To: blue@example.org, red@example.net", ""),
        ("Subject: none", ""),
    ],
)
def test_a_from_that_a_list_has_rewritten(header: str, sender: str) -> None:
    """M-11: where a list of ours has put its own address into From, the sender is found in what it says beside that."""
    message = mail(
        f"List-Id: <{LIST}>",
        "List-Post: <mailto:game17@lists.example>",
        header,
        sender='"The captain of SR1 via Game 17" <game17@lists.example>',
    )
    assert munged(message, SERVER) == RewrittenSender(LIST, sender)


@pytest.mark.parametrize(
    ("list_id", "sender"),
    [
        (LIST, "blue@example.org"),
        (LIST, "Blue via Game 17 <blue@example.org>"),
        (LIST, "The list's owner <owner@lists.example>"),
        ("other.lists.example", "Blue via Other <other@lists.example>"),
    ],
)
def test_a_from_that_no_list_of_ours_has_rewritten(list_id: str, sender: str) -> None:
    """M-11: the sender's own address, and the doings of lists that we do not know, are left as they are."""
    message = mail(f"List-Id: <{list_id}>", "Reply-To: red@example.net", sender=sender)
    assert munged(message, SERVER) is None


# ---------------------------------------------------------------- checks of our own


def signed(domain: str = "example.org", data: bytes | None = None, **options: bool) -> bytes:
    data = data or raw()
    return dkim.sign(data, b"k1", domain.encode(), KEY, include_headers=[b"from", b"subject"], **options) + data


def names(**more: str) -> TrustedServer:
    """A server that checks for itself, in a world with these TXT records; example.org asks for rejection."""
    known = {f"k1._domainkey.{each}": PUBLIC for each in ("example.org", "mail.example.org", "example.net")}
    known |= {"_dmarc.example.org": "v=DMARC1; p=reject"} | {name.replace("__", "."): text for name, text in more.items()}
    return TrustedServer(resolver=lambda name: [known[name]] if known.get(name) else [])


def checked(data: bytes, server: TrustedServer) -> str:
    return authenticate(data, opened(data), "blue@example.org", server).result


def test_our_own_check_finds_a_good_signature() -> None:
    """M-10: without a server that checks, a signature of the sender's domain is verified here, and vouches for them."""
    assert checked(signed(), names()) == "pass"
    assert checked(signed("mail.example.org"), names()) == "pass"


def test_our_own_check_finds_a_good_signature_behind_another() -> None:
    """M-10: it is enough that one of several signatures is good."""
    assert checked(signed("example.net", signed()), names()) == "pass"


def test_our_own_check_disowns_what_a_strict_domain_has_not_signed() -> None:
    """M-10: a domain that asks for rejection is obeyed when the mail has no good signature of its own."""
    changed = signed().replace(b"SR1: ahead 3", b"SR1: ahead 4")
    assert checked(raw(), names()) == "fail"
    assert checked(changed, names()) == "fail"
    assert checked(signed("example.net"), names()) == "fail"
    assert checked(signed(length=True), names()) == "fail", "a signature that leaves the end of the mail open"


def test_our_own_check_without_policy() -> None:
    """M-10: where the domain asks for nothing, a missing signature is no verdict and a good one vouches."""
    for policy_text in ("", "v=DMARC1; p=none", "something else"):
        server = names(_dmarc__example__org=policy_text)
        assert checked(raw(), server) == "none"
        assert checked(signed(), server) == "pass"


def test_our_own_check_obeys_strict_alignment_and_subdomain_policy() -> None:
    """M-10: a domain may ask that only its very own signature counts, and may ask otherwise for what is below it."""
    strict = names(_dmarc__example__org="v=DMARC1; p=reject; adkim=s; sp=none")
    below = raw(sender="blue@mail.example.org")
    assert checked(signed("mail.example.org"), strict) == "fail"
    assert checked(below, strict) == "none"
    assert checked(below, names()) == "fail"


def test_our_own_check_holds_nothing_against_a_mail_while_the_dns_is_silent() -> None:
    """M-10: when keys or policies cannot be looked up, a mail is neither believed nor disowned."""

    def silent(name: str) -> list[str]:
        raise Timeout(f"no answer for {name}")

    assert checked(signed(), TrustedServer(resolver=silent)) == "none"


@pytest.mark.parametrize(
    "header", ["DKIM-Signature: v=1", "DKIM-Signature: " + " \r\n " * 3000, "DKIM-Signature: v=1; a=rsa-sha256; d=\xff"]
)
def test_our_own_check_reads_broken_signatures(header: str) -> None:
    """M-10: a broken signature is none."""
    assert checked(raw(header), names()) == "fail"


def test_nothing_checks_senders() -> None:
    """M-10: a service without such a server and without DNS says so, and leaves it to the address that was used."""
    found = verdict(server=TrustedServer())
    assert found == SenderVerdict("none", "nothing here checks senders", "")
