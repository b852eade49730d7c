"""Where the answer stands: what the player does with the window that their mail program opens."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage, Message
from email.utils import parseaddr
from html import escape

from tests.gateway.clients.model import Draft, Original, Piece, Quote, Shape, Signed, Tongue, Written

FORM = re.compile(r"(answer above or edit below[^\n]*\n(?:# form [a-z2-7]{8}[^\n]*\n)?)(.*?)(?=\n\s*END\b)", re.S | re.I)
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^>]*?(/?)>")
EMPTY_TAGS = frozenset({"br", "img", "hr", "meta", "input", "col", "wbr", "link"})
BLOCK_ENDS = re.compile(r"</(?:p|h1|h2|h3|table|pre)>", re.I)
SECTION = re.compile(r"\n\n")
UNIT = re.compile(r"[A-Za-z][\w-]*\s*:")


def original_of(sent: EmailMessage) -> Original:
    """What a reader's mail program knows of one of our mails."""
    return Original(
        name=parseaddr(str(sent["From"]))[0],
        address=parseaddr(str(sent["From"]))[1],
        reply_to=parseaddr(str(sent["Reply-To"] or sent["From"]))[1],
        reader=parseaddr(str(sent["To"]))[1],
        subject=str(sent["Subject"]),
        message_id=str(sent["Message-ID"]).strip(),
        references=" ".join(str(sent["References"] or "").split()),
        text=_content(sent, "text/plain"),
        page=_inside(_content(sent, "text/html")),
    )


def _content(sent: Message, kind: str) -> str:
    """The first part of this kind."""
    for part in sent.walk():
        payload = part.get_payload(decode=True) if part.get_content_type() == kind else None
        if isinstance(payload, bytes):
            return payload.decode(str(part.get_content_charset("utf-8"))).replace("\r\n", "\n")
    return ""


def _inside(page: str) -> str:
    found = re.search(r"<body[^>]*>(.*)</body>", page, re.S | re.I)
    return found[1] if found else page


def lay_out(original: Original, tongue: Tongue, shape: Shape, lines: list[str], device: str, last: bool) -> Draft:
    """The window's content. `device` is what the program itself signs with; `last`: it does so below the quoted mail."""
    written = Written(tuple(lines))
    whole = Quote(original.text, original.page)
    signed = _signature(tongue, shape, device)
    pieces: list[Piece]
    if shape.place == "fresh":
        pieces = [written, *signed]
    elif shape.place == "top":
        pieces = [written, whole, *signed] if last else [written, *signed, whole]
    elif shape.place == "bottom":
        pieces = [whole, written, *signed]
    elif shape.place in ("form", "amend"):
        changed = edited(whole, lines, shape.place == "amend")
        pieces = [changed, *signed] if last else [*signed, changed]
    else:
        pieces = [*between(whole, lines), *signed]
    return Draft(original, shape, tongue, tuple(pieces), tuple(lines))


def _signature(tongue: Tongue, shape: Shape, device: str) -> list[Piece]:
    if shape.signature == "dashes":
        return [Signed((tongue.name, "HMS Example"), "-- ")]
    if shape.signature == "greeting":
        return [Signed((tongue.closing, tongue.name))]
    return [Signed((device,))] if shape.signature == "device" and device else []


def edited(quote: Quote, lines: list[str], added: bool) -> Quote:
    """The mail with these lines in its order form, or `added` at its end. Raises `ValueError` when it has none."""
    orders = "\n".join(lines)
    return Quote(_replaced(quote.text, orders, added), _replaced(quote.page, escape(orders, quote=False), added))


def _replaced(whole: str, orders: str, added: bool) -> str:
    if whole and not FORM.search(whole):
        raise ValueError("the mail has no order form")
    return FORM.sub(lambda found: found[1] + (f"{found[2]}\n" if added else "") + orders, whole, count=1)


def form_of(text: str) -> str:
    """The orders in the order form of a mail."""
    found = FORM.search(text)
    return found[2] if found else ""


def between(quote: Quote, lines: list[str]) -> list[Piece]:
    """The mail in three pieces with the orders in two between them; nothing stands within its order form."""
    cut = next((n for n, line in enumerate(lines) if n >= len(lines) // 2 and UNIT.match(line)), len(lines))
    texts, pages = _thirds(quote.text, SECTION, str.__getitem__), _thirds(quote.page, BLOCK_ENDS, _closed)
    first, second, rest = (Quote(text, page) for text, page in zip(texts, pages, strict=True))
    after = [Written(tuple(lines[cut:]))] if lines[cut:] else []
    return [first, Written(tuple(lines[:cut])), second, *after, rest]


def _thirds(whole: str, ends: re.Pattern[str], piece: Callable[[str, slice], str]) -> list[str]:
    """Three pieces, cut at two of the places where `ends` ends, all before the order form."""
    form = FORM.search(whole)
    places = [found.end() for found in ends.finditer(whole, 0, form.start() if form else len(whole))]
    if len(places) < 2:
        return [piece(whole, slice(0, None)), "", ""]
    first, second = places[len(places) // 3], places[-1]
    return [piece(whole, cut) for cut in (slice(0, first), slice(first, second), slice(second, None))]


def _closed(page: str, cut: slice) -> str:
    """A piece of HTML with the tags before it opened again and those open at its end closed."""
    start, end = cut.start or 0, len(page) if cut.stop is None else cut.stop
    before, after = _open_tags(page[:start]), _open_tags(page[:end])
    reopened = "".join(tag for _, tag in before)
    return reopened + page[start:end] + "".join(f"</{name}>" for name, _ in reversed(after))


def _open_tags(page: str) -> list[tuple[str, str]]:
    """(name, tag) of the elements that are open at the end."""
    stack: list[tuple[str, str]] = []
    for found in TAG.finditer(page):
        name = found[2].lower()
        if found[1]:
            depths = [depth for depth, (other, _) in enumerate(stack) if other == name]
            stack = stack[: depths[-1]] if depths else stack
        elif name not in EMPTY_TAGS and not found[3]:
            stack.append((name, found[0]))
    return stack
