"""Set-up orders to choose from: other places for ships, edges to enter by, fleets to take (chapter E)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import DIRECTIONS, Hex, column_row, distance, label, step, within
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model.formation import berth_of, faults
from pbem.games.sovereign_seas.model.orders import FLEET, Enter, PlaceShip, Take
from pbem.games.sovereign_seas.model.scenario import cost, default_fleet
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.planning.tactics import fleets
from pbem.games.sovereign_seas.report.phrases import EDGES

Edge = Literal["N", "E", "S", "W"]
GROUP = "Set-up"
MOST_FLEETS = 12
AROUND = 2
"""Hexes from the one that is pointed at."""
MOST_EDGES = 2


def set_up_picks(known: State) -> list[SuggestedOrder]:
    """What the reader's side may order at the deadline at hand."""
    match known.stage.get(known.side):
        case "PLACE":
            return [each for ship in known.mine() for each in _places(known, ship)]
        case "ENTER" if known.is_senior:
            return [
                SuggestedOrder(FLEET, GROUP, order_text(Enter(edge)), f"enters from the {EDGES[edge]}")
                for edge in ("N", "E", "S", "W")
            ]
        case "TAKE" if known.is_senior:
            return list(_fleets(known))
        case _:
            return []


def _places(known: State, ship: Ship) -> Iterator[SuggestedOrder]:
    """SSL-E.1: where she is and the hexes around, as far as they go together with the rest of the side."""
    places = {"begins where she is placed now": ship.hex}
    places |= {f"begins a hex to the {DIRECTIONS[direction]}": step(ship.hex, direction) for direction in range(6)}
    for words, hex in places.items():
        place = PlaceShip(hex, ship.heading, ship.speed)
        if _may_begin(known, ship, place):
            yield SuggestedOrder(ship.id, GROUP, order_text(place), words)


def _fleets(known: State) -> Iterator[SuggestedOrder]:
    """SSL-O6.1: the fleet of the book, and others from dear to cheap ships."""
    standard = default_fleet(known.side, known.options)
    every = [fleet for fleet in fleets(known) if fleet != standard]
    for fleet in [standard, *islice(every, 0, None, max(1, len(every) // MOST_FLEETS))][:MOST_FLEETS]:
        ships = tuple((letters, number) for letters, number in sorted(fleet.items()) if number)
        yield SuggestedOrder(
            FLEET, GROUP, order_text(Take(ships)), f"a fleet of {cost(fleet, known.side, known.options)} points"
        )


# ---------------------------------------------------------------- toward a hex


def set_up_toward(known: State, unit: str, hex: Hex) -> list[SuggestedOrder]:
    """SSL-E.1: places for ships in a hex, or as near to it as they may begin. SSL-O3.1: the edges nearest to it."""
    match known.stage.get(known.side):
        case "PLACE":
            return [each for ship in known.mine() if unit in ("", ship.id) for each in _places_near(known, ship, hex, not unit)]
        case "ENTER" if known.is_senior and unit in ("", FLEET):
            return [
                SuggestedOrder(FLEET, GROUP, order_text(Enter(edge)), f"enters from the {EDGES[edge]}")
                for edge in _nearest_edges(known, hex)
            ]
        case _:
            return []


def _places_near(known: State, ship: Ship, goal: Hex, brief: bool) -> list[SuggestedOrder]:
    """In the hex on every heading, her present one first; where none is allowed, in hexes near it."""
    headings = [(ship.heading + turn) % 6 for turn in (range(1) if brief else (0, 1, 5, 2, 4, 3))]
    there = (PlaceShip(goal, heading, ship.speed) for heading in headings)
    found = [place for place in there if _may_begin(known, ship, place)]
    if not found and not brief:
        near = sorted(within(goal, AROUND), key=lambda hex: (distance(hex, goal), hex))[1:]
        beside = (PlaceShip(hex, ship.heading, ship.speed) for hex in near)
        found = list(islice((place for place in beside if _may_begin(known, ship, place)), len(headings)))
    return [SuggestedOrder(ship.id, GROUP, order_text(place), _place_words(place, goal)) for place in found]


def _may_begin(known: State, ship: Ship, place: PlaceShip) -> bool:
    berths = {each.id: berth_of(each) for each in known.active(known.side)}
    return known.on_map(place.hex) and not faults(known, known.side, berths | {ship.id: berth_of(ship, place)})


def _place_words(place: PlaceShip, goal: Hex) -> str:
    where = f"begins in {label(place.hex)} heading {DIRECTIONS[place.heading]}"
    return where if place.hex == goal else f"{where}, {distance(place.hex, goal)} from there"


def _nearest_edges(known: State, hex: Hex) -> list[Edge]:
    column, row = column_row(hex)
    away: dict[Edge, int] = {"N": row, "E": known.columns - column, "S": known.rows - row, "W": column}
    return sorted(away, key=lambda edge: away[edge])[:MOST_EDGES]
