"""Do mail and forums work from end to end? Each check tries one part, and says what it found, or what to do (`doctor`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pbem.gateway import domain_records
from pbem.gateway.domain_records import Lookup, Unhealthy, is_private
from pbem.gateway.forums.places import Place
from pbem.gateway.forums.port import ForumError
from pbem.gateway.gateway import Gateway
from pbem.gateway.inbound.imap import ImapSource
from pbem.gateway.outbound.transports import MaildirTree, Smtp, transport
from pbem.gateway.reading.headers import parse
from pbem.gateway.reading.sender_auth import forged
from pbem.settings.mail_settings import MailSettings

LOOKED_AT = 50
HealthCheck = Callable[[], str]


def checks(gateway: Gateway, lookup: Lookup) -> dict[str, HealthCheck]:
    """All checks of mail and forums by name. Each raises `Unhealthy`, or OSError with what the other side said."""
    settings = gateway.mail_context.settings
    found: dict[str, HealthCheck] = {"way out": lambda: _sending(settings)}
    if settings.imap:
        found["imap"] = lambda: _imap(gateway)
    if settings.maildir:
        found["maildir"] = lambda: _maildir(settings.maildir)
    found["border"] = lambda: _sender_checks(gateway)
    found["links"] = lambda: _links(settings)
    found["postmaster"] = lambda: _postmaster(settings)
    found |= domain_records.checks(settings, lookup)
    found["mailboxes"] = lambda: _mailboxes(gateway)
    for place in gateway.forums.places.all():
        found[f"forum {place.name}"] = partial(_forum, gateway, place)
    return found


# ---------------------------------------------------------------- ways in and out


def _sending(settings: MailSettings) -> str:
    tried = transport(settings.smtp_send)
    if isinstance(tried, MaildirTree):
        tried.path.mkdir(parents=True, exist_ok=True)
        return f"into {tried.path}, to be read on this machine"
    if not isinstance(tried, Smtp):
        raise Unhealthy(f"{tried!r} cannot be tried")
    return tried.probe()


def _imap(gateway: Gateway) -> str:
    account = gateway.mail_context.settings.imap
    if account is None:
        return "off"
    return ImapSource(account, gateway.signer, gateway.inbox, lambda: None).probe()


def _maildir(folder: Path | None) -> str:
    if folder is None:
        return "off"
    if not (folder / "new").is_dir():
        raise Unhealthy(f"{folder} is no Maildir: it has no folder `new`")
    return f"{folder}, {len(list((folder / 'new').iterdir()))} mails wait"


def _forum(gateway: Gateway, place: Place) -> str:
    """Are we known at a place where games are posted, and may we post there?"""
    try:
        return gateway.forums.places.open(place).probe(place.part)
    except ForumError as e:
        raise Unhealthy(f"{e}; see docs/forums.md") from e


# ---------------------------------------------------------------- who vouches for senders


def _sender_checks(gateway: Gateway) -> str:
    """Does our mail server really write its findings into the mails that reach us?"""
    settings, server = gateway.mail_context.settings, gateway.mail_context.server
    if not settings.authserv_id:
        if settings.check_senders:
            return "no border; DKIM and DMARC are looked up here"
        return "nobody checks senders: an order address alone is believed (set AUTHSERV_ID, or CHECK_SENDERS=dns)"
    mails = [parse(kept.raw) for kept in gateway.tables.last(LOOKED_AT) if kept.raw]
    if not mails:
        return f"{settings.authserv_id}; no mail has come yet to see its findings in"
    signed = sum(
        any(_server(str(line)) == settings.authserv_id for line in mail.get_all("Authentication-Results", [])) for mail in mails
    )
    others = sorted({name for mail in mails for name in forged(mail, server)})
    if not signed:
        seen = f"; they carry those of {', '.join(others)}" if others else ""
        raise Unhealthy(
            f"none of the last {len(mails)} mails carries Authentication-Results of {settings.authserv_id}{seen}: "
            "see «The border» in docs/operators.md"
        )
    return f"{signed} of the last {len(mails)} mails carry the findings of {settings.authserv_id}"


def _server(line: str) -> str:
    """Who wrote an Authentication-Results header."""
    return line.partition(";")[0].split()[0].lower() if line.partition(";")[0].split() else ""


# ---------------------------------------------------------------- who we are


def _links(settings: MailSettings) -> str:
    if not is_private(settings) and not settings.base_url.startswith("https://"):
        raise Unhealthy(f"links in our mails lead to {settings.base_url}; mail programs want https: set BASE_URL")
    return settings.base_url


def _postmaster(settings: MailSettings) -> str:
    if settings.postmaster:
        return settings.postmaster
    if is_private(settings):
        return "nobody is told of bounces and given-up mail"
    raise Unhealthy("set POSTMASTER: somebody must be told of bounces, and postmaster@ must be read (RFC 5321)")


def _mailboxes(gateway: Gateway) -> str:
    """Players to whom no mail goes, and orders that wait for a word."""
    stopped = gateway.mail_context.mailboxes.stopped()
    held = gateway.mail_context.quarantine.waiting()
    if stopped:
        raise Unhealthy(
            f"mail to {', '.join(each.person for each in stopped)} is stopped: see `person list`, then `person resume`"
        )
    return f"all are mailed; {len(held)} mails wait for their players' word"
