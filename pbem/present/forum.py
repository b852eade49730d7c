"""What is written for a forum, in the forum's own markup: turn reports, and our words to one person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import dedent
from typing import Literal

from pbem.core.game.report_parts import Panel
from pbem.present.markup import Markup
from pbem.present.report import Report, ReportLine

CUT = "(The rest of it is there.)"
LineKind = Literal["heading", "item", "fixed", "plain"]
"""What a line of our words is."""
INDENT = "  "
ITEM = "- "
UNIT = re.compile(r"\S+:(?:\s+#.*)?")
"""The line above a unit's orders."""
RULE = re.compile(r"-{3,}")
"""What stands below a title."""
LONG_TITLES = ("In force now", "Would be in force")
TITLE = 40
"""Characters of other titles: a longer line may be the first of a paragraph that is broken."""
SENTENCE_ENDS = (".", ",", ":", ";", "!", "?")


def written(report: Report, marks: Markup, page: str = "", picture: str = "", longest: int = 0) -> str:
    """The report as a post. `page` and `picture` are the addresses of the turn and its map ("": none).

    Of more than `longest` characters (0: no bound) it leaves out first what happened and the record sheets, then all that is
    too much; `page` has it all.
    """
    head = [marks.heading(marks.plain(f"{report.title}: {report.heading} (game {report.game})"))]
    head += [marks.plain(report.verdict)] if report.verdict else []
    head += [marks.picture("map", picture)] if picture else []
    summary = [_listed(marks, report.summary)] if report.summary else []
    happened = [
        part
        for phase, told in groupby(report.lines, key=lambda each: each.phase)
        for part in (marks.heading(marks.plain(phase or "Report")), _listed(marks, map(_sentence, told)))
    ]
    standing = [marks.plain(line) for line in report.standing]
    panels = [part for panel in report.panels for part in _panel(marks, panel)]
    end = [f"Orders are due {report.due}."] if report.due and not report.verdict else []
    end += [marks.link("The turn, its dice and their proof", page)] if page else []
    whole = _joined([*head, *summary, *happened, *standing, *panels, *end])
    if not longest or len(whole) <= longest:
        return whole
    brief = _joined([*head, *summary, *standing, CUT, *end])
    return brief if len(brief) <= longest else _joined([fitting(_joined(head), longest - len(_joined(end)) - 3), *end])


def noticed(words: str, marks: Markup) -> str:
    """A plain text of ours as a post.

    The first of several lines is a heading where it is short, and no sentence; lines behind hyphens are a list, and indented
    lines below go on with it; all other indented lines, with the unit above them, are kept as they are. The rest is words.
    """
    paragraphs = (list(lines) for empty, lines in groupby(words.splitlines(), key=lambda line: not line.strip()) if not empty)
    return "\n\n".join(part for paragraph in paragraphs for part in _parts(_whole_items(paragraph), marks))


def fitting(text: str, longest: int) -> str:
    """The text, or its beginning with three dots behind it when it has more than so many characters."""
    return text if len(text) <= longest else f"{text[: max(0, longest - 3)].rstrip()}..."


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _listed(marks: Markup, lines: Iterable[str]) -> str:
    items = [marks.item(marks.plain(line)) for line in lines]
    return "\n".join(line for line in (marks.begin, *items, marks.end) if line)


def _sentence(told: ReportLine) -> str:
    rule = f" ({told.rule})" if told.rule else ""
    dice = f" Dice: {'; '.join(told.dice)}." if told.dice else ""
    return f"{told.text}{rule}{dice}"


def _panel(marks: Markup, panel: Panel) -> list[str]:
    return [marks.heading(marks.plain(panel.title)), marks.fixed("\n".join(panel.lines))] if panel.lines else []


# ---------------------------------------------------------------- our words to one person


def _parts(lines: Sequence[str], marks: Markup) -> Iterator[str]:
    kinds = zip(_kinds(lines), lines, strict=True)
    for kind, found in groupby(((kind, line) for kind, line in kinds if not RULE.fullmatch(line)), key=lambda each: each[0]):
        yield _marked(kind, [line for _, line in found], marks)


def _whole_items(lines: Iterable[str]) -> list[str]:
    """The lines, each item of a list on one."""
    found: list[str] = []
    for line in lines:
        if line.startswith(INDENT) and found and found[-1].startswith(ITEM):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _kinds(lines: Sequence[str]) -> Iterator[LineKind]:
    for number, line in enumerate(lines):
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if line.startswith(INDENT) or (UNIT.fullmatch(line) and below.startswith(INDENT)):
            yield "fixed"
        elif line.startswith(ITEM):
            yield "item"
        elif number == 0 and _is_title(line, below):
            yield "heading"
        else:
            yield "plain"


def _is_title(line: str, below: str) -> bool:
    is_short = len(line) <= TITLE and not line.endswith(SENTENCE_ENDS)
    return bool(RULE.fullmatch(below)) or (bool(below) and (is_short or line.startswith(LONG_TITLES)))


def _marked(kind: LineKind, lines: Sequence[str], marks: Markup) -> str:
    if kind == "heading":
        return marks.heading(marks.plain(lines[0])).rstrip("\n")
    if kind == "fixed":
        return marks.fixed(dedent("\n".join(lines)))
    if kind == "item":
        return _listed(marks, (line.removeprefix(ITEM) for line in lines))
    return "\n".join(marks.plain(line) for line in lines)
