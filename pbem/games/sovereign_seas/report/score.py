"""How a scenario is won, with its numbers, and what the score means now: for the panel and the summary of reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from pbem.core.game.panels import panel_of, prose
from pbem.core.game.phrases import count, join_words
from pbem.core.game.report_parts import Columns, Panel
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import BRITISH, FRENCH, MERCHANT, SIDES
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


def score_panel(known: State) -> Panel:
    """SSL-N.1: how the game is won, how it stands, and what each side has left; at the end the verdict first."""
    said = [known.verdict, *how_won(known)] if known.over else [*how_won(known), score_words(known)]
    return panel_of("SCORE", *prose(said, ""), _table(known))


def how_won(known: State) -> list[str]:
    """The conditions of the scenario's section (8.1 to 8.7)."""
    return _HOW[OPENINGS[known.scenario].victory](known)


def score_words(known: State) -> str:
    """What it would mean if the game ended now; at the end the verdict."""
    return known.verdict if known.over else _NOW[OPENINGS[known.scenario].victory](known)


def _ships(known: State, side: str) -> list[Ship]:
    return [ship for ship in known.ships.values() if ship.side == side]


def _fit(known: State, side: str) -> int:
    """SSL-N.2, as far as the reader knows."""
    return sum(functional(ship, known.options) for ship in _ships(known, side))


def _fit_words(known: State) -> str:
    guns = "" if known.options["functional"] == "afloat" else ", with a battery left"
    return f"The last side with a ship fit to fight wins (afloat, on the map{guns}; SSL-N.2)."


def _now(known: State) -> str:
    """SSL-Y.5: behind hidden logs it is an estimate."""
    return "Now, as far as hits were seen" if any(ship.log_if_known is None for ship in known.active()) else "Now"


def _to_go(known: State) -> str:
    return f"after {count(known.limit - known.turn, 'more turn')}"


# ---------------------------------------------------------------- fleets (SSL-O1.2)


def _fleet_won(known: State) -> list[str]:
    major, decisive = (Fraction(part) for part in str(known.options["fleet_fractions"]).split(","))
    levels = [f"decisively with {decisive} or more of the ships it began with still fit{_shares(known, decisive)}"]
    levels += [f"by a major victory with {major} or more{_shares(known, major)}", "else by a marginal one"]
    return [
        _fit_words(known),
        f"It wins {', '.join(levels)}.",
        f"If both sides have fit ships after game turn {known.limit}, it is a draw.",
    ]


def _shares(known: State, part: Fraction) -> str:
    """` (British 4 of 8, French 5 of 9)`; nothing before the fleets are known."""
    began = {side: known.strength.get(side, 0) for side in SIDES}
    if not all(began.values()):
        return ""
    return f" ({', '.join(f'{NATION[side]} {math.ceil(part * ships)} of {ships}' for side, ships in began.items())})"


def _fleet_now(known: State) -> str:
    if not all(known.strength.get(side) for side in SIDES):
        return "Now: the fleets are not at sea yet."
    fit = [f"{_fit(known, side)} of {known.strength[side]} {NATION[side]}" for side in SIDES]
    level = [
        f"{PEOPLE[side]} would win {ADVERBS[level_of(known.options, _fit(known, side), known.strength[side])]}"
        for side in SIDES
        if _fit(known, side)
    ]
    meaning = f"; if the enemy lost their last ship now, {join_words(level)}" if level else ""
    return f"{_now(known)}: {join_words(fit)} ships are fit to fight{meaning}; {_to_go(known)} it would be a draw."


# ---------------------------------------------------------------- duels (8.4 to 8.6)


def _duel_won(known: State) -> list[str]:
    limit = f"If both have one after game turn {known.limit}, the larger share of hull circles left wins by a marginal victory."
    return [_fit_words(known), f"{limit} Equal shares are a draw."]


def _duel_now(known: State) -> str:
    left, whole = circles(known.ships.values())
    british, french = (f"{left[side]} of {whole[side]}{_percent(left, whole, side)}" for side in SIDES)
    leader = ahead(left, whole)
    would = f"{PEOPLE[leader]} would win {ADVERBS[MARGINAL]}" if leader else "it would be a draw"
    facts = f"the British have {british} hull circles left, the French {french}"
    return f"{_now(known)}: {facts}; if it stayed so, {would} {_to_go(known)}."


def _percent(left: Mapping[str, int], whole: Mapping[str, int], side: str) -> str:
    return f" ({left[side] / max(1, whole[side]):.0%})"


