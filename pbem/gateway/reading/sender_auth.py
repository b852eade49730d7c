"""Who vouches that a mail is from the address in its From.

Our mail server, which is in front of us, checks SPF, DKIM and DMARC and notes what it found in an Authentication-Results
header under its own name (RFC 8601). It must put that header above all others, and should remove those headers that came with
the mail under its name. Without such a server we can check DKIM and DMARC ourselves, but not SPF: who connected is unknown
here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from email.message import Message
from functools import lru_cache
from typing import NamedTuple

from pbem.gateway.reading.classify import addresses
from pbem.gateway.reading.headers import sender

PASS, FAIL, NONE = "pass", "fail", "none"
STRICT = ("reject", "quarantine")
MAX_HEADER = 8000
MAX_HEADERS = 20
MAX_SIGNATURES = 5
DNS_SECONDS = 5.0
# OpenDMARC and Google write the policy in a comment, Microsoft as an action of its own, others as a property.
POLICY = re.compile(r"\b(?:p|policy|dmarc|published-domain-policy|action)\s?=\s?o?(none|quarantine|reject)\b", re.I)

log = logging.getLogger(__name__)

Resolver = Callable[[str], list[str]]


class TrustedServer(NamedTuple):
    """What we know of the mail server in front of us.

    `authserv_id`: its name in Authentication-Results, "" if it writes none. `lists`: the lists (List-Id or address) that may
    pass on players' mail. `resolver`: gives the TXT records of a name, for checks of our own; None: no checks.
    """

    authserv_id: str = ""
    lists: frozenset[str] = frozenset()
    resolver: Resolver | None = None

    @property
    def checks(self) -> bool:
        """Does anyone here check senders?"""
        return bool(self.authserv_id or self.resolver)


class SenderVerdict(NamedTuple):
    """`result`: pass, fail or none; `method`: dmarc, dkim, spf or "", by which it was found; `why` in words."""

    result: str
    why: str
    method: str


class RewrittenSender(NamedTuple):
    """A mail whose From a list has rewritten; `sender`: whose it was, as the list tells ("" if it does not)."""

    list: str
    sender: str


class AuthFinding(NamedTuple):
    """One finding of our mail server: `dkim=pass header.d=example.org`."""

    method: str
    result: str
    properties: dict[str, str]
    policy: str


class AuthFacts(NamedTuple):
    """What is known of a mail: DMARC's result and policy, who signed it, and whose server sent it."""

    dmarc: str
    policy: str
    signed: tuple[str, ...]
    sent_by: str


def authenticate(raw: bytes, message: Message, mail_from: str | None, server: TrustedServer) -> SenderVerdict:
    """Is the mail from the address in its From? `mail_from` is the envelope's sender, None if unknown."""
    domain = _domain(sender(message))
    if not domain:
        return SenderVerdict(NONE, "its From names no single sender", "")
    if server.authserv_id:
        checked = _checked(message, server)[0]
        if not checked:
            return SenderVerdict(NONE, "our mail server has not checked it", "")
        if other := _read_otherwise(checked, domain):
            return SenderVerdict(FAIL, f"our mail server read another sender in it, of {other[:100]}", "dmarc")
        facts = _facts(checked, domain, mail_from or "")
    elif server.resolver:
        facts = _own_checks(raw, domain, server.resolver)
    else:
        return SenderVerdict(NONE, "nothing here checks senders", "")
    verdict = _judge(facts, domain)
    passed_on = known_list(message, server)
    if verdict.result == FAIL and passed_on and any(_aligned(each, passed_on) for each in (*facts.signed, facts.sent_by)):
        return SenderVerdict(NONE, f"the list {passed_on} has passed it on, and so changed it", verdict.method)
    return verdict


def forged(message: Message, server: TrustedServer) -> tuple[str, ...]:
    """The names under which Authentication-Results came that do not count, as the header spells them."""
    return _checked(message, server)[1]


def known_list(message: Message, server: TrustedServer) -> str:
    """Which list of ours the mail says that it came through; "" if none. Anybody can write such a header."""
    list_id = str(message.get("List-Id", ""))[:MAX_HEADER].rpartition("<")[2].partition(">")[0].strip().casefold()
    known = {each.casefold() for each in server.lists}
    return next((each for each in (list_id, _posts_to(message)) if each in known), "")


