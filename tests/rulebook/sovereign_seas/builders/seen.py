"""What a reader knows, made by hand, without a game behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import parse_label
from pbem.games.sovereign_seas.model.geometry import heading_of
from pbem.games.sovereign_seas.model.state import Log, Place, Ram, Ship, Shot, State
from pbem.games.sovereign_seas.model.tables import BRITISH, FRENCH, class_of

OPTIONS: dict[str, Any] = {
    "bellerophon_log": "page11",
    "defense_track": "nine",
    "impulses": 4,
    "fp_set": "1223",
    "to_hit_row": "threes",
    "gun_a": "row",
    "functional": "guns",
    "same_hex_fire": "all",
    "hidden_logs": "off",
    "decel_div": 2,
    "fleet_fractions": "1/4,1/2",
    "no_magazine": "boiler",
    "nmr_limit": 3,
}


def ship(id: str, hex: str, heading: str = "N", speed: int = 6, log: dict[str, Any] | None = None, **changes: Any) -> Ship:
    """A ship, new but for `log` (fields of her log) and `changes`; `track`: (impulse, hex, heading)."""
    printed = class_of(id, OPTIONS)
    track = changes.pop("track", [])
    made = Ship(
        id=id,
        ship_class=printed.key,
        side=printed.side,
        seat="gb" if printed.side == BRITISH else "fr",
        hex=parse_label(hex),
        heading=heading_of(heading),
        speed=speed,
        count=printed.turn_hexes,
        track=[Place(impulse, parse_label(at), heading_of(to)) for impulse, at, to in track],
        log_if_known=Log(**(log or {})),
        standing_if_known=[],
    )
    return replace(made, **changes)


def shot(impulse: int, by: str, at: str, guns: str, range: int, hits: int, way: str) -> Shot:
    """A salvo: `guns` like "5 D", `way` like "1010-1508"."""
    number, code = guns.split()
    origin, aim = way.split("-")
    return Shot(impulse, by, at, code, int(number), range, hits, parse_label(origin), parse_label(aim))


def ram(impulse: int, attacker: str, target: str, hex: str, hit: bool) -> Ram:
    """A ram attack."""
    return Ram(impulse, attacker, target, parse_label(hex), hit)


def seen(*ships: Ship, seat: str | None = "gb", **changes: Any) -> State:
    """What the reader in `seat` knows of these ships after turn 3 of a fleet engagement."""
    options = OPTIONS | changes.pop("options", {})
    made = State(
        reader=seat,
        scenario="fleet-engagement",
        options=options,
        seats={"gb": BRITISH, "fr": FRENCH},
        turn=3,
        advantage=FRENCH,
        strikes={BRITISH: 2, FRENCH: 4},
        ships={s.id: s for s in sorted(ships, key=lambda s: natural(s.id))},
        strength={name: sum(s.side == name for s in ships) for name in (BRITISH, FRENCH)},
    )
    made.ships = {s.id: s if s.side == made.side else replace(s, standing_if_known=None) for s in made.ships.values()}
    return replace(made, **changes)
