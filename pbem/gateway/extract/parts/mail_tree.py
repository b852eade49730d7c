"""Raw mail as a tree of parts. All mail is opened here, so that nothing in a mail can stop its reader."""

from __future__ import annotations

import re
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

MAX_HEADER = 2000
MAX_FRAMES = 100  # boundaries and mails in the mail, before it is parsed
MAX_SEAMS = 5000  # lines that might begin a part
MAX_LOOKS = 5_000_000
# A parameter may have a space or the marks of RFC 2231 behind its name.
BOUNDARY = re.compile(rb"boundary\s*[=*]")
PARAMETERS = ("content-type", "content-disposition")

REASONS = {
    "encrypted": "Your mail is encrypted, and this service has no key: send plain text (a signature does no harm).",
    "winmail": "Your mail came as winmail.dat, which only Outlook can open: send it as plain text or HTML, not as «Rich Text».",
    "too_big": "Your mail has more than 256 KiB: send your orders as plain text, without pictures or the mail you answer.",
    "too_long": "Your mail has more than 1,024 KiB of text: send your orders alone, without the mail you answer.",
    "too_many_lines": "Your mail has more than 1,000 lines of orders: nothing of it was read.",
    "too_many_characters": "Your mail has more than 262,144 characters of orders: nothing of it was read.",
    "too_many_parts": "Your mail has more than 20 parts: send your orders without attachments.",
    "too_deep": "The parts of your mail are nested more than 10 deep: send your orders as a new mail, not as a forwarded one.",
}


class UnreadableMail(ValueError):
    """A mail whose text is not read: why (a key of `REASONS`), and the sentence for its writer."""

    def __init__(self, reason: str) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason
        self.sentence = REASONS[reason]


class MailPart(Message):
    """A mail or a part of one, whose parameters (charset, boundary, file name) can be asked for whatever was written there."""

    def set_raw(self, name: str, value: str) -> None:
        """Take a header as the parser reads it.

        Each look at a parameter takes time that grows with the header's length, and the library raises all kinds of errors on
        names of charsets that make no text, and on parts of a value that cannot be put in order. So a header longer than any
        program makes it is cut, and one whose parameters cannot be read is left without them.
        """
        if name.lower() not in PARAMETERS:
            super().set_raw(name, value)
            return
        super().set_raw(name, value[:MAX_HEADER])
        try:
            self.get_params(header=name)
            self.get_boundary()
            self.get_filename()
        except (LookupError, TypeError, ValueError):
            self.replace_header(name, value[:MAX_HEADER].partition(";")[0])


def check_raw(raw: bytes) -> None:
    """Refuse a mail, before it is parsed, whose frames the parser of the standard library would not survive, or not soon.

    It looks at each line once for each frame that the line is in, and calls itself for each frame. Raises `UnreadableMail`.
    """
    low = raw.lower()
    frames = len(BOUNDARY.findall(low)) + low.count(b"message/")
    if frames > MAX_FRAMES:
        raise UnreadableMail("too_deep")
    if low.count(b"\n--") > MAX_SEAMS or frames * low.count(b"\n") > MAX_LOOKS:
        raise UnreadableMail("too_many_parts")


def tree_of(raw: bytes) -> Message:
    """The mail with all its parts. Raises `UnreadableMail`, and nothing else."""
    check_raw(raw)
    return BytesParser(MailPart, policy=compat32).parsebytes(raw)


def head_of(raw: bytes) -> Message:
    """The mail's headers; all that comes below them is one text."""
    return BytesParser(MailPart, policy=compat32).parsebytes(raw, headersonly=True)


def inner(part: Message) -> list[Message]:
    """The parts of a multipart, and the mail or the blocks inside of a `message/…`; none of anything else.

    Asked for its payload, the library would decode the text of any other part, and raise what its charset raises.
    """
    payload = part.get_payload() if part.is_multipart() else []
    return [each for each in payload if isinstance(each, Message)] if isinstance(payload, list) else []
