"""What of a mail are our own words: runs of the report (or receipt) that it answers, however they were wrapped again."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pbem.gateway.extract.lines.mail_lines import MailLine
from pbem.gateway.extract.lines.order_form import forms
from pbem.gateway.extract.lines.plain_unicode import plain

RUN = 4
"""So many words in a row are ours, fewer may be chance."""
SHARE = 0.5
WORD = re.compile(r"[^\W_]+")
MOSTLY = 0.6
FAR = 40
MAX_LINE = 4000


def words_of(text: str) -> list[str]:
    """The words of a text, whatever is between them."""
    return WORD.findall(plain(text).casefold())


class OurMail(NamedTuple):
    """One of our mails: its words, and where each run of four begins."""

    words: list[str]
    places: dict[tuple[str, ...], list[int]]


class OurMails:
    """Our mails. What is asked of them is worked out when it is asked first: for most mails quote marks say enough."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    @cached_property
    def lines(self) -> list[list[list[str]]]:
        """The words of each line of each mail."""
        return [[words_of(line) for line in text.split("\n")] for text in self.texts]

    @cached_property
    def reports(self) -> list[OurMail]:
        """Each mail as one run of words."""
        runs = [[word for line in lines for word in line] for lines in self.lines]
        return [OurMail(words, _runs(words)) for words in runs]

    @cached_property
    def threes(self) -> set[tuple[str, ...]]:
        """The threes of words within one line."""
        return {three for lines in self.lines for line in lines for three in _sized(line, 3)}

    @cached_property
    def ends(self) -> set[tuple[str, ...]]:
        """The last two words of each line."""
        return {tuple(line[-2:]) for lines in self.lines for line in lines}

    @cached_property
    def prose(self) -> set[tuple[str, ...]]:
        """Every run of one, two and three words outside the order forms."""
        found: set[tuple[str, ...]] = set()
        for text, lines in zip(self.texts, self.lines, strict=True):
            inside = {
                n for first, after in forms([MailLine(line, line, 0) for line in text.split("\n")]) for n in range(first, after)
            }
            words = [word for n, line in enumerate(lines) if n not in inside for word in line]
            found.update(run for size in (1, 2, 3) for run in _sized(words, size))
        return found