# ---------------------------------------------------------------- blockade (SSL-O2.2)


def _blockade_won(known: State) -> list[str]:
    keepers, breakers = _names(keepers_of(known.ships.values())), _names(breakers_of(known.ships.values()))
    return [
        f"The French win when all British ironclads ({keepers}) are sunk or off the map and not all French central battery "
        f"ironclads ({breakers}) are sunk, or when no British ship is left in play.",
        f"The British win when {breakers} are sunk, when no French ship is left in play, "
        f"or when they still keep the blockade after game turn {known.limit}.",
    ]


def _names(ships: Iterable[Ship]) -> str:
    ids = [ship.id for ship in ships]
    return join_words(ids) if ids else "none"


def _blockade_now(known: State) -> str:
    keepers, breakers = keepers_of(known.ships.values()), breakers_of(known.ships.values())
    by_fate = {fate: [ship.id for ship in [*keepers, *breakers] if ship.fate == fate] for fate in ON_MAP}
    fates = "; ".join(f"{join_words(ids)} {are(len(ids))} {ON_MAP[fate]}" for fate, ids in by_fate.items() if ids)
    left = _names(ship for ship in keepers if ship.active)
    prey = _names(ship for ship in breakers if ship.fate != "sunk")
    needs = f"the French must still sink or drive off {left}, the British must sink {prey} or hold out"
    return f"{_now(known)}: {fates}; {needs}; {_to_go(known)} the British would win."


# ---------------------------------------------------------------- convoy (SSL-O3.2)


def _convoy_won(known: State) -> list[str]:
    return [
        f"The British win when {PRIZES[0]} merchantmen are sunk and no British ship is, "
        f"or {PRIZES[1]} merchantmen and one British ship.",
        "The French win when two British ships are sunk, when no British ship is left in play, "
        f"when too few merchantmen are left within reach, or after game turn {known.limit}. Merchantmen off the map are safe.",
    ]


def _convoy_now(known: State) -> str:
    prey = [ship for ship in _ships(known, FRENCH) if ship.printed.type in MERCHANT]
    taken, safe = (sum(ship.fate == fate for ship in prey) for fate in ("sunk", "left"))
    lost = sum(ship.fate == "sunk" for ship in _ships(known, BRITISH))
    facts = f"{taken} of {len(prey)} merchantmen are sunk, {safe} off the map, {len(prey) - taken - safe} within reach"
    ships = f"the British have lost {count(lost, 'ship') if lost else 'no ship'}"
    need = max(0, PRIZES.get(lost, 0) - taken)
    return f"{_now(known)}: {facts}; {ships} and need {need} more; {_to_go(known)} the French would win."


_HOW: Mapping[str, Callable[[State], list[str]]] = {
    "fleet": _fleet_won,
    "duel": _duel_won,
    "blockade": _blockade_won,
    "convoy": _convoy_won,
}
_NOW: Mapping[str, Callable[[State], str]] = {
    "fleet": _fleet_now,
    "duel": _duel_now,
    "blockade": _blockade_now,
    "convoy": _convoy_now,
}
"""By the scenario's kind of victory."""


# ---------------------------------------------------------------- the table


def _table(known: State) -> Columns:
    """What each side has left, merchantmen apart as well."""
    head, rows = ("", "began", "in play", "sunk", "left map", "fit", "hull circles", "batteries"), []
    for side in SIDES:
        if known.strength.get(side):
            ships = _ships(known, side)
            rows.append(_row(known, NATION[side], known.strength[side], ships))
            if prey := [ship for ship in ships if ship.printed.type in MERCHANT]:
                rows.append(_row(known, "merchantmen", len(prey), prey))
    return Columns(head, rows)


def _row(known: State, name: str, began: int, ships: list[Ship]) -> tuple[str, ...]:
    afloat = [ship for ship in ships if ship.active]
    guns = sum(len(ship.printed.guns) for ship in ships)
    return (
        name,
        str(began),
        str(len(afloat)),
        str(sum(ship.fate == "sunk" for ship in ships)),
        str(sum(ship.fate == "left" for ship in ships)),
        str(sum(functional(ship, known.options) for ship in ships)),
        f"{sum(ship.circles_left for ship in afloat)} of {sum(ship.printed.circles for ship in ships)}",
        f"{sum(len(ship.living()) for ship in afloat)} of {guns}" if guns else "-",
    )
