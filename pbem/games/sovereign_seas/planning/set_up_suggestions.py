"""Set-up orders to choose from: other places for ships, edges to enter by, fleets to take (chapter E)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import step
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model.formation import berth_of, faults
from pbem.games.sovereign_seas.model.orders import FLEET, Enter, PlaceShip, Take
from pbem.games.sovereign_seas.model.scenario import cost, default_fleet
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.planning.tactics import fleets
from pbem.games.sovereign_seas.report.phrases import EDGES

GROUP = "Set-up"
MOST_FLEETS = 12


def set_up_picks(known: State) -> list[SuggestedOrder]:
    """What the reader's side may order at the deadline at hand."""
    match known.stage.get(known.side):
        case "PLACE":
            return [each for ship in known.mine() for each in _places(known, ship)]
        case "ENTER" if known.is_senior:
            return [
                SuggestedOrder(FLEET, GROUP, order_text(Enter(edge)), f"from the {EDGES[edge]}")
                for edge in ("N", "E", "S", "W")
            ]
        case "TAKE" if known.is_senior:
            return list(_fleets(known))
        case _:
            return []


def _places(known: State, ship: Ship) -> Iterator[SuggestedOrder]:
    """SSL-E.1: where she is and the hexes around, as far as they go together with the rest of the side."""
    berths = {each.id: berth_of(each) for each in known.active(known.side)}
    for number, hex in enumerate([ship.hex, *(step(ship.hex, direction) for direction in range(6))]):
        place = PlaceShip(hex, ship.heading, ship.speed)
        if known.on_map(hex) and not faults(known, known.side, berths | {ship.id: berth_of(ship, place)}):
            yield SuggestedOrder(ship.id, GROUP, order_text(place), "" if number else "as it stands")


def _fleets(known: State) -> Iterator[SuggestedOrder]:
    """SSL-O6.1: the fleet of the book, and others from dear to cheap ships."""
    standard = default_fleet(known.side, known.options)
    every = [fleet for fleet in fleets(known) if fleet != standard]
    for fleet in [standard, *islice(every, 0, None, max(1, len(every) // MOST_FLEETS))][:MOST_FLEETS]:
        ships = tuple((letters, number) for letters, number in sorted(fleet.items()) if number)
        yield SuggestedOrder(FLEET, GROUP, order_text(Take(ships)), f"{cost(fleet, known.side, known.options)} points")
