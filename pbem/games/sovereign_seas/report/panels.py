"""The report's fixed-width parts: control logs, fleet orders, the turn's fire, options, gun chart; `score.py` has the score."""

from __future__ import annotations

from pbem.core.game.panels import INDENT, columns, options_panel, table, wrapped
from pbem.core.game.report_parts import Panel
from pbem.core.geometry.hexes import label
from pbem.games.sovereign_seas.model.tables import (
    GUNS,
    MAX_RANGE,
    effective_hits,
    firepower,
    letter_at,
    needed_at,
)
from pbem.games.sovereign_seas.model.view import ShipView, View
from pbem.games.sovereign_seas.report.logsheet import log_lines, title_line
from pbem.games.sovereign_seas.report.phrases import NATION
from pbem.games.sovereign_seas.report.score import score_panel

CALCULATED = 12
"""Q.4: base hits of the quick hit calculator."""


def panels(view: View) -> list[Panel]:
    """Section 9: own logs, those of the others, the score, fleet orders, the turn's fire, the options, the gun chart."""
    found = [Panel(title_line(ship), log_lines(view, ship)) for ship in in_order(view)]
    found += [
        score_panel(view),
        _fleet(view),
        _fire(view),
        options_panel(view.options, view.turn),
        _gun_chart(view),
        _calculator(view),
    ]
    return [panel for panel in found if panel.lines]


def in_order(view: View) -> list[ShipView]:
    """Ships that are in the game: the reader's, their side's, then the others."""
    return sorted(view.active(), key=lambda ship: (ship.seat != view.seat, ship.side != view.side))


def _fleet(view: View) -> Panel:
    """SSL-X.16: the defaults of the FLEET block; its own side only (SSL-Y.2), after the end both (SSL-Y.6)."""
    if not view.over:
        return Panel("FLEET ORDERS", [line for order in view.fleet for line in wrapped(order, INDENT)])
    stood = [f"{NATION[side]}: {order}" for side, orders in view.fleets.items() for order in orders]
    return Panel("FLEET ORDERS", [line for order in stood for line in wrapped(order, INDENT)])


# ---------------------------------------------------------------- the turn's fire


def _fire(view: View) -> Panel:
    """SSL-Y.1: every salvo and ram of the turn; hits are effective ones."""
    rows = [("imp", "ship", "at", "guns", "range", "hits")]
    rows += [
        (str(shot.impulse), shot.ship, shot.target, f"{shot.guns} [{shot.code}]", str(shot.range), str(shot.hits))
        for shot in view.shots
    ]
    lines = table(rows)
    for ram in view.rams:
        lines.append(f"{ram.impulse:<3}  {ram.attacker} rams {ram.target} in {label(ram.hex)}: {'hit' if ram.hit else 'miss'}")
    return Panel(f"SALVOS AND RAMS OF GAME TURN {view.turn}", lines)


# ---------------------------------------------------------------- guns


def _in_use(view: View) -> list[str]:
    """Codes of the guns that are still aboard a ship, weakest first on each side."""
    aboard = {battery.code for ship in view.active() for battery in ship.living()}
    return [code for code in GUNS if code in aboard]


def _gun_chart(view: View) -> Panel:
    """Q.2.1, Q.2.2 (SSL-J2.9, SSL-J2.11): the heaviest armour that a gun beats at each range, and strikes needed."""
    ranges = range(1, MAX_RANGE + 1)
    rows = [["gun", "", "FP", *map(str, ranges)]]
    for code in _in_use(view):
        letters = [letter_at(code, n, view.options) or "-" for n in ranges]
        rows.append([f"[{code}]", GUNS[code].name, _firepower(view, code), *letters])
    if len(rows) == 1:
        return Panel("GUN CHART", [])
    rows.append(["to hit", "", "", *(str(needed_at(n, view.options)) for n in ranges)])
    return Panel("GUN CHART (armour beaten, by range)", columns(rows, 2))


def _firepower(view: View, code: str) -> str:
    return f"{firepower(code, view.options) / 2:.1f}"


def _calculator(view: View) -> Panel:
    """Q.4 (SSL-J2.10): effective hits of one salvo."""
    base = range(1, CALCULATED + 1)
    by_power = {_firepower(view, code): code for code in _in_use(view)}
    if not by_power:
        return Panel("HIT CALCULATOR", [])
    rows = [["base hits", *map(str, base)]]
    for power, code in sorted(by_power.items()):
        rows.append([f"FP {power}", *(str(effective_hits(n, code, view.options)) for n in base)])
    return Panel("HIT CALCULATOR (effective hits)", columns(rows, 2))
