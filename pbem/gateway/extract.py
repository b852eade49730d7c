"""The orders in a mail: choose the part, decode it, undo its wrapping, and cut what the player did not write.

Each step is one function of text, so that it can be tested, and replaced, alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from pbem.gateway.htmltext import html_to_text
from pbem.gateway.marks import ABOVE_SEEN, FORM_END, FORM_SEEN, PRINT_SEEN, fingerprint, plain

MAX_TEXT = 256 * 1024
MAX_ATTRIBUTION = 300

QUOTED = re.compile(r"\s{0,4}>")
QUOTE_MARKS = re.compile(r"^\s{0,4}(?:> ?)+")
ORIGINAL = re.compile(
    r"\s*-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine)\s*-{2,}\s*", re.I
)
RULE = re.compile(r"\s*_{10,}\s*")
WROTE = re.compile(r"\s*On\b.{4,300}\bwrote:\s*", re.I | re.S)
# Whatever the language: an attribution ends with a colon, names an address, a year or a time, and stands before a quotation.
ATTRIBUTION = re.compile(r"[^\n]*(?:@|\b\d{4}\b|\d\d?:\d\d)[^\n]*:\s*")
FROM = re.compile(r"\s*\*?From:\*?\s", re.I)
SENT = re.compile(r"\s*\*?(?:Sent|Date|To|Subject):\*?\s", re.I)
SIGNATURE = re.compile(r"--\s*")
DEVICE = re.compile(r"\s*(?:Sent (?:from|with|via) .{1,60}|Get Outlook for .{1,40}|Sent from Outlook.{0,40})\s*", re.I)


class TooLong(ValueError):
    """More text than any orders; carries its size in KiB."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size // 1024} KiB of text")
        self.kib = size // 1024


class Body(NamedTuple):
    """The text of a mail's chosen part, and whether its lines are format=flowed."""

    text: str
    flowed: bool
    delsp: bool


def order_text(message: Message) -> str:
    """What the player wrote, ready for the order parser; "" when he wrote nothing. Raises only `TooLong`."""
    body = body_of(message)
    text = plain(unflow(body.text, body.delsp) if body.flowed else body.text)
    lines = text.split("\n")
    own = "\n".join(written(_without_forms(lines))).rstrip()
    form = "\n".join(edited_form(lines)).rstrip()
    return f"{own}\n{form}" if own and form else own or form


# ---------------------------------------------------------------- the part


def body_of(message: Message) -> Body:
    """The text parts, one after the other; if they are all empty, the HTML parts. Raises `TooLong`."""
    parts = list(_parts(message))
    texts = [part for part in parts if part.get_content_type() == "text/plain"]
    text = _limited([_decode(part) for part in texts])
    if text.strip():
        return Body(text, _parameter(texts[0], "format") == "flowed", _parameter(texts[0], "delsp") == "yes")
    pages = _limited([_decode(part) for part in parts if part.get_content_type() == "text/html"])
    return Body(html_to_text(pages), False, False)


def _parts(message: Message) -> Iterator[Message]:
    """The leaves shown to a reader: no attachments, and nothing inside a forwarded mail."""
    if message.get_content_maintype() == "multipart" and message.is_multipart():
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _parts(part)
    elif not message.is_multipart() and message.get_content_disposition() != "attachment":
        yield message


def _parameter(part: Message, name: str) -> str:
    value = part.get_param(name, "")
    return value.lower() if isinstance(value, str) else ""


def _limited(texts: list[str]) -> str:
    text = "\n".join(texts)
    if len(text) > MAX_TEXT:
        raise TooLong(len(text))
    return text


