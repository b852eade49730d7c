"""From bytes to text: labels that are wrong, unknown or missing, and encodings that are broken."""

from __future__ import annotations

import base64
import quopri

import pytest

from pbem.gateway.extract.parts.charsets import decoded, payload_of, text_of
from pbem.gateway.reading.headers import parse

RUSSIAN = "Поворот налево, затем огонь"
JAPANESE = "左に曲がって、それから撃て"
CHINESE = "左转然后开火，速度五"
KOREAN = "왼쪽으로 돌고 발사하라"
FRENCH = "Dès l’été, cap à l’est – «feu»"


def part(body: bytes, kind: str = "text/plain", encoding: str = "8bit") -> str:
    """The text of a mail of one part."""
    message = parse(f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode() + body)
    return text_of(message, payload_of(message))


RIGHT = [
    ("utf-8", "utf-8", RUSSIAN),
    ('"utf-8;"', "utf-8", RUSSIAN),
    ("'UTF-8'", "utf-8", RUSSIAN),
    ("utf8", "utf-8", JAPANESE),
    ("koi8-r", "koi8-r", RUSSIAN),
    ("windows-1251", "windows-1251", RUSSIAN),
    ("iso-8859-5", "iso-8859-5", RUSSIAN),
    ("shift_jis", "shift_jis", JAPANESE),
    ("x-sjis", "cp932", "①" + JAPANESE),
    ("iso-2022-jp", "iso-2022-jp", JAPANESE),
    ("euc-jp", "euc-jp", JAPANESE),
    ("gb2312", "gb2312", CHINESE),
    ("gb2312", "gbk", "轉彎" + CHINESE),
    ("gb18030", "gb18030", CHINESE),
    ("hz-gb-2312", "hz", CHINESE),
    ("big5", "big5", "左轉然後開火"),
    ("ks_c_5601-1987", "cp949", KOREAN),
    ("euc-kr", "cp949", "뷁" + KOREAN),
    ("windows-1252", "windows-1252", FRENCH),
    ("iso-8859-1", "windows-1252", FRENCH),
    ("iso-8859-15", "iso-8859-15", "50 € à l'est"),
    ("iso-8859-9", "windows-1254", "sağa dön – ateş"),
    ("iso-8859-8-i", "iso-8859-8", "פנה שמאלה"),
    ("utf-16", "utf-16", RUSSIAN),
    ("utf-16le", "utf-16le", RUSSIAN),
    ("unicode-1-1-utf-7", "utf-7", FRENCH),
    ("macintosh", "mac_roman", "à l'est"),
]


@pytest.mark.parametrize(("label", "codec", "text"), RIGHT)
def test_labels_as_mail_programs_mean_them(label: str, codec: str, text: str) -> None:
    """M-36: the label, with what it has come to stand for."""
    assert decoded(text.encode(codec), label) == text


ODD = ["iso-2022-jp", "unicode-1-1-utf-7", "utf-16", "default", "no such charset", "utf-8\0", "hex", "8bit", "*", "utf-16; x=y"]


@pytest.mark.parametrize(
    "label",
    ["", "us-ascii", "x-unknown", "unknown-8bit", "big5", "gb2312", "shift_jis", "euc-kr", "iso-8859-1", "koi8-r", *ODD],
)
@pytest.mark.parametrize("text", [RUSSIAN, JAPANESE, FRENCH, "B1: move 3 + 2"])
def test_utf_8_under_a_wrong_label(label: str, text: str) -> None:
    """M-36: what can only be UTF-8 is UTF-8, whatever the label says, and without one."""
    assert decoded(text.encode(), label) == text


@pytest.mark.parametrize("label", ["", "us-ascii", "x-unknown", "utf-8", "iso-2022-jp"])
def test_western_bytes_under_a_wrong_label(label: str) -> None:
    """M-36: next to UTF-8 it is most often windows-1252."""
    assert decoded(FRENCH.encode("windows-1252"), label) == FRENCH


