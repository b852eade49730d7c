"""Mails as people keep them, in files and folders, and what those of ours say of a game's log."""

from __future__ import annotations

import json
import mailbox
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

from pbem.service.audit.claims import Claim
from pbem.service.audit.read_claims import claims_in_json, claims_in_page, claims_in_text

LIST_ID = re.compile(r"<([^<>.\s]+)\.[^<>\s]+>\s*$")
OTHERS_WORDS = re.compile(r"\s*<(?:press|request|announcement)\.")
"""The Message-IDs of mails in which we hand on what somebody else wrote: what it says is not ours."""
MAILDIR = ("cur", "new")


class UnreadableFile(ValueError):
    """A file or folder that holds no mail, or cannot be read, and why."""


def claims_in_file(path: Path) -> list[Claim]:
    """What a saved mail, an mbox, a Maildir, a saved report (text, page or `report.json`) or a proof file says of games.

    Raises:
        UnreadableFile: it cannot be read.
    """
    try:
        if path.is_dir():
            return _in_maildir(path)
        with path.open("rb") as file:
            if file.read(5) == b"From ":
                return _in_mbox(path)
        return _in_single(path)
    except OSError as e:
        raise UnreadableFile(f"{path} cannot be read: {(e.strerror or str(e)).lower()}") from e


def claims_in_mail(raw: bytes, where: str) -> list[Claim]:
    """What a mail says, in whatever parts, forwarded ones too."""
    return list(_of_mail(message_from_bytes(raw), where))


def _in_maildir(path: Path) -> list[Claim]:
    folders = [path / name for name in MAILDIR if (path / name).is_dir()]
    if not folders:
        raise UnreadableFile(f"{path} is no Maildir: it has neither a folder `cur` nor one called `new`")
    mails = sorted(mail for folder in folders for mail in folder.iterdir() if mail.is_file())
    return [claim for mail in mails for claim in claims_in_mail(mail.read_bytes(), f"{path.name}, {mail.name}")]


def _in_mbox(path: Path) -> list[Claim]:
    box = mailbox.mbox(path, create=False)
    try:
        return [claim for number, mail in enumerate(box, 1) for claim in _of_mail(mail, f"{path.name}, message {number}")]
    finally:
        box.close()


def _in_single(path: Path) -> list[Claim]:
    """One mail, or what was saved from one. A saved text may begin like a header, so that it is read as a text, too."""
    raw, where = path.read_bytes(), path.name
    text = raw.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("{") or text.startswith("<"):
        return _of_text(text, "text/html" if text.startswith("<") else "", where, "")
    return claims_in_mail(raw, where) or claims_in_text(text, where)


def _of_mail(mail: Message[Any, Any], where: str) -> Iterator[Claim]:
    if OTHERS_WORDS.match(str(mail.get("Message-ID", ""))):
        return
    about = LIST_ID.search(str(mail.get("List-Id", "")))
    yield from _of_part(mail, where, about[1] if about else "")


def _of_part(part: Message[Any, Any], where: str, game: str) -> Iterator[Claim]:
    """What a part says. A mail in a mail speaks for itself."""
    if part.get_content_type() == "message/rfc822":
        for inner in part.get_payload():
            if isinstance(inner, Message):
                yield from _of_mail(inner, where)
    elif part.is_multipart():
        for inner in part.get_payload():
            if isinstance(inner, Message):
                yield from _of_part(inner, where, game)
    else:
        yield from _of_text(_decoded(part), part.get_content_type(), where, game)


def _decoded(part: Message[Any, Any]) -> str:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    try:
        return raw.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        return raw.decode("utf-8", "replace")


def _of_text(text: str, kind: str, where: str, game: str) -> list[Claim]:
    """What a text of this content type says; anything that begins like JSON is read as that, whatever it is called."""
    if text.lstrip().startswith("{"):
        try:
            return claims_in_json(json.loads(text), where)
        except (ValueError, RecursionError):
            return []
    if kind == "text/html":
        return claims_in_page(text, where, game)
    return claims_in_text(text, where, game) if kind.startswith("text/") else []
