"""Words that the report, the logs and the map share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.game.unit_ids import ids_words, natural
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import BRITISH, FRENCH
from pbem.games.sovereign_seas.model.turns import SET_UP, game_turn

PEOPLE = {BRITISH: "the British", FRENCH: "the French"}
NATION = {BRITISH: "British", FRENCH: "French"}
LONGEST = 220
"""Characters of a sentence of the summary."""
FATES = {"afloat": "afloat", "sunk": "sunk", "left": "left the map"}
JAM_WORDS = {"L": "left", "R": "right", "S": "straight ahead"}
EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def where(ship: Ship) -> str:
    """`hex 1010 heading N`, or what became of her."""
    if ship.active:
        return f"hex {label(ship.hex)} heading {DIRECTIONS[ship.heading]}"
    return f"sunk in {label(ship.hex)}" if ship.fate == "sunk" else FATES[ship.fate]


def name_of(ship: Ship) -> str:
    """`Central Battery Ironclad Bellerophon`; of a ship with a name of her own `Hercules (Bellerophon)`."""
    printed = ship.printed
    if ship.name:
        return f"{ship.name} ({printed.name})"
    return printed.name if printed.title == printed.name else f"{printed.title} {printed.name}"


def guns_words(ids: Iterable[str]) -> str:
    """`F1, S1-S5`: neighbours of one row are drawn together."""
    return ids_words(sorted(ids, key=natural))


def fitted(head: str, parts: Sequence[str], between: str = "; ") -> str:
    """A sentence that lists things, the most important first: as many as it holds, and how many more there are."""
    words = head + between.join(parts)
    for shown in range(len(parts) - 1, 0, -1):
        if len(words) <= LONGEST:
            break
        words = f"{head}{between.join(parts[:shown])}{between}and {len(parts) - shown} more"
    return words


def game_title(known: State) -> str:
    """The scenario's title, and how far the game is."""
    opening = OPENINGS.get(known.scenario)
    name = opening.title if opening else "Sovereign Seas Lite"
    return f"{name}, {game_turn(known.turn, known.limit) if known.turn else SET_UP}"
