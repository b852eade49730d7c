"""Real mails, and what may happen to their bytes: mutations for tests that hold whatever a mail is made of."""

from __future__ import annotations

import base64
import encodings.aliases
import re
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

CODECS = sorted(
    {*encodings.aliases.aliases.values(), "undefined", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf-7"}
    | {"hex", "rot13", "uu", "zlib", "utf-8-sig", "mbcs", "oem", "unknown-8bit", "x-unknown", "binary", "aliases", "utf-8*en"}
)
"""Every codec of Python, those that make no text, and names of none."""
LABELS = [*(name.encode() for name in CODECS), b"", b"\0", b"ut\0f-8", b"\xfc", b"a" * 300, b'"', b"'", b"''", b"=?utf-8?q?x?="]
NOISE = [
    b"\0",
    b"\xff",
    b"\xfc\xe9\xdf",
    b"\x80" * 70,
    b"\xed\xa0\x80",
    b"\xc3",
    b"\xe2\x80\xae",
    b"\x0b\x0c\x1c\x85",
    b"(" * 90,
    *(b"\r", b"\n", b"\r\n\r\n", b"+2AA-", b"\x1b$B", b"~{", b"=", b"=C3=\r\n", b"=?", b"\\ud800", b"--b\r\n", b"--b--\r\n"),
]
ENCODINGS = [b"base64", b"quoted-printable", b"x-uuencode", b"uue", b"8bit", b"7bit", b"binary", b"\xfc", b"base64\0", b""]
MACHINES = [b"text/calendar; method=REPLY", b"multipart/report", b"message/delivery-status"]
TYPES = [
    b"text/plain",
    b"text/html",
    b"multipart/mixed; boundary=b",
    b"x",
    b"/",
    b"\xff/\xff",
    b"message/rfc822",
    b"message/global",
    b"multipart/alternative; boundary*=idna''b",
    b"multipart/mixed; boundary*0=b; boundary=c",
    b"multipart/digest; boundary=b",
    b"multipart/mixed; boundary*b=b",
    b"multipart/mixed; boundary*99999=b",
    b"application/pkcs7-mime",
    b"application/octet-stream; name*=undefined''b.txt",
]
PLACED = [
    b"inline; filename=",
    b"attachment; filename=",
    b"attachment; filename*=",
    b"attachment; filename*0*=undefined''",
    b"\xff",
]
FILES = [b"orders.txt", b"winmail.dat", b"smime.p7m", b"\xfc.txt", b"=?punycode?b?gICA?=.txt", b"=?\xfc?q?b?="]
DATES = [b"Thu, 01 Jan 1970 00:00:00 +9999", b"Mon, 32 Feb 99999999 25:61:61 -0000", b"Sat, 1 Jan 2026 12:00 +\xb2\xb3", b"0"]
DATES += [b"1 1 1 1:1:1 " + b"9" * 5000, b"\0", b"Thu, 01 Jan 2026 12:00:00 +1399", b"Thu,01Jan2026 12.0.0 -2400", b"-1", b"+"]
VALUES = [b"", b" ", b"\xfc\xff", b"<>", b"<<<>>>", b'"', b"(" * 200, b",;:" * 50, b"\0", b"a@b, c@d", b"x" * 5000, b"@" * 500]
VALUES += [
    b"=?undefined?q?x?=",
    b"=?utf-8?b?!!!=?=",
    b"=?hex?q?x?= <blue@example.org>",
    b"=?\xfc?b?eA==?=",
    b"=?utf-7?q?+2AA-?=",
    b"=?idna?q?=FF?=",
]
QUIET = [b"Subject", b"To", b"Cc", b"In-Reply-To", b"References", b"Message-ID", b"MIME-Version", b"X-Mailer", b"Received"]
QUIET += [b"Content-ID", b"Content-Language", b"Reply-To", b"DKIM-Signature", b"Authentication-Results", b"ARC-Seal"]
LOUD = [
    b"From",
    b"Sender",
    b"Return-Path",
    b"Auto-Submitted",
    b"Precedence",
    b"List-Id",
    b"List-Post",
    b"X-Loop",
    b"X-Ack",
    b"\xfc",
]
LOUD += [
    b"X-Failed-Recipients",
    b"X-Auto-Response-Suppress",
    b"Delivered-To",
    b"X-Original-From",
    b"X-BeenThere",
    b"\xfc",
    b"X-Apple-Action",
]
FOUND = [b"mx.example; " + value for value in (*VALUES, b"dmarc=pass header.from=example.org", b"dkim=pass header.d=\xfc")]
FOUND += [
    b"mx.example; spf=pass smtp.mailfrom=@\0; dmarc=fail (p=reject) header.from=\xff.org",
    b"mx.example 1; dkim=(((",
    b"mx.example;;",
]
SIGNED = [
    b"v=1; a=rsa-sha256; d=example.org; s=\xfc; h=from; bh=x; b=x",
    b"v=1; a=ed25519-sha256; d=; s=; h=; bh=; b=",
    b"v=1",
    b"=;",
]
SIGNED += [
    b"v=1",
    b"=;",
    b"v=1; a=rsa-sha256; c=x/y; d=example.org; s=k; l=99999999999999999999; t=-1; x=z; h=from:from; bh=eA==; b=eA==",
]
CONTENT_TYPE = re.compile(rb"(?im)^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*")
HEAD_END = re.compile(rb"\r?\n\r?\n")


@dataclass(frozen=True, repr=False)
class Mutation:
    """What is done to a mail; `name` and `given` are for whoever reads a failure."""

    name: str
    given: tuple[object, ...]
    do: Callable[[bytes], bytes]

    def __repr__(self) -> str:
        return f"{self.name}{self.given}"[:300]


def mutated(raw: bytes, mutations: list[Mutation]) -> bytes:
    """All of them, one after the other."""
    for mutation in mutations:
        raw = mutation.do(raw)
    return raw


# ---------------------------------------------------------------- what may be done


def _split(raw: bytes) -> tuple[bytes, bytes]:
    found = HEAD_END.search(raw)
    return (raw[: found.start()], raw[found.end() :]) if found else (raw, b"")


def _without(head: bytes, names: tuple[bytes, ...]) -> bytes:
    """The header without some of its lines, their continuations too."""
    kept, dropped = [], False
    for line in head.split(b"\r\n"):
        dropped = dropped if line[:1] in (b" ", b"\t") else line.partition(b":")[0].lower() in names
        kept += [] if dropped else [line]
    return b"\r\n".join(kept)


def _header(name: bytes, value: bytes, first: bool) -> Mutation:
    """A header more, which may be the second of its name."""
    line = name + b": " + value.replace(b"\n", b"") + b"\r\n"

    def do(raw: bytes) -> bytes:
        head, body = _split(raw)
        return line + raw if first else head + b"\r\n" + line + b"\r\n" + body

    return Mutation("header", (name, value, first), do)


def _label(which: int, form: str, label: bytes) -> Mutation:
    """Another charset for one of the parts, in one of the ways to write it."""

    def do(raw: bytes) -> bytes:
        found = list(CONTENT_TYPE.finditer(raw))
        if not found:
            return b"Content-Type: text/plain; " + form.encode() + label + b"\r\n" + raw
        at = found[which % len(found)].end()
        plain = re.sub(rb"(?i)charset", b"x-charset", raw[:at].rpartition(b"ontent-")[2])
        return raw[:at].rpartition(b"ontent-")[0] + b"ontent-" + plain + b"; " + form.encode() + label + raw[at:]

    return Mutation("label", (which, form, label), do)


def _coded(encoding: bytes, really: bool) -> Mutation:
    """Another transfer encoding, honestly or not."""

    def do(raw: bytes) -> bytes:
        head, body = _split(raw)
        head = _without(head, (b"content-transfer-encoding",))
        body = base64.encodebytes(body) if really and encoding.startswith(b"base64") else body
        return head + b"\r\nContent-Transfer-Encoding: " + encoding + b"\r\n\r\n" + body

    return Mutation("coded", (encoding, really), do)


def _put(at: float, noise: bytes, times: int, headers_too: bool) -> Mutation:
    """Bytes put in somewhere."""

    def do(raw: bytes) -> bytes:
        first = 0 if headers_too else len(raw) - len(_split(raw)[1])
        place = first + int(at * (len(raw) - first))
        return raw[:place] + noise * times + raw[place:]

    return Mutation("put", (at, noise, times, headers_too), do)


def _cut(at: float, size: int, headers_too: bool, twice: bool) -> Mutation:
    """Some bytes gone, or there twice."""

    def do(raw: bytes) -> bytes:
        first = 0 if headers_too else len(raw) - len(_split(raw)[1])
        place = first + int(at * (len(raw) - first))
        return raw[: place + size] + raw[place:] if twice else raw[:place] + raw[place + size :]

    return Mutation("cut", (at, size, headers_too, twice), do)


def _part(kind: bytes, disposition: bytes, name: bytes, label: bytes, content: bytes, depth: int) -> Mutation:
    """Something attached, in so many multiparts, or a mail in so many mails."""

    def do(raw: bytes) -> bytes:
        head, body = _split(raw)
        old = b"\r\n".join(found[0] for found in CONTENT_TYPE.finditer(head)) or b"Content-Type: text/plain"
        attached = b"Content-Type: " + kind + b"; charset*=" + label + b"\r\nContent-Disposition: " + disposition + name
        inside = b"--b\r\n" + old + b"\r\n\r\n" + body + b"\r\n--b\r\n" + attached + b"\r\n\r\n" + content + b"\r\n--b--\r\n"
        for level in range(depth):
            mark, below = b"b%d" % level, b"b%d" % (level - 1) if level else b"b"
            kind_below = b"\r\nContent-Type: multipart/mixed; boundary=" + below
            inside = b"--" + mark + kind_below + b"\r\n\r\n" + inside + b"--" + mark + b"--\r\n"
        outer = b"b%d" % (depth - 1) if depth else b"b"
        bare = _without(head, (b"content-type", b"content-transfer-encoding"))
        return bare + b"\r\nContent-Type: multipart/mixed; boundary=" + outer + b"\r\n\r\n" + inside

    return Mutation("part", (kind, disposition, name, label, content, depth), do)


def _typed(kind: bytes) -> Mutation:
    """Another type for the whole."""

    def do(raw: bytes) -> bytes:
        head, body = _split(raw)
        return _without(head, (b"content-type",)) + b"\r\nContent-Type: " + kind + b"\r\n\r\n" + body

    return Mutation("typed", (kind,), do)


def _many(name: bytes, value: bytes, times: int) -> Mutation:
    """So many headers."""
    lines = (name + b": " + value + b"\r\n") * times
    return Mutation("many", (name, value, times), lambda raw: lines + raw)


def _dated(date: bytes) -> Mutation:
    def do(raw: bytes) -> bytes:
        head, body = _split(raw)
        return _without(head, (b"date",)) + b"\r\nDate: " + date + b"\r\n\r\n" + body

    return Mutation("dated", (date,), do)


def _enclosed(times: int, kind: bytes) -> Mutation:
    """The mail as an attachment of a mail, so many times."""

    def do(raw: bytes) -> bytes:
        head, _ = _split(raw)
        bare = _without(head, (b"content-type", b"content-transfer-encoding"))
        for _ in range(times):
            raw = b"Content-Type: " + kind + b"\r\n\r\n" + raw
        return bare + b"\r\n" + raw

    return Mutation("enclosed", (times, kind), do)


def coded_multipart(inside: bytes) -> bytes:
    """A multipart that names no boundary, and hides its parts in base64."""
    parts = b"--c\r\nContent-Type: text/plain\r\n\r\nB1: move 3\r\n--c\r\n" + inside + b"\r\n--c--\r\n"
    return b"Content-Type: multipart/mixed\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(parts)


# ---------------------------------------------------------------- which of it

NAMES = [
    "charset=",
    "charset*=",
    "charset*=utf-8''",
    "charset*0*=",
    'charset*1="',
    "charset = ",
    "CHARSET*0=",
    "x; charset*=x'",
]
MAILS = [b"message/rfc822", b"message/global", b"message/x"]


def _encoded(label: bytes) -> bytes:
    """Encoded words of this label, around bytes that few charsets have."""
    return b"=?" + label + b"?b?gIH/AA==?= =?" + label + b"?q?=FFx?= <blue@example.org>"


labels = st.sampled_from(LABELS)
noise = st.one_of(st.sampled_from(NOISE), st.binary(min_size=1, max_size=12))
values = st.one_of(st.sampled_from(VALUES), st.builds(_encoded, labels))
places = st.floats(0, 1)

_words = st.one_of(
    st.builds(_label, st.integers(0, 5), st.sampled_from(NAMES), labels),
    st.builds(_coded, st.sampled_from(ENCODINGS), st.booleans()),
    st.builds(_put, places, noise, st.sampled_from([1, 1, 2, 40, 3000]), st.just(False)),
    st.builds(_cut, places, st.integers(1, 400), st.just(False), st.booleans()),
    st.builds(
        _part,
        st.sampled_from(TYPES),
        st.sampled_from(PLACED),
        st.sampled_from(FILES),
        labels,
        noise,
        st.sampled_from([0, 0, 1, 3, 9, 40]),
    ),
    st.builds(_dated, st.sampled_from(DATES)),
    st.builds(_header, st.sampled_from(QUIET), values, st.booleans()),
    st.builds(_many, st.sampled_from(QUIET), values, st.sampled_from([2, 30, 1000])),
)
_anything = st.one_of(
    _words,
    st.builds(_typed, st.sampled_from(TYPES + MACHINES)),
    st.builds(_enclosed, st.sampled_from([1, 2, 12, 300]), st.sampled_from(MAILS)),
    st.builds(_header, st.sampled_from(LOUD), values, st.booleans()),
    st.builds(_header, st.just(b"Authentication-Results"), st.sampled_from(FOUND), st.just(True)),
    st.builds(_header, st.just(b"DKIM-Signature"), st.sampled_from(SIGNED), st.booleans()),
    st.builds(_put, places, noise, st.sampled_from([1, 2, 40]), st.just(True)),
    st.builds(_cut, places, st.integers(1, 400), st.just(True), st.booleans()),
)

words_changed = st.lists(_words, min_size=1, max_size=5)
"""What leaves the sender and the marks of a machine as they were: such a mail is still a person's, and must be answered."""
anything_changed = st.lists(_anything, min_size=1, max_size=6)
"""What may leave nothing as it was."""
