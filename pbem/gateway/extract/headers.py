"""The beginning of an embedded mail: a block of From, Sent, To and Subject in any language, or "Original Message"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.gateway.extract.attribution import ADDRESS, HIDDEN
from pbem.gateway.extract.languages import words
from pbem.gateway.extract.lines import Line

MAX_BLOCK = 24
MAX_CONTINUED = 3
HEADER = re.compile(r"[\s*_•|\[\u200e\u200f-]{0,8}([^\W\d_][^:：<>@*_\]]{0,24}?)\s?[*_]{0,2}\s?\]?[:：]\s?[*_]{0,2}")
RULE = re.compile(r"\s*[_=*\u2500\u2014-]{3,}\s*")
RULED = re.compile(r"[-_=*\u2500\u2014\s>]{2,}?([^\W\d_].{2,120}?)[-_=*\u2500\u2014\s:<]{2,}")


def header(line: Line) -> frozenset[str]:
    """What header a line is: any of from, date, to, cc, subject, as its word may be several in several languages."""
    if line.depth or line.kind or not (":" in line.text or "：" in line.text):
        return frozenset()
    return _kinds(line.text[:80])


@lru_cache(maxsize=4096)
def _kinds(text: str) -> frozenset[str]:
    found = HEADER.match(text.strip(HIDDEN))
    return words().headers.get(found[1].strip().casefold(), frozenset()) if found else frozenset()


def block(lines: Sequence[Line], at: int, least: int = 3) -> int:
    """The line after the block of headers that begins at a line, or 0. A block has a sender, and a date or a subject."""
    first = header(lines[at])
    if not first:
        return 0
    seen: list[frozenset[str]] = []
    proof = False
    end = n = at
    while n < min(len(lines), at + MAX_BLOCK):
        kinds = header(lines[n])
        if kinds:
            seen.append(kinds)
            proof = proof or _proves(lines[n], kinds)
            end = n + 1
        elif n - end >= MAX_CONTINUED or lines[n].kind or lines[n].depth or _ends(lines, n, end):
            break
        n += 1
    known = frozenset().union(*seen)
    sound = proof and "from" in known and bool({"date", "subject"} & known) and len(set(seen)) >= min(least, 2)
    return end if len(seen) >= least and sound else 0


def _proves(line: Line, kinds: frozenset[str]) -> bool:
    """An address, a date with digits, or a subject: no order has those."""
    return bool(ADDRESS.search(line.text)) or "subject" in kinds or ("date" in kinds and any(c.isdigit() for c in line.text))


def _ends(lines: Sequence[Line], at: int, end: int) -> bool:
    """Two empty lines end a block; one may stand between two headers."""
    return lines[at].blank and at > end and lines[at - 1].blank


def separator(line: Line) -> str:
    """ "original" or "forwarded" for a line such as `-----Original Message-----` in any language; else ""."""
    text = line.text
    if line.depth or line.kind or len(text) > 160:
        return ""
    bare = text.strip(HIDDEN + " \t\u00a0*_").casefold()
    inner = bare.strip("-=_\u2500\u2014<> :：")
    ruled = bare.startswith(("--", "==", "__", "\u2500\u2500", "\u2014")) or text.strip().startswith("__")
    if words().forwarded.fullmatch(inner):
        return "forwarded" if ruled or bare.endswith((":", "：")) else ""
    return "original" if ruled and words().original.fullmatch(inner) else ""


def is_rule(line: Line) -> bool:
    """A line of dashes, underscores or the like."""
    return not line.depth and not line.kind and bool(RULE.fullmatch(line.text[:200]))


def is_ruled(line: Line) -> bool:
    """Words between dashes, in whatever language."""
    return not line.depth and not line.kind and len(line.text) < 160 and bool(RULED.fullmatch(line.text.strip()))