def _decode(part: Message) -> str:
    """The part's text in the first charset that fits: the declared one, UTF-8, windows-1252, latin-1."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    charset = part.get_param("charset", "")
    declared = charset if isinstance(charset, str) else ""
    for name in (declared, "utf-8", "windows-1252"):
        try:
            return payload.decode(name)
        except (LookupError, ValueError):
            continue
    return payload.decode("latin-1")


# ---------------------------------------------------------------- the lines


def unflow(text: str, delsp: bool = False) -> str:
    """Join the lines that format=flowed (RFC 3676) broke, each at its own depth of quotation."""
    joined: list[tuple[str, list[str]]] = []
    soft = False
    for raw in text.replace("\r\n", "\n").split("\n"):
        depth = raw[: len(raw) - len(raw.lstrip(">"))]
        line = raw[len(depth) :].removeprefix(" ")
        if not (soft and joined[-1][0] == depth):
            joined.append((depth, []))
        soft = line.endswith(" ") and line != "-- "
        joined[-1][1].append(line[:-1] if soft and delsp else line)
    lines = ["".join(pieces) for _, pieces in joined]
    return "\n".join(f"{depth} {line}" if depth else line for (depth, _), line in zip(joined, lines, strict=True))


def written(lines: list[str]) -> list[str]:
    """The player's own lines: those above the quoted mail, or, if there are none, those between its quoted lines."""
    cut = cut_at(lines)
    above = _unquoted(lines[:cut])
    return above if any(line.strip() for line in above) else inline(lines[cut:])


def cut_at(lines: list[str]) -> int:
    """Where the mail that is being answered begins: our own first line, an attribution, a block of headers."""
    found = [len(lines)]
    marker = ABOVE_SEEN.search("\n".join(lines))
    if marker:
        found.append("\n".join(lines)[: marker.start()].count("\n"))
    for number in range(found[-1]):
        if _starts_mail(lines, number):
            found.append(number)
            break
    return min(found)


def _starts_mail(lines: list[str], at: int) -> bool:
    line = lines[at]
    if ORIGINAL.fullmatch(line):
        return True
    if FROM.match(line) or RULE.fullmatch(line):
        return sum(1 for other in lines[at + 1 : at + 6] if SENT.match(other)) >= 2
    return _attribution(lines, at) > 0


def _attribution(lines: list[str], at: int) -> int:
    """How many lines, from this one on, only say who wrote what is quoted below them."""
    if not lines[at].strip() or len(lines[at]) > MAX_ATTRIBUTION or QUOTED.match(lines[at]):
        return 0
    for count in (1, 2, 3):
        if WROTE.fullmatch("\n".join(lines[at : at + count])):
            return count
    below = next((line for line in lines[at + 1 : at + 3] if line.strip()), "")
    return 1 if ATTRIBUTION.fullmatch(lines[at]) and QUOTED.match(below) else 0


def inline(lines: list[str]) -> list[str]:
    """The unquoted lines after the first quoted one. A mail that is answered without quote marks has none."""
    first = next((number for number, line in enumerate(lines) if QUOTED.match(line)), len(lines))
    kept: list[str] = []
    skip = 0
    for number in range(first, len(lines)):
        skip = skip - 1 if skip else _attribution(lines, number)
        if not skip:
            kept.append(lines[number])
    return _unquoted(kept)


def _unquoted(lines: list[str]) -> list[str]:
    """The lines without quotations, up to the signature."""
    kept: list[str] = []
    for line in lines:
        if SIGNATURE.fullmatch(line):
            break
        if not QUOTED.match(line) and not DEVICE.fullmatch(line):
            kept.append(line)
    return kept


# ---------------------------------------------------------------- the form


def forms(lines: list[str]) -> Iterator[tuple[int, int]]:
    """(first line, line after the last) of each order form in the mail, quoted or not."""
    at = 0
    while at < len(lines):
        if not FORM_SEEN.search(lines[at]):
            at += 1
            continue
        end = next((n for n in range(at + 1, len(lines)) if FORM_END.fullmatch(_bare(lines[n]))), len(lines) - 1)
        yield at, end + 1
        at = end + 1


def edited_form(lines: list[str]) -> list[str]:
    """The orders of the first form that the player changed; an untouched form gives nothing."""
    for first, after in forms(lines):
        inner = [_bare(line) for line in lines[first + 1 : after]]
        printed = next((found[1].lower() for line in inner if (found := PRINT_SEEN.search(line))), "")
        orders = [line for line in inner if not PRINT_SEEN.search(line) and not FORM_END.fullmatch(line)]
        if fingerprint("\n".join(orders)) != printed:
            return orders
    return []


def _bare(line: str) -> str:
    return QUOTE_MARKS.sub("", line)


def _without_forms(lines: list[str]) -> list[str]:
    """The lines outside all forms: what is written inside one is read with it."""
    inside = {number for first, after in forms(lines) for number in range(first, after)}
    return [line for number, line in enumerate(lines) if number not in inside]
