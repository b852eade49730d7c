"""The settings of mail: the ways in and out, who vouches for senders, how much is taken and sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

PREFIX = "WARDROOM_"
DOMAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,186}[A-Za-z0-9])?")
MAILBOX = re.compile(r"[a-z0-9](?:[a-z0-9_.-]{0,18}[a-z0-9])?")
ADDRESS = re.compile(r"[^\s@<>,]{1,64}@[^\s@<>,]{1,190}")
SELECTOR = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,60}[A-Za-z0-9])?")
SHORTEST_SECRET = 16
NAMES = (
    *("SMTP_LISTEN", "LMTP_LISTEN", "IMAP", "IMAP_DONE", "MAILDIR", "MAILS_AN_HOUR"),
    *("SMTP_SEND", "PACE", "DKIM_SELECTOR", "DKIM_KEY"),
    *("DOMAIN", "MAILBOX", "BASE_URL", "POSTMASTER", "AUTHSERV_ID", "CHECK_SENDERS", "LISTS"),
)

Address = tuple[str, int]


class BadConfig(ValueError):
    """A setting cannot be used: which, what is wrong and what would be right. The command prints it."""


@dataclass(frozen=True)
class ImapAccount:
    """A mailbox to fetch from. `done` is the folder that what was taken in is moved to ("": it stays, marked as seen)."""

    host: str
    port: int
    user: str
    password: str
    tls: bool
    folder: str
    done: str


@dataclass(frozen=True)
class MailSettings:
    """What the gateway is made of; empty text and None switch a part off.

    `smtp_send` is host:port, smtp://USER:PASSWORD@HOST:PORT, smtps://… or maildir:FOLDER. `authserv_id` is what our own border
    signs its Authentication-Results with; `check_senders`: we look DKIM and DMARC up ourselves. `pace` is mails a minute to
    one domain. `secret_before` still counts in addresses given out earlier.
    """

    smtp_listen: Address | None
    lmtp_listen: Address | None
    imap: ImapAccount | None
    maildir: Path | None
    smtp_send: str
    domain: str
    mailbox: str
    base_url: str
    secret_before: bytes
    postmaster: str
    authserv_id: str
    check_senders: bool
    lists: frozenset[str]
    mails_an_hour: int
    pace: int
    dkim_selector: str
    dkim_key: Path | None


def read_mail_settings(found: Mapping[str, str], data: Path, web: Address) -> MailSettings:
    """The settings of mail, from names without their prefix. Raises `BadConfig`."""
    selector, key = found.get("DKIM_SELECTOR", ""), found.get("DKIM_KEY", "")
    if bool(selector) != bool(key):
        raise BadConfig(f"{PREFIX}DKIM_SELECTOR and {PREFIX}DKIM_KEY belong together: set both, or neither")
    smtp_listen = found.get("SMTP_LISTEN", "127.0.0.1:2525")
    return MailSettings(
        smtp_listen=None if smtp_listen == "off" else address("SMTP_LISTEN", smtp_listen),
        lmtp_listen=address("LMTP_LISTEN", found["LMTP_LISTEN"]) if "LMTP_LISTEN" in found else None,
        imap=_imap(found["IMAP"], found.get("IMAP_DONE", "")) if "IMAP" in found else None,
        maildir=Path(found["MAILDIR"]).expanduser() if "MAILDIR" in found else None,
        smtp_send=_way_out(found.get("SMTP_SEND", f"maildir:{data / 'mail'}")),
        domain=_shaped("DOMAIN", found.get("DOMAIN", "wardroom.localhost"), DOMAIN, "a domain, like wargames.example"),
        mailbox=_shaped("MAILBOX", found.get("MAILBOX", "orders"), MAILBOX, "the part before the @, at most 20 small letters"),
        base_url=_base_url(found.get("BASE_URL", ""), web),
        secret_before=_secret_before(found.get("SECRET_BEFORE", "")),
        postmaster=_optional("POSTMASTER", found, ADDRESS, "a mail address").lower(),
        authserv_id=_optional("AUTHSERV_ID", found, DOMAIN, "a host's name, as in Authentication-Results").lower(),
        check_senders=_check(found.get("CHECK_SENDERS", "off")),
        lists=_lists(found.get("LISTS", "")),
        mails_an_hour=_count("MAILS_AN_HOUR", found.get("MAILS_AN_HOUR", "30")),
        pace=_count("PACE", found.get("PACE", "60")),
        dkim_selector=_optional("DKIM_SELECTOR", found, SELECTOR, "a selector, like wardroom2026"),
        dkim_key=_key(key) if key else None,
    )


def address(name: str, text: str) -> Address:
    """`host:port` as a pair. Raises `BadConfig`."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not re.fullmatch("[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        raise BadConfig(f"{PREFIX}{name}={text!r} is no address; write host:port, like 127.0.0.1:8025")
    return host.strip("[]"), int(port)


def number(name: str, text: str, low: float, high: float, what: str, kind: Callable[[str], float] = float) -> float:
    """A number within bounds, both allowed. Raises `BadConfig`."""
    try:
        value = kind(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise BadConfig(f"{PREFIX}{name}={text!r} must be {what}, {low:g} to {high:g}")
    return value


def _shaped(name: str, text: str, shape: re.Pattern[str], what: str) -> str:
    if not shape.fullmatch(text):
        raise BadConfig(f"{PREFIX}{name}={text!r} is not {what}")
    return text


def _optional(name: str, found: Mapping[str, str], shape: re.Pattern[str], what: str) -> str:
    return _shaped(name, found[name], shape, what) if name in found else ""


def _count(name: str, text: str) -> int:
    return int(number(name, text, 1, 1_000_000, "a whole number", int))


def _check(text: str) -> bool:
    if text not in ("off", "dns"):
        raise BadConfig(f"{PREFIX}CHECK_SENDERS={text!r} must be off, or dns (we look DKIM and DMARC up ourselves)")
    return text == "dns"


def _lists(text: str) -> frozenset[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    return frozenset(_shaped("LISTS", name, ADDRESS, "a list's address; separate several by commas").lower() for name in names)


def _secret_before(text: str) -> bytes:
    if text and len(text) < SHORTEST_SECRET:
        raise BadConfig(f"{PREFIX}SECRET_BEFORE is too short for a secret of ours")
    return text.encode()


def _key(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_file():
        raise BadConfig(f"{PREFIX}DKIM_KEY={text!r} is no file; it names the private key in PEM form")
    return path


def _base_url(text: str, web: Address) -> str:
    given = text.rstrip("/") or f"http://{web[0]}:{web[1]}"
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BadConfig(f"{PREFIX}BASE_URL={text!r} must be the address of our pages, like https://wargames.example")
    return given


def _way_out(text: str) -> str:
    if text.startswith("maildir:"):
        if text == "maildir:":
            raise BadConfig(f"{PREFIX}SMTP_SEND=maildir: needs a folder, like maildir:data/mail")
    elif text.startswith(("smtp://", "smtps://")):
        _server("SMTP_SEND", text)
    else:
        address("SMTP_SEND", text)
    return text


def _server(name: str, text: str) -> SplitResult:
    """A mail server written as an URL. The message of a fault does not repeat it: it holds a password."""
    parts = urlsplit(text)
    try:
        if parts.hostname and (parts.port is None or parts.port > 0):
            return parts
    except ValueError:
        pass
    raise BadConfig(f"{PREFIX}{name} is no server; write {parts.scheme}://USER:PASSWORD@HOST:PORT")


def _imap(text: str, done: str) -> ImapAccount:
    if not text.startswith(("imap://", "imaps://")):
        raise BadConfig(f"{PREFIX}IMAP must be imaps://USER:PASSWORD@HOST:PORT/FOLDER (or imap:// on loopback)")
    parts = _server("IMAP", text)
    if not parts.username or parts.password is None:
        raise BadConfig(f"{PREFIX}IMAP needs a user and a password; write %40 for an @ in them")
    tls = parts.scheme == "imaps"
    return ImapAccount(
        host=str(parts.hostname),
        port=parts.port or (993 if tls else 143),
        user=unquote(parts.username),
        password=unquote(parts.password),
        tls=tls,
        folder=unquote(parts.path.strip("/")) or "INBOX",
        done=done,
    )
