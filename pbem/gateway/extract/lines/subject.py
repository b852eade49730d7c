"""Orders that someone has put into the subject: not obeyed, but pointed out."""

from __future__ import annotations

import re

from pbem.gateway.extract.lines.languages import words
from pbem.gateway.extract.lines.plain_unicode import plain

TAG = re.compile(r"\[[^\[\]]{0,40}\]\s*")
ORDERS = re.compile(r"orders?\s?:\s?\S.*", re.I)
BLOCK = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,11} ?: ?\S.*")
NOTE = "Orders in the subject are not read; write them into the mail itself"


def subject_note(subject: str) -> str:
    """The sentence for the receipt when the subject of an empty mail looks like orders; else ""."""
    text = without_prefixes(subject)
    return f"{NOTE}." if ORDERS.match(text) or BLOCK.fullmatch(text) else ""


def without_prefixes(subject: str) -> str:
    """The subject without Re:, AW:, SV: and the like, in any language, and without tags in brackets."""
    text = " ".join(plain(subject[:500]).split())
    while found := words().reply.match(text.casefold()) or TAG.match(text):
        text = text[found.end() :]
    return text
