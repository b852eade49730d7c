"""A turn report as plain text, complete by itself, and as HTML for mail readers: the same facts in the same order."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from pbem.core.game import Panel

TEMPLATES = Path(__file__).parents[2] / "templates" / "report"
WIDTH = 78
MARKER = "----- answer above or edit below; everything after END is ignored -----"
"""Orders stand above this line or below it, in the template. Mail intake looks for it."""


@dataclass(frozen=True)
class Happening:
    """One told event. `rule` is a clause id or ""; `dice` are rolls in words, like "3d6 torpedoes to hit: 2 5 6"."""

    phase: str
    text: str
    rule: str
    dice: list[str]


@dataclass(frozen=True)
class Report:
    """What one reader is told after a turn.

    `game` is the game's id, `title` its name, `heading` one sentence on where it stands, `seat` the reader's place ("" for a
    spectator). `standing` are lines on who has filed, problems and the like. `due` is when orders for `next_turn` are due, in
    words. `digest` (of the turn's sealed orders), `root` (of `next_turn`'s dice) and `head` (of the log) are hex or "".
    `template` is the order template, "" if the reader owes no orders. `verdict` is "" until the game is over.
    `clause_note` says which book the clause ids cite.
    """

    game: str
    title: str
    scenario: str
    turn: int
    heading: str
    seat: str
    side: str
    happenings: list[Happening]
    panels: list[Panel]
    standing: list[str]
    due: str
    root: str
    next_turn: int
    digest: str
    head: str
    template: str
    verdict: str
    clause_note: str

    @property
    def others_due(self) -> bool:
        """Is it only others who are to order now? A spectator never is."""
        return bool(self.seat and not self.template and not self.verdict)


def to_text(report: Report) -> str:
    """The report as a mail's plain text. Prose is at most 78 columns wide; panels, template and hex stay as they are."""
    return _render("report.txt", report)


def to_html(report: Report, map_src: str | None, map_alt: str) -> str:
    """The report as a mail's HTML page, with the map at `map_src` (`cid:...`) if there is one and its words `map_alt`."""
    return _render("report.html", report, map_src=map_src, map_alt=map_alt)


def to_sheets(title: str, pictures: Sequence[str]) -> str:
    """Record sheets, each an SVG, as one HTML page to look at or print; "" if there are none."""
    if not pictures:
        return ""
    return _environment(TEMPLATES).get_template("sheets.html").render(title=title, pictures=pictures)


def _render(template: str, report: Report, **more: str | None) -> str:
    phases = [(phase, list(told)) for phase, told in groupby(report.happenings, key=lambda told: told.phase)]
    orders = _orders(report)
    return _environment(TEMPLATES).get_template(template).render(r=report, phases=phases, orders=orders, marker=MARKER, **more)


def _orders(report: Report) -> list[str]:
    """The template's lines without its own END, which the report adds; none once the game is over."""
    if report.verdict or not report.template.strip():
        return []
    lines = [line.rstrip() for line in report.template.strip("\n").splitlines()]
    while lines and lines[-1].upper() in {"", "END"}:
        lines.pop()
    return lines


@cache
def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(enabled_extensions=("html",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters.update(wrapped=_wrapped, section=_section, spread=_spread, told=_told)
    return environment


def _wrapped(text: str, indent: int = 0, hang: int = 0) -> str:
    """Prose in lines of at most 78 columns; lines after the first are indented by `hang` more."""
    return textwrap.fill(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + hang))


def _section(title: str) -> str:
    """An underlined headline."""
    lines = _wrapped(title).splitlines()
    return "\n".join([*lines, "-" * max((len(line) for line in lines), default=0)])


def _spread(left: str, right: str) -> str:
    """Words at the left and at the right end of a line; the right ones go to a line of their own if there is no room."""
    *above, last = _wrapped(left).splitlines() or [""]
    return "\n".join([*above, *_flush(last, right)])


def _flush(line: str, right: str) -> Sequence[str]:
    """`line` with `right` at its right end, or below it."""
    if not right:
        return [line]
    room = WIDTH - len(line) - len(right)
    return [line + " " * room + right] if room >= 2 else [line, right.rjust(WIDTH)]


def _told(happening: Happening) -> str:
    """A happening: its sentence with the clause id at the right end, its dice below."""
    *above, last = _wrapped(happening.text, 2, 2).splitlines() or [""]
    clause = f"[{happening.rule}]" if happening.rule else ""
    dice = [_wrapped(roll, 6, 2) for roll in happening.dice]
    return "\n".join([*above, *_flush(last, clause), *dice])
