"""The parts of a mail: leaves, attachments and their names, files written into the text."""

from __future__ import annotations

from email.message import Message

import pytest

from pbem.gateway.extract.parts.attachments import described, is_attached, is_text_file, name_of, parts_of, without_uuencoded
from pbem.gateway.reading.headers import parse


def part(*headers: str) -> Message:
    return parse("\r\n".join([*headers, "", "x"]).encode())


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Content-Disposition: attachment; filename=orders.txt", "orders.txt"),
        ('Content-Type: text/plain; name="my orders.txt"', "my orders.txt"),
        ("Content-Disposition: attachment; filename*=utf-8''bl%C3%A5.txt", "blå.txt"),
        ("Content-Disposition: attachment; filename*=nonsense''bl%C3%A5.txt", "bl"),
        ('Content-Disposition: attachment; filename="=?utf-8?Q?bl=C3=A5.txt?="', "blå.txt"),
        ('Content-Disposition: attachment; filename="=?nonsense?Q?bl=C3?="', "bl"),
        ('Content-Disposition: attachment; filename="a\tb\x07c"', "a bc"),
        (f"Content-Disposition: attachment; filename={'a' * 300}.txt", "a" * 57 + "..."),
        ("Content-Type: text/plain", ""),
    ],
)
def test_names_of_attachments(header: str, name: str) -> None:
    """M-39: decoded, on one line, not too long; a broken one never raises."""
    assert name_of(part(header)).startswith(name) and bool(name_of(part(header))) == bool(name)


def test_an_attachment_without_a_name_is_called_what_it_is() -> None:
    """M-39: by its type, or as a forwarded mail."""
    assert described(part("Content-Type: image/png", "Content-Disposition: attachment")) == "image/png"
    assert described(part("Content-Type: message/rfc822")) == "a forwarded mail"


def test_what_is_a_file() -> None:
    """M-39: what says so, or has a file name where files have it; a name in the type alone makes no file."""
    assert is_attached(part("Content-Disposition: attachment"))
    assert is_attached(part("Content-Disposition: inline; filename=orders.txt"))
    assert not is_attached(part("Content-Type: text/plain; name=body.txt"))
    assert is_text_file(part("Content-Type: application/octet-stream; name=ORDERS.TXT"))
    assert not is_text_file(part("Content-Type: application/pdf; name=orders.pdf"))


def test_leaves_in_their_order() -> None:
    """M-38: the parts as a reader meets them; the forms of one text belong together, a mail in the mail is one leaf."""
    raw = (
        "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/alternative; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\n1\n--b\nContent-Type: text/html\n\n2\n--b--\n"
        "--a\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\n3\n--c--\n"
        "--a\nContent-Type: text/plain\n\n4\n--a--\n"
    )
    leaves = list(parts_of(parse(raw.encode())))
    assert [leaf.message.get_content_type() for leaf in leaves] == ["text/plain", "text/html", "message/rfc822", "text/plain"]
    assert [leaf.choice == leaves[0].choice for leaf in leaves] == [True, True, False, False]
    assert [leaf.depth for leaf in leaves] == [2, 2, 1, 1]


def test_a_boundary_that_the_header_does_not_name() -> None:
    """M-38: the parts are found by the lines that part them."""
    body = "--x y\nContent-Type: text/plain\n\none\n--x y\nContent-Type: text/html\n\n<p>two</p>\n--x y--\n"
    for header in ("Content-Type: multipart/mixed", "Content-Type: multipart/mixed; boundary=other"):
        leaves = [leaf.message for leaf in parts_of(parse(f"{header}\n\n{body}".encode()))]
        assert [leaf.get_content_type() for leaf in leaves] == ["text/plain", "text/html"]


def test_files_written_into_the_text() -> None:
    """M-35: an uuencoded file goes out of the text by its name; an unfinished one stays."""
    text = "B1: move 3\nbegin 644 map.gif\n#86)C\n`\nend\nB2: hold"
    assert without_uuencoded(text) == ("B1: move 3\n\nB2: hold", ["map.gif"])
    assert without_uuencoded("begin 644 map.gif\nB1: move 3") == ("begin 644 map.gif\nB1: move 3", [])


@pytest.mark.parametrize("text", ["begin 644 a\n" * 20_000, "begin 644 a\nend\n" * 15_000, "end\n" * 60_000, "`\n" * 100_000])
def test_hostile_files_in_the_text(text: str) -> None:
    """M-27: each line is looked at once or twice."""
    assert len(without_uuencoded(text)[0]) <= len(text)
