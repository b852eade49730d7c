"""Ship control sheets as pictures, laid out like the printed sheet: symbols, fuel, fires, rows of damage boxes (2.1, 2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.core.drawing.scene import Line, Scene, Shape, Text
from pbem.core.game.phrases import count, sentence
from pbem.games.wet_thrust.model.control_sheet import Sheet, kind_of
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.phrases import SYSTEMS, her_name, system_words
from pbem.games.wet_thrust.report.pictures.sheet_symbols import RING, Cell, box, draw_cell
from pbem.games.wet_thrust.report.sheet_text import (
    EMPTY,
    FULL,
    describe,
    doing_words,
    fuel_track,
    marked_in,
    marked_words,
    plane_cell,
    rates,
    strategic_words,
    trouble,
    where,
)

WIDTH, PAD = 840.0, 18.0
HEAD = 66.0
BOX = 18.0
"""A damage, fuel or fire box."""
STEP, WIDE_STEP = 34.0, 50.0
"""From one symbol to the next; mounts have rings around them, magazines their modifier beside them."""
TITLE, WORDS, SMALL = 21.0, 15.0, 12.0
LETTER = 0.58
"""Average width of a letter, as a share of its height."""
GROUPS = (
    *(("BO",), ("PR",), ("RU",), ("RA",), ("SO",), ("R",)),
    *(("A",), ("B",), ("C",), ("D",), ("TL",), ("AS",)),
    *(("F",), ("DB",), ("T",), ("PD",), ("AD",), ("BR", "SB"), ("FC",), ("DC",), ("MG",)),
)
"""Symbols that belong together, in canonical order (2.1)."""
MOUNTS = ("A", "B", "C", "D", "TL", "AS")
MACHINERY, AIRCRAFT = ("BO", "PR", "RU", "RA", "SO", "R"), ("F", "DB", "T")
ABOARD = {"^": ("\N{UPWARDS ARROW}", ", in the air"), "-": ("\N{EN DASH}", ", gone"), "x": ("", "")}
"""On a triangle instead of the number aboard, and in words."""
SIGNS = {"BR": "B", "SB": "b", "MG": "M"}


@dataclass(frozen=True)
class Group:
    """Symbols of one kind under their name."""

    name: str
    cells: list[Cell]

    @property
    def step(self) -> float:
        """From one symbol to the next."""
        return WIDE_STEP if self.cells[0].prefix in (*MOUNTS, "MG") else STEP

    @property
    def width(self) -> float:
        """The room it takes."""
        return max(self.step * len(self.cells), LETTER * SMALL * len(self.name)) + 16

    @property
    def height(self) -> float:
        """With its name and ids."""
        return 78.0 if self.cells[0].prefix in MOUNTS else 62.0


def draw_sheet(known: State, ship: Vessel, sheet: Sheet) -> Scene:
    """Section 9: one control sheet."""
    shapes: list[Shape] = list(_head(ship, sheet))
    y = HEAD
    for line in _lines(_groups(known, ship, sheet)):
        x = PAD
        for group in line:
            shapes += _group(group, x, y)
            x += group.width
        y += max(group.height for group in line) + 8
    shapes += _tracks(sheet, y)
    y += 50
    shapes += _rows(sheet, y)
    y += 18 + (BOX + 7) * len(sheet.printed.rows) + 4
    notes = [*trouble(known, ship, sheet), _foot(ship, sheet)]
    for number, words in enumerate(notes):
        role = "note" if words == notes[-1] else "fire"
        shapes.append(Text((PAD, y + 14 + 20 * number), sentence(words), role, WORDS, "start"))
    y += 20 * len(notes) + 10
    panel = box(0.0, 0.0, WIDTH, y, "panel")
    words = describe(known, ship, sheet)
    return Scene(f"sheet-{ship.id}", f"Control sheet of {ship.id}", words, (-10.0, -10.0, WIDTH + 20, y + 20), [panel, *shapes])


def _head(ship: Vessel, sheet: Sheet) -> Iterator[Shape]:
    printed = sheet.printed
    yield Text((PAD, 29), f"{ship.id}: {her_name(ship)}", "title", TITLE, "start")
    evasive = "" if printed.evasive == "none" else f", evasive: {printed.evasive}"
    about = f"{printed.type} {printed.nation}, belt {printed.belt}, deck {printed.deck}{evasive}"
    yield Text((WIDTH - PAD, 29), about, "label", WORDS, "end")
    yield Text((PAD, 51), ", ".join([where(ship), *rates(ship, sheet), *doing_words(ship)]), "label", WORDS, "start")


def _foot(ship: Vessel, sheet: Sheet) -> str:
    """What else the sheet says."""
    beyond = f", ! beyond repair: {', '.join(sheet.beyond)}" if sheet.beyond else ""
    german = f", German fire control {sheet.german:+d} hit die" if sheet.german else ""
    return f"{strategic_words(sheet)}{german}{beyond}"


# ---------------------------------------------------------------- symbols


def _groups(known: State, ship: Vessel, sheet: Sheet) -> list[Group]:
    found = []
    for prefixes in GROUPS:
        ids = sheet.systems(*prefixes)
        if ids:
            name = "bridges" if len(ids) > 1 and prefixes[0] == "BR" else SYSTEMS[prefixes[0]]
            name = f"{prefixes[0]} guns" if prefixes[0] in "ABCD" else name
            name += " (loads left)" if prefixes[0] == "TL" else ""
            found.append(Group(name, [_cell(known, ship, sheet, id) for id in ids]))
    return found


def _cell(known: State, ship: Vessel, sheet: Sheet, id: str) -> Cell:
    prefix, lost = kind_of(id), id in sheet.lost
    arc = sheet.printed.arcs.get(id, frozenset())
    state = (", lost for good" if id in sheet.beyond else ", lost") if lost else ""
    title = f"{system_words(id)}{_more(sheet, id)}{state}"
    if prefix == "R" or prefix in AIRCRAFT:
        aboard = plane_cell(known, ship, sheet, id).strip("[]")
        sign, said = ABOARD.get(aboard, (aboard, f", {aboard} aboard"))
        return Cell(prefix, f"{title}{said}", id, lost, sign)
    under = f"{id}!" if id in sheet.beyond else f"{id} ({sheet.loads(id)})" if prefix == "TL" else id
    return Cell(prefix, title, under, lost, SIGNS.get(prefix, prefix), arc, _modifier(sheet, id))


def _modifier(sheet: Sheet, id: str) -> str:
    """WT-9.4: what the print has beside a magazine."""
    return next((f"+{magazine.mod}" for magazine in sheet.printed.magazines if magazine.id == id), "")


def _more(sheet: Sheet, id: str) -> str:
    """Arc, tubes, loads, a magazine's modifier."""
    printed = sheet.printed
    arcs = {mount.id: mount.arc for mount in printed.mounts}
    said = f", arc {arcs[id]}" if id in arcs else ""
    if id in printed.launchers:
        tubes = printed.launchers[id].tubes
        said += f", {count(tubes, 'tube')}, {count(sheet.loads(id), 'load')}"
    modifier = _modifier(sheet, id)
    return f"{said}, die {modifier}" if modifier else said


