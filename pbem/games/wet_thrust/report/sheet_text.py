"""The ship control sheet in fixed-width lines (section 9, 2.1).

`[#]` works, `[x]` is lost, `[!]` is lost beyond repair; of aircraft the number aboard, `[^]` in the air, `[-]` none.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbem.core.game.panels import panel_of, prose
from pbem.core.game.phrases import count, sentence
from pbem.core.game.report_parts import Cells, Panel, Paragraph, Part
from pbem.core.game.unit_ids import ids_words
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import HOLES, LEVELS
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.phrases import (
    DEPTHS,
    course_words,
    her_name,
    leak_words,
    place,
    speed_text,
)

GAP = "  "
MARKED, FREE = "X", "."
"""Damage boxes."""
FULL, EMPTY, HOLED = "F", "/", "X"
"""WT-3.8: fuel boxes."""


def title_line(ship: Vessel) -> str:
    """`BIS  Bismarck  BB DE`."""
    return f"{ship.id}  {her_name(ship)}  {ship.printed.type} {ship.printed.nation}"


def sheet_panel(known: State, ship: Vessel, sheet: Sheet) -> Panel:
    """Section 9: a control sheet that the reader may see."""
    return panel_of(
        title_line(ship),
        Cells([where(ship), *rates(ship, sheet)]),
        Cells([*machinery(known, ship, sheet), *upkeep(sheet)]),
        Cells(weapons(known, ship, sheet)),
        Cells(ancillary(sheet)),
        Cells([*(row_words(sheet, n) for n in range(len(sheet.printed.rows))), marked_words(sheet)], "   "),
        *(Paragraph(f"! {words}") for words in trouble(known, ship, sheet)),
        *_notes(known, ship, sheet),
        sheet=True,
    )


# ---------------------------------------------------------------- sailing


def where(ship: Vessel) -> str:
    """`20.0,40.0  course 8 (WSW)`, or what became of her."""
    if not ship.afloat:
        return "lost" if ship.fate == "lost" else "has broken contact"
    depth = DEPTHS[ship.mode] if ship.printed.boat else ""
    return GAP.join(filter(None, [f"at {place(ship.at)}", course_words(ship.course), depth]))


def rates(ship: Vessel, sheet: Sheet) -> list[str]:
    """WT-1.6, WT-3.2, WT-3.5, WT-4.1: speed of her top speed, acceleration, deceleration, points of turn."""
    return [
        f"speed {speed_text(ship.speed)} of {speed_text(ship.top)}",
        f"acc {speed_text(sheet.acceleration())} dec {speed_text(sheet.deceleration())}",
        f"turns {levels_words(sheet)}",
    ]


def levels_words(sheet: Sheet) -> str:
    """WT-4.2, WT-4.4: points a turn that are left, `*` where they are disruptive."""
    printed = sheet.printed
    left = [level for level in printed.levels if int(level.rstrip("*")) <= sheet.points()]
    return ", ".join(left) or "none"


def doing_words(ship: Vessel) -> list[str]:
    """What all have seen her do this turn."""
    flags = ((ship.smoking, "makes smoke"), (ship.evasive, "evasive"), (ship.chasing, "salvo chasing"))
    return [words for so, words in flags if so]


# ---------------------------------------------------------------- systems


def cell(sheet: Sheet, id: str) -> str:
    """`[#]`, `[x]` or `[!]`."""
    if id not in sheet.lost:
        return "[#]"
    return "[!]" if id in sheet.beyond else "[x]"


def group(sheet: Sheet, prefix: str) -> list[str]:
    """`BO [#][#][x][#]`; nothing where the sheet has none."""
    ids = sheet.systems(prefix)
    return [f"{prefix} {''.join(cell(sheet, id) for id in ids)}"] if ids else []


def machinery(known: State, ship: Vessel, sheet: Sheet) -> list[str]:
    """Propulsion, steering and detection."""
    shown = [words for prefix in ("BO", "PR", "RU", "RA", "SO") for words in group(sheet, prefix)]
    planes = "".join(plane_cell(known, ship, sheet, id) for id in sheet.systems("R"))
    return [*shown, f"R {planes}"] if planes else shown


def plane_cell(known: State, ship: Vessel, sheet: Sheet, id: str) -> str:
    """WT-11.4: aircraft aboard, in the air, or none; a symbol that is crossed off."""
    if id in sheet.lost:
        return "[x]"
    squadron = known.squadrons.get(f"{ship.id}-{id}")
    if squadron is None or squadron.place == "gone":
        return "[-]"
    return "[^]" if squadron.airborne else f"[{squadron.aircraft}]"


def upkeep(sheet: Sheet) -> list[str]:
    """WT-3.8, WT-16.10: fire boxes and fuel track."""
    return [f"fires {sheet.fires}/{sheet.printed.fire_boxes}", f"FUEL {''.join(f'[{box}]' for box in fuel_track(sheet))}"]


def fuel_track(sheet: Sheet) -> str:
    """WT-3.8: full, empty and damaged boxes."""
    return FULL * sheet.full_fuel + EMPTY * sheet.empty + HOLED * (sheet.fuel_lost + sheet.fuel_holed)


def weapons(known: State, ship: Vessel, sheet: Sheet) -> list[str]:
    """Guns, launchers, mounts and squadrons, each with its box; guns with their arcs."""
    printed = sheet.printed
    parts = [f"{gun.id}{cell(sheet, gun.id)}{gun.arc}" for gun in printed.guns]
    for tube in printed.torpedoes:
        tubes, loads = count(tube.tubes, "tube"), count(sheet.loads(tube.id), "load")
        late = f", ready game turn {sheet.ready[tube.id]}" if sheet.ready.get(tube.id, 0) > known.next_turn else ""
        parts.append(f"{tube.id}{cell(sheet, tube.id)}{tube.arc} ({tubes}, {loads}{late})")
    parts += [f"{mount.id}{cell(sheet, mount.id)}{mount.arc}" for mount in printed.asw]
    return parts + [f"{id}{plane_cell(known, ship, sheet, id)}" for id in sheet.systems("F", "DB", "T")]


def ancillary(sheet: Sheet) -> list[str]:
    """Defence, command and control, and the armour (WT-8.3)."""
    shown = [words for prefix in ("PD", "AD", "BR", "SB", "FC", "DC") for words in group(sheet, prefix)]
    shown += [f"{magazine.id}{cell(sheet, magazine.id)}+{magazine.mod}" for magazine in sheet.printed.magazines]
    return [*shown, f"belt {sheet.printed.belt}", f"deck {sheet.printed.deck}"]


# ---------------------------------------------------------------- damage


def marked_in(sheet: Sheet, row: int) -> int:
    """WT-8.6: boxes of a row that are marked; the top row fills first."""
    above = sum(boxes for boxes, _ in sheet.printed.rows[:row])
    return max(0, min(sheet.printed.rows[row][0], sheet.marked - above))


def row_words(sheet: Sheet, row: int) -> str:
    """`XXX......... (6)`."""
    boxes, number = sheet.printed.rows[row]
    crossed = marked_in(sheet, row)
    return f"{MARKED * crossed}{FREE * (boxes - crossed)} ({number or '-'})"


def marked_words(sheet: Sheet) -> str:
    """`14 of 48`."""
    return f"{sheet.marked} of {sheet.printed.boxes}"


def trouble(known: State, ship: Vessel, sheet: Sheet) -> Iterator[str]:
    """What hampers her, and what an order cannot change."""
    if contact := known.held_as(ship):
        yield f"detected: the enemy marks her as {contact}"
    if not sheet.commanded(known.next_turn):
        until = f" until game turn {sheet.takes_over}" if sheet.works("SB") and sheet.takes_over else ""
        yield f"bridge out: she repeats her last orders{until}"
    if not sheet.steers():
        book = ship.book_if_known
        steers = f"she steers {book.helm or 'straight on'}" if book else "she repeats one turn"
        yield f"no rudder works: every turn {steers}"
    if not sheet.controls:
        yield "no fire control works: she cannot fire"
    if not sheet.working("PR"):
        yield "no propeller works: she cannot change speed"
    for id, hole in sheet.holes.items():
        if hole.open:
            yield f"hole {id}: {hole_words(hole.kind, hole.left, id in sheet.beyond)}"


def hole_words(kind: int, left: int, beyond: bool) -> str:
    """WT-16.9."""
    repairs = f"{count(left, 'repair')} to close it" if left and not beyond else "it cannot be closed"
    return f"{leak_words(kind, HOLES[kind].flow)}; {repairs}"


# ---------------------------------------------------------------- notes


def _notes(known: State, ship: Vessel, sheet: Sheet) -> list[Part]:
    """Gunnery, strategic speed, standing orders."""
    found = [*_gunnery(known, ship, sheet), strategic_words(sheet)]
    standing = f"standing: {' | '.join(ship.standing)}" if ship.book_if_known and ship.standing else ""
    return [Cells([words for words in found if words], "   "), *prose([standing])]


def _gunnery(known: State, ship: Vessel, sheet: Sheet) -> list[str]:
    """WT-7.10, WT-7.14, WT-7.6."""
    found = [f"guns: {ladder_words(known, ship)}"] if ship.ladder else []
    found += [f"German fire control {sheet.german:+d}"] if sheet.german else []
    lost = sheet.controls_lost_before
    return found + ([f"fire controls lost last turn: -{lost} hit dice"] if lost else [])


def ladder_words(known: State, ship: Vessel) -> str:
    """WT-7.6, WT-7.12: level of the last salvo at each target, when, and whether it hit."""
    parts = []
    for target, shot in ship.ladder.items():
        when = "this turn" if shot.turn == known.turn else f"game turn {shot.turn}"
        parts.append(f"{target} {LEVELS[shot.level]} {when}{', hit' if shot.hit else ''}")
    return "; ".join(parts)


def strategic_words(sheet: Sheet) -> str:
    """WT-3.11: what fuel is left her for the voyage home; it has no effect in the battle."""
    fuel = sheet.printed.fuel
    left = sheet.printed.printed_top() * Fraction(sheet.full_fuel, fuel) if fuel else Fraction(0)
    return f"strategic speed {speed_text(left)}"


# ---------------------------------------------------------------- in words


def describe(known: State, ship: Vessel, sheet: Sheet) -> str:
    """The control sheet in words."""
    printed = sheet.printed
    said = [f"{ship.id}, {her_name(ship)}, {printed.type}, {where(ship)}, {', '.join(rates(ship, sheet))}."]
    rows = ", ".join(f"{marked_in(sheet, n)} of {boxes} ({number or '-'})" for n, (boxes, number) in enumerate(printed.rows))
    said.append(f"Damage boxes marked: {marked_words(sheet)}; by rows {rows}.")
    said.append(f"Belt {printed.belt}, deck {printed.deck}.")
    said.append(f"Systems lost: {ids_words(sheet.lost) or 'none'}.")
    if sheet.beyond:
        said.append(f"Beyond repair: {ids_words(sheet.beyond)}.")
    letters = [f"{gun.id} {gun.arc}" for gun in printed.guns if gun.id[0] in GUN_CLASSES and gun.id not in sheet.lost]
    said.append(f"Guns left, with their arcs: {', '.join(letters) or 'none'}.")
    said.append(f"Fuel: {sheet.full_fuel} full, {sheet.empty} empty of {printed.fuel}; {sheet.fires} fires burn.")
    return " ".join([*said, *(f"{sentence(words)}." for words in trouble(known, ship, sheet))])
