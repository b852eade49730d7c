"""The fleets: the reader's own as tables with all that each unit lacks, and what is known of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.campaign.model.state import CampaignUnit, State
from pbem.campaign.report.phrases import at, lacking, record_words, sheet_of
from pbem.core.game.panels import INDENT, PANEL_WIDTH, columns, panel_of, prose, wrapped
from pbem.core.game.report_parts import Columns, Panel, Paragraph

HEADS = ("unit", "class", "name", "commander", "where", "battles", "kills")
NARROWEST = 8
"""Letters that a cell is not cut below."""
NOTE = "As all were told last: what has been repaired since then its own side alone knows."


def own_fleets(known: State) -> list[Panel]:
    """A panel for each fleet of the reader's side; of all sides, if the reader has none."""
    sides = [known.side] if known.side else known.sides
    return [
        panel_of(_title(known, side, fleet), _fleet(units), sheet=True)
        for side in sides
        for fleet, units in fleets_of(known, side).items()
    ]


def fleets_of(known: State, side: str) -> dict[str, list[CampaignUnit]]:
    """The units that a side has not lost, by fleet, in order."""
    found: dict[str, list[CampaignUnit]] = {}
    for unit in known.of_side(side):
        found.setdefault(unit.fleet, []).append(unit)
    return found


def _title(known: State, side: str, fleet: str) -> str:
    return f"FLEET {fleet}" if side == known.side else f"FLEET {fleet} of {known.title_of(side)}"


def _fleet(units: Sequence[CampaignUnit]) -> Columns:
    """The table, with what each unit lacks below its row."""
    rows, lacks = [_row(unit) for unit in units], [lacking(unit) for unit in units]
    fixed = narrowed([HEADS, *rows])
    below = [wrapped(f"{INDENT}{words}", INDENT) for words in lacks]
    narrow = [fixed[0], *(line for row, words in zip(fixed[1:], below, strict=True) for line in (row, *words))]
    return Columns(HEADS, rows, below=dict(enumerate(lacks)), narrow=narrow)


def _row(unit: CampaignUnit) -> tuple[str, ...]:
    numbers = (str(len(unit.battles)), str(len(unit.kills)))
    return (unit.id, sheet_of(unit).title, unit.name, unit.commander, at(unit), *numbers)


def narrowed(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as columns, with the widest cells cut until they fit a panel."""
    cells = [list(row) for row in rows]
    while max(map(len, columns(cells))) > PANEL_WIDTH:
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        widest = widths.index(max(widths))
        if widths[widest] <= NARROWEST:
            break
        for row in cells:
            row[widest] = cut(row[widest], widths[widest] - 1)
    return columns(cells)


def cut(words: str, most: int) -> str:
    """The words, or as many letters of them as there is room for."""
    return words if len(words) <= most else f"{words[: most - 1].rstrip('. ')}."


# ---------------------------------------------------------------- the others


def other_fleets(known: State) -> Panel:
    """What the reader knows of the units that are not theirs, and of their own that are lost."""
    others = [side for side in known.sides if known.side and side != known.side]
    said = [part for side in others for part in _others(known, side)]
    note = [] if known.over else prose([NOTE])
    return panel_of("OTHER FLEETS", *([*note, *said] if said else []))


def _others(known: State, side: str) -> Iterator[Paragraph]:
    units = known.of_side(side)
    if units:
        yield Paragraph(f"{known.title_of(side)}:")
    for unit in units:
        named = f" {unit.name}" if unit.name else ""
        yield Paragraph(f"{unit.id}{named} ({sheet_of(unit).title}): {lacking(unit)}; {record_words(unit)}", INDENT)


def lost_units(known: State) -> Panel:
    """Units that are out of the campaign."""
    gone: Iterable[CampaignUnit] = [unit for unit in known.units.values() if unit.where in ("lost", "taken")]
    return panel_of("LOST", *prose((_gone(known, unit) for unit in gone), INDENT))


def _gone(known: State, unit: CampaignUnit) -> str:
    named = f" {unit.name}" if unit.name else ""
    where = f" in battle {unit.battles[-1]}" if unit.where == "lost" and unit.battles else ""
    how = f": {unit.how}" if unit.how and unit.where == "lost" else ""
    return f"{unit.id}{named} of {known.title_of(unit.side)} ({sheet_of(unit).title}), {at(unit)}{where}{how}"
