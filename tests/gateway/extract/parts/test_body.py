"""Which part of a mail is read, and what its writer is told about the others."""

from __future__ import annotations

import base64
from email.message import Message

import pytest

from pbem.gateway.extract.parts.attachments import Ignored
from pbem.gateway.extract.parts.body import (
    CLOSED_TOO,
    DIFFERS,
    HALF_READ,
    MAX_NESTING,
    MAX_PARTS,
    MAX_TEXT,
    STUB,
    WINMAIL_TOO,
    attached_note,
    attached_text,
    body_of,
)
from pbem.gateway.extract.parts.mail_tree import REASONS, UnreadableMail, check_raw
from pbem.gateway.reading.headers import parse

ORDERS = "B1: move 3"
TEXT = ("text/plain; charset=utf-8", ORDERS)
PAGE = ("text/html; charset=utf-8", f"<p>{ORDERS}</p>")
PICTURE = ("image/png\r\nContent-ID: <map>", "x")


def mail(*parts: tuple[str, str], kind: str = "mixed") -> Message:
    """A mail of these parts (what is after `Content-Type: `, and the content)."""
    return parse(f"MIME-Version: 1.0\r\nContent-Type: {nested(*parts, kind=kind)[0]}\r\n\r\n{nested(*parts)[1]}".encode())


def nested(*parts: tuple[str, str], kind: str = "mixed", boundary: str = "b") -> tuple[str, str]:
    """The same as one part."""
    body = "".join(f"--{boundary}\r\nContent-Type: {head}\r\n\r\n{content}\r\n" for head, content in parts)
    return f"multipart/{kind}; boundary={boundary}", f"{body}--{boundary}--\r\n"


def simple(content: bytes | str, kind: str = "text/plain; charset=utf-8") -> Message:
    """A mail of one part."""
    return parse(f"Content-Type: {kind}\r\n\r\n".encode() + (content if isinstance(content, bytes) else content.encode()))


def attached(name: str, kind: str = "text/plain", how: str = "attachment") -> str:
    """The head of an attached file."""
    return f'{kind}\r\nContent-Disposition: {how}; filename="{name}"'


def refused(message: Message) -> str:
    with pytest.raises(UnreadableMail) as e:
        body_of(message)
    assert str(e.value) == e.value.sentence == REASONS[e.value.reason]
    return e.value.reason


# ---------------------------------------------------------------- text and HTML


def test_plain_text_is_read_first() -> None:
    """M-38: the text of a mail that has both."""
    assert body_of(mail(TEXT, PAGE, kind="alternative"))[:4] == (ORDERS, "text", (), ())


@pytest.mark.parametrize("text", ["", " \r\n\t\r\n", "\u00a0", "[image: map.png]", "[cid:a@b]\r\n", "> quoted\r\n> all"])
def test_html_is_read_when_the_text_has_nothing(text: str) -> None:
    """M-38: an empty text, pictures' places and quotations alone are nothing of the writer's."""
    body = body_of(mail((TEXT[0], text), PAGE, kind="alternative"))
    assert (body.text, body.kind) == (ORDERS, "html")


def test_quotations_alone_are_read_as_text() -> None:
    """M-38: where the HTML has nothing else either, the text is the better of the two (an order form may be edited in it)."""
    page = ("text/html", "<blockquote>quoted</blockquote>")
    assert body_of(mail((TEXT[0], "> quoted"), page, kind="alternative"))[:4] == ("> quoted", "text", (), ())


