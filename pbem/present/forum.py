"""A turn report for a forum, as BBCode and as Markdown; and what a player wrote in a post, without the forum's marks."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from pbem.core.game.report_parts import Panel
from pbem.present.report import Report, ReportLine

MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")
QUOTE = re.compile(r"\[quote\b[^\]]{0,300}\]|\[/quote\]", re.I)
TAG = re.compile(
    r"\[/?(?:b|i|u|s|code|pre|list|size|color|colour|font|url|img|spoiler|center|left|right|indent|\*)\b[^\]]{0,300}\]", re.I
)
ITEM = re.compile(r"\[\*\]")
FENCE = re.compile(r"\s*(?:```|~~~).*")


@dataclass(frozen=True)
class Marks:
    """How a forum's language writes headings, list items, fixed-width text, links and pictures, and what it must be spared."""

    heading: Callable[[str], str]
    begin: str
    item: Callable[[str], str]
    end: str
    fixed: Callable[[str], str]
    link: Callable[[str, str], str]
    picture: Callable[[str, str], str]
    plain: Callable[[str], str]


BBCODE = Marks(
    heading=lambda text: f"[b]{text}[/b]",
    begin="[list]",
    item=lambda text: f"[*]{text}",
    end="[/list]",
    fixed=lambda text: f"[code]{text}[/code]",
    link=lambda text, url: f"[url={url}]{text}[/url]",
    picture=lambda words, url: f"[img]{url}[/img]",
    plain=lambda text: text.replace("[", "(").replace("]", ")"),
)
MARK_DOWN = Marks(
    heading=lambda text: f"### {text}\n",
    begin="",
    item=lambda text: f"- {text}",
    end="",
    fixed=lambda text: f"```\n{text}\n```",
    link=lambda text, url: f"[{text}]({url})",
    picture=lambda words, url: f"![{words}]({url})",
    plain=lambda text: MARKDOWN.sub(r"\\\1", text),
)


def to_bbcode(report: Report, page: str, picture: str) -> str:
    """The report for a board that reads BBCode. `page` and `picture` are the addresses of the turn and its map ("": none)."""
    return _written(report, BBCODE, page, picture)


def to_markdown(report: Report, page: str, picture: str) -> str:
    """The same for a forum that reads Markdown."""
    return _written(report, MARK_DOWN, page, picture)


def _written(report: Report, marks: Marks, page: str, picture: str) -> str:
    parts = [marks.heading(marks.plain(f"{report.title}: {report.heading} (game {report.game})"))]
    parts += [marks.plain(report.verdict)] if report.verdict else []
    parts += [marks.picture("map", picture)] if picture else []
    parts += [_listed(marks, report.summary)] if report.summary else []
    for phase, told in groupby(report.lines, key=lambda each: each.phase):
        parts += [marks.heading(marks.plain(phase or "Report")), _listed(marks, map(_sentence, told))]
    parts += [marks.plain(line) for line in report.standing]
    parts += [part for panel in report.panels for part in _panel(marks, panel)]
    parts += [f"Orders are due {report.due}."] if report.due and not report.verdict else []
    parts += [marks.link("The turn, its dice and their proof", page)] if page else []
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _listed(marks: Marks, lines: Iterable[str]) -> str:
    items = [marks.item(marks.plain(line)) for line in lines]
    return "\n".join(line for line in (marks.begin, *items, marks.end) if line)


def _sentence(told: ReportLine) -> str:
    rule = f" ({told.rule})" if told.rule else ""
    dice = f" Dice: {'; '.join(told.dice)}." if told.dice else ""
    return f"{told.text}{rule}{dice}"


def _panel(marks: Marks, panel: Panel) -> list[str]:
    return [marks.heading(marks.plain(panel.title)), marks.fixed("\n".join(panel.lines))] if panel.lines else []


def from_post(text: str) -> str:
    """What a player wrote in a forum post: without quotations, tags and code fences. Orders stay as they are."""
    written = "".join(_outside_quotes(html.unescape(text)))
    lines = TAG.sub("", ITEM.sub("\n", written)).splitlines()
    return "\n".join(line.rstrip() for line in lines if not FENCE.fullmatch(line)).strip("\n")


def _outside_quotes(text: str) -> Iterator[str]:
    """The pieces that are in no quotation, however deep quotations are nested."""
    depth = at = 0
    for mark in QUOTE.finditer(text):
        if not depth:
            yield text[at : mark.start()]
        depth = max(0, depth - 1) if mark[0].startswith("[/") else depth + 1
        at = mark.end()
    if not depth:
        yield text[at:]
