"""What mail programs call the parts of their pages: which element holds a quotation, which a signature, which is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto


class ElementRole(Enum):
    """What an element does to the lines inside it, or below it."""

    PLAIN = auto()
    QUOTE = auto()  # all of it is quoted
    LETTER = auto()  # an attribution and blockquotes; what is between the blockquotes is the writer's
    HEADERS = auto()  # the headers of the answered mail, which follows it
    MAYBE = auto()  # the same, if it really holds headers
    RULE = auto()  # the same, if headers are below it
    SIGNATURE = auto()
    HIDDEN = auto()


# Mail programs and gateways put these before the names in a page they forward or rewrite: Outlook, Hotmail, Yahoo, Gmail, AOL.
PREFIX = re.compile(r"(?:(?:x_)+|ecx|yiv\d+|m_-?\d+|aolmail_)")
QUOTE_NAME = re.compile(r"(?:^|[-_])quot(?:e|ed)(?:$|[-_])|quote$")
SIGNATURE_NAME = re.compile(r"signature|^sig$")

LETTERS = frozenset({"gmail_quote", "gmail_quote_container", "protonmail_quote", "messagereplysection"})
QUOTES = frozenset(
    {"gmail_attr", "moz-cite-prefix", "moz-forward-container", "moz-email-headers-table", "zmail_extra", "reply-intro"}
    | {"isreplycontent", "wmquote", "mailquote"}
)
QUOTE_STARTS = ("aolmsgpart_", "cm_replymail_content")
HEADERS = frozenset(
    {"outlookmessageheader", "divrplyfwdmsg", "__headers__", "olk_src_body_section"}
    | {"ms-outlook-mobile-reference-message", "mail-editor-reference-message-container"}
)
# The answered mail, often with answers in it; and names inside other quotations, which are no second ones.
NO_QUOTES = frozenset({"__quoted_text__", "moz-quote-pre", "quoted-content"})
RULES = frozenset({"stopspelling", "zwchr"})
# Phones give the name of their signature to the lines that are typed there, too.
NO_SIGNATURE = frozenset({"applemailsignature"})
UNSEEN = frozenset({"gmail_signature_prefix"})
UNSEEN_TAGS = frozenset({"script", "style", "title", "template", "xml"})

DISPLAY_NONE = re.compile(r"(?:^|;)(?:display:none|mso-hide:all|mso-list:ignore)")
BORDER_TOP = re.compile(r"(?:^|;)border-top(?:-style)?:[^;]*solid")
BORDER_LEFT = re.compile(r"(?:^|;)border-left(?:-style)?:[^;]*solid")
NO_BORDER = re.compile(r"(?:^|;)border(?:-style)?:(?:none|0)")
VERBATIM = re.compile(r"(?:^|;)white-space:pre")

LABEL = re.compile(r"[^\W\d_][^\d:：,;()]{0,24}(?:：|:(?:\s|$))")
DATED = re.compile(r"@|\d{4}")


def style_of(attributes: Mapping[str, str]) -> str:
    """The element's own style, without its spaces."""
    return "".join(attributes.get("style", "").lower().split())


def verbatim(tag: str, style: str) -> bool:
    """Whether the line breaks of the source are line breaks of the text."""
    return tag == "pre" or VERBATIM.search(style) is not None


def bare_role(tag: str) -> ElementRole:
    """What an element without attributes is."""
    if tag in UNSEEN_TAGS:
        return ElementRole.HIDDEN
    return ElementRole.QUOTE if tag == "blockquote" else ElementRole.PLAIN


def role_of(tag: str, attributes: Mapping[str, str], style: str) -> ElementRole:
    """What the element is."""
    if tag in ("html", "body"):
        return ElementRole.PLAIN
    names = list(_names(attributes))
    if tag in UNSEEN_TAGS or "hidden" in attributes or not UNSEEN.isdisjoint(names) or DISPLAY_NONE.search(style):
        return ElementRole.HIDDEN
    if tag == "blockquote":
        return ElementRole.PLAIN if _indents(attributes, names, style) else ElementRole.QUOTE
    if tag == "hr":
        return ElementRole.RULE if attributes.get("tabindex") == "-1" or not RULES.isdisjoint(names) else ElementRole.PLAIN
    return _named(names) or _signature(tag, attributes, names) or _bordered(tag, style)


def _names(attributes: Mapping[str, str]) -> Iterator[str]:
    """The names an element goes by, without the prefixes that forwarding adds."""
    for key in ("class", "id", "name", "data-marker"):
        for name in attributes.get(key, "").lower().split():
            yield PREFIX.sub("", name, count=1) if PREFIX.match(name) else name


def _named(names: Sequence[str]) -> ElementRole | None:
    if not LETTERS.isdisjoint(names):
        return ElementRole.LETTER
    if not HEADERS.isdisjoint(names):
        return ElementRole.HEADERS
    if not NO_QUOTES.isdisjoint(names):
        return ElementRole.PLAIN
    if not QUOTES.isdisjoint(names) or any(name.startswith(QUOTE_STARTS) or QUOTE_NAME.search(name) for name in names):
        return ElementRole.QUOTE
    return None


def _signature(tag: str, attributes: Mapping[str, str], names: Sequence[str]) -> ElementRole | None:
    named = any(SIGNATURE_NAME.search(name) and name not in NO_SIGNATURE for name in names)
    found = named or tag == "signature" or "data-signatureblock" in attributes
    return ElementRole.SIGNATURE if found else None


def _bordered(tag: str, style: str) -> ElementRole:
    """Word draws a line above the headers of the mail it quotes, or one at the left of all of it."""
    if tag != "div":
        return ElementRole.PLAIN
    if BORDER_LEFT.search(style):
        return ElementRole.QUOTE
    return ElementRole.MAYBE if BORDER_TOP.search(style) else ElementRole.PLAIN


def _indents(attributes: Mapping[str, str], names: Sequence[str], style: str) -> bool:
    """Whether a blockquote is only what the «indent» button makes."""
    if "webkit-indent-blockquote" in names:
        return True
    return not ("type" in attributes or "cite" in attributes or _named(names)) and NO_BORDER.search(style) is not None


def leads_over(lines: Sequence[str]) -> bool:
    """Whether these lines, above a quotation, only say whose it is. What else is there is the writer's."""
    seen = [line for line in lines if line]
    return len(seen) <= 4 and bool(seen) and seen[-1].endswith((":", "："))


def opens_mail(lines: Sequence[str]) -> bool:
    """Whether these are the first lines of a mail that was answered or forwarded."""
    seen = [line for line in lines if line][:4]
    return any(line.endswith((":", "：")) or line.startswith("---") for line in seen) or are_headers(lines)


def are_headers(lines: Sequence[str]) -> bool:
    """Whether these are the first lines of a quoted mail's headers, in whatever language."""
    seen = [line for line in lines if line][:6]
    labelled = [line for line in seen if LABEL.match(line)]
    return len(labelled) >= 2 and labelled[0] == seen[0] and any(DATED.search(line) for line in labelled)