def munged(message: Message, server: TrustedServer) -> RewrittenSender | None:
    """Has a list of ours put its own address into From («A via List»), and whose mail does it say that it was?

    What it says is a claim, as List-Id is: good to find out to whom the mail may belong, never to believe that it does.
    """
    passed_on, written = known_list(message, server), sender(message)
    rewritten = written in (passed_on, _posts_to(message)) or " via " in str(message.get("From", ""))[:MAX_HEADER]
    if not passed_on or not written or not rewritten or not _aligned(_domain(written), passed_on):
        return None
    for name in ("X-Original-From", "X-Original-Sender", "Reply-To"):
        others = {each for each in addresses(message, name) if each not in (written, passed_on)}
        if len(others) == 1:
            return RewrittenSender(passed_on, others.pop())
    return RewrittenSender(passed_on, "")


def txt_records(name: str) -> list[str]:
    """The TXT records of a name, from the DNS. Raises `DNSException` when it gives no answer in time."""
    from dns.resolver import NXDOMAIN, NoAnswer, NoNameservers, resolve

    try:
        found = resolve(name, "TXT", lifetime=DNS_SECONDS)
    except (NXDOMAIN, NoAnswer, NoNameservers):
        return []
    return [b"".join(record.strings).decode("utf-8", "replace") for record in found]


# ---------------------------------------------------------------- deciding


def _judge(facts: AuthFacts, domain: str) -> SenderVerdict:
    """DMARC decides where it has an answer; else whoever signed or sent it counts when they are of the sender's domain."""
    if facts.dmarc == PASS:
        return SenderVerdict(PASS, f"{domain} vouches for it (DMARC)", "dmarc")
    if facts.dmarc == FAIL:
        if facts.policy in STRICT:
            return SenderVerdict(FAIL, f"{domain} does not vouch for it, and asks that such mail is not believed", "dmarc")
        return SenderVerdict(NONE, f"{domain} does not vouch for it, and says nothing against it", "dmarc")
    for signer in facts.signed:
        if _aligned(signer, domain):
            return SenderVerdict(PASS, f"{signer} has signed it", "dkim")
    if facts.sent_by and _aligned(facts.sent_by, domain):
        return SenderVerdict(PASS, f"a server of {facts.sent_by} sent it", "spf")
    return SenderVerdict(NONE, f"nobody vouches for {domain}", "")


def _aligned(one: str, other: str) -> bool:
    """Do both names belong to one organisation?"""
    return bool(one and other) and _organisation(one.rpartition("@")[2]) == _organisation(other.rpartition("@")[2])


@lru_cache(maxsize=4096)
def _organisation(domain: str) -> str:
    from authheaders.dmarc_lookup import get_org_domain

    return str(get_org_domain(domain.lower().strip(".")))


# ---------------------------------------------------------------- what our mail server found


def _checked(message: Message, server: TrustedServer) -> tuple[list[AuthFinding], tuple[str, ...]]:
    """Its findings, and the names of headers that do not count.

    Of several headers under its name the topmost counts for each method: what came with the mail is below it.
    """
    found: list[AuthFinding] = []
    ignored: list[str] = []
    for header in message.get_all("Authentication-Results", [])[:MAX_HEADERS]:
        value = " ".join(str(header)[:MAX_HEADER].split())
        name = (value.partition(";")[0].split() or [""])[0]
        if not server.authserv_id or name.lower() != server.authserv_id.lower():
            ignored.append(name[:100])
            continue
        known = {each.method for each in found}
        told = list(_clauses(value))
        found.extend(each for each in told if each.method not in known)
        if any(each.method in known for each in told):
            ignored.append(name[:100])
    return found, tuple(ignored)


def _clauses(value: str) -> Iterator[AuthFinding]:
    """The findings of one header. One that cannot be read takes no other with it."""
    import authres

    for clause, comments in _split(value)[1:]:
        try:
            header = authres.all_features().parse_value(f"server; {clause}")
        except authres.AuthResError:
            continue
        policy = POLICY.search(f"{comments} {clause}")
        for each in header.results:
            properties = {f"{p.type}.{p.name}": str(p.value or "").lower() for p in reversed(each.properties)}
            yield AuthFinding(each.method, each.result, properties, policy[1].lower() if policy else "")


