"""The report's fixed-width parts: control logs, fleet orders, the turn's fire, options, gun chart; `score.py` has the score."""

from __future__ import annotations

from pbem.core.game.panels import INDENT, filled, options_panel, panel_of, prose
from pbem.core.game.report_parts import Columns, Panel, Paragraph
from pbem.core.geometry.hexes import label
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import (
    GUNS,
    MAX_RANGE,
    SIDES,
    effective_hits,
    firepower,
    letter_at,
    needed_at,
)
from pbem.games.sovereign_seas.report.logsheet import log_panel
from pbem.games.sovereign_seas.report.phrases import NATION
from pbem.games.sovereign_seas.report.score import score_panel

CALCULATED = 12
"""Q.4: base hits of the quick hit calculator."""


def panels(known: State) -> list[Panel]:
    """Section 9: own logs, those of the others, the score, fleet orders, the turn's fire, the options, the gun chart."""
    found = [log_panel(known, ship) for ship in in_order(known)]
    found += [
        score_panel(known),
        _fleet(known),
        _fire(known),
        options_panel(known.options, known.turn),
        _gun_chart(known),
        _calculator(known),
    ]
    return filled(found)


def in_order(known: State) -> list[Ship]:
    """Ships that are in the game: the reader's, their side's, then the others."""
    return sorted(known.active(), key=lambda ship: (ship.seat != known.reader, ship.side != known.side))


def _fleet(known: State) -> Panel:
    """SSL-X.16: the defaults of the FLEET block; its own side only (SSL-Y.2), after the end both (SSL-Y.6)."""
    if not known.over:
        return panel_of("FLEET ORDERS", *prose(known.fleet_lines(known.side), INDENT))
    stood = [f"{NATION[side]}: {order}" for side in SIDES for order in known.fleet_lines(side)]
    return panel_of("FLEET ORDERS", *prose(stood, INDENT))


# ---------------------------------------------------------------- the turn's fire


def _fire(known: State) -> Panel:
    """SSL-Y.1: every salvo and ram of the turn; hits are effective ones."""
    head = ("imp", "ship", "at", "guns", "range", "hits")
    rows = [
        (str(shot.impulse), shot.ship, shot.target, f"{shot.guns} [{shot.code}]", str(shot.range), str(shot.hits))
        for shot in known.shots
    ]
    rams = [
        f"{ram.impulse:<3}  {ram.attacker} rams {ram.target} in {label(ram.hex)}: {'hit' if ram.hit else 'miss'}"
        for ram in known.rams
    ]
    return panel_of(f"SALVOS AND RAMS OF GAME TURN {known.turn}", Columns(head, rows), *map(Paragraph, rams))


# ---------------------------------------------------------------- guns


def _in_use(known: State) -> list[str]:
    """Codes of the guns that are still aboard a ship, weakest first on each side."""
    aboard = {battery.code for ship in known.active() for battery in ship.living()}
    return [code for code in GUNS if code in aboard]


def _gun_chart(known: State) -> Panel:
    """Q.2.1, Q.2.2 (SSL-J2.9, SSL-J2.11): the heaviest armour that a gun beats at each range, and strikes needed."""
    ranges = range(1, MAX_RANGE + 1)
    head, rows = ("gun", "", "FP", *map(str, ranges)), []
    for code in _in_use(known):
        letters = [letter_at(code, n, known.options) or "-" for n in ranges]
        rows.append([f"[{code}]", GUNS[code].name, _firepower(known, code), *letters])
    if not rows:
        return panel_of("GUN CHART")
    rows.append(["to hit", "", "", *(str(needed_at(n, known.options)) for n in ranges)])
    return panel_of("GUN CHART (armour beaten, by range)", Columns(head, rows, least=2))


def _firepower(known: State, code: str) -> str:
    return f"{firepower(code, known.options) / 2:.1f}"


def _calculator(known: State) -> Panel:
    """Q.4 (SSL-J2.10): effective hits of one salvo."""
    base = range(1, CALCULATED + 1)
    by_power = {_firepower(known, code): code for code in _in_use(known)}
    rows = [
        [f"FP {power}", *(str(effective_hits(n, code, known.options)) for n in base)]
        for power, code in sorted(by_power.items())
    ]
    return panel_of("HIT CALCULATOR (effective hits)", Columns(("base hits", *map(str, base)), rows, least=2))
