"""The report's fixed-width parts: own consoles, enemy ships, mines, score, stored orders. At most 84 columns."""

from __future__ import annotations

import textwrap

from pbem.core.game import Panel
from pbem.core.hexes import DIRECTIONS, distance, label
from pbem.games.star_navy.console import (
    inner_boxes,
    mine_boxes,
    moves_on,
    plural,
    section_boxes,
    status_words,
    stored_lines,
    turn_cost_words,
)
from pbem.games.star_navy.geometry import bearing_sections
from pbem.games.star_navy.tables import CLASSES, SECTION_NAMES, SECTIONS
from pbem.games.star_navy.view import Console, ShipView, View

WIDTH = 84
RIGHT = 41
"""Column where the right-hand sections of a console begin."""
FATES = {"on map": "on the map", "destroyed": "destroyed", "disengaged": "disengaged"}


def panels(view: View) -> list[Panel]:
    """Own consoles first, then allied ones, then what is known of the others (SN-16.1-16.5)."""
    own = [*view.mine(), *(s for s in view.friends() if s.seat != view.seat)]
    others = [s for s in view.ships.values() if s not in own and (s.alive or view.over)]
    found = [console_panel(view, ship, ship.console) for ship in own if ship.console]
    found += [_contacts(view), _mines(view)]
    found += [console_panel(view, ship, ship.console) for ship in others if ship.console]
    found += [_score(view), _stored(view, own)]
    return [panel for panel in found if panel.lines]


# ---------------------------------------------------------------- consoles


def console_panel(view: View, ship: ShipView, console: Console) -> Panel:
    """The printed console: six outer sections around one inner section."""
    where = f"hex {label(ship.hex)}  heading {DIRECTIONS[ship.heading]}" if ship.alive else ship.fate
    lines = [
        f"{where}  speed {console.speed} ({moves_on(console.speed)})",
        *_middle(view, console, "F"),
        *_pair(view, console, "LF", "RF"),
        *_inner(view, console),
        *_pair(view, console, "LR", "RR"),
        *_middle(view, console, "R"),
        *_counters(console),
    ]
    return Panel(f"{ship.id}  {ship.printed.name}" + (f" ({ship.side})" if ship.side != view.side else ""), lines)


def _head(view: View, console: Console, name: str) -> str:
    section = console.sections[name]
    return f"{SECTION_NAMES[name].upper()}  {section.weapon}  {status_words(view, section.status, section.used)}"


def _boxes(console: Console, name: str) -> str:
    """`hull ##x shield ##oo weapon ### cap ###`."""
    return " ".join(f"{word} {boxes}" for word, boxes in section_boxes(console, name).items() if boxes)


def _middle(view: View, console: Console, name: str) -> list[str]:
    return [f"{'':24}{_head(view, console, name)}", f"{'':20}{_boxes(console, name)}"]


def _pair(view: View, console: Console, left: str, right: str) -> list[str]:
    return [
        f"{_fit(first, RIGHT - 1):{RIGHT}}{_fit(second, WIDTH - RIGHT)}"
        for first, second in (
            (_head(view, console, left), _head(view, console, right)),
            (_boxes(console, left), _boxes(console, right)),
        )
    ]


def _fit(text: str, width: int) -> str:
    """Shortened where two sections would not stand side by side, as on the largest ships."""
    return text if len(text) <= width else text.replace("  ", " ").replace("weapon", "wpn")


def _inner(view: View, console: Console) -> list[str]:
    boxes, printed = inner_boxes(console), CLASSES[console.ship_class]
    isds = status_words(view, console.isd_status, console.isds_active)
    marines = status_words(view, console.marine_status, console.marines_used)
    return [
        f"{'':10}INNER  engines {console.engines}/{printed.engines} hold {console.engine_energy}"
        f"   integrity {boxes['integrity']}",
        f"{'':17}ISD {boxes['ISD']}  {isds}",
        f"{'':17}marines {boxes['marines']}  {marines}",
    ]