@pytest.mark.parametrize(
    "hint",
    [
        "This message is in HTML. Please use a mail reader that can view it.",
        "Um diese Nachricht anzuzeigen, aktivieren Sie HTML.",
    ],
)
def test_a_text_that_only_points_to_the_html(hint: str) -> None:
    """M-38: a hint to read the HTML is no text; alone it is all there is."""
    assert body_of(mail((TEXT[0], hint), PAGE, kind="alternative"))[:4] == (ORDERS, "html", (STUB,), ())
    assert body_of(simple(hint)).text == hint


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("B1: move 3\n> TURN 7", "<p>B1: move 4</p><blockquote>TURN 7</blockquote>"),
        ("B1: move 3", "<p>B1: move 4</p>"),
        ("B1: move 3", "<p>B1: move 3</p><p>B2: hold</p>"),
        ("B1: move 3\nB2: hold", "<p>B1: move 3</p>"),
    ],
)
def test_text_and_html_that_differ(text: str, page: str) -> None:
    """M-38: the text counts, and a note says that the HTML says something else, or more, or less."""
    assert body_of(mail((TEXT[0], text), ("text/html", page), kind="alternative"))[:4] == (text, "text", (DIFFERS,), ())


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("B1: move 3\n\n> TURN 7", "<div>B1: move&nbsp;<b>3</b></div><blockquote>TURN 8</blockquote>"),
        ("*B1*: move 3 <http://example.org/x>", "<p><b>B1</b>: <a href='http://example.org/x'>move 3</a></p>"),
        ("[image: map]\nB1: move 3", "<img alt=map><p>B1: move 3</p>"),
        ("1. B1: move 3\n2. B2: hold", "<ol><li>B1: move 3<li>B2: hold</ol>"),
        ("  * B1: move 3", "<ul><li>B1: move 3</ul>"),
        ("B1: move 3\n-- \nBlue", "<p>B1: move 3</p><div class=gmail_signature>Blue, and more</div>"),
        ("B1: move 3\n\nFrom: X\nSent: Monday 2026", "<p>B1: move 3</p><div id=divRplyFwdMsg>From: X, differently</div>"),
    ],
)
def test_what_only_one_form_shows_is_no_difference(text: str, page: str) -> None:
    """M-38: addresses of links, pictures, bullets, signatures and all below the quotation do not count."""
    assert body_of(mail((TEXT[0], text), ("text/html", page), kind="alternative"))[:4] == (text, "text", (), ())


def test_lines_that_the_mail_program_broke_in_the_text_only() -> None:
    """M-34: the page has the order whole, so the text gets it whole; quoted lines stay as they are."""
    order = "T2: fire f at DET within 8 else fire any at DET, any within 8 else board DET else fire any within 12"
    text = f"{order[:70].rsplit(' ', 1)[0]}\n{order[:70].rsplit(' ', 1)[1]}{order[70:]}\nT3: hold\n\n> a\n> b"
    page = f"<div>{order}</div><div>T3: hold</div><blockquote>a b</blockquote>"
    assert body_of(mail((TEXT[0], text), ("text/html", page), kind="alternative")).text == f"{order}\nT3: hold\n\n> a\n> b"


def test_several_texts_are_joined() -> None:
    """M-38: a program that puts pictures into a text makes several of it."""
    assert body_of(mail(TEXT, PICTURE, (TEXT[0], "B2: hold"))).text == "B1: move 3\nB2: hold"
    pages = nested(PAGE, PICTURE, ("text/html", "<p>B2: hold</p>"), boundary="c")
    assert body_of(mail((TEXT[0], ""), pages, kind="alternative")).text == "B1: move 3\nB2: hold"


def test_a_list_that_adds_a_text_below_an_html_mail() -> None:
    """M-38: the footer does not take the place of the orders, it is below them."""
    assert body_of(mail(PAGE, (TEXT[0], "_____\nA list")))[:4] == ("B1: move 3\n_____\nA list", "html", (), ())


def test_a_page_beside_a_text_is_not_read_as_well() -> None:
    """M-38: the same orders twice would be read twice."""
    assert body_of(mail(TEXT, PAGE)).text == ORDERS


@pytest.mark.parametrize("kind", ["related", "mixed", "signed; protocol=x", "unheard-of"])
def test_whatever_the_parts_lie_in(kind: str) -> None:
    """M-38: the frame's name does not matter."""
    assert body_of(mail(nested(TEXT, PAGE, kind="alternative", boundary="c"), PICTURE, kind=kind)).text == ORDERS


def test_a_multipart_that_is_none() -> None:
    """M-38: without any boundary the body is the text."""
    assert body_of(simple(ORDERS, "multipart/mixed"))[:4] == (ORDERS, "text", (), ())
    assert body_of(simple(ORDERS, "multipart/alternative; boundary=b")).text == ORDERS


def test_a_mail_without_text() -> None:
    """M-41: nothing is read, and that is no fault."""
    assert body_of(simple(""))[:4] == ("", "none", (), ())
    assert body_of(simple("<p>&nbsp;</p>", "text/html")).kind == "none"


