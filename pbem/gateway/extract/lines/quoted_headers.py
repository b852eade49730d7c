"""The beginning of an embedded mail: a block of From, Sent, To and Subject in any language, or "Original Message"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.gateway.extract.lines.attribution import ADDRESS, DAY, HIDDEN, TIME, YEAR
from pbem.gateway.extract.lines.languages import words
from pbem.gateway.extract.lines.mail_lines import MailLine

MAX_BLOCK = 24
MAX_CONTINUED = 3
HEADER = re.compile(r"[\s*_•|\[\u200e\u200f-]{0,8}([^\W\d_][^:：<>@*_\]]{0,24}?)\s?[*_]{0,2}\s?\]?[:：]\s?[*_]{0,2}")
# What other services put above their mails: "reply above this line". Ours says "write" and is `marker.py`'s.
ABOVE = re.compile(
    r"\b(?:reply|replies|respond|response|answer|type)\b.{0,40}\babove (?:this|the) line"
    r"|\bantwort.{0,40}\b(?:über|oberhalb)(?: von)? dieser (?:zeile|linie)"
    r"|\brépon.{0,40}au[- ]dessus de cette ligne|\brespon.{0,40}(?:encima de esta línea|acima desta linha)"
    r"|\brispo.{0,40}sopra (?:a )?questa (?:riga|linea)|\bantwoord.{0,40}boven deze (?:regel|lijn)"
    r"|\bsvar.{0,40}(?:ovanför|over|ovenfor) (?:den|denne) (?:här )?(?:raden|linjen?)"
    r"|\bodpowie.{0,40}(?:nad|powyżej) (?:tą|tej) lini"
)
MAX_DATE = 40
FLAT = re.compile(r"(?<![^\s*_])([^\W\d_]{1,20})\s?[:：](?!/)")
MAX_FLAT = 600
CELL = re.compile(r"\|\s{0,4}([^|\s:：][^|:：]{0,24}?)\s{0,4}[:：]?\s{0,4}\|")
RULE = re.compile(r"\s*[_=*\u2500\u2014-]{3,}\s*")
RULED = re.compile(r"[-_=*\u2500\u2014\s>]{2,}?([^\W\d_].{2,120}?)[-_=*\u2500\u2014\s:<]{2,}")


def header(line: MailLine) -> frozenset[str]:
    """What header a line is: any of from, date, to, cc, subject, as its word may be several in several languages."""
    if line.depth or line.kind or not (":" in line.text or "：" in line.text):
        return frozenset()
    return _kinds(line.text[:80])


@lru_cache(maxsize=4096)
def _kinds(text: str) -> frozenset[str]:
    found = HEADER.match(text.strip(HIDDEN))
    return words().headers.get(found[1].strip().casefold(), frozenset()) if found else frozenset()


def block(lines: Sequence[MailLine], at: int, least: int = 3) -> int:
    """The line after the block of headers that begins at a line, or 0. A block has a sender, and a date or a subject."""
    first = header(lines[at])
    if not first:
        return 0
    if _flat(lines[at].text):
        return at + 1
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
    if len(seen) == 2 and end == at + 2 and _sent_then(lines, at, seen):
        return end
    known = frozenset().union(*seen)
    sound = proof and "from" in known and bool({"date", "subject"} & known) and len(set(seen)) >= min(least, 2)
    return end if len(seen) >= least and sound else 0


def _proves(line: MailLine, kinds: frozenset[str]) -> bool:
    """An address, a date with digits, or a subject: no order has those."""
    return bool(ADDRESS.search(line.text)) or "subject" in kinds or ("date" in kinds and any(c.isdigit() for c in line.text))


def _flat(text: str) -> bool:
    """Whether a line is a whole block whose line ends are lost: a sender, and an hour and a subject behind it."""
    known = words().headers
    kinds = [known.get(found[1].casefold(), frozenset()) for found in FLAT.finditer(text[:MAX_FLAT])]
    rest = frozenset().union(*kinds[1:])
    return (
        bool(kinds)
        and "from" in kinds[0]
        and {"date", "to", "subject"} <= rest
        and bool(ADDRESS.search(text) or YEAR.search(text))
    )


def _sent_then(lines: Sequence[MailLine], at: int, seen: Sequence[frozenset[str]]) -> bool:
    """Whether two headers apart from all else are a sender and the day and hour that they wrote at."""
    alone = (at == 0 or lines[at - 1].blank) and (at + 2 == len(lines) or lines[at + 2].blank)
    when = lines[at + 1].text
    return alone and "from" in seen[0] and "date" in seen[1] and bool(YEAR.search(when) and TIME.search(when))


def _ends(lines: Sequence[MailLine], at: int, end: int) -> bool:
    """Two empty lines end a block; one may be between two headers."""
    return lines[at].blank and at > end and lines[at - 1].blank


def table(lines: Sequence[MailLine], at: int) -> int:
    """The line after a block of headers drawn as a table, `| From | Anna <a@b> |`, or 0."""
    end = at
    while end < len(lines) and (cell := CELL.match(lines[end].text[:80])) and cell[1].casefold() in words().headers:
        end += 1
    addressed = any(ADDRESS.search(line.text) for line in lines[at:end])
    return end if addressed and end >= at + 2 else 0


def notes(lines: Sequence[MailLine], at: int) -> int:
    """The line after the head that Lotus Notes writes, or 0: name, date, and header words without colons."""
    after = lines[at + 1 : at + MAX_BLOCK]
    if not after or len(after[0].text) > MAX_DATE or not (TIME.search(after[0].text) and DAY.search(after[0].text)):
        return 0
    lone = {n: words().headers.get(line.text.strip().casefold(), frozenset()) for n, line in enumerate(after) if not line.depth}
    to = next((n for n, kinds in lone.items() if "to" in kinds), -1)
    subject = next((n for n, kinds in lone.items() if "subject" in kinds), -1)
    return at + 3 + subject if 0 < to < subject else 0


def separator(line: MailLine) -> str:
    """ "original" or "forwarded" for a line such as `-----Original Message-----` in any language; else ""."""
    text = line.text
    if line.depth or line.kind or len(text) > 160:
        return ""
    bare = text.strip(HIDDEN + " \t\u00a0*_").casefold()
    inner = bare.strip("-=_\u2500\u2014<> :：")
    ruled = bare.startswith(("--", "==", "__", "\u2500\u2500", "\u2014")) or text.strip().startswith("__")
    if not bare[:1].isalnum() and ABOVE.search(inner):
        return "original"
    if words().forwarded.fullmatch(inner):
        return "forwarded" if ruled or bare.endswith((":", "：")) else ""
    return "original" if ruled and words().original.fullmatch(inner) else ""


def is_rule(line: MailLine) -> bool:
    """A line of dashes, underscores or the like."""
    return not line.depth and not line.kind and bool(RULE.fullmatch(line.text[:200]))


def is_ruled(line: MailLine) -> bool:
    """Words between dashes, in whatever language."""
    return not line.depth and not line.kind and len(line.text) < 160 and bool(RULED.fullmatch(line.text.strip()))
