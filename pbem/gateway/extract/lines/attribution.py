"""The lines by which a mail program says who wrote what is quoted below: "On Monday Anna <a@b> wrote:" in any language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.gateway.extract.lines.languages import UNBOUND, words
from pbem.gateway.extract.lines.mail_lines import MailLine, quoted_below

MAX_LINES = 4
MAX_LENGTH = 400

# Direction marks and byte order marks that are before or after a line in right-to-left mails.
HIDDEN = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2060\u2061\u2062\u2063\u2064\ufeff"
TRIM = HIDDEN + " \t\u00a0*_"
ADDRESS = re.compile(r"[^\s@<>()\[\]:,;]{1,80}@[^\s@<>()\[\]:,;]{1,80}")
YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?!\d)")
TIME = re.compile(r"(?<!\d)\d{1,2}[:.hH]\d\d(?!\d)")
DAY = re.compile(r"(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)")
ZONED = re.compile(
    r"\d{4}-\d\d-\d\d,? \d{1,2}:\d\d(?::\d\d)? (?:GMT|UTC)(?: ?[+-]\d{1,2}:?\d\d)?,? ([^\d:]{2,80}?)(<[^<>]{3,100}>)?\s*:?"
)
RULED = re.compile(r"-{2,}\s*(.*?[^\s-])\s*-{2,}")
BLOCK = re.compile(r"\s*[A-Za-z][A-Za-z0-9_-]{0,11}\s?[:：]\s*")
FIRST_PERSON = re.compile(r"\bI (?:wrote|said)\b")
SHORT = re.compile(r"\b\d{1,2}[./]\d{1,2}\b|\b[^\W\d_]{3,9}\.? \d{1,2},|\b\d{1,2}\.? [^\W\d_]{3,9}\.?,")
NAMED = re.compile(r"\s*[\"'*]?[^\W\d_][^@:;<>]{0,60}<[^\s@<>]{1,80}@[^\s@<>]{1,80}>")
NAME = re.compile(r"(?:[^\W\d_a-z][^\s:]{0,30} ){1,3}")
BROKEN = re.compile(r"<[^<>\s]*\s*$")
USENET = re.compile(r"\bnews:\S+\s*")
MANNER = re.compile(r"(?:>>>|»)\s?\S.{3,200}(?:>>>|»)\s*")


def attribution(lines: Sequence[MailLine], at: int) -> int:
    """How many lines, from this one on, are an attribution: 0, or up to four.

    Where a later line would do as well, this one must look like the beginning of one: the player's own last line is not.
    """
    for count in range(1, MAX_LINES + 1):
        last = lines[at + count - 1] if at + count <= len(lines) else None
        if last is None or last.kind or last.depth or last.blank:
            return 0
        if not closes(last.text[-MAX_LENGTH:]):
            continue
        text = _joined(lines, at, count)
        quotes = quoted_below(lines, at + count)
        if text and says_who(text, quotes and count <= 2) and (count == 1 or _begins_here(lines, at, count, quotes)):
            return count
    return 0


def closes(text: str) -> bool:
    """Whether an attribution could end with this line: cheap to ask of every line."""
    text = text.rstrip(TRIM + '"')
    return text.endswith((":", "：", "-", ">", "]", "...")) or bool(ZONED.fullmatch(text)) or bool(_verb_at_end(text))


def _joined(lines: Sequence[MailLine], at: int, count: int) -> str | None:
    """So many lines as one, or None if they cannot be an attribution."""
    part = lines[at : at + count]
    if len(part) < count or any(line.kind or line.depth or line.blank for line in part):
        return None
    text = " ".join(line.text.strip(TRIM) for line in part)
    return text if len(text) <= MAX_LENGTH else None


def _begins_here(lines: Sequence[MailLine], at: int, count: int, quotes: bool) -> bool:
    """Whether an attribution of several lines begins with this one, and not with a later one."""
    later = [(lines[at + skip].text, _joined(lines, at + skip, count - skip) or "") for skip in range(1, count)]
    sound = [first for first, text in later if says_who(text, quotes)]
    if BROKEN.search(lines[at].text.rstrip(TRIM)[-120:]) or NAMED.match(lines[at].text[:200]):
        return True
    if opens(lines[at].text):
        return not any(opens(first) and (YEAR.search(first) or DAY.search(first)) for first in sound)
    first = lines[at].text
    if words().wrote.search(first.casefold()):
        return not any(words().wrote.search(text.casefold()) for _, text in later)
    return not sound and bool(ADDRESS.search(first + lines[at + 1].text))


@lru_cache(maxsize=4096)
def says_who(text: str, quotes: bool) -> bool:
    """Whether a text is an attribution as a whole. Directly above a quotation less is asked of it."""
    text = text.strip(TRIM)
    if ZONED.fullmatch(text):
        return True
    if not quotes and "@" not in text and not any(c.isdigit() for c in text):
        return False
    ruled = RULED.fullmatch(text)
    if ruled:
        text = ruled[1] + ":"
    text = text.lstrip("- ")
    small = text.casefold()
    ends = text.endswith((":", "：")) or text.endswith((":-", ">:", ":»"))
    bare = ends or (quotes and (bool(USENET.search(text)) or (text[:1] == "[" and text[-1:] == "]")))
    if not bare and not (_verb_at_end(text) and (quotes or ADDRESS.search(text))):
        return False
    return _strong(text, small) or (quotes and _weak(text, small))


def _strong(text: str, small: str) -> bool:
    """An address and a date, or one of them with the verb: enough where the quotation below is not marked."""
    address = ADDRESS.search(text)
    dated = _dated(text)
    verb = words().wrote.search(small)
    if FIRST_PERSON.search(text) or BLOCK.fullmatch(text):
        return False
    if address and dated:
        return opens(text) or bool(verb) or address.start() < 80
    if address:
        short = _starter(small) and len(text.split()) <= 7
        return address.start() < 120 and (bool(verb) or short)
    if not verb:
        return False
    return (opens(text) or _names_first(text, small)) if dated else opens(text) and bool(SHORT.search(text[:40]))


def _names_first(text: str, small: str) -> bool:
    """Whether a name is first, then the verb, then hardly more than the date."""
    verb = words().wrote.search(small)
    name = NAME.match(text)
    return bool(verb and name and verb.start() <= name.end() and len(text[verb.end() :].split()) <= 8)


def _weak(text: str, small: str) -> bool:
    """Any line with a colon that names an address, a date or who wrote, if it is no block of orders."""
    if BLOCK.fullmatch(text):
        return False
    return bool(ADDRESS.search(text)) or _dated(text) or bool(words().wrote.search(small))


def _dated(text: str) -> bool:
    return bool(YEAR.search(text) or TIME.search(text) or DAY.search(text))


def _verb_at_end(text: str) -> bool:
    tail = text[-40:].casefold().rstrip(" -")
    if not tail.endswith(words().ends):
        return False
    return any(found.end() == len(tail) for found in words().wrote.finditer(tail))


def opens(text: str) -> bool:
    """Whether a line begins like an attribution: a word such as "On", or a weekday, and then a date."""
    text = text.strip(TRIM + "->")
    tokens = text[:120].split()[:5]
    if len(tokens) < 2:
        return False
    if _starter(text[:40].casefold()):
        return any(token.strip("(\"'")[:1].isdigit() for token in tokens[1:])
    if not _dated(text):
        return False
    first = tokens[0]
    if first[0].isdigit():
        return True
    return (first[-1] in ",." or 2 <= len(first) <= 4) and first.strip(",.").isalpha() and _soon(tokens[1:3])


def _soon(tokens: Sequence[str]) -> bool:
    return any(token[0].isdigit() for token in tokens)


def _starter(small: str) -> bool:
    for start in words().starts:
        if small.startswith(start) and (ord(start[0]) >= UNBOUND or small[len(start) : len(start) + 1] in (" ", "\u00a0")):
            return True
    return False
