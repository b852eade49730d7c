"""How a scenario is won, with its numbers, and what the score means now: for the panel and the summary of reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from pbem.core.game.panels import table, wrapped
from pbem.core.game.phrases import count, join_words
from pbem.core.game.report_parts import Panel
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.tables import BRITISH, FRENCH, MERCHANT, SIDES
from pbem.games.sovereign_seas.model.view import ShipView, View
from pbem.games.sovereign_seas.report.phrases import NATION, PEOPLE
from pbem.games.sovereign_seas.rules.victory import (
    ADVERBS,
    MARGINAL,
    PRIZES,
    ahead,
    are,
    breakers_of,
    circles,
    functional,
    keepers_of,
    level_of,
)

ON_MAP = {"afloat": "in play", "sunk": "sunk", "left": "off the map"}


def score_panel(view: View) -> Panel:
    """SSL-N.1: how the game is won, how it stands, and what each side has left; at the end the verdict first."""
    said = [view.verdict, *how_won(view)] if view.over else [*how_won(view), score_words(view)]
    lines = [line for words in said for line in wrapped(words, "")]
    return Panel("SCORE", [*lines, *_table(view)])


def how_won(view: View) -> list[str]:
    """The conditions of the scenario's section (8.1 to 8.7)."""
    return _HOW[OPENINGS[view.scenario].victory](view)


def score_words(view: View) -> str:
    """What it would mean if the game ended now; at the end the verdict."""
    return view.verdict if view.over else _NOW[OPENINGS[view.scenario].victory](view)


def _ships(view: View, side: str) -> list[ShipView]:
    return [ship for ship in view.ships.values() if ship.side == side]


def _fit(view: View, side: str) -> int:
    """SSL-N.2, as far as the reader knows."""
    return sum(functional(ship, view.options) for ship in _ships(view, side))


def _fit_words(view: View) -> str:
    guns = "" if view.options["functional"] == "afloat" else ", with a battery left"
    return f"The last side with a ship fit to fight wins (afloat, on the map{guns}; SSL-N.2)."


def _now(view: View) -> str:
    """SSL-Y.5: behind hidden logs it is an estimate."""
    return "Now, as far as hits were seen" if any(ship.log is None for ship in view.active()) else "Now"


def _to_go(view: View) -> str:
    return f"after {count(view.limit - view.turn, 'more turn')}"


# ---------------------------------------------------------------- fleets (SSL-O1.2)


def _fleet_won(view: View) -> list[str]:
    major, decisive = (Fraction(part) for part in str(view.options["fleet_fractions"]).split(","))
    levels = [f"decisively with {decisive} or more of the ships it began with still fit{_shares(view, decisive)}"]
    levels += [f"by a major victory with {major} or more{_shares(view, major)}", "else by a marginal one"]
    return [
        _fit_words(view),
        f"It wins {', '.join(levels)}.",
        f"If both sides have fit ships after game turn {view.limit}, it is a draw.",
    ]


def _shares(view: View, part: Fraction) -> str:
    """` (British 4 of 8, French 5 of 9)`; nothing before the fleets are known."""
    began = {side: view.strength.get(side, 0) for side in SIDES}
    if not all(began.values()):
        return ""
    return f" ({', '.join(f'{NATION[side]} {math.ceil(part * ships)} of {ships}' for side, ships in began.items())})"


def _fleet_now(view: View) -> str:
    if not all(view.strength.get(side) for side in SIDES):
        return "Now: the fleets are not at sea yet."
    fit = [f"{_fit(view, side)} of {view.strength[side]} {NATION[side]}" for side in SIDES]
    level = [
        f"{PEOPLE[side]} would win {ADVERBS[level_of(view.options, _fit(view, side), view.strength[side])]}"
        for side in SIDES
        if _fit(view, side)
    ]
    meaning = f"; if the enemy lost their last ship now, {join_words(level)}" if level else ""
    return f"{_now(view)}: {join_words(fit)} ships are fit to fight{meaning}; {_to_go(view)} it would be a draw."


# ---------------------------------------------------------------- duels (8.4 to 8.6)


def _duel_won(view: View) -> list[str]:
    limit = f"If both have one after game turn {view.limit}, the larger share of hull circles left wins by a marginal victory."
    return [_fit_words(view), f"{limit} Equal shares are a draw."]


def _duel_now(view: View) -> str:
    left, whole = circles(view.ships.values())
    british, french = (f"{left[side]} of {whole[side]}{_percent(left, whole, side)}" for side in SIDES)
    leader = ahead(left, whole)
    would = f"{PEOPLE[leader]} would win {ADVERBS[MARGINAL]}" if leader else "it would be a draw"
    facts = f"the British have {british} hull circles left, the French {french}"
    return f"{_now(view)}: {facts}; if it stayed so, {would} {_to_go(view)}."


