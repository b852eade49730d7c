"""From the bytes of a mail's part to its text: transfer encodings and charsets, as they are labelled and as they really are."""

from __future__ import annotations

import codecs
import re
from binascii import a2b_base64
from copy import copy
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

# What a label means in practice: most of these name an older charset than the one that mail programs write under it.
MEANT = {
    "iso-8859-1": "windows-1252",
    "iso8859-1": "windows-1252",
    "latin1": "windows-1252",
    "latin-1": "windows-1252",
    "iso-8859-9": "windows-1254",
    "iso-8859-11": "windows-874",
    "tis-620": "windows-874",
    "iso-8859-8-i": "iso-8859-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "x-gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "big5": "big5hkscs",
    "x-big5": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "ksc5601": "cp949",
    "euc-kr": "cp949",
    "x-windows-949": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "sjis": "cp932",
    "windows-31j": "cp932",
    "x-euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-2022-jp-ms": "iso2022_jp_ext",
    "cp50220": "iso2022_jp_ext",
    "unicode-1-1-utf-7": "utf-7",
    "unicode-1-1-utf-8": "utf-8",
    "x-utf-8": "utf-8",
    "utf-8mb4": "utf-8",
    "unicode": "utf-16",
    "windows-874": "cp874",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
    "ansi": "windows-1252",
}
MARKED = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Charsets of more than one byte a character: a text in one of them may, if it is short, be right UTF-8 by chance.
WIDE = frozenset({"gb18030", "big5hkscs", "cp949", "cp932", "euc_jp"})
# Charsets that write other letters in ASCII signs: only the label tells.
ESCAPED = frozenset({"utf-7", "iso2022_jp_ext", "iso2022_jp", "iso2022_jp_2", "iso2022_kr", "hz"})
# Python's own, which no mail is written in: one makes no text, some read a text otherwise than it was written, and to decode
# the longest mail takes hours in another.
PYTHONS = frozenset({"undefined", "idna", "punycode", "unicode-escape", "raw-unicode-escape"})
SURE = 3  # letters beyond ASCII that are right UTF-8: by then it is no chance
TOLERATED = 50  # one broken byte in so many does not make a text something else
META_CHARSET = re.compile(rb"""<meta[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})""", re.I)
BASE64_LINE = re.compile(rb"[A-Za-z0-9+/=]*")
NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
ASCII = bytes(range(128))


def text_of(part: Message, payload: bytes) -> str:
    """The text that the part's bytes mean, with `\\n` newlines and without NUL. Never raises."""
    declared = declared_of(part)
    if not declared and part.get_content_subtype() == "html":
        found = META_CHARSET.search(payload[:4096])
        declared = found[1].decode("ascii") if found else ""
    return decoded(payload, declared)


def declared_of(part: Message) -> str:
    """The charset label, also one written the way of RFC 2231; "" when there is none."""
    label = part.get_param("charset", "")
    return label[2] if isinstance(label, tuple) else label or ""


def decoded(payload: bytes, declared: str = "") -> str:
    """The text in the charset it seems to be in: its mark, its label, UTF-8, windows-1252, a guess, latin-1."""
    # UTF-7 can write halves of characters, which no table could hold.
    text = _decoded(payload, _codec(declared)).encode("utf-8", "replace").decode()
    return text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(payload: bytes, codec: str) -> str:
    mark = next((name for signs, name in MARKED if payload.startswith(signs)), "")
    if codec.startswith(("utf-16", "utf-32")) and b"\0" not in payload:
        codec = ""  # such text is full of zero bytes
    names = [mark, codec, "utf-8"] if codec in ESCAPED or not _is_utf8(payload, codec) else [mark, "utf-8"]
    for name in names:
        text = _strict(payload, name)
        if text is not None:
            return text
    for name in ("utf-8", codec):
        text = payload.decode(name, "replace") if name and name not in ESCAPED else ""
        if text and _few_broken(text, payload):
            return text
    text = _strict(payload, "windows-1252")
    return _guessed(payload) if text is None else text


def _codec(label: str) -> str:
    """The codec for a label; "" when the label is none, unknown or says nothing (ASCII)."""
    name = label.strip().strip("\"'").split(";")[0].strip().strip("\"'").lower()
    name = MEANT.get(name, name)
    try:
        found = codecs.lookup(name)
        b"0".decode(name, "replace")  # some codecs make no text
    except (LookupError, ValueError):
        return ""
    known = found.name
    return "" if known in ("ascii", "utf-8") or known in PYTHONS else name if name in WIDE | ESCAPED else known


def _strict(payload: bytes, name: str) -> str | None:
    try:
        return payload.decode(name) if name else None
    except ValueError:
        return None


def _is_utf8(payload: bytes, codec: str) -> bool:
    """Whether the bytes are UTF-8 whatever the label says."""
    text = _strict(payload, "utf-8")
    if text is None or text.isascii() or codec.startswith(("utf-16", "utf-32")):
        return False
    return codec not in WIDE or len(payload) - len(text) >= SURE * 2 or _strict(payload, codec) is None


def _few_broken(text: str, payload: bytes) -> bool:
    """Whether a decoding that had to leave out bytes is still right for the rest; there must be a rest beyond ASCII."""
    broken = text.count("\ufffd")
    letters = len(payload.translate(None, ASCII)) - broken
    return broken * TOLERATED <= len(text) + TOLERATED and letters >= broken * SURE


def _guessed(payload: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(payload[:65536]).best()
    text = _strict(payload, best.encoding) if best else None
    return payload.decode("latin-1") if text is None else text


def header_text(value: str) -> str:
    """A header's value on one line, its encoded words (RFC 2047) undone, as far as that can be done. Never raises."""
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        pieces = [(value, None)]
    # The label of a word may name a language behind a star.
    text = [decoded(piece, (label or "").partition("*")[0]) if isinstance(piece, bytes) else piece for piece, label in pieces]
    return " ".join("".join(text).split())


# ---------------------------------------------------------------- transfer encodings


def payload_of(part: Message) -> bytes:
    """The part's bytes, its transfer encoding undone as far as that can be done."""
    if str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64":
        return _base64(_raw(part))
    try:
        payload = part.get_payload(decode=True)
    except ValueError:  # a broken uuencoding
        return _raw(part)
    return payload if isinstance(payload, bytes) else b""


def _raw(part: Message) -> bytes:
    """The bytes as they came. The library, asked for them as text, decodes them by their label, which may say anything."""
    bare = copy(part)
    del bare["Content-Transfer-Encoding"]
    payload = bare.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _base64(raw: bytes) -> bytes:
    """Base64, and the plain text that mailing lists write below it; all of it is plain when the label is wrong."""
    lines = raw.split(b"\n")
    worded = any(b" " in line.strip() for line in lines)
    end = next((n for n, line in enumerate(lines) if worded and not BASE64_LINE.fullmatch(line.strip())), len(lines))
    coded = NOT_BASE64.sub(b"", b"".join(lines[:end]))
    if worded and (not coded or len(coded) % 4):
        return raw
    rest = b"\n".join(lines[end:])
    return _unbase64(coded) + (b"\n" + rest if rest.strip() else b"")


def _unbase64(coded: bytes) -> bytes:
    """Decoded piece by piece: each `=` ends one, and the last may have been cut off."""
    pieces = []
    for piece in coded.split(b"="):
        whole = piece[:-1] if len(piece) % 4 == 1 else piece
        pieces.append(a2b_base64(whole + b"=" * (-len(whole) % 4)))
    return b"".join(pieces)
