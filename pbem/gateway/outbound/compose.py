"""How a mail of ours is written down. The same facts give the same bytes, so a mail can be made again.

Headers are written here, not by the library: it puts a long subject on a line after its name (mail programs that answer such a
mail begin theirs with a blank), encodes a long Message-ID as if it were a word, and makes longer encoded words than RFC 2047.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import format_datetime
from hashlib import sha256

from pbem.accounts.people import Person
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.mail_parts import LINE, Part, text_part, written
from pbem.service.context import parse_stamp

MAX_SUBJECT = 180
ENCODED = 39
"""Bytes in one encoded word: 52 characters of base64, which with frame and `Subject: ` fit into the 76 of a line."""
SENDER_NAME = "Wardroom"

PLAIN_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Heading:
    """The headers of a mail. `answers` is the Message-ID it is the answer to; `parents` are the mails before it.

    `by_itself`: nobody's mail called for it. `more` are headers of its kind alone, already fit for the wire.
    """

    message_id: str
    to: Person | str
    subject: str
    at: str
    reply_to: str
    stream: str = ""
    parents: tuple[str, ...] = ()
    answers: str = ""
    by_itself: bool = True
    more: Mapping[str, str] = field(default_factory=dict)


def outgoing(signer: AddressSigner, kind: str, heading: Heading, mail: Part | str) -> OutgoingMail:
    """A mail of text alone or of parts, ready to be queued: the return path is its own."""
    to, message_id = heading.to, heading.message_id
    recipient = (to.id or to.address) if isinstance(to, Person) else to
    raw = _finished(signer, heading, text_part(mail) if isinstance(mail, str) else mail)
    return OutgoingMail(message_id, kind, recipient, raw, signer.bounce_code(message_id), heading.stream)


def _finished(signer: AddressSigner, heading: Heading, mail: Part) -> bytes:
    """The whole mail's bytes: our header above its parts."""
    head = "".join(f"{name}: {value}\r\n" for name, value in _head(signer, heading))
    return head.encode("ascii") + written(mail, sha256(heading.message_id.encode()).hexdigest()[:24])


def _head(signer: AddressSigner, heading: Heading) -> Iterator[tuple[str, str]]:
    to = heading.to
    yield "From", mailbox(SENDER_NAME, signer.address)
    yield "To", mailbox(to.name, to.address) if isinstance(to, Person) else to
    yield "Reply-To", heading.reply_to
    yield "Subject", words(one_line(heading.subject)[:MAX_SUBJECT], len("Subject: "))
    yield "Date", format_datetime(parse_stamp(heading.at).replace(microsecond=0))
    yield "Message-ID", heading.message_id
    parents = list(dict.fromkeys([*heading.parents, *([heading.answers] if heading.answers else [])]))
    if parents:
        yield "In-Reply-To", heading.answers or parents[-1]
        yield "References", "\r\n ".join(parents)
    yield "List-Id", f"<{heading.stream or signer.mailbox}.{signer.domain}>"
    yield "Auto-Submitted", "auto-generated" if heading.by_itself else "auto-replied"
    yield "X-Auto-Response-Suppress", "All"
    yield "Precedence", "list"
    yield from heading.more.items()


# ---------------------------------------------------------------- words in a header


def one_line(text: str) -> str:
    """Words on one line: nothing that ends a header, moves a cursor or turns the way of reading."""
    return " ".join("".join(" " if c in TURNING or unicodedata.category(c) in ("Cc", "Cs") else c for c in text).split())


def mailbox(name: str, address: str) -> str:
    """A person as headers write them: `Name <address>`, quoted or encoded as the name demands."""
    clean = one_line(name)
    if not clean:
        return address
    if PLAIN_NAME.fullmatch(clean) and "=?" not in clean:
        shown = clean
    elif clean.isascii() and "=?" not in clean:
        shown = '"{}"'.format(clean.replace("\\", "\\\\").replace('"', '\\"'))
    else:
        shown = "\r\n ".join(_encoded(clean))
    return f"{shown}{' ' if len(shown) + len(address) + 8 <= LINE else chr(13) + chr(10) + ' '}<{address}>"


def words(text: str, before: int) -> str:
    """Words as a header's value, folded; `before` columns of the first line are taken."""
    if text.isascii() and "=?" not in text:
        return _folded(text.split(" "), before)
    return "\r\n ".join(_encoded(text))


def _folded(parts: Iterable[str], before: int) -> str:
    """Blanks become line ends where a line would grow too long; never before the first word."""
    value, column = "", before
    for part in parts:
        if value and column + 1 + len(part) > LINE:
            value, column = f"{value}\r\n {part}", 1 + len(part)
        else:
            value, column = f"{value} {part}" if value else part, column + 1 + len(part)
    return value


def _encoded(text: str) -> Iterator[str]:
    """RFC 2047 words, none of which splits a character."""
    piece = b""
    for c in text:
        raw = c.encode()
        if len(piece) + len(raw) > ENCODED:
            yield f"=?utf-8?b?{base64.b64encode(piece).decode()}?="
            piece = b""
        piece += raw
    yield f"=?utf-8?b?{base64.b64encode(piece).decode()}?="