def _counters(console: Console) -> list[str]:
    mines = f"    mines {boxes}" if (boxes := mine_boxes(console)) else ""
    wear = ", ".join(f"{name} {section.wear}" for name, section in console.sections.items() if section.weapon == "C")
    return [
        f"energy: capacitors {console.capacitor_energy}/{console.capacitors} + engines {console.engine_energy}/"
        f"{console.engines} = {console.energy}    thrusters used {console.thrusters_used}/{console.thrusters}{mines}",
        turn_cost_words(console),
        *([f"cannon wear: {wear}"] if wear else []),
    ]


# ---------------------------------------------------------------- what is known of the others


def _contacts(view: View) -> Panel:
    """Class, place and heading are open (SN-16.2), weapon types once they have fired (SN-16.3)."""
    lines: list[str] = []
    for ship in view.enemies():
        lines.append(f"{ship.id}  {ship.printed.name} ({ship.side})  hex {label(ship.hex)}  heading {DIRECTIONS[ship.heading]}")
        lines += [line for own in view.mine() for line in _wrap(f"     from {own.id}: {mutual_sweeps(own, ship)}")]
        seen = ", ".join(f"{s} {plural(ship.seen_weapons[s])}" for s in SECTIONS if s in ship.seen_weapons)
        lines += _wrap(f"     seen so far: {seen or 'no weapons'}")
    return Panel("ENEMY SHIPS" if view.side else "SHIPS", lines)


def mutual_sweeps(own: ShipView, other: ShipView) -> str:
    """`range 3; it lies in your F sweep, you in its F sweep` (SN-7.4)."""
    if own.hex == other.hex:
        return "same hex, where nothing bears"
    mine = bearing_sections(own.hex, own.heading, other.hex)
    theirs = bearing_sections(other.hex, other.heading, own.hex)
    return f"range {distance(own.hex, other.hex)}; it lies in your {_sweeps(mine)}, you in its {_sweeps(theirs)}"


def _sweeps(names: tuple[str, ...]) -> str:
    return " and ".join(names) + (" sweep" if len(names) == 1 else " sweeps")


def _mines(view: View) -> Panel:
    return Panel("MINES", [f"{m.id}  hex {label(m.hex)}  laid by {m.ship} ({m.side})" for m in view.mines])


# ---------------------------------------------------------------- score and orders


def _score(view: View) -> Panel:
    """The public part (SN-14.2-14.6): what is at stake, who is left, and the points that have arrived."""
    lines = [f"region value {view.region_value}, limit {view.limit} turns"]
    if view.over:
        lines = [view.verdict, ", ".join(f"{side} {points}" for side, points in view.scores.items())]
    for side in view.sides:
        lines += _wrap(f"{side}: {'; '.join(_fates(view, side))}")
    return Panel("SCORE", [line for line in lines if line])


def _fates(view: View, side: str) -> list[str]:
    found = []
    for ship in view.ships.values():
        if ship.original_side == side:
            prize = f", captured by {ship.side}" if ship.side != side else ""
            hurt = sum(ship.damage_by.values())
            struck = f", struck by {hurt} point{'' if hurt == 1 else 's'}" if hurt else ""
            found.append(f"{ship.id} (value {ship.printed.value}) {FATES[ship.fate]}{prize}{struck}")
    return found


def _stored(view: View, own: list[ShipView]) -> Panel:
    """Advance orders, standing orders and policies of the reader's side (SN-15.2, 16.5)."""
    lines: list[str] = []
    for ship in own:
        if ship.stored is None:
            continue
        for line in stored_lines(ship.stored) or ["nothing stored"]:
            lines += _wrap(f"{ship.id}  {line}")
    return Panel("STORED ORDERS", lines)


def _wrap(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="     ", drop_whitespace=True, replace_whitespace=False)
