"""Where in the answer the answered mail is: above, below or around the player's lines, quoted or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.core.texts.heads import BLOCK
from pbem.core.texts.opening import READY
from pbem.gateway.extract.lines import our_quotes, quoted_headers
from pbem.gateway.extract.lines.attribution import MANNER, attribution
from pbem.gateway.extract.lines.mail_lines import MailLine, Span, label
from pbem.gateway.extract.lines.plain_unicode import plain

PICTURE = re.compile(r"\s*(?:\[[^\[\]]*\]|<[^<>]*>)\s*")
MIN_SENTENCE = 6
MIN_SENTENCES = 3
MAX_MISSING = 3
ORDERS = re.compile(rf"\s*(?:{BLOCK.pattern} ?:(?!/)(?:.*)|{READY.pattern})", re.I)


class Head(NamedTuple):
    """The lines from `first` up to `after` that lead over to an embedded mail.

    `kind` is attribution, block (of headers), original, forwarded or marker (ours).
    """

    first: int
    after: int
    kind: str


def head_at(lines: Sequence[MailLine], at: int) -> Head | None:
    """The head that begins with a line, if one does."""
    line = lines[at]
    if line.kind or line.blank:
        return None
    if line.depth:
        return Head(at, at + 1, "attribution") if line.depth > 1 and MANNER.fullmatch(line.text[:300]) else None
    kind = quoted_headers.separator(line)
    if kind:
        return Head(at, _block_below(lines, at + 1) or at + 1, kind)
    end = quoted_headers.block(lines, at) or quoted_headers.notes(lines, at)
    if end:
        return Head(at, end, "block")
    if quoted_headers.is_rule(line) or quoted_headers.is_ruled(line):
        end = _block_below(lines, at + 1)
        return Head(at, end, "block") if end else _attribution(lines, at)
    return _attribution(lines, at)


def _block_below(lines: Sequence[MailLine], at: int) -> int:
    """The end of a block of headers that begins here, but for empty lines; below a separator two headers are enough."""
    start = next((n for n in range(at, min(at + 3, len(lines))) if not lines[n].blank), -1)
    return quoted_headers.table(lines, start) or quoted_headers.block(lines, start, 2) if start >= 0 else 0


def _attribution(lines: Sequence[MailLine], at: int) -> Head | None:
    count = attribution(lines, at)
    return Head(at, at + count, "attribution") if count else None


# ---------------------------------------------------------------- the walk


def embed(lines: Sequence[MailLine], sent: our_quotes.OurMails | None, marker: int = -1) -> list[MailLine]:
    """The lines with all that belongs to the embedded mail labelled: header, quoted, report. Our marker is in line `marker`."""
    out = _quotes(lines, sent)
    above = found = False
    at = 0
    while at < len(out):
        head = _marker_at(out, at, marker) or head_at(out, at)
        if head is None:
            above = above or not (out[at].kind or out[at].blank)
            at += 1
            continue
        found = True
        out[head.first : head.after] = [line._replace(kind="header") for line in out[head.first : head.after]]
        at = next((n for n in range(head.after, len(out)) if not out[n].blank), len(out))
        if at < len(out) and not out[at].kind and at != marker and head_at(out, at) is None:
            out, at = _unmarked(out, head, above, sent)
    return out if found or sent is None else _headless(out, sent)


def _headless(lines: list[MailLine], sent: our_quotes.OurMails) -> list[MailLine]:
    """Our mail with nothing above it that says so: known by three sentences of it that are no part of an order form."""
    long = [n for n, line in enumerate(lines) if not line.kind and len(line.text.split()) >= MIN_SENTENCE]
    ours = [n for n in long if our_quotes.is_prose(lines[n].text, sent)]
    if len(ours) < MIN_SENTENCES:
        return lines
    at = ours[0]
    while at and not _is_order(lines[at - 1].text, sent) and our_quotes.is_prose(lines[at - 1].text, sent):
        at -= 1
    known = our_quotes.ours(lines[at:], sent)
    left = left_over(lines[at:], known, sent) if known else set(range(len(lines)))
    return label(lines, [Span(n, n + 1, "report") for n in range(at, len(lines)) if n - at not in left])


def _marker_at(lines: Sequence[MailLine], at: int, marker: int) -> Head | None:
    return Head(at, at + 1, "marker") if at == marker and not lines[at].kind else None


def _unmarked(lines: list[MailLine], head: Head, above: bool, sent: our_quotes.OurMails | None) -> tuple[list[MailLine], int]:
    """An embedded mail without quote marks: all to the end, but for what the player has put into our own mail.

    If nothing is above a line "Anna wrote:" or a forwarded mail, what is below is all there is, and is read.
    """
    below = lines[head.after :]
    known = our_quotes.ours(below, sent) if sent else None
    if sent and known is not None:
        left = [] if above else left_over(below, known, sent)
        spans = [Span(n, n + 1, "report") for n in range(head.after, len(lines)) if n - head.after not in left]
        return label(lines, spans), len(lines)
    if head.kind == "marker":
        quoted = next((n for n in range(head.after, len(lines)) if lines[n].depth), len(lines))
        return label(lines, [Span(head.first, quoted, "report")]), quoted
    if above or head.kind in ("block", "original"):
        return label(lines, [Span(head.after, len(lines), "quoted")]), len(lines)
    return lines, head.after


def left_over(lines: Sequence[MailLine], known: Sequence[our_quotes.Match], sent: our_quotes.OurMails) -> set[int]:
    """The lines that the player put into our own mail: runs that are not ours, from the first that looks like an order.

    At the end of the mail, and between two lines that are next to each other in ours, they need not look like one.
    """
    left: set[int] = set()
    n = 0
    while n < len(lines):
        end = n
        while end < len(lines) and not known[end].exact:
            end += 1
        if end > n:
            left.update(range(_first_order(lines, n, end, known, sent), end))
        n = max(end, n + 1)
    return left


def _first_order(
    lines: Sequence[MailLine], at: int, end: int, known: Sequence[our_quotes.Match], sent: our_quotes.OurMails
) -> int:
    """Where the player's words begin in a run of lines that are not ours word for word; `end` if there are none."""
    first = next((n for n in range(at, end) if _is_order(lines[n].bare, sent)), end)
    if first == end and not _put_in(lines, at, end, known):
        return end
    return next((n for n in range(at, first) if not known[n].near and not _is_prose(lines[n].bare, sent)), first)


