"""The parts of a mail: which of them are its text, which are attachments, and what those are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from pbem.gateway.extract.parts.charsets import header_text, payload_of
from pbem.gateway.extract.parts.mail_tree import inner, tree_of
from pbem.gateway.extract.parts.smime import signed_content

MAX_NAME = 60
SECRET_TYPES = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
SECRET_NAME = re.compile(r"smime\.p7m", re.I)
# Signatures and keys: nobody needs to hear that they were not read.
PROOFS = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}) | {
    "application/pgp-keys"
}
PART_HEAD = re.compile(rb"^--([^\r\n]{1,70}?)[ \t]*\r?\n(?=Content-)", re.I | re.M)
UU_BEGIN = re.compile(r"^begin [0-7]{3,4} (\S.{0,200})$", re.M)
UU_END = re.compile(r"^`?\n?end[ \t]*$", re.M)


class Ignored(NamedTuple):
    """What was left out of a mail: its kind, how many lines (or parts) it had, and its first line (or its name)."""

    kind: str
    lines: int
    sample: str


class Part(NamedTuple):
    """A leaf of the mail's tree, how many multiparts it lies in, and the number of the alternative it is a form of."""

    message: Message
    depth: int
    choice: int


def parts_of(message: Message) -> Iterator[Part]:
    """All leaves in their order. A mail inside the mail is one leaf; a leaf outside any alternative is a choice of its own.

    Raises `UnreadableMail`: what a signature encloses, or a coded multipart holds, is a mail that nobody has looked at yet.
    """
    waiting = [Part(message, 0, 0)]
    choices = 0
    while waiting:
        part = waiting.pop()
        part = part._replace(message=_opened(part.message) if part.depth else _opened(_mended(part.message)))
        parts = _parts(part.message)
        choice = part.choice
        if not choice and (part.message.get_content_type() == "multipart/alternative" or not parts):
            choices += 1
            choice = choices
        if parts:
            waiting.extend(Part(one, part.depth + 1, choice) for one in reversed(parts))
        else:
            yield part._replace(choice=choice)


def _parts(message: Message) -> list[Message]:
    """The parts of a multipart; a mail in the mail has none."""
    return inner(message) if message.get_content_maintype() == "multipart" else []


def _opened(part: Message) -> Message:
    """The mail in a signature that encloses it; any other part as it is."""
    content = signed_content(payload_of(part)) if is_secret(part) else None
    return part if content is None else tree_of(content)


def _mended(message: Message) -> Message:
    """The mail with the boundary its parts really have, if its header names none or another."""
    if message.get_content_maintype() != "multipart" or message.is_multipart():
        return message
    payload = payload_of(message)
    found = PART_HEAD.search(payload)
    if not found:
        return message
    boundary = found[1].replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return tree_of(b'Content-Type: multipart/mixed; boundary="' + boundary + b'"\n\n' + payload)


def is_attached(part: Message) -> bool:
    """Whether a reader sees the part as a file, not as text."""
    return part.get_content_disposition() == "attachment" or bool(part.get_param("filename", header="content-disposition"))


def is_text_file(part: Message) -> bool:
    """Whether an attachment may hold orders."""
    kind = part.get_content_type()
    named = name_of(part).lower().endswith((".txt", ".text"))
    return kind == "text/plain" or (named and kind.startswith(("text/", "application/octet-stream")))


def is_winmail(part: Message) -> bool:
    """Whether the part is Outlook's own envelope, which only Outlook opens."""
    return (
        part.get_content_type() in ("application/ms-tnef", "application/vnd.ms-tnef") or name_of(part).lower() == "winmail.dat"
    )


def is_secret(part: Message) -> bool:
    """Whether the part is a mail that S/MIME has encrypted, or signed by enclosing it."""
    return part.get_content_type() in SECRET_TYPES or SECRET_NAME.fullmatch(name_of(part)) is not None


def is_encrypted(message: Message) -> bool:
    """Whether the mail, or a multipart directly in it, says that it is encrypted."""
    return any(part.get_content_type() == "multipart/encrypted" for part in [message, *_parts(message)])


def name_of(part: Message) -> str:
    """The file name of a part, on one line; "" when it has none."""
    name = header_text(part.get_filename() or "")
    shown = "".join(sign for sign in name if sign.isprintable()).strip()
    return shown if len(shown) <= MAX_NAME else shown[: MAX_NAME - 3] + "..."


def described(part: Message) -> str:
    """What to call an attachment: its name, or what it is."""
    return name_of(part) or ("a forwarded mail" if part.get_content_type() == "message/rfc822" else part.get_content_type())


def without_uuencoded(text: str) -> tuple[str, list[str]]:
    """The text without the files that old mail programs wrote into it, and their names."""
    kept, names, at = [], [], 0
    while found := UU_BEGIN.search(text, at):
        end = UU_END.search(text, found.end())
        if end is None:
            break
        kept.append(text[at : found.start()])
        names.append(found[1].strip()[:MAX_NAME])
        at = end.end()
    return "".join([*kept, text[at:]]), names
