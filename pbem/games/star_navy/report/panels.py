"""The report's fixed-width parts: own consoles, enemy ships, mines, score, stored orders. At most 78 columns."""

from __future__ import annotations

from pbem.core.game.panels import INDENT, filled, panel_of, prose
from pbem.core.game.report_parts import Columns, Panel, Paragraph
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
    seen = [ship for ship in own if ship.console_if_known]
    found = [console_panel(known, ship, MARKS if ship is seen[-1] else "") for ship in seen]
    found += [_contacts(known), _mines(known)]
    found += [console_panel(known, ship) for ship in others if ship.console_if_known]
    found += [_score(known), _stored(known, own)]
    return filled(found)


# ---------------------------------------------------------------- consoles


def console_panel(known: State, ship: Ship, note: str = "") -> Panel:
    """The printed console: six outer sections around one inner section; then a note, if there is one."""
    where = f"hex {label(ship.hex)}  heading {DIRECTIONS[ship.heading]}" if ship.alive else ship.fate
    sections = [_section(known, ship, name) for name in SECTIONS]
    top = [ship.printed.name] if ship.name else []
    top.append(f"{where}  speed {ship.console.speed} ({moves_on(ship.console.speed)})")
    title = f"{ship.id}  {ship.name or ship.printed.name}" + (f" ({ship.side})" if ship.side != known.side else "")
    return panel_of(
        title, *prose(top), Columns(HEADS, sections), *prose([*_inner(known, ship), *_counters(ship), note]), sheet=True
    )


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
    said: list[str] = []
    for ship in known.enemies():
        said.append(f"{ship.id}  {ship.called} ({ship.side})  hex {label(ship.hex)}  heading {DIRECTIONS[ship.heading]}")
        said += [f"{INDENT}from {own.id}: {mutual_sweeps(own, ship)}" for own in known.mine()]
        seen = ", ".join(f"{s} {plural(ship.seen_weapons[s])}" for s in SECTIONS if s in ship.seen_weapons)
        said.append(f"{INDENT}seen so far: {seen or 'no weapons'}")
    return panel_of("ENEMY SHIPS" if known.side else "SHIPS", *prose(said, INDENT))


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
    return panel_of("MINES", *(Paragraph(f"{m.id}  hex {label(m.hex)}  laid by {m.ship} ({m.side})") for m in known.mines))


# ---------------------------------------------------------------- score and orders


def _score(known: State) -> Panel:
    return panel_of("SCORE", *prose(score_lines(known), INDENT))


def _stored(known: State, own: list[Ship]) -> Panel:
    """Advance orders, standing orders and policies of the reader's side (SN-15.2, 16.5)."""
    stored = [f"{ship.id}  {line}" for ship in own for line in stored_lines(ship) or ["nothing stored"]]
    return panel_of("STORED ORDERS", *prose(stored, INDENT))