@pytest.mark.parametrize(("codec", "text"), [("utf-8", RUSSIAN), ("cp932", JAPANESE), ("gb18030", CHINESE)])
def test_a_broken_byte_does_not_spoil_the_rest(codec: str, text: str) -> None:
    """M-36: a long text with one wrong byte is still read as what it is."""
    payload = (text * 20).encode(codec) + b" \xff" + b" end"
    assert decoded(payload, codec).startswith(text * 20)


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("label", ["", "iso-8859-1", "utf-8"])
def test_a_byte_order_mark_is_believed(codec: str, label: str) -> None:
    """M-36: before any label, and it is not part of the text."""
    assert decoded(FRENCH.encode(codec), label) == FRENCH


def test_bytes_that_are_no_text() -> None:
    """M-36: something comes out for all of them, in the order of the bytes."""
    for payload in (bytes(range(256)), b"\x81\x8d\x8f B1: move 3", b"\xff\xfe", b"", b"\x1b$B"):
        assert isinstance(decoded(payload, "nonsense"), str)
    assert "B1: move 3" in decoded(b"\x81\x8d\x8f B1: move 3")


def test_newlines_and_zero_bytes() -> None:
    """M-35: one kind of newline; zero bytes go."""
    assert decoded(b"a\r\nb\rc\nd\0e") == "a\nb\nc\nde"


def test_eight_bits_without_a_charset() -> None:
    """M-35: UTF-8 if it can be, else windows-1252."""
    assert part(RUSSIAN.encode()) == RUSSIAN
    assert part("für".encode("windows-1252")) == "für"


@pytest.mark.parametrize("encoding", ["8bit", "base64"])
def test_a_label_with_a_zero_byte(encoding: str) -> None:
    """M-27: it is an unknown one, whatever the content."""
    assert isinstance(part("für".encode(), 'text/plain; charset="utf\0-8"', encoding), str)


@pytest.mark.parametrize(
    "kind", ["text/plain; charset*=us-ascii'en'koi8-r", 'text/plain; charset="koi8-r"', "text/plain; charset=koi8-r;"]
)
def test_labels_in_other_notations(kind: str) -> None:
    """M-36: quoted, with a language (RFC 2231), with a stray semicolon."""
    assert part(RUSSIAN.encode("koi8-r"), kind) == RUSSIAN


def test_a_page_may_say_its_charset_itself() -> None:
    """M-36: where the mail does not."""
    page = b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>'
    assert RUSSIAN in part(page + RUSSIAN.encode("koi8-r"), "text/html")
    assert RUSSIAN in part(page + RUSSIAN.encode("windows-1251"), "text/html; charset=windows-1251")


# ---------------------------------------------------------------- transfer encodings

ORDERS = "B1: move 3, vorwärts\nB2: hold\n"


def test_transfer_encodings() -> None:
    """M-35: quoted-printable with soft breaks, base64, uuencode."""
    assert part(quopri.encodestring((ORDERS + "x" * 200).encode()), encoding="quoted-printable") == ORDERS + "x" * 200
    assert part(base64.encodebytes(ORDERS.encode()), encoding="BASE64 ") == ORDERS
    assert part(b"begin 644 orders\n#86)C\n`\nend\n", encoding="x-uuencode") == "abc"


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "x-uuencode", "8bit", "nonsense", "7vitamins"])
def test_plain_text_under_a_wrong_encoding(encoding: str) -> None:
    """M-35: text that was never encoded is read as it is."""
    assert part(b"B1: move 3\nB2: hold\n", encoding=encoding) == "B1: move 3\nB2: hold\n"


def test_broken_quoted_printable() -> None:
    """M-35: what is no code stays; what is one is read."""
    assert part(b"B1: move=203 =ZZ=\nend =", encoding="quoted-printable").startswith("B1: move 3 =ZZend")


def test_broken_base64() -> None:
    """M-35: cut off, with strange signs in it, in pieces, or with a list's footer in plain text below it."""
    coded = base64.b64encode(ORDERS.encode())
    assert ORDERS.startswith(part(coded[:-6], encoding="base64")) and part(coded[:-6], encoding="base64").startswith(
        "B1: move 3"
    )
    assert part(coded[:10] + b"!\n" + coded[10:], encoding="base64") == ORDERS
    assert part(base64.b64encode(b"one\n.") + base64.b64encode(b"two\n."), encoding="base64") == "one\n.two\n."
    footer = "_______________\nA list - http://lists.example.org"
    assert part(coded + b"\n" + footer.encode(), encoding="base64") == f"{ORDERS}\n{footer}"
