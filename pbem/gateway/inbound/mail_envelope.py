"""Mail that came without an SMTP session, from a mailbox or a folder: whom it was sent by and to, as its headers tell."""

from __future__ import annotations

import re
from email.message import Message

from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.addresses import BareAddress, Postmaster

ENVELOPE = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Gm-Original-To")
"""Written by the mail servers on the way; what the writer said (To, Cc) comes after them."""
BETWEEN = re.compile(r"[\s<>,;:\"()\[\]]+")


def recipient(head: Message, signer: AddressSigner) -> str:
    """The first address of ours in the envelope's headers, then in To and Cc; our own address when there is none.

    An address that names a seat, or something else of its own, goes before the mailbox's bare one: servers cut `+` parts.
    """
    ours = [
        word
        for name in (*ENVELOPE, "To", "Cc")
        for line in head.get_all(name, [])
        for word in BETWEEN.split(str(line))
        if signer.read(word) is not None
    ]
    named = (word for word in ours if not isinstance(signer.read(word), BareAddress | Postmaster))
    return next(named, ours[0] if ours else signer.address)


def sender(head: Message) -> str | None:
    """The return path: "" for the null one, None when nobody has noted it."""
    line = head.get("Return-Path")
    if line is None:
        return None
    words = str(line)
    return words.partition("<")[2].partition(">")[0].strip() if "<" in words else words.strip()