def test_flowed_text_is_joined() -> None:
    """M-34: as its label says, each part for itself."""
    assert body_of(simple("B1: move \n3\n", "text/plain; format=flowed")).text == "B1: move 3\n"
    assert body_of(simple("ab \ncd", 'text/plain; Format="Flowed"; DelSp=Yes')).text == "abcd"
    assert (
        body_of(mail(("text/plain; format=flowed", "B1: \r\nhold"), (TEXT[0], "B2: \r\nhold"))).text == "B1: hold\nB2: \nhold"
    )


# ---------------------------------------------------------------- attachments


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "windows-1252", "utf-16"])
@pytest.mark.parametrize("how", ["attachment", "inline"])
def test_orders_in_an_attached_text(codec: str, how: str) -> None:
    """M-39: a text file, in whatever encoding, is there for a mail whose body has nothing."""
    coded = base64.b64encode("B1: übersetzen".encode(codec)).decode()
    file = (f"{attached('orders.txt', how=how)}\r\nContent-Transfer-Encoding: base64", coded)
    message = mail((TEXT[0], ""), file, (attached("map.pdf", "application/pdf"), "x"))
    assert body_of(message).kind == "none"
    found = attached_text(message)
    assert found and (found.text, found.kind) == ("B1: übersetzen", "attachment")
    assert found.notes == ("The text of your mail was taken from orders.txt.",)
    assert found.ignored == (Ignored("attachment", 1, "map.pdf"),)


def test_orders_in_the_body_and_in_an_attachment() -> None:
    """M-39: the body counts, and a note says so."""
    message = mail(TEXT, (attached("orders.txt"), "B1: move 4"))
    assert body_of(message).text == ORDERS
    assert body_of(message).ignored == (Ignored("attachment", 1, "orders.txt"),)
    assert attached_note(message) == "Orders were read from the mail itself, not from orders.txt."


def test_no_text_file() -> None:
    """M-39: other attachments are neither read nor noted as a second choice."""
    message = mail(TEXT, (attached("a.docx", "application/msword"), "x"), (attached("b.html", "text/html"), "<p>B2: hold</p>"))
    assert attached_text(message) is None and attached_note(message) == ""
    assert [left.sample for left in body_of(message).ignored] == ["a.docx", "b.html"]


def test_pictures_in_the_text_are_not_listed() -> None:
    """M-39: a signature's logo is no attachment."""
    assert body_of(mail(TEXT, PICTURE)).ignored == ()


@pytest.mark.parametrize("how", ["message/rfc822", "message/rfc822\r\nContent-Disposition: attachment; filename=old.eml"])
def test_a_forwarded_mail_is_not_read(how: str) -> None:
    """M-39: neither the text of an attached mail nor its attachments are the writer's."""
    inner = f"Content-Type: text/plain\r\n\r\n{ORDERS}"
    body = body_of(mail((how, inner)))
    assert (body.text, body.kind) == ("", "none")
    assert body.ignored[0].sample in ("a forwarded mail", "old.eml")
    assert attached_text(mail((how, inner))) is None


def test_files_written_into_the_text() -> None:
    """M-35: an uuencoded file is no order; it is listed by its name."""
    assert body_of(simple(f"{ORDERS}\nbegin 644 map.gif\n#86)C\n`\nend\n"))[:4] == (
        f"{ORDERS}\n\n",
        "text",
        (),
        (Ignored("attachment", 1, "map.gif"),),
    )


# ---------------------------------------------------------------- signed, encrypted


@pytest.mark.parametrize(
    "proof", ["application/pgp-signature; name=signature.asc", "application/pkcs7-signature; name=smime.p7s"]
)
def test_signed_mails_are_read(proof: str) -> None:
    """M-40: the signed text, without a word on the signature."""
    assert body_of(mail(TEXT, (proof, "x"), kind="signed"))[:4] == (ORDERS, "text", (), ())


def der(tag: int, content: bytes, open_ended: bool = False) -> bytes:
    """One element as S/MIME writes it, with its length or with a mark at its end."""
    if open_ended:
        return bytes([tag, 0x80]) + content + b"\0\0"
    return bytes([tag, 0x82]) + len(content).to_bytes(2) + content


