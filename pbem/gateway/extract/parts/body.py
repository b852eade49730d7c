"""The part of a mail that its writer typed, as text: chosen, decoded, its line breaks as they were typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import Message
from itertools import groupby
from typing import NamedTuple

from pbem.gateway.extract.parts.alternatives import differ, may_be_wrapped, unwrapped, without_placeholders
from pbem.gateway.extract.parts.attachments import (
    PROOFS,
    Ignored,
    Part,
    described,
    is_attached,
    is_encrypted,
    is_secret,
    is_text_file,
    is_winmail,
    parts_of,
    without_uuencoded,
)
from pbem.gateway.extract.parts.charsets import payload_of, text_of
from pbem.gateway.extract.parts.flowed import unflow
from pbem.gateway.extract.parts.html_page import Page, read_page, signs_in_the_open, top_of_page
from pbem.gateway.extract.parts.mail_tree import UnreadableMail
from pbem.gateway.extract.parts.pgp import without_armour

MAX_TEXT = 1024 * 1024
MAX_PAGE = 1024 * 1024  # HTML, before it is read
MAX_PARTS = 20
MAX_NESTING = 10

DIFFERS = "The HTML of your mail says something else than its plain text; the plain text was read."
STUB = "The plain text of your mail is only a hint to read its HTML; the HTML was read."
HALF_READ = "Your mail's HTML is larger than mail programs make it; only its beginning was read."
WINMAIL_TOO = "winmail.dat was not read, only the text beside it."
CLOSED_TOO = "The encrypted part of your mail was not read, only the text beside it."

HINT = re.compile(r"\bhtml\b", re.I)
HINT_WORDS = re.compile(r"view|read|client|support|enable|display|browser|program|zeig|darstell|affich|lire|visuali", re.I)
MAX_HINT = 400


class Body(NamedTuple):
    """The text of a mail's chosen part: `kind` is text, html, attachment or none."""

    text: str
    kind: str
    notes: tuple[str, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    signed_in_the_open: bool = False
    """The mail's page shows the signature as text like any other."""


def body_of(message: Message) -> Body:
    """The text parts, or, where they hold nothing of the writer's, the HTML. Raises `UnreadableMail`."""
    parts = _parts(message)
    shown = [part for part in parts if not is_attached(part.message)]
    pieces: list[Body] = []
    for _, forms in groupby(shown, lambda part: part.choice):
        piece = _piece([part.message for part in forms], any(piece.text.strip() for piece in pieces))
        pieces += [piece] if piece else []
    written = [piece for piece in pieces if piece.text.strip()]
    ignored = tuple(Ignored("attachment", 1, name) for name in map(described, _files(parts)))
    ignored = (*ignored, *(left for piece in pieces for left in piece.ignored))
    if not written:
        _refuse_closed(parts, any(piece.kind == "none" for piece in pieces))
        return Body("", "none", (), ignored)
    kind = "html" if any(piece.kind == "html" for piece in written) else "text"
    notes = dict.fromkeys([*(note for piece in pieces for note in piece.notes), *_beside(parts)])
    in_the_open = any(piece.signed_in_the_open for piece in written)
    return Body(_limited("\n".join(piece.text for piece in pieces)), kind, tuple(notes), ignored, in_the_open)


def attached_text(message: Message) -> Body | None:
    """The text files attached to a mail, for when its body has nothing; None when there are none. Raises `UnreadableMail`."""
    parts = _parts(message)
    files = _text_files(parts)
    if not files:
        return None
    ignored = tuple(Ignored("attachment", 1, described(part)) for part in _files(parts) if part not in files)
    return Body(_plain(files).text, "attachment", (f"The text of your mail was taken from {_names(files)}.",), ignored)


def attached_note(message: Message) -> str:
    """The sentence for a mail whose body has orders, if text files are attached as well; else ""."""
    files = _text_files(_parts(message))
    return f"Orders were read from the mail itself, not from {_names(files)}." if files else ""


# ---------------------------------------------------------------- the parts


def _parts(message: Message) -> list[Part]:
    """The leaves of the mail, if there are not too many and they can be read."""
    if is_encrypted(message):
        raise UnreadableMail("encrypted")
    found: list[Part] = []
    for part in parts_of(message):
        found.append(part)
        if part.depth > MAX_NESTING:
            raise UnreadableMail("too_deep")
        if len(found) > MAX_PARTS:
            raise UnreadableMail("too_many_parts")
    return found


def _is_plain(part: Message) -> bool:
    """Plain text, or what claims to be a multipart and has no parts."""
    return part.get_content_type() == "text/plain" or part.get_content_maintype() == "multipart"


def _files(parts: Sequence[Part]) -> list[Message]:
    """What the receipt lists as not read: attachments, and other leaves that are neither text nor a picture in the text."""
    leaves = [part.message for part in parts if part.message.get_content_type() not in PROOFS]
    return [leaf for leaf in leaves if is_attached(leaf) or not _in_the_text(leaf)]


def _in_the_text(leaf: Message) -> bool:
    return _is_plain(leaf) or leaf.get_content_maintype() in ("text", "image")


def _text_files(parts: Sequence[Part]) -> list[Message]:
    return [part.message for part in parts if is_attached(part.message) and is_text_file(part.message)]


def _names(files: Sequence[Message]) -> str:
    return ", ".join(map(described, files))


def _beside(parts: Sequence[Part]) -> list[str]:
    """Notes on what could not be opened, beside the text that could."""
    winmail = [WINMAIL_TOO] if any(is_winmail(part.message) for part in parts) else []
    return winmail + ([CLOSED_TOO] if any(is_secret(part.message) for part in parts) else [])


def _refuse_closed(parts: Sequence[Part], secret: bool) -> None:
    """A mail without any text may have it where it cannot be read."""
    if any(is_winmail(part.message) for part in parts):
        raise UnreadableMail("winmail")
    if secret or any(is_secret(part.message) for part in parts):
        raise UnreadableMail("encrypted")


def _piece(forms: Sequence[Message], more: bool) -> Body | None:
    """What one part of the text says, from the best of its forms; a page of its own counts only if nothing was said before.

    None when there is nothing to read; kind none when that is because it is encrypted.
    """
    plain = _plain([form for form in forms if _is_plain(form)])
    pages = [form for form in forms if form.get_content_type() == "text/html"]
    files = tuple(Ignored("attachment", 1, name) for name in plain.files)
    hint = _is_hint(plain.text)
    if pages and not more and (hint or not _has_typed_lines(plain.text)):
        page = _read(pages)
        if _has_typed_lines(page.text) or (page.text.strip() and not plain.text.strip()):
            said = [STUB] if hint else []
            return Body(page.text, "html", tuple(said if page.whole else [*said, HALF_READ]), files)
    if not plain.text.strip():
        return Body("", "none" if plain.secret else "text", (), files) if plain.secret or files else None
    closed = [CLOSED_TOO] if plain.secret else []
    text, notes = _with_page(plain.text, pages)
    return Body(text, "text", (*closed, *notes), files, "\n--" in text and len(pages) == 1 and _signed_in_the_open(pages[0]))


# ---------------------------------------------------------------- the text


class _Plain(NamedTuple):
    """Plain text; the names of files that were written into it; whether an encrypted block was in it."""

    text: str
    files: list[str]
    secret: bool


def _plain(parts: Sequence[Message]) -> _Plain:
    """The text parts, one below the other."""
    payloads = _payloads(parts, MAX_TEXT)
    texts: list[str] = []
    files: list[str] = []
    secret = False
    for part, payload in zip(parts, payloads, strict=True):
        text, names = without_uuencoded(text_of(part, payload))
        text, closed = without_armour(text)
        texts.append(unflow(text, _parameter(part, "delsp") == "yes") if _parameter(part, "format") == "flowed" else text)
        files += names
        secret = secret or closed
    return _Plain(_limited("\n".join(texts)), files, secret)


def _payloads(parts: Sequence[Message], limit: int) -> list[bytes]:
    """The bytes of the parts, refused before any work is done on them; no charset takes more than four a letter."""
    payloads = [payload_of(part) for part in parts]
    if sum(map(len, payloads)) > 4 * limit:
        raise UnreadableMail("too_long")
    return payloads


def _limited(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise UnreadableMail("too_long")
    return text


def _parameter(part: Message, name: str) -> str:
    value = part.get_param(name, "")
    return value.strip().lower() if isinstance(value, str) else ""


# ---------------------------------------------------------------- the HTML


def _is_hint(text: str) -> bool:
    """Whether the text only says that there is HTML to be read."""
    return len(text) < MAX_HINT and HINT.search(text) is not None and HINT_WORDS.search(text) is not None


def _has_typed_lines(text: str) -> bool:
    """Whether a line of the text is neither quoted nor a picture's place."""
    return any(line.strip() and not line.lstrip().startswith(">") for line in without_placeholders(text).split("\n"))


def _read(pages: Sequence[Message]) -> Page:
    payloads = _payloads(pages, MAX_PAGE // 4)
    read = [read_page(text_of(part, payload)) for part, payload in zip(pages, payloads, strict=True)]
    return Page(_limited("\n".join(page.text for page in read)), all(page.whole for page in read))


def _signed_in_the_open(page: Message) -> bool:
    payload = payload_of(page)
    return len(payload) <= MAX_PAGE and signs_in_the_open(text_of(page, payload))


def _with_page(text: str, pages: Sequence[Message]) -> tuple[str, list[str]]:
    """The text, its lines whole as they are on the page, and a note if the two say different things."""
    if len(pages) != 1:
        return text, []
    payload = payload_of(pages[0])
    if len(payload) > MAX_PAGE:
        return text, []
    page = text_of(pages[0], payload)
    if differ(text, *top_of_page(page)):
        return text, [DIFFERS]
    return (unwrapped(text, read_page(page).text) if may_be_wrapped(text) else text), []
