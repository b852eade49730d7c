"""A mail as the bytes that go over the wire."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Iterable
from email.header import Header
from hashlib import sha256

from tests.gateway.clients.model import ClientMail, Draft

PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
Part = tuple[list[str], bytes]


def sealed(draft: Draft, mail: ClientMail, threading: str) -> bytes:
    """The whole mail."""
    head = [f"{name}: {value}" for name, value in [*_envelope(draft, threading), *mail.headers]]
    lines, body = _body(draft, mail)
    raw = "\r\n".join([*head, "MIME-Version: 1.0", *lines]).encode("ascii") + b"\r\n\r\n" + body
    return raw if raw.endswith(b"\r\n") else raw + b"\r\n"


def _envelope(draft: Draft, threading: str) -> list[tuple[str, str]]:
    """Who, what, and in answer to which mail."""
    original, tongue, shape = draft.original, draft.tongue, draft.shape
    token = sha256(f"{shape} {draft.pieces}".encode()).hexdigest()[:20]
    named = Header(tongue.name, "us-ascii" if tongue.name.isascii() else "utf-8", header_name="From").encode()
    fresh = shape.place == "fresh"
    subject = "orders" if fresh else f"{tongue.re} {original.subject}"
    rows = [
        ("From", f"{named} <{original.reader}>"),
        ("To", f"<{original.reply_to}>"),
        ("Subject", Header(subject, "us-ascii" if subject.isascii() else "utf-8", header_name="Subject").encode()),
        ("Message-ID", f"<{token}@mail.example.org>"),
        ("Date", "Sun, 22 Nov 2026 12:34:56 +0100"),
    ]
    return rows if fresh else rows + _thread(original.references, original.message_id, threading)


def _thread(references: str, answered: str, threading: str) -> list[tuple[str, str]]:
    ids = [*references.split(), answered]
    if threading == "reply-only":
        return [("In-Reply-To", answered)]
    return [("In-Reply-To", answered), ("References", (",\r\n " if threading == "commas" else "\r\n ").join(ids))]


def _body(draft: Draft, mail: ClientMail) -> Part:
    """The part of the whole body: its header lines and its content."""
    shape = draft.shape
    mark = mail.boundary
    text = leaf(mail.text, "plain", shape.charset, shape.encoding, mail.params)
    page = leaf(mail.page, "html", shape.charset, shape.encoding) if mail.page else text
    if shape.form == "text":
        whole = joined("mixed", f"{mark}m", [text, picture()]) if shape.picture else text
    elif shape.form == "html":
        whole = joined("related", f"{mark}r", [page, picture()]) if shape.picture else page
    elif shape.picture and mail.picture_outside:
        whole = joined("related", f"{mark}r", [joined("alternative", mark, [text, page]), picture()])
    else:
        inner = joined("related", f"{mark}r", [page, picture()]) if shape.picture else page
        whole = joined("alternative", mark, [text, inner])
    return joined("mixed", f"{mark}f", [whole, leaf(mail.footer, "plain", "us-ascii", "7bit")]) if mail.footer else whole


def leaf(text: str, subtype: str, charset: str, encoding: str, params: str = "") -> Part:
    """A part of text. Where the charset lacks a sign, HTML has its number and text is UTF-8; where 7bit won't do, it isn't."""
    charset, content = _encoded(text, subtype, charset)
    encoding = _fitting(content, charset, encoding)
    shown = f'"{charset}"' if subtype == "html" else charset
    head = [f"Content-Type: text/{subtype}; charset={shown}{params}"]
    if encoding != "7bit" or subtype == "html":
        head.append(f"Content-Transfer-Encoding: {encoding}")
    if encoding == "base64":
        return head, base64.encodebytes(content.replace(b"\r\n", b"\n") if charset == "utf-16" else content)
    if encoding == "quoted-printable":
        return head, _crlf(quopri.encodestring(content.replace(b"\r\n", b"\n")))
    return head, content


def _encoded(text: str, subtype: str, charset: str) -> tuple[str, bytes]:
    lines = text.replace("\n", "\r\n")
    if subtype == "html":
        return charset, lines.encode(charset, "xmlcharrefreplace")
    try:
        return charset, lines.encode(charset)
    except UnicodeEncodeError:
        return "utf-8", lines.encode("utf-8")


def _fitting(content: bytes, charset: str, encoding: str) -> str:
    if charset == "utf-16":
        return "base64"
    long = any(len(line) > 990 for line in content.split(b"\r\n"))
    if encoding == "7bit" and (long or not content.isascii()):
        return "quoted-printable"
    return "quoted-printable" if encoding == "8bit" and long else encoding


def _crlf(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def picture() -> Part:
    """A small picture that the HTML may show."""
    head = [
        'Content-Type: image/png; name="image001.png"',
        "Content-Transfer-Encoding: base64",
        "Content-ID: <image001.png@01DC5B6E.7A2F0C10>",
        'Content-Disposition: inline; filename="image001.png"',
    ]
    return head, base64.encodebytes(PICTURE)


def joined(kind: str, mark: str, parts: Iterable[Part]) -> Part:
    """A multipart."""
    pieces = [f"--{mark}\r\n".encode() + "\r\n".join(head).encode() + b"\r\n\r\n" + body for head, body in parts]
    return [f'Content-Type: multipart/{kind}; boundary="{mark}"'], b"\r\n".join([*pieces, f"--{mark}--\r\n".encode()])
