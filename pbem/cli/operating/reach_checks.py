"""What `doctor` asks others: the kernel about time servers, our ways in by SMTP and LMTP, our pages through the proxy."""

from __future__ import annotations

import ctypes
import smtplib
import sys
from contextlib import closing
from datetime import UTC, datetime
from typing import ClassVar
from urllib.request import urlopen

from pbem.app_context import open_app_context
from pbem.gateway.domain_records import is_private
from pbem.settings.settings import PREFIX, Config

PATIENCE = 5.0
MOST_OFF = 2.0
"""Seconds that a clock may be off another one."""
UNSYNCHRONISED = 0x40


class _Timex(ctypes.Structure):
    """`struct timex` of Linux, as far as it is read here."""

    _fields_: ClassVar = [
        ("modes", ctypes.c_uint),
        *((name, ctypes.c_long) for name in ("offset", "freq", "maxerror", "esterror")),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    ]


def time_source(config: Config) -> str:
    """Is the machine's clock right? Deadlines are kept by it."""
    off = _off_the_database(config)
    if off is not None and abs(off) > MOST_OFF:
        raise ValueError(f"this clock is {off:+.1f} s off the database server's: let a time server set both")
    beside = "" if off is None else f"; {abs(off):.1f} s off the database server's"
    error = kernel_error()
    if error is None:
        return f"not checked: no program sets this clock by a time server, as far as the kernel knows{beside}"
    if error > MOST_OFF:
        raise ValueError(f"this clock may be {error:.1f} s off, says the kernel: does the program reach its time servers?")
    return f"set by a time server; at most {error:.3f} s off, says the kernel{beside}"


def kernel_error() -> float | None:
    """How many seconds the clock is off at most; None when nothing sets it by a time server, or the kernel cannot be asked."""
    if not sys.platform.startswith("linux"):
        return None
    now = _Timex()
    ended = ctypes.CDLL(None).adjtimex(ctypes.byref(now))
    return None if ended < 0 or now.status & UNSYNCHRONISED else now.maxerror / 1_000_000


def _off_the_database(config: Config) -> float | None:
    """How far our clock is ahead of the PostgreSQL server's; None with SQLite, which has no clock of its own."""
    if not config.url:
        return None
    database = open_app_context(config).context.database
    with closing(database):
        theirs = database.con.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()[0]
        return datetime.now(UTC).timestamp() - float(theirs)


def taken_by(kind: type[smtplib.SMTP], address: tuple[str, int], domain: str) -> str:
    """What a way in says to a mail for postmaster, which every mail server must take; no mail is sent."""
    with kind(address[0], address[1], timeout=PATIENCE) as connection:
        connection.ehlo_or_helo_if_needed()
        connection.mail("")
        code, said = connection.rcpt(f"postmaster@{domain}")
    if code != 250:
        raise ValueError(f"{address[0]}:{address[1]} refuses postmaster@{domain}: {code} {said.decode('utf-8', 'replace')}")
    return f"{address[0]}:{address[1]} is served, and takes mail for {domain}"


def public_address(config: Config) -> str:
    """Do the pages answer where mails lead, through the proxy that does https?"""
    base = config.mail.base_url
    if base.startswith("https://") and not config.proxies:
        raise ValueError(f"{base} needs a proxy in front of the pages: set {PREFIX}PROXIES=1, or all visitors count as one")
    if is_private(config.mail):
        return f"not asked: {config.mail.domain} is no public name"
    try:
        with urlopen(f"{base}/healthz", timeout=PATIENCE) as answer:  # noqa: S310 (a setting, and it begins with http)
            said = answer.read(100)
    except OSError as e:
        raise ValueError(f"{base}/healthz does not answer from here: {e}; look at the proxy and its certificate") from e
    if said != b"ok\n":
        raise ValueError(f"at {base} somebody else answers: the proxy must lead to {config.web[0]}:{config.web[1]}")
    return f"{base} answers, through {config.proxies} proxies"