def _put_in(lines: Sequence[MailLine], at: int, end: int, known: Sequence[our_quotes.Match]) -> bool:
    """Whether a run is at the end of the mail, or where nothing of ours is missing."""
    below = next((n for n in range(end, len(lines)) if not lines[n].blank), -1)
    return below < 0 or (at > 0 and 0 < known[below].first - known[at - 1].last <= MAX_MISSING)


def _is_order(text: str, sent: our_quotes.OurMails) -> bool:
    """Whether a line begins a block of orders, or says that the player is ready, and is not of our report."""
    words = plain(text[:200])
    found = ORDERS.match(words)
    return bool(found) and (words.rstrip().endswith(":") or not our_quotes.is_prose(words, sent))


def _is_prose(text: str, sent: our_quotes.OurMails) -> bool:
    """Whether a line is of our mail, or a sentence, or stands for a picture."""
    words = text.split()
    if PICTURE.fullmatch(text[:200]):
        return True
    sentence = len(words) >= MIN_SENTENCE and words[-1][-1] in ".:!?" and not any(c.isdigit() for c in text)
    return sentence or our_quotes.is_prose(text, sent)


def _quotes(lines: Sequence[MailLine], sent: our_quotes.OurMails | None) -> list[MailLine]:
    """The quoted lines, and the ends that a mail program has broken off them."""
    out = list(lines)
    for n, line in enumerate(out):
        if line.kind or (line.depth > 1 and MANNER.fullmatch(line.text[:300])):
            continue
        if line.depth or (n and not line.blank and out[n - 1].kind == "quoted" and _is_tail(out, n, sent)):
            out[n] = line._replace(kind="quoted")
    return out


def _is_tail(lines: Sequence[MailLine], at: int, sent: our_quotes.OurMails | None) -> bool:
    if sent is not None and our_quotes.is_tail(lines[at - 1], lines[at], sent):
        return True
    return sent is None and at + 1 < len(lines) and our_quotes.is_likely_tail(lines[at - 1], lines[at], lines[at + 1])