@pytest.mark.parametrize("streamed", [False, True])
def test_a_signature_that_encloses_the_mail(streamed: bool) -> None:
    """M-40: the mail inside is read, whether its length was known or it was written piece by piece."""
    inner = mail(TEXT, PICTURE).as_bytes()
    text = der(0x24, der(4, inner[:50]) + der(4, inner[50:]), True) if streamed else der(4, inner)
    name = [b"\x06\x09" + bytes.fromhex(f"2a864886f70d01070{n}") for n in (1, 2)]
    content = der(0x30, name[0] + der(0xA0, text, streamed), streamed)
    data = der(0x30, der(2, b"\1") + der(0x31, b"") + content + der(0x31, b""), streamed)
    payload = der(0x30, name[1] + der(0xA0, data, streamed), streamed)
    signed = base64.encodebytes(payload).decode()
    kind = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64"
    assert body_of(simple(signed, kind))[:4] == (ORDERS, "text", (), ())
    for cut in range(payload.index(inner[:50]) + 1):
        assert refused(simple(base64.encodebytes(payload[:cut]).decode(), kind)) == "encrypted"


def test_text_signed_in_the_body() -> None:
    """M-40: PGP's lines go, and the dashes it has put before others."""
    text = (
        f"Hello\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{ORDERS}\n- -5 is a line\n- -- \nBlue\n"
        "-----BEGIN PGP SIGNATURE-----\nVersion: 1 - x\n\niQEzBA\n=abcd\n-----END PGP SIGNATURE-----\nfooter"
    )
    assert body_of(simple(text, "text/plain; format=flowed")).text == f"Hello\n{ORDERS}\n-5 is a line\n-- \nBlue\nfooter"


ENCRYPTED = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"


def test_encrypted_mails_are_refused() -> None:
    """M-40: with the reason: PGP/MIME (also below a list's frame), S/MIME, and a block in the body."""
    closed = nested(
        ("application/pgp-encrypted", "Version: 1"), ("application/octet-stream", ENCRYPTED), kind="encrypted", boundary="c"
    )
    assert refused(parse(f"Content-Type: {closed[0]}\r\n\r\n{closed[1]}".encode())) == "encrypted"
    assert refused(mail(closed, (TEXT[0], "_____\nA list"))) == "encrypted"
    assert refused(simple("x", "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m")) == "encrypted"
    assert refused(simple(ENCRYPTED)) == "encrypted"
    assert refused(mail((TEXT[0], ENCRYPTED), ("text/html", "<p>&nbsp;</p>"), kind="alternative")) == "encrypted"


def test_an_encrypted_block_below_a_text() -> None:
    """M-40: the text counts, and a note says that the block was not read."""
    assert body_of(simple(f"{ORDERS}\n{ENCRYPTED}"))[:4] == (f"{ORDERS}\n", "text", (CLOSED_TOO,), ())


@pytest.mark.parametrize("kind", ["application/ms-tnef; name=winmail.dat", "application/octet-stream; name=WINMAIL.DAT"])
def test_winmail(kind: str) -> None:
    """M-40: refused with the reason, unless there is readable text beside it."""
    assert refused(simple("x", kind)) == refused(mail((TEXT[0], " "), (kind, "x"))) == "winmail"
    assert body_of(mail(TEXT, (kind, "x"))).notes == (WINMAIL_TOO,)


# ---------------------------------------------------------------- limits


