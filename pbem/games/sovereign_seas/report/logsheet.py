"""The ship control log in fixed-width lines, drawn as in print (section 9). At most 78 columns."""

from __future__ import annotations

from pbem.core.game.panels import panel_of
from pbem.core.game.phrases import count, sentence
from pbem.core.game.report_parts import Cells, Columns, Panel
from pbem.games.sovereign_seas.model.state import Log, Ship, State
from pbem.games.sovereign_seas.model.tables import LOCATIONS, ShipClass
from pbem.games.sovereign_seas.report.log_layout import Layout, layout, typed
from pbem.games.sovereign_seas.report.phrases import NATION, name_of, where

BETWEEN, INDENT = "   ", "    "
EDGE = 1
"""Blank columns before the hull line."""


def title_line(ship: Ship) -> str:
    """SSL-D1.1: id, type, class, date, points, type code, turn rate and size modifier (SSL-D1.2)."""
    printed = ship.printed
    date = f", {printed.in_service}" if printed.in_service else ""
    return f"{ship.id}  {name_of(ship)}{date}  Pt {printed.points}  {rating(printed)[0]}"


def rating(printed: ShipClass) -> tuple[str, str]:
    """`CBIC 1/2 +2` and `Accl 2`."""
    return f"{printed.type} 1/{printed.turn_hexes} +{printed.size}", f"Accl {printed.acceleration}"


def log_panel(known: State, ship: Ship) -> Panel:
    """SSL-D.1: a log; a hidden one (SSL-Y.5) without its marks."""
    head = _cells(*whose(known, ship), where(ship), *sailing_words(ship))
    if ship.log_if_known is None:
        return panel_of(title_line(ship), head, _cells("log hidden", fired_words(ship), seen_words(ship)), sheet=True)
    return panel_of(
        title_line(ship),
        head,
        _cells(f"Speed track  {track_words(ship.printed, ship.log)}", rating(ship.printed)[1]),
        _cells(boxes_words(ship.printed, ship.log), fired_words(ship), *trouble_words(known, ship.log)),
        drawing(layout(ship.printed, ship.log.marked, ship.log.gone)),
        *_standing(ship),
        sheet=True,
    )


def _cells(*cells: str) -> Cells:
    return Cells(cells, BETWEEN, INDENT)


def whose(known: State, ship: Ship) -> list[str]:
    """The nation of ships of another side than the reader's, the admiral where a side has two."""
    nation = [] if ship.side == known.side else [NATION[ship.side]]
    shared = list(known.seats.values()).count(ship.side) > 1
    return nation + ([f"of {ship.seat}"] if shared else [])


def sailing_words(ship: Ship) -> list[str]:
    """SSL-D1.3, SSL-I2.1: speed, maximum where it is known, and how soon she may turn."""
    most = [f"max {ship.maximum}"] if ship.log_if_known else []
    return [
        f"speed {ship.speed}",
        *most,
        f"{count(ship.count, 'hex', 'hexes')} since last turn, needs {ship.printed.turn_hexes}",
    ]


def fired_words(ship: Ship) -> str:
    """SSL-J2.3."""
    return f"fired: {'yes' if ship.fired else 'no'}"


def trouble_words(known: State, log: Log) -> list[str]:
    """SSL-L5.12: `RUDDER L to T6`, `OOC to T7`; else that all is well."""
    rudder = f"RUDDER {log.jam} to T{log.jam_until}" if log.jam and log.jam_until > known.turn else "rudder ok"
    command = f"OOC to T{log.command_until}" if log.command_until > known.turn else "in command"
    return [rudder, command]


def track_words(printed: ShipClass, log: Log) -> str:
    """SSL-D1.3: speed factors, those lost in round brackets."""
    return " ".join(f"({factor})" if n < log.lost else str(factor) for n, factor in enumerate(printed.speed_track))


def boxes_words(printed: ShipClass, log: Log) -> str:
    """SSL-D4.2: the conning tower behind its own armour, and the magazines: `(C)(CT) (MG)(MG)`."""
    armour = f"({printed.tower_armour})" if printed.tower_armour else ""
    magazines = f"  {'(MG)' * printed.magazines}" if printed.magazines else ""
    return f"{armour}({'CT!' if log.tower_lost else 'CT'}){magazines}"


def seen_words(ship: Ship) -> str:
    """SSL-Y.5: what everybody has seen."""
    seen = ", ".join(f"{ship.hits[letter]} {letter}" for letter in dict.fromkeys(LOCATIONS) if ship.hits.get(letter))
    return f"hits seen: {seen}" if seen else "no hit seen"


def drawing(shown: Layout) -> Columns:
    """SSL-D1.4, SSL-D2.1: starboard batteries, the hull line from the bow, port batteries; in fixed width as in print."""
    first, last = shown.centre
    start, end = len(typed(shown.hull[:first])), len(typed(shown.hull[: last + 1]))
    rows = [typed(shown.starboard), typed(shown.hull), typed(shown.port)]
    offsets = [(start + end - len(rows[0])) // 2, 0, (start + end - len(rows[2])) // 2]
    left = EDGE - min(0, *offsets)
    lines = [" " * (left + offset) + row for row, offset in zip(rows, offsets, strict=True) if row]
    named = [(name, row) for name, row in zip(("starboard", "hull", "port"), rows, strict=True) if row]
    return Columns(("", ""), named, narrow=lines)


def _standing(ship: Ship) -> list[Cells]:
    """SSL-X.1: standing orders, own side only; by themselves they are the defaults."""
    if not ship.standing_if_known:
        return []
    first, *others = ship.standing_if_known
    return [Cells([f"standing: {first}", *others], " | ", INDENT)]


def describe(known: State, ship: Ship) -> str:
    """The log in words."""
    said = [f"{ship.id}, {name_of(ship)}, {where(ship)}, {', '.join(sailing_words(ship))}; {fired_words(ship)}."]
    if ship.log_if_known is None:
        return f"{said[0]} Her log is hidden; {seen_words(ship)}."
    printed, log = ship.printed, ship.log
    said.append(f"Speed track {track_words(printed, log)}. {sentence(', '.join(trouble_words(known, log)))}.")
    said.append(
        f"{count(ship.circles_left, 'hull circle')} of {printed.circles} left; hull armour {printed.hull_armour or 'none'}."
    )
    tower = ", destroyed" if log.tower_lost else ""
    said.append(f"Conning tower armour {printed.tower_armour or 'none'}{tower}. {count(printed.magazines, 'magazine')}.")
    guns = [f"{battery.id} [{battery.code}]" for battery in printed.guns.values() if battery.id not in log.gone]
    said.append(f"Batteries left: {', '.join(guns) or 'none'}.")
    return " ".join([*said, *([f"Destroyed: {', '.join(log.gone)}."] if log.gone else [])])
