"""The report's fixed-width parts: own consoles, enemy ships, mines, score, stored orders. At most 78 columns."""

from __future__ import annotations

from pbem.core.game.panels import INDENT, table, wrapped
from pbem.core.game.report_parts import Panel
from pbem.core.geometry.hexes import DIRECTIONS, distance, label
from pbem.games.star_navy.model.geometry import bearing_sections
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import SECTION_NAMES, SECTIONS, WEAPONS
from pbem.games.star_navy.report.record_sheet import (
    Boxes,
    inner_boxes,
    mine_boxes,
    moves_on,
    plural,
    section_boxes,
    status_words,
    stored_lines,
    turn_cost_words,
)
from pbem.games.star_navy.report.score import score_lines

MARKS = "(# there and full, o empty, used or inactive, x lost)"
HEADS = ("section", "weapons", "hull", "shield", "cap/thr", "status")


def panels(known: State) -> list[Panel]:
    """Own consoles first, then allied ones, then what is known of the others (SN-16.1-16.5)."""
    own = [*known.mine(), *(s for s in known.friends() if s.seat != known.reader)]
    others = [s for s in known.ships.values() if s not in own and (s.alive or known.over)]
    found = [console_panel(known, ship) for ship in own if ship.console_if_known]
    if found:
        found[-1].lines.append(MARKS)
    found += [_contacts(known), _mines(known)]
    found += [console_panel(known, ship) for ship in others if ship.console_if_known]
    found += [_score(known), _stored(known, own)]
    return [panel for panel in found if panel.lines]


# ---------------------------------------------------------------- consoles


def console_panel(known: State, ship: Ship) -> Panel:
    """The printed console: six outer sections around one inner section."""
    where = f"hex {label(ship.hex)}  heading {DIRECTIONS[ship.heading]}" if ship.alive else ship.fate
    sections = [_section(known, ship, name) for name in SECTIONS]
    lines = [
        f"{where}  speed {ship.console.speed} ({moves_on(ship.console.speed)})",
        *table([HEADS, *sections]),
        *_inner(known, ship),
        *_counters(ship),
    ]
    if ship.name:
        lines.insert(0, ship.printed.name)
    return Panel(f"{ship.id}  {ship.name or ship.printed.name}" + (f" ({ship.side})" if ship.side != known.side else ""), lines)


def _section(known: State, ship: Ship, name: str) -> tuple[str, ...]:
    """A row of the console: what a section is, its boxes, and its status."""
    section, boxes = ship.console.sections[name], section_boxes(ship, name)
    weapons = f"{WEAPONS[section.weapon]:7} {boxes['weapon']}"
    status = status_words(known, section.status, section.used)
    return (f"{name:2} {SECTION_NAMES[name].lower()}", weapons, boxes["hull"], boxes["shield"], _capthr(boxes), status)


def _capthr(boxes: Boxes) -> str:
    """SN-1.6: capacitors in the front half, thrusters in the rear half."""
    return boxes["cap"] if "cap" in boxes else boxes["thr"]


def _inner(known: State, ship: Ship) -> list[str]:
    console, boxes = ship.console, inner_boxes(ship)
    isds = status_words(known, console.isd_status, console.isds_active)
    marines = status_words(known, console.marine_status, console.marines_used)
    return [
        f"integrity {boxes['integrity']}  engines {console.engines}/{ship.printed.engines} {boxes['engines']}",
        f"ISD {boxes['ISD']} {isds}  marines {boxes['marines']} {marines}",
    ]


def _counters(ship: Ship) -> list[str]:
    console = ship.console
    mines = f", mines {boxes}" if (boxes := mine_boxes(ship)) else ""
    wear = ", ".join(f"{name} {section.wear}" for name, section in console.sections.items() if section.weapon == "C")
    return [
        f"energy: capacitors {console.capacitor_energy}/{console.capacitors} + engines {console.engine_energy}/"
        f"{console.engines} = {console.energy}, thrusters used {console.thrusters_used}/{console.thrusters}{mines}",
        turn_cost_words(ship),
        *([f"cannon wear: {wear}"] if wear else []),
    ]


# ---------------------------------------------------------------- what is known of the others


def _contacts(known: State) -> Panel:
    """Class, place and heading are open (SN-16.2), weapon types once they have fired (SN-16.3)."""
    lines: list[str] = []
    for ship in known.enemies():
        lines += wrapped(
            f"{ship.id}  {ship.called} ({ship.side})  hex {label(ship.hex)}  heading {DIRECTIONS[ship.heading]}", INDENT
        )
        lines += [line for own in known.mine() for line in wrapped(f"     from {own.id}: {mutual_sweeps(own, ship)}", INDENT)]
        seen = ", ".join(f"{s} {plural(ship.seen_weapons[s])}" for s in SECTIONS if s in ship.seen_weapons)
        lines += wrapped(f"     seen so far: {seen or 'no weapons'}", INDENT)
    return Panel("ENEMY SHIPS" if known.side else "SHIPS", lines)


def mutual_sweeps(own: Ship, other: Ship) -> str:
    """`range 3; it lies in your F sweep, you in its F sweep` (SN-7.4)."""
    if own.hex == other.hex:
        return "same hex, where nothing bears"
    mine = bearing_sections(own.hex, own.heading, other.hex)
    theirs = bearing_sections(other.hex, other.heading, own.hex)
    return f"range {distance(own.hex, other.hex)}; it lies in your {_sweeps(mine)}, you in its {_sweeps(theirs)}"


def _sweeps(names: tuple[str, ...]) -> str:
    return " and ".join(names) + (" sweep" if len(names) == 1 else " sweeps")


def _mines(known: State) -> Panel:
    return Panel("MINES", [f"{m.id}  hex {label(m.hex)}  laid by {m.ship} ({m.side})" for m in known.mines])


# ---------------------------------------------------------------- score and orders


def _score(known: State) -> Panel:
    return Panel("SCORE", [part for line in score_lines(known) for part in wrapped(line, INDENT)])


def _stored(known: State, own: list[Ship]) -> Panel:
    """Advance orders, standing orders and policies of the reader's side (SN-15.2, 16.5)."""
    lines: list[str] = []
    for ship in own:
        for line in stored_lines(ship) or ["nothing stored"]:
            lines += wrapped(f"{ship.id}  {line}", INDENT)
    return Panel("STORED ORDERS", lines)
