"""What the DNS says of our domain, and what would be right: MX, DKIM, SPF, DMARC (`doctor`)."""

from __future__ import annotations

import base64
import socket
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

import dkim.crypto
from dns.exception import DNSException
from dns.resolver import NXDOMAIN, NoAnswer, resolve

from pbem.gateway.reading.sender_auth import DNS_SECONDS
from pbem.settings.mail_settings import MailSettings

# Names that lead nowhere by themselves (RFC 2606, RFC 6761): there is nothing to be found about them in the DNS.
PRIVATE = ("localhost", "test", "example", "invalid", "local", "internal")
OUTSIDE = "192.0.2.1"
"""An address that is nobody's (RFC 5737): by which of ours would one go there?"""
GUIDE = "see «Names in the DNS» in docs/operators.md"

Lookup = Callable[[str, str], list[str]]
"""The records of a name, of a type (`MX`, `TXT`, `A`, `AAAA`), as text; OSError or DNSException: nobody answered."""


class Unhealthy(ValueError):
    """Something must be mended, and how. `doctor` lists it."""


class _Unanswered(Exception):
    """The DNS does not answer: nothing is known, so nothing is to be mended in our records."""


def checks(settings: MailSettings, lookup: Lookup) -> dict[str, Callable[[], str]]:
    """All of them by name. Each raises `Unhealthy`; where the DNS does not answer it says *not checked*, and why."""
    each = {"MX": _mx, "DKIM": _dkim, "SPF": _spf, "DMARC": _dmarc}
    return {name: partial(_answered, check, settings, lookup) for name, check in each.items()}


def is_private(settings: MailSettings) -> bool:
    """Is our domain one that leads nowhere by itself?"""
    return settings.domain.lower().rpartition(".")[2] in PRIVATE


def look_up(name: str, kind: str) -> list[str]:
    """Records from the DNS. Raises `DNSException` when it gives no answer in time, or says that it cannot."""
    try:
        found = resolve(name, kind, lifetime=DNS_SECONDS)
    except (NXDOMAIN, NoAnswer):
        return []
    if kind == "TXT":
        return [b"".join(record.strings).decode("utf-8", "replace") for record in found]
    return [record.to_text() for record in found]


def _answered(check: Callable[[MailSettings, Lookup], str], settings: MailSettings, lookup: Lookup) -> str:
    try:
        return check(settings, lookup)
    except _Unanswered as e:
        return f"not checked: {e}"


def _records(name: str, kind: str, lookup: Lookup) -> list[str]:
    try:
        return lookup(name, kind)
    except (DNSException, OSError) as e:
        raise _Unanswered(f"{kind} of {name} could not be looked up: {e}") from e


def _texts(name: str, start: str, lookup: Lookup) -> list[str]:
    """The TXT records of a name that begin so."""
    return [text for text in _records(name, "TXT", lookup) if text.replace(" ", "").lower().startswith(start)]


# ---------------------------------------------------------------- where mail goes


def _mx(settings: MailSettings, lookup: Lookup) -> str:
    """Does the world's mail for our domain come to this machine?"""
    listening = [each[0] for each in (settings.smtp_listen, settings.lmtp_listen) if each]
    if is_private(settings):
        return f"{settings.domain} is no public name"
    if settings.imap or not listening:
        return "not checked: mail does not come in by SMTP or LMTP here"
    hosts = _mail_hosts(settings.domain, lookup)
    found = {address for host in hosts for address in _addresses(host, lookup)}
    if not found:
        raise Unhealthy(f"mail for {settings.domain} goes to {', '.join(hosts)}, which has no address: publish one (A, AAAA)")
    where = f"{', '.join(hosts)} ({', '.join(sorted(found))})"
    if any(map(_is_here, found)):
        return f"mail for {settings.domain} comes here, to {where}"
    if found & _addresses(urlsplit(settings.base_url).hostname or "", lookup):
        return f"mail for {settings.domain} goes where the pages are, to {where}"
    if _is_behind_others(listening):
        return f"mail for {settings.domain} goes to {where}: that machine must hand it on to this one"
    raise Unhealthy(
        f"mail for {settings.domain} goes to {where}, which is not this machine, and no other can hand it on to "
        f"{', '.join(listening)}: publish an MX that leads here; {GUIDE}"
    )


