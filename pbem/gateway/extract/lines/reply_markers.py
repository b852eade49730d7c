"""What we put into our own mails so that an answer can be read back: a line at the top, and the order form."""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from html import escape

from pbem.gateway.extract.lines.plain_unicode import plain
from pbem.present.report import MARKER
from pbem.present.wrapping import fitted_orders

ABOVE = "----- write your orders above this line, or edit the form below -----"

ABOVE_ANSWER = "----- write your answer above this line -----"
"""Where no orders are asked for, and there is no form."""

ABOVE_COMMENT = "----- write your comment above this line: everybody will read it -----"

# A mailer may re-wrap or quote the line; only these words must be in order, on one line or on two.
ABOVE_SEEN = re.compile(
    r"write[\s>]{1,8}your[\s>]{1,8}(?:orders|answer|comment)[\s>]{1,8}above[\s>]{1,8}this[\s>]{1,8}line", re.I
)
FORM_SEEN = re.compile(r"answer above or edit below", re.I)
PRINT_SEEN = re.compile(r"# form ([a-z2-7]{8})\b", re.I)
# However written, and with whatever between the words.
PLANTED = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"(?:orders|answer|comment)\W{1,20}above\W{1,20}this",
        r"\bedit\W{1,20}below",
        r"#\W{0,20}form\W{1,20}[a-z2-7]{8}\b",
    )
)
FORM_END = re.compile(r"\s*END\s*", re.I)


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


def printed(orders: str) -> str:
    """A template's orders as a report prints them, which is what an untouched form comes back as."""
    return "\n".join(fitted_orders(orders))


def on_the_web(link: str) -> str:
    """The line that leads to the pages; "" when there are none."""
    return f"On the web: {link}" if link else ""


def above(orders: str) -> str:
    """Our first line: it speaks of the form only if there are `orders` in one."""
    return ABOVE if orders.strip() else ABOVE_ANSWER


def mark_text(text: str, orders: str, link: str = "") -> str:
    """A report's text with our first line, the way to the pages, and a signed form."""
    way = f"{on_the_web(link)}\n\n" if link else ""
    return f"{above(orders)}\n\n{way}{signed(text, printed(orders))}"


def mark_html(page: str, orders: str, link: str = "") -> str:
    """The same for a report's HTML."""
    start = re.search(r"<body[^>]*>", page, re.I)
    at = start.end() if start else 0
    way = f"<p style='margin:12px'>On the web: <a href='{escape(link)}'>{escape(link)}</a></p>\n" if link else ""
    first = f"<p style='margin:12px;font-family:monospace'>{above(orders)}</p>"
    return f"{page[:at]}\n{first}\n{way}{signed(page[at:], printed(orders))}"


def defused(text: str) -> str:
    """Another's words, without anything that an answer's reader would take for our first line or our form."""
    shown = plain(text)
    for planted in PLANTED:
        shown = planted.sub("[...]", shown)
    return text if shown == plain(text) else shown
