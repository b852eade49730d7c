"""What phones and word processors make of plain signs, undone for the order parser."""

from __future__ import annotations

import re

SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
BREAKS = {ord(c): "\n" for c in "\u2028\u2029\u0085\u000b\u000c"}
ALIKE: dict[int, str | None] = {
    **{ord(c): "-" for c in "‐‑‒–—―−﹣－"},
    **{ord(c): "'" for c in "‘’‚‛′ʼ"},
    **{ord(c): '"' for c in "“”„‟″«»"},
    **{ord(c): " " for c in SPACES},
    **BREAKS,
    **{ord(c): None for c in "\u200b\u200c\u200d\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e\ufeff\u00ad\u0000\ufe0f"},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    ord("…"): "...",
}

# The list marks of word processors; `-`, `*` and numbers may be part of an order.
BULLET = re.compile(r"(?m)^([ \t]*)[•‣◦▪▫●○■□➢➤✓⁃∙·\uf0b7\uf0a7\uf0d8]+[ \t]+")


def plain(text: str) -> str:
    """The text with one kind of newline, dash, quote and space, as an order parser expects it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(ALIKE)


def for_orders(text: str) -> str:
    """The text as the order parser gets it: plain, without list marks."""
    return BULLET.sub(r"\1", plain(text))
