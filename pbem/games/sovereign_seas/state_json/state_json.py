"""The state as plain JSON and back: snapshots, case files, `docs/rules/sovereign_seas.md`. Loading checks every field.

Hexes are labels `CCRR`, headings N to NW. A trail may begin off the map (SSL-E.4); such a hex is written `column,row`.

What a ship remembers of her way counts only where it leads to her: whoever moves a ship in a document need not mend it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.schema import InvalidData
from events.schema import load as load_shape
from pbem.core.game.options import NoScenario
from pbem.core.game.unit_ids import natural
from pbem.core.game.validation import refuse
from pbem.core.geometry.hexes import DIRECTIONS, Hex, column_row, distance, parse_label
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.apply import astern
from pbem.games.sovereign_seas.model.geometry import heading_of, label_of
from pbem.games.sovereign_seas.model.state import Log, Place, Ram, Ship, Shot, State
from pbem.games.sovereign_seas.model.tables import CLASSES, class_of
from pbem.games.sovereign_seas.state_json.state_json_shape import ShipJson, StateJson, faults, read_hex

# ---------------------------------------------------------------- dump


def dump(state: State) -> dict[str, Any]:
    """The state as JSON's own types, sharing nothing with it."""
    return {
        **{name: _copied(value) for name, value in vars(state).items() if name != "reader"},
        "stages": [dict(stage) for stage in state.stages],
        "ships": {id: _dump_ship(ship) for id, ship in state.ships.items()},
        "fleet": {seat: list(lines) for seat, lines in state.fleet.items()},
        "shots": [{**vars(shot), "origin": label_of(shot.origin), "aim": label_of(shot.aim)} for shot in state.shots],
        "rams": [{**vars(ram), "hex": label_of(ram.hex)} for ram in state.rams],
    }


def _copied(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value


def _dump_ship(ship: Ship) -> dict[str, Any]:
    dumped = {
        name: _copied(value) for name, value in vars(ship).items() if name not in ("id", "log_if_known", "standing_if_known")
    }
    dumped["hex"], dumped["heading"] = label_of(ship.hex), DIRECTIONS[ship.heading]
    dumped["log"] = {name: _copied(value) for name, value in vars(ship.log).items()}
    dumped["standing"] = list(ship.standing)
    dumped["trail"] = [_text(hex) for hex in ship.trail]
    dumped["track"] = [_dump_place(place) for place in ship.track]
    return dumped


def _dump_place(place: Place) -> dict[str, Any]:
    return {"impulse": place.impulse, "hex": label_of(place.hex), "heading": DIRECTIONS[place.heading]}


def _text(hex: Hex) -> str:
    column, row = column_row(hex)
    return label_of(hex) if 0 <= column <= scenario.MOST and 0 <= row <= scenario.MOST else f"{column},{row}"


# ---------------------------------------------------------------- load


def load(data: Mapping[str, Any]) -> State:
    """The state from that JSON. Raises `InvalidData` naming the path of everything that does not fit."""
    loaded = load_shape(StateJson, dict(data))
    refuse(faults(loaded))
    try:
        options = scenario.options(loaded.scenario, loaded.options)
    except NoScenario as e:
        raise InvalidData(f"options: {e}") from e
    return _build(loaded, options)


def _build(loaded: StateJson, options: dict[str, Any]) -> State:
    """Ships are put into natural id order, wherever they were."""
    fields = dict(vars(loaded))
    fields["options"] = options
    fields["ships"] = {id: _build_ship(id, loaded, options) for id in sorted(loaded.ships, key=natural)}
    fields["shots"] = [
        Shot(**{**vars(shot), "origin": parse_label(shot.origin), "aim": parse_label(shot.aim)}) for shot in loaded.shots
    ]
    fields["rams"] = [Ram(**{**vars(ram), "hex": parse_label(ram.hex)}) for ram in loaded.rams]
    return State(**fields)


def _build_ship(id: str, loaded: StateJson, options: dict[str, Any]) -> Ship:
    """What is left out is that of a fresh ship of her class, ordered by her side's senior admiral."""
    ship = loaded.ships[id]
    log = CLASSES[ship.ship_class] if ship.ship_class else class_of(id, options)
    hex, heading = parse_label(ship.hex), heading_of(ship.heading)
    fields = dict(vars(ship))
    fields.update(
        ship_class=log.key,
        side=log.side,
        seat=ship.seat or next(seat for seat, side in loaded.seats.items() if side == log.side),
        hex=hex,
        heading=heading,
        count=log.turn_hexes if ship.count is None else ship.count,
        trail=_trail(ship, hex, heading, loaded.turn),
        track=_track(ship, hex),
        log_if_known=Log(**vars(ship.log)),
        standing_if_known=fields.pop("standing"),
    )
    del fields["log"]
    return Ship(id=id, **fields)


def _trail(ship: ShipJson, hex: Hex, heading: int, turn: int) -> list[Hex]:
    """SSL-X.6: her wake, if it leads to her; else she starts over as at set-up, where no ship has turned yet (SSL-E.4)."""
    fresh = astern(hex, heading)
    if ship.trail is None:
        return fresh
    trail = [found for text in ship.trail if (found := read_hex(text)) is not None]
    leads = not trail or (distance(trail[-1], hex) == 1 if turn else trail[-1] == fresh[-1])
    return trail if leads else fresh


def _track(ship: ShipJson, hex: Hex) -> list[Place]:
    """This turn's way, if it leads to her."""
    track = [Place(place.impulse, parse_label(place.hex), heading_of(place.heading)) for place in ship.track]
    return track if track and track[-1].hex == hex else []
