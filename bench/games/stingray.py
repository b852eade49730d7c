"""What a move of Stingray costs: eight vessels and six missiles in flight, beside `diplomacy`.

Two Stingrays, a SuperSub, a MegaFish and four Terror Fish within twenty hexes of each other, two of each kind of missile in the
water, every vessel ordered by the game's first bot. A move ends with the last contact list.
"""

from __future__ import annotations

import json
from typing import Any

from fixed_start import TimedTurn, compare, opening

from pbem.games.stingray import STINGRAY

LIMIT = 2.0
"""A move is six phases with missiles, encounters and a scan by eight vessels; a phase of diplomacy is one step."""
PLACES = {
    "SS1": ("1020", "N", 3),
    "SR1": ("0818", "N", 3),
    "SR2": ("1218", "N", 4),
    "MF1": ("1010", "S", 3),
    "TF1": ("0708", "SE", 3),
    "TF2": ("1308", "SW", 2),
    "TF3": ("0512", "SE", 0),
    "TF4": ("1513", "SW", 3),
}
MISSILES = (
    ("SR1", "MK7", "0815", "N", 3, "TF1"),
    ("SR1", "MK61", "0914", "N", 4, "MF1"),
    ("SR2", "MK7", "1214", "N", 4, "TF2"),
    ("SR2", "MK61", "1113", "N", 6, "TF4"),
    ("TF1", "TERROR", "0811", "S", 3, "SR1"),
    ("MF1", "TERROR", "1013", "S", 3, "SS1"),
)
"""Launcher, kind, hex, heading, hexes run, target."""


def position() -> str:
    """The state that every move starts from, as JSON: the convoy of tanker-run with SR2 and MF1 beside it."""
    data, toy = opening(STINGRAY, "tanker-run", {"crews": "one"}), opening(STINGRAY, "new-toy", {"crews": "one"})
    data["obstacles"] = data["obstacles"][:6]
    vessels: dict[str, Any] = {id: data["vessels"].get(id) or toy["vessels"][id] for id in PLACES}
    for id, commander in (("SR2", "captain"), ("MF1", "fish1")):
        vessels[id] |= {"captain": commander, "copilot": "", "crew": commander}
    for id, (hex, facing, speed) in PLACES.items():
        vessels[id] |= {"hex": hex, "facing": facing, "speed": speed, "track": [hex], "finds": {}, "fuel": 40}
    vessels["MF1"]["tail"] = "1009"
    data["vessels"] = dict(sorted(vessels.items(), key=lambda each: (each[0][0] != "S", each[0])))
    data["umpire"] = {}
    data["missiles"] = {f"{each[0]}-M{number}": missile(*each) for number, each in enumerate(MISSILES, 1)}
    return json.dumps(data)


def missile(launcher: str, kind: str, hex: str, heading: str, run: int, target: str) -> dict[str, Any]:
    """A missile in the water as JSON."""
    side = "terrainians" if launcher[0] == "S" else "aquaphibians"
    lists: dict[str, list[str]] = {name: [] for name in ("via", "missed", "evaded", "tie")}
    return {
        "kind": kind,
        "launcher": launcher,
        "side": side,
        "hex": hex,
        "heading": heading,
        "arming": 3,
        "target": target,
        "penalty": 0,
        "run": run,
        "lock": kind == "MK61",
        "track": [hex],
        "track_phases": [0],
        **lists,
    }


def main() -> None:
    compare(TimedTurn(STINGRAY, position(), len(PLACES), "a move of 8 vessels and 6 missiles", "move", LIMIT), __doc__ or "")


if __name__ == "__main__":
    main()