def _lines(groups: Sequence[Group]) -> list[list[Group]]:
    """Groups beside each other; machinery, mounts, squadrons and the rest begin lines of their own."""
    lines: list[list[Group]] = []
    begun: set[int] = set()
    for group in groups:
        chapter = _chapter(group.cells[0].prefix)
        room = WIDTH - 2 * PAD - sum(other.width for other in lines[-1]) if lines else 0.0
        if chapter not in begun or room < group.width:
            lines.append([])
        begun.add(chapter)
        lines[-1].append(group)
    return lines


def _chapter(prefix: str) -> int:
    """Of what a line of symbols shows."""
    return next((n for n, those in enumerate((MACHINERY, MOUNTS, AIRCRAFT)) if prefix in those), 3)


def _group(group: Group, x: float, y: float) -> Iterator[Shape]:
    yield Text((x, y + 12), group.name, "note", SMALL, "start")
    radius = RING if group.cells[0].prefix in MOUNTS else 15.0
    for number, cell in enumerate(group.cells):
        at = (x + radius + number * group.step, y + 20 + radius)
        yield from draw_cell(cell, at)
        if cell.beside:
            yield Text((at[0] + radius, at[1] + 5), cell.beside, "label", SMALL, "start")
        yield Text((at[0], at[1] + radius + 11), cell.under, "note", SMALL - 1)


# ---------------------------------------------------------------- boxes


def _tracks(sheet: Sheet, y: float) -> Iterator[Shape]:
    """WT-3.8 the fuel track: full, empty and damaged boxes; WT-16.10 the fire boxes, those that burn filled."""
    yield Text((PAD, y + 12), "fuel", "note", SMALL, "start")
    x = PAD
    for number, state in enumerate(fuel_track(sheet), 1):
        said = {FULL: "full", EMPTY: "empty"}.get(state, "damaged")
        yield box(x, y + 18, BOX, BOX, {FULL: "fuel", EMPTY: "box"}.get(state, "box-lost"), f"fuel box {number}, {said}")
        if state == EMPTY:
            yield Line([(x + 3, y + 33), (x + 15, y + 21)], "aerial")
        x += BOX + 3
    x += 40
    yield Text((x, y + 12), "fires", "note", SMALL, "start")
    for number in range(1, sheet.printed.fire_boxes + 1):
        burns = number <= sheet.fires
        yield box(x, y + 18, BOX, BOX, "burning" if burns else "box", f"fire box {number}{', burning' if burns else ''}")
        x += BOX + 3


def _rows(sheet: Sheet, y: float) -> Iterator[Shape]:
    """WT-8.6, WT-9.3: damage boxes, each row with its number in brackets."""
    yield Text((PAD, y + 8), f"damage: {marked_words(sheet)} boxes marked", "note", SMALL, "start")
    y += 14
    for row, (boxes, number) in enumerate(sheet.printed.rows):
        marked = marked_in(sheet, row)
        for n in range(boxes):
            said = ", marked" if n < marked else ""
            title = f"damage box {n + 1} of row {row + 1}{said}"
            yield box(PAD + n * (BOX + 1), y, BOX, BOX, "box-lost" if n < marked else "box", title)
        yield Text((PAD + boxes * (BOX + 1) + 8, y + 14), f"({number or '-'})", "label", WORDS, "start")
        y += BOX + 7
