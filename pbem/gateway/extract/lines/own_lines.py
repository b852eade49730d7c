"""Lines of the writer's own that look like another's: the header of this very mail, quote marks typed by hand."""

from __future__ import annotations

from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from typing import NamedTuple

from pbem.core.texts.heads import HEADING
from pbem.gateway.extract.lines.attribution import TIME, says_who
from pbem.gateway.extract.lines.frame import frame
from pbem.gateway.extract.lines.languages import words
from pbem.gateway.extract.lines.mail_lines import MailLine, read
from pbem.gateway.extract.lines.quoted_headers import block, header, separator


class Writer(NamedTuple):
    """The name and the address in a mail's From."""

    name: str
    address: str


def writer_of(message: Message) -> Writer:
    """Who wrote the mail, as its From says."""
    name, address = parseaddr(str(message.get("From", "")))
    try:
        return Writer(str(make_header(decode_header(name))), address)
    except (LookupError, ValueError):  # a charset that does not exist, or bytes that are not of it
        return Writer(name, address)


def without_own_header(text: str, message: Message) -> str:
    """A text without a block of headers at its top that is the mail's own: from the same address, of the same minute.

    Any other block is that of a mail which is quoted or forwarded below it.
    """
    lines = read(text)
    first = next((n for n, line in enumerate(lines) if not line.blank), 0)
    begins = first + 1 if first + 1 < len(lines) and not header(lines[first]) and TIME.search(lines[first].text[:80]) else first
    end = block(lines, begins) if lines and begins < len(lines) else 0
    if not end or not _is_own(lines[first:end], message):
        return text
    return "\n".join(["" if first <= n < end else line.text for n, line in enumerate(lines)])


def _is_own(block: list[MailLine], message: Message) -> bool:
    """Whether a block of headers names the writer of the mail, and the day and minute when they sent it."""
    address = writer_of(message).address.casefold()
    try:
        sent = parsedate_to_datetime(str(message.get("Date", "")))
    except ValueError:
        return False
    told = " ".join(line.text for line in block)
    when = all(part in told for part in (f"{sent.hour}:{sent.minute:02}", str(sent.day), str(sent.year)))
    return bool(address) and when and any("from" in header(line) and address in line.text.casefold() for line in block)


def typed_by_hand(text: str, message: Message) -> str:
    """The text without its quote marks if its writer has typed them, else "".

    So it is only where nothing is quoted: the mail answers and forwards none, no line says whose the words are, every line of
    them is marked once, and beside them are at most a heading and greetings.
    """
    if message.get("In-Reply-To") or message.get("References") or words().reply.match(_subject(message)):
        return ""
    lines = read(text)
    bare = [line._replace(text=line.bare, depth=0) for line in lines]
    if max(line.depth for line in lines) != 1 or any(
        header(line) or separator(line) or says_who(line.text, True) for line in bare
    ):
        return ""
    polite = {
        n for first, after, _ in frame([line.text for line in bare], writer_of(message).name) for n in range(first, after)
    }
    beside = [line.text for n, line in enumerate(lines) if not (line.depth or line.blank or n in polite)]
    headed = all(HEADING.fullmatch(text.strip().rstrip(":")) for text in beside)
    return "\n".join(line.text for line in bare) if headed else ""


def _subject(message: Message) -> str:
    return str(message.get("Subject", "")).strip().casefold()