def test_limits_have_their_own_reasons() -> None:
    """M-25: text, parts and nesting up to the limit are read, one more is refused, each in its own words."""
    assert len(body_of(simple("x" * MAX_TEXT)).text) == MAX_TEXT
    assert refused(simple("x" * (MAX_TEXT + 1))) == "too_long"
    assert refused(mail(*[(TEXT[0], "x" * (MAX_TEXT // 4))] * 5)) == "too_long"
    assert body_of(mail(*[TEXT] * MAX_PARTS)).kind == "text"
    assert refused(mail(*[TEXT] * (MAX_PARTS + 1))) == "too_many_parts"
    assert body_of(deep(MAX_NESTING)).text == ORDERS
    assert refused(deep(MAX_NESTING + 1)) == "too_deep"
    assert len(set(REASONS.values())) == len(REASONS) == 8


def deep(levels: int) -> Message:
    """A mail with its text below so many frames."""
    part = TEXT
    for level in range(levels):
        part = nested(part, boundary=f"b{level}-")
    return parse(f"Content-Type: {part[0]}\r\n\r\n{part[1]}".encode())


FRAMES = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(101))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (FRAMES, "too_deep"),
        (b"Content-Type: Message/RFC822\n\n" * 101, "too_deep"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 5001, "too_many_parts"),
        (FRAMES[: len(FRAMES) // 2] + b"x\n" * 200_000, "too_many_parts"),
    ],
)
def test_frames_are_counted_before_they_are_opened(raw: bytes, reason: str) -> None:
    """M-27: what the parser would not survive, or only after many seconds, is refused unread."""
    with pytest.raises(UnreadableMail) as e:
        check_raw(raw)
    assert e.value.reason == reason


def test_ordinary_mails_may_be_parsed() -> None:
    """M-27: the largest mail that is read, and one with rules of dashes, are no danger."""
    check_raw(mail(*[TEXT] * MAX_PARTS).as_bytes())
    check_raw(deep(MAX_NESTING).as_bytes())
    check_raw(b"\n\n" + b"--------\nx\n" * 1000)


ENDLESS = [
    "Content-Type: text/plain; " + "a=b;" * 60_000,
    'Content-Disposition: attachment; filename="' + "=?utf-8?Q?a?= " * 20_000,
    "Content-Disposition: attachment; " + "".join(f"filename*{n}=a;" for n in range(20_000)),
]


@pytest.mark.parametrize("header", ENDLESS)
def test_endless_headers_of_a_part(header: str) -> None:
    """M-27: only their beginning is looked at."""
    assert body_of(parse(f"{header}\r\n\r\n{ORDERS}".encode())).kind in ("text", "none")


def test_a_page_that_cannot_be_read_whole() -> None:
    """M-27: its beginning is read, and a note says so."""
    assert body_of(simple(f"<p>{ORDERS}</p>{'<div>' * 5000}x", "text/html"))[:4] == (ORDERS, "html", (HALF_READ,), ())


LINE = b"x" * 5_000_000


@pytest.mark.parametrize(
    ("head", "content"),
    [
        ("text/plain", LINE),
        ("text/plain; format=flowed", LINE),
        ("text/plain; charset=iso-2022-jp", LINE),
        ("text/html", LINE),
        ("text/html", b"<p>x" * 1_250_000),
        ("text/plain\r\nContent-Transfer-Encoding: base64", b"QUJD" * 1_250_000),
        ("text/plain\r\nContent-Transfer-Encoding: quoted-printable", b"=41" * 1_600_000),
    ],
)
def test_a_line_of_five_million_letters_is_refused(head: str, content: bytes) -> None:
    """M-27: before any work is done on it, in every wrapping."""
    assert refused(simple(content, head)) == "too_long"


LONG = [">" * 100_000, "bq" * 100_000, "@" * 200_000, "On " * 60_000, "=" * 200_000, "<http:" * 40_000, "[image:" * 30_000]
MANY = ["a:\n" * 80_000, " \n" * 100_000, "-----BEGIN PGP SIGNED MESSAGE-----\n" * 7000, "begin 644 a\n" * 20_000]


@pytest.mark.parametrize("text", [*LONG, *MANY, "1. " * 80_000])
@pytest.mark.parametrize("kind", ["text/plain", "text/plain; format=flowed", "text/html", "multipart/mixed"])
def test_hostile_text_is_read_in_a_straight_line(text: str, kind: str) -> None:
    """M-27: long lines and many lines are looked at once or a few times, so this test ends at once."""
    assert isinstance(body_of(simple(text, kind)).text, str)


@pytest.mark.parametrize("text", ["word " * 40_000, ("x" * 70 + "\n") * 3000, "a" * 61 + "\n" + "b\n" * 100_000])
def test_hostile_pairs_of_text_and_page(text: str) -> None:
    """M-27: comparing the two forms of a mail takes time that grows with their size only."""
    page = "".join(f"<p>{line}</p>" for line in text.split("\n")[:20_000])
    assert body_of(mail((TEXT[0], text), ("text/html", page), kind="alternative")).kind == "text"
