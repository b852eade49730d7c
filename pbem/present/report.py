"""A turn report as plain text, complete by itself, and as HTML for mail readers: the same facts in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from pbem.core.game.report_parts import Panel
from pbem.files import TEMPLATES
from pbem.present.wrapping import fitted_orders, flush, section, spread, wrapped

MOST_HTML = 90_000
"""Gmail shows no more than 102 KB of a mail's HTML, and an answer that holds text, page and picture must find its way back."""
MARKER = "----- answer above or edit below; everything after END is ignored -----"
"""Orders are above this line or below it, in the template. Mail intake looks for it."""


@dataclass(frozen=True)
class ReportLine:
    """One told event. `rule` is a clause id or ""; `dice` are rolls in words, like "3d6 torpedoes to hit: 2 5 6".

    `number` is what a player asks for it by (`why 12`): from 1, for each turn and reader; 0 is not printed.
    """

    phase: str
    text: str
    rule: str
    dice: list[str]
    number: int = 0


@dataclass(frozen=True)
class Report:
    """What one reader is told after a turn.

    `game` is the game's id, `title` its name; `counted` is what the rule book calls `turn`, `heading` names it by both;
    `summary` is what matters of it, in at most eight sentences; `seat` is the reader's place ("" for a spectator),
    which is called `seat_title`. `standing` are lines on who has filed, problems and the like. `due` is when orders for
    `next_turn` are due, in words; `next_words` names it by both numbers. `digest` (of the turn's sealed orders), `root` (of
    `next_turn`'s dice) and `head` (of the log) are hex or ""; `rolls` is how many of the turn's rolls the reader is shown, all
    of which are in their proof file (None: it has none). `template` is the order template, "" if the reader owes no orders.
    `verdict` is "" until the game is over.
    `clause_note` says which book the clause ids cite.
    """

    game: str
    title: str
    scenario: str
    turn: int
    counted: str
    heading: str
    summary: list[str]
    seat: str
    seat_title: str
    side: str
    lines: list[ReportLine] = field(metadata={"json": "happenings"})
    panels: list[Panel]
    standing: list[str]
    due: str
    root: str
    next_turn: int
    next_words: str
    digest: str
    rolls: int | None
    head: str
    template: str
    verdict: str
    clause_note: str

    @property
    def phases(self) -> list[tuple[str, list[ReportLine]]]:
        """The lines by their phases."""
        return [(phase, list(told)) for phase, told in groupby(self.lines, key=lambda told: told.phase)]

    @property
    def your_seat(self) -> str:
        """What the reader's seat is called, its id and its side, unless the title says them; "" for a spectator."""
        if not self.seat:
            return ""
        named = self.seat_title if self.seat_title.lower() == self.seat else f"{self.seat_title} ({self.seat})"
        return named if not self.side or self.side.lower() == self.seat_title.lower() else f"{named}, side {self.side}"

    @property
    def asking(self) -> str:
        """How to ask what lies behind a numbered line; "" for those who cannot."""
        numbered = self.seat and any(line.number for line in self.lines)
        return "Answer `why 1` for the clause, the dice and your orders behind line 1." if numbered else ""

    @property
    def fairness(self) -> list[tuple[str, str]]:
        """What the dice and the log are checked against later, each under a name that says of which turn and game."""
        turn, after = f"turn {self.turn} of {self.game}", f"turn {self.next_turn} of {self.game}"
        rolls = "" if self.rolls is None else str(self.rolls)
        lines = [
            (f"digest of {turn}", self.digest),
            (f"rolls shown to {self.seat or 'spectators'} in {turn}", rolls),
            (f"dice root of {after}", self.root),
            (f"log head after {turn}", self.head),
        ]
        return [(name, value) for name, value in lines if value]

    @property
    def others_due(self) -> bool:
        """Is it only others who are to order now? A spectator never is."""
        return bool(self.seat and not self.template and not self.verdict)


def to_text(report: Report) -> str:
    """The report as a mail's plain text, complete by itself. Prose is at most 72 columns wide, tables at most 78."""
    return _render("report.txt", report)


def to_html(report: Report, map_src: str | None, map_alt: str) -> str:
    """The report as a mail's HTML page, with the map at `map_src` (`cid:...`) if there is one and its words `map_alt`.

    Its style is in the elements, because mail readers drop style sheets; only what depends on the reader's screen is left in
    one. A page too long for them leaves out the dice first, then the tables: the text has them all.
    """
    page = ""
    for left_out in ("", "dice", "dice and tables"):
        page = _styled(_render("report.html", report, map_src=map_src, map_alt=map_alt, left_out=left_out))
        if len(page.encode()) <= MOST_HTML:
            break
    return page


def _styled(page: str) -> str:
    """The page with its style sheet put into its elements."""
    from css_inline import CSSInliner

    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False).inline(page)


def to_sheets(title: str, pictures: Sequence[str]) -> str:
    """Record sheets, each an SVG, as one HTML page to look at or print; "" if there are none."""
    if not pictures:
        return ""
    return _environment().get_template("sheets.html").render(title=title, pictures=pictures)


def _render(template: str, report: Report, **more: str | None) -> str:
    orders = [] if report.verdict or not report.template.strip() else fitted_orders(report.template)
    return _environment().get_template(template).render(r=report, phases=report.phases, orders=orders, marker=MARKER, **more)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES / "report"),
        autoescape=select_autoescape(enabled_extensions=("html",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters.update(wrapped=wrapped, section=section, spread=spread, report_line=_report_line)
    return environment


def _report_line(line: ReportLine) -> str:
    """A line of the report: its number and sentence with the clause id at the right end, its dice below."""
    number = f"{line.number:>3}. " if line.number else "  "
    *above, last = wrapped(number + " ".join(line.text.split()), 0, len(number)).splitlines() or [""]
    clause = f"[{line.rule}]" if line.rule else ""
    dice = [wrapped(roll, len(number) + 4, 2) for roll in line.dice]
    return "\n".join([*above, *flush(last, clause), *dice])
