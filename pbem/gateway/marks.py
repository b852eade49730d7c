"""What we put into our own mails so that an answer can be read back: a line at the top, and the order form."""

from __future__ import annotations

import base64
import re
from hashlib import sha256

from pbem.present.report import MARKER

ABOVE = "----- write your orders above this line, or edit the form below -----"

# A mailer may re-wrap or quote the line; only these words must be in order, on one line or on two.
ABOVE_SEEN = re.compile(r"write[\s>]{1,8}your[\s>]{1,8}orders[\s>]{1,8}above[\s>]{1,8}this[\s>]{1,8}line", re.I)
FORM_SEEN = re.compile(r"answer above or edit below", re.I)
PRINT_SEEN = re.compile(r"# form ([a-z2-7]{8})\b", re.I)
FORM_END = re.compile(r"\s*END\s*", re.I)

SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
ALIKE: dict[int, str | None] = {
    **{ord(c): "-" for c in "‐‑‒–—―−﹣－"},
    **{ord(c): "'" for c in "‘’‚‛′ʼ"},
    **{ord(c): '"' for c in "“”„‟″«»"},
    **{ord(c): " " for c in SPACES},
    **{ord(c): "\n" for c in "\u2028\u2029\u0085\u000b\u000c"},
    **{ord(c): None for c in "\u200b\u200c\u200d\u2060\ufeff\u00ad\u0000"},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    ord("…"): "...",
}


def plain(text: str) -> str:
    """The text with one kind of newline, dash, quote and space, as an order parser expects it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(ALIKE)


def fingerprint(orders: str) -> str:
    """What the orders of a form are known by, however a mailer has wrapped or indented them."""
    return base64.b32encode(sha256(" ".join(plain(orders).split()).encode()).digest()).decode().lower()[:8]


def form(orders: str) -> str:
    """Orders as a form to be edited in an answer."""
    return signed(f"{MARKER}\n{orders}\nEND", orders)


def signed(page: str, orders: str) -> str:
    """A page (text or HTML) whose form says, in a comment, what its untouched `orders` are known by.

    So a form that comes back as it was is never taken for orders, whether it is quoted or not.
    """
    kept = re.sub(r"\s*\bEND\s*\Z", "", orders, flags=re.I)
    return page.replace(MARKER, f"{MARKER}\n# form {fingerprint(kept)}", 1)


def mark_text(text: str, orders: str) -> str:
    """A report's text with our first line and a signed form."""
    return f"{ABOVE}\n\n{signed(text, orders)}"


def mark_html(page: str, orders: str) -> str:
    """The same for a report's HTML."""
    start = re.search(r"<body[^>]*>", page, re.I)
    at = start.end() if start else 0
    return f"{page[:at]}\n<p style='margin:12px;font-family:monospace'>{ABOVE}</p>\n{signed(page[at:], orders)}"
