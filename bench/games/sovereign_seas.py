"""What a turn of Sovereign Seas Lite costs: the 17 ships of the fleet engagement in battle, beside `diplomacy`.

Two lines of battle five hexes apart, every ship with targets on her beam: four impulses of movement and alternating fire.
"""

from __future__ import annotations

import json

from fixed_start import TimedTurn, compare, opening

from pbem.games.sovereign_seas import SOVEREIGN_SEAS

LIMIT = 2.0
"""A turn has four impulses and up to a hundred salvos and hits, each with its dice; a phase of diplomacy is one step."""
LINES = {
    30: ("BC1", "BB1", "BB2", "BB3", "BB4", "BC2", "BF1", "BF2"),
    25: ("FC1", "FB1", "FB2", "FB3", "FB4", "FC2", "FF1", "FF2", "FF3"),
}
"""Column of the map -> ships from north to south, two hexes apart."""


def position() -> str:
    """The state that every turn starts from, as JSON: both lines steer north at speed 6."""
    data = opening(SOVEREIGN_SEAS, "fleet-engagement", {})
    for column, ships in LINES.items():
        for number, ship in enumerate(ships):
            data["ships"][ship] |= {"hex": f"{column}{15 + 2 * number}", "heading": "N", "trail": [], "track": []}
    return json.dumps(data | {"stages": [], "turn": 5})


def main() -> None:
    start = position()
    what = "a turn of the fleet engagement, 17 ships in battle"
    compare(TimedTurn(SOVEREIGN_SEAS, start, 17, what, "turn", LIMIT), __doc__ or "")


if __name__ == "__main__":
    main()