def _mail_hosts(domain: str, lookup: Lookup) -> list[str]:
    """Where mail is taken first: the MX of the least number; without any the domain itself (RFC 5321)."""
    found = [(int(number), host) for number, host in map(str.split, _records(domain, "MX", lookup))]
    if found:
        hosts = sorted(host.rstrip(".") for number, host in found if number == min(found)[0])
        if hosts == [""]:
            raise Unhealthy(f"{domain} says that it takes no mail (MX 0 .): publish one that leads here; {GUIDE}")
        return hosts
    if not _addresses(domain, lookup):
        raise Unhealthy(f"{domain} has no MX: publish one, like: {domain}. MX 10 mx.{domain}.")
    return [domain]


def _addresses(host: str, lookup: Lookup) -> set[str]:
    try:
        return {str(ip_address(host))}
    except ValueError:
        return {address for kind in ("A", "AAAA") for address in _records(host, kind, lookup)} if host else set()


def _is_here(address: str) -> bool:
    """Is it an address of this machine? One that is not cannot be listened at."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def _is_behind_others(listening: Iterable[str]) -> bool:
    """May another machine hand mail on: by the network, or because all addresses here are private ones, behind a router's?"""
    return not all(map(_is_loopback, listening)) or not ip_address(own_address()).is_global


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str:
    """The address by which this machine would reach others. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((OUTSIDE, 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


# ---------------------------------------------------------------- who may write in our name


def _dkim(settings: MailSettings, lookup: Lookup) -> str:
    if settings.dkim_key is None:
        if is_private(settings) or not settings.smtp_send.startswith("maildir:"):
            return "our mail is not signed here; your mail server may do it"
        return "off"
    name = f"{settings.dkim_selector}._domainkey.{settings.domain}"
    mine = dkim.crypto.parse_pem_private_key(settings.dkim_key.read_bytes())
    if is_private(settings):
        return f"signs as {name}, which is no public name"
    for record in _texts(name, "", lookup):
        tags = {key.strip(): value for key, _, value in (tag.partition("=") for tag in record.split(";"))}
        public = "".join(tags.get("p", "").split())
        if _fits(public, mine):
            return f"signs as {name}, and the DNS has the public key"
    raise Unhealthy(
        f"the DNS has no key under {name} that fits {settings.dkim_key}: publish it before you sign, like: "
        f"v=DKIM1; k=rsa; p=…; {GUIDE}"
    )


def _fits(public: str, private: Mapping[str, int]) -> bool:
    """Does the key in a DKIM record belong to our private one? One that cannot be read does not."""
    try:
        found = dkim.crypto.parse_public_key(base64.b64decode(public, validate=True))
    except (dkim.crypto.UnparsableKeyError, ValueError):
        return False
    return all(found[part] == private[part] for part in ("modulus", "publicExponent"))


def _spf(settings: MailSettings, lookup: Lookup) -> str:
    if is_private(settings):
        return f"{settings.domain} is no public name"
    found = _texts(settings.domain, "v=spf1", lookup)
    right = "v=spf1 include:… -all, as your relay's manual says" if "@" in settings.smtp_send else "v=spf1 mx -all"
    if len(found) != 1:
        raise Unhealthy(f"{settings.domain} has {len(found) or 'no'} SPF records; it needs one, like: {right}")
    if {"all", "+all"} & set(found[0].lower().split()):
        raise Unhealthy(f"{settings.domain} lets everybody send in its name by «{found[0]}»; right is one like: {right}")
    return found[0]


def _dmarc(settings: MailSettings, lookup: Lookup) -> str:
    if is_private(settings):
        return f"{settings.domain} is no public name"
    found = _texts(f"_dmarc.{settings.domain}", "v=dmarc1", lookup)
    right = f"v=DMARC1; p=none; rua=mailto:{settings.postmaster or 'you@…'}"
    if len(found) != 1:
        raise Unhealthy(
            f"_dmarc.{settings.domain} has {len(found) or 'no'} DMARC records; it needs one, to begin with: {right}"
        )
    return found[0]