def _percent(left: Mapping[str, int], whole: Mapping[str, int], side: str) -> str:
    return f" ({left[side] / max(1, whole[side]):.0%})"


# ---------------------------------------------------------------- blockade (SSL-O2.2)


def _blockade_won(view: View) -> list[str]:
    keepers, breakers = _names(keepers_of(view.ships.values())), _names(breakers_of(view.ships.values()))
    return [
        f"The French win when all British ironclads ({keepers}) are sunk or off the map and not all French central battery "
        f"ironclads ({breakers}) are sunk, or when no British ship is left in play.",
        f"The British win when {breakers} are sunk, when no French ship is left in play, "
        f"or when they still keep the blockade after game turn {view.limit}.",
    ]


def _names(ships: Iterable[ShipView]) -> str:
    ids = [ship.id for ship in ships]
    return join_words(ids) if ids else "none"


def _blockade_now(view: View) -> str:
    keepers, breakers = keepers_of(view.ships.values()), breakers_of(view.ships.values())
    by_fate = {fate: [ship.id for ship in [*keepers, *breakers] if ship.fate == fate] for fate in ON_MAP}
    fates = "; ".join(f"{join_words(ids)} {are(len(ids))} {ON_MAP[fate]}" for fate, ids in by_fate.items() if ids)
    left = _names(ship for ship in keepers if ship.active)
    prey = _names(ship for ship in breakers if ship.fate != "sunk")
    needs = f"the French must still sink or drive off {left}, the British must sink {prey} or hold out"
    return f"{_now(view)}: {fates}; {needs}; {_to_go(view)} the British would win."


# ---------------------------------------------------------------- convoy (SSL-O3.2)


def _convoy_won(view: View) -> list[str]:
    return [
        f"The British win when {PRIZES[0]} merchantmen are sunk and no British ship is, "
        f"or {PRIZES[1]} merchantmen and one British ship.",
        "The French win when two British ships are sunk, when no British ship is left in play, "
        f"when too few merchantmen are left within reach, or after game turn {view.limit}. Merchantmen off the map are safe.",
    ]


def _convoy_now(view: View) -> str:
    prey = [ship for ship in _ships(view, FRENCH) if ship.printed.type in MERCHANT]
    taken, safe = (sum(ship.fate == fate for ship in prey) for fate in ("sunk", "left"))
    lost = sum(ship.fate == "sunk" for ship in _ships(view, BRITISH))
    facts = f"{taken} of {len(prey)} merchantmen are sunk, {safe} off the map, {len(prey) - taken - safe} within reach"
    ships = f"the British have lost {count(lost, 'ship') if lost else 'no ship'}"
    need = max(0, PRIZES.get(lost, 0) - taken)
    return f"{_now(view)}: {facts}; {ships} and need {need} more; {_to_go(view)} the French would win."


_HOW: Mapping[str, Callable[[View], list[str]]] = {
    "fleet": _fleet_won,
    "duel": _duel_won,
    "blockade": _blockade_won,
    "convoy": _convoy_won,
}
_NOW: Mapping[str, Callable[[View], str]] = {
    "fleet": _fleet_now,
    "duel": _duel_now,
    "blockade": _blockade_now,
    "convoy": _convoy_now,
}
"""By the scenario's kind of victory."""


# ---------------------------------------------------------------- the table


def _table(view: View) -> list[str]:
    """What each side has left, merchantmen apart as well."""
    rows: list[tuple[str, ...]] = [("", "began", "in play", "sunk", "left map", "fit", "hull circles", "batteries")]
    for side in SIDES:
        if view.strength.get(side):
            ships = _ships(view, side)
            rows.append(_row(view, NATION[side], view.strength[side], ships))
            if prey := [ship for ship in ships if ship.printed.type in MERCHANT]:
                rows.append(_row(view, "merchantmen", len(prey), prey))
    return table(rows)


def _row(view: View, name: str, began: int, ships: list[ShipView]) -> tuple[str, ...]:
    afloat = [ship for ship in ships if ship.active]
    guns = sum(len(ship.printed.guns) for ship in ships)
    return (
        name,
        str(began),
        str(len(afloat)),
        str(sum(ship.fate == "sunk" for ship in ships)),
        str(sum(ship.fate == "left" for ship in ships)),
        str(sum(functional(ship, view.options) for ship in ships)),
        f"{sum(ship.circles_left for ship in afloat)} of {sum(ship.printed.circles for ship in ships)}",
        f"{sum(len(ship.living()) for ship in afloat)} of {guns}" if guns else "-",
    )