def _split(value: str) -> list[tuple[str, str]]:
    """The clauses between semicolons, each as its text without comments, and its comments."""
    clauses: list[tuple[list[str], list[str]]] = [([], [])]
    depth, quoted, escaped = 0, False, False
    for c in value:
        text, comments = clauses[-1]
        if escaped or c == "\\":
            escaped = not escaped
        elif c == '"' and not depth:
            quoted = not quoted
        elif not quoted and c in "()":
            depth = max(0, depth + (1 if c == "(" else -1))
            (comments if depth else text).append(" ")
            continue
        elif c == ";" and not quoted and not depth:
            clauses.append(([], []))
            continue
        (comments if depth else text).append(c)
    return [("".join(text).strip(), "".join(comments)) for text, comments in clauses]


def _read_otherwise(checked: list[AuthFinding], domain: str) -> str:
    """The domain of the sender that our mail server judged, when it is none of ours: a From written to be read in two ways."""
    judged = (each for each in checked if each.method == "dmarc" and each.result in (PASS, FAIL))
    named = (each.properties.get("header.from", "") for each in judged)
    return next((name for name in named if name and not _aligned(name, domain)), "")


def _facts(checked: list[AuthFinding], domain: str, mail_from: str) -> AuthFacts:
    dmarc, policy, sent_by = "", "", ""
    signed: list[str] = []
    for each in checked:
        # A result for another From than the one that we read says nothing of ours.
        if each.method == "dmarc" and each.properties.get("header.from", domain) == domain:
            dmarc, policy = each.result, each.policy
        elif each.method == "dkim" and each.result == PASS:
            signed.append(each.properties.get("header.d") or each.properties.get("header.i", "").rpartition("@")[2])
        elif each.method == "spf" and each.result == PASS and not sent_by:
            sent_by = (each.properties.get("smtp.mailfrom") or mail_from.strip("<> ").lower()).rpartition("@")[2]
    return AuthFacts(dmarc, policy, tuple(filter(None, signed)), sent_by)


# ---------------------------------------------------------------- checks of our own


def _own_checks(raw: bytes, domain: str, resolver: Resolver) -> AuthFacts:
    """DKIM and DMARC by the DNS. While the DNS gives no answer, nothing counts against a mail."""
    from authheaders.dmarc_lookup import DMARCException, receiver_record
    from dns.exception import DNSException

    try:
        signed = tuple(_signers(raw, resolver))
        record, organisation = receiver_record(domain, dnsfunc=lambda name: _only(resolver(name), "v=DMARC1"))
    except (DMARCException, DNSException, OSError) as e:
        log.info("a sender's domain could not be looked up: %s", type(e).__name__)
        return AuthFacts("temperror", "", (), "")
    if not record or "p" not in record:
        return AuthFacts("none", "", signed, "")
    policy = record.get("sp", record["p"]) if organisation else record["p"]
    exact = record.get("adkim") == "s"
    vouched = any(each == domain if exact else _aligned(each, domain) for each in signed)
    return AuthFacts(PASS if vouched else FAIL, policy, signed, "")


def _signers(raw: bytes, resolver: Resolver) -> Iterator[str]:
    """The domains whose signatures hold, and cover the whole mail."""
    import dkim

    def key(name: bytes, timeout: int = 0) -> bytes:
        return _only(resolver(name.decode("ascii", "replace").rstrip(".")), "").encode()

    for number in range(MAX_SIGNATURES):
        try:
            mail = dkim.DKIM(raw)
            headers = [value for name, value in mail.headers if name.lower() == b"dkim-signature"]
            if number >= len(headers):
                return
            if len(headers[number]) <= MAX_HEADER and mail.verify(number, dnsfunc=key) and b"l" not in mail.signature_fields:
                yield mail.domain.decode("ascii", "replace").lower()
        except (dkim.DKIMException, ArithmeticError, LookupError, TypeError, ValueError) as e:
            log.debug("signature %d does not hold: %s", number, e)


def _only(records: list[str], start: str) -> str:
    """The record that begins so; "" when there is none, or more than one."""
    fitting = [each for each in records if each.startswith(start)]
    return fitting[0] if len(fitting) == 1 else ""


# ---------------------------------------------------------------- addresses


def _posts_to(message: Message) -> str:
    """The address of the list, by List-Post."""
    told = re.search(r"mailto:([^>?\s]{3,254})", str(message.get("List-Post", ""))[:MAX_HEADER], re.I)
    return told[1].casefold() if told else ""


def _domain(address: str) -> str:
    return address.rpartition("@")[2].strip(".") if "@" in address else ""