def _sized(words: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every run of so many words."""
    return (tuple(words[n : n + size]) for n in range(len(words) - size + 1))


def is_prose(text: str, sent: OurMails) -> bool:
    """Whether a line is somewhere in our mails, outside the order form."""
    words = words_of(text[:MAX_LINE])
    if not words:
        return not text.strip()
    return all(run in sent.prose for run in _sized(words, min(3, len(words))))


def _runs(words: Sequence[str]) -> dict[tuple[str, ...], list[int]]:
    """Where each run of four words begins."""
    places: dict[tuple[str, ...], list[int]] = {}
    for n in range(len(words) - RUN + 1):
        places.setdefault(tuple(words[n : n + RUN]), []).append(n)
    return places


# ---------------------------------------------------------------- side by side


def aligned(words: Sequence[str], report: OurMail) -> list[int]:
    """For each word of a mail its place in our mail, or -1; the places rise.

    First the runs that occur once on either side, as many as come in the same order; then what joins on to them; then,
    between them, what occurs more often. So an order that the player typed as it is in the report too is left over.
    """
    places = [-1] * len(words)
    for at, start in _anchors(words, report):
        for n in range(RUN):
            places[at + n] = start + n
    _spread(words, report.words, places, range(1, len(words)), -1)
    _spread(words, report.words, places, range(len(words) - 2, -1, -1), 1)
    _fill(words, report, places)
    return places


def _anchors(words: Sequence[str], report: OurMail) -> list[tuple[int, int]]:
    """(place in the mail, place in the report) of runs that occur once in both: the longest chain that rises."""
    once = [
        (at[0], ours[0]) for run, at in _runs(words).items() if len(at) == 1 and len(ours := report.places.get(run, [])) == 1
    ]
    tails: list[int] = []
    chain: list[int] = []
    before = [-1] * len(once)
    for n, (_, start) in enumerate(once):
        k = bisect_left(tails, start)
        tails[k : k + 1] = [start]
        chain[k : k + 1] = [n]
        before[n] = chain[k - 1] if k else -1
    found: list[tuple[int, int]] = []
    n = chain[-1] if chain else -1
    while n >= 0:
        found.append(once[n])
        n = before[n]
    return found[::-1]


def _spread(words: Sequence[str], ours: Sequence[str], places: list[int], order: range, side: int) -> None:
    """Let the known words draw their neighbours on one side along."""
    taken = {place for place in places if place >= 0}
    for n in order:
        near = places[n + side]
        start = near - side
        if places[n] < 0 <= near and 0 <= start < len(ours) and start not in taken and words[n] == ours[start]:
            places[n] = start
            taken.add(start)


def _fill(words: Sequence[str], report: OurMail, places: list[int]) -> None:
    """Between two known words: runs that occur more often in our mail, the nearest first."""
    limits = [0] * len(places)
    limit = len(report.words)
    for n in range(len(places) - 1, -1, -1):
        limit = places[n] if places[n] >= 0 else limit
        limits[n] = limit
    last = at = 0
    while at <= len(words) - RUN:
        if places[at] >= 0:
            last, at = places[at] + 1, at + 1
            continue
        known = report.places.get(tuple(words[at : at + RUN]), [])
        n = bisect_left(known, last)
        start = known[n] if n < len(known) else limits[at]
        if start + RUN > limits[at]:
            at += 1
            continue
        while at < len(words) and places[at] < 0 and start < limits[at] and words[at] == report.words[start]:
            places[at] = start
            at, start = at + 1, start + 1
        last = start


class Match(NamedTuple):
    """Of a line of an embedded mail: `exact`, word for word at its place in ours; `near`, of the same words as that place.

    `first` and `last` are the places of its words in ours.
    """

    exact: bool = False
    near: bool = False
    first: int = -1
    last: int = -1


def ours(lines: Sequence[MailLine], sent: OurMails) -> list[Match] | None:
    """What each line of an embedded mail has of ours; None if most of the mail is not ours.

    Empty lines go with the line before them, other lines without words (rules) with the one below them.
    """
    split = [words_of(line.bare[:MAX_LINE]) for line in lines]
    words = [word for found in split for word in found]
    known = [False] * len(words)
    matches = [Match()] * len(lines)
    for report in sent.reports:
        places = aligned(words, report)
        known = [was or place >= 0 for was, place in zip(known, places, strict=True)]
        at = 0
        for n, found in enumerate(split):
            matches[n] = matches[n] if matches[n].exact or not found else _match(found, places, at, report)
            at += len(found)
    if not words or sum(known) < SHARE * len(words):
        return None
    return _with_empty(lines, split, matches)


def _with_empty(lines: Sequence[MailLine], split: Sequence[Sequence[str]], matches: list[Match]) -> list[Match]:
    """The matches with those of lines without words filled in."""
    below = Match(True, True)
    for n in range(len(matches) - 1, -1, -1):
        if split[n]:
            below = matches[n]
        elif not lines[n].blank:
            matches[n] = below
    above = Match(True, True)
    for n in range(len(matches)):
        if lines[n].blank:
            matches[n] = above
        above = matches[n]
    return matches


def _match(found: Sequence[str], places: Sequence[int], at: int, report: OurMail) -> Match:
    end = at + len(found)
    here = [place for place in places[at:end] if place >= 0]
    if len(here) >= MOSTLY * len(found):
        return Match(True, True, here[0], here[-1])
    before = next((places[n] for n in range(at - 1, max(-1, at - FAR), -1) if places[n] >= 0), -1)
    after = next((places[n] for n in range(end, min(len(places), end + FAR)) if places[n] >= 0), before + FAR)
    inside = set(report.words[before + 1 : min(after, before + 400)]) if before >= 0 else set()
    return Match(False, sum(word in inside for word in found) >= MOSTLY * len(found))


# ---------------------------------------------------------------- broken lines


def is_tail(before: MailLine, line: MailLine, sent: OurMails) -> bool:
    """Whether a line is the end of the one before it, which a mail program has broken: together they are one line of ours."""
    head = words_of(before.bare[:MAX_LINE])[-2:]
    tail = words_of(line.bare[:MAX_LINE])
    if len(head) < 2 or not tail or (head[0], head[1]) in sent.ends:
        return False
    whole = [*head, *tail]
    return all(three in sent.threes for three in _sized(whole, 3))


def is_likely_tail(before: MailLine, line: MailLine, after: MailLine) -> bool:
    """The same without our mail at hand: between two quoted lines, after a full one, and not like the start of a line."""
    first = line.text[:1]
    wide = len(before.text) >= 50 and len(before.text) + 1 + len(line.text.split(" ", 1)[0]) > 70
    return wide and after.depth > 0 and first.isalpha() and first.islower() and len(line.text) < len(before.text)
