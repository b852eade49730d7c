"""The state as plain JSON and back: snapshots, case files, `docs/rules/wet_thrust.md`. Loading checks every field.

Positions are pairs of thousandths of an inch, speeds exact fractions as text (ruling W2).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from events.schema import InvalidData
from events.schema import load as load_shape
from pbem.core.game.options import NoScenario
from pbem.core.game.validation import refuse
from pbem.core.geometry.tabletop import Spot, spot
from pbem.games.wet_thrust.model import scenario
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet, kind_of
from pbem.games.wet_thrust.model.scs import CLASS_OF
from pbem.games.wet_thrust.model.ship_class import AIRCRAFT, Kind
from pbem.games.wet_thrust.model.state import Contact, FireMark, Screen, Shot, Squadron, State, Vessel
from pbem.games.wet_thrust.model.tables import ENDURANCE, HOLES
from pbem.games.wet_thrust.state_json.state_json_checks import faults, mode_of, sheet_aircraft, side_of
from pbem.games.wet_thrust.state_json.state_json_shape import HoleJson, SheetJson, ShipJson, SquadronJson, StateJson

# ---------------------------------------------------------------- dump


def dump(state: State) -> dict[str, Any]:
    """The state as JSON's own types, sharing nothing with it."""
    dumped = {name: _value(value) for name, value in vars(state).items() if name != "weather_name"}
    return {
        **dumped,
        "weather": state.weather_name,
        "ships": {id: _dump_ship(ship) for id, ship in state.ships.items()},
        "squadrons": {id: _without(_fields(squadron), "id") for id, squadron in state.squadrons.items()},
        "contacts": {
            side: {name: _fields(contact) for name, contact in contacts.items()} for side, contacts in state.contacts.items()
        },
        "screens": [_fields(screen) for screen in state.screens],
        "marks": [_fields(mark) for mark in state.marks],
    }


def _fields(thing: Any) -> dict[str, Any]:
    return {name: _value(value) for name, value in vars(thing).items()}


def _value(value: Any) -> Any:
    """Fractions as text, positions as lists, lists and objects copied."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, list | tuple):
        return [_value(each) for each in value]
    return {key: _value(each) for key, each in value.items()} if isinstance(value, dict) else value


def _without(dumped: dict[str, Any], name: str) -> dict[str, Any]:
    del dumped[name]
    return dumped


def _dump_ship(ship: Vessel) -> dict[str, Any]:
    sheet = _without(_fields(ship.sheet), "ship_class")
    sheet["holes"] = {id: _fields(hole) for id, hole in ship.sheet.holes.items()}
    ladder = {target: _fields(shot) for target, shot in ship.ladder.items()}
    return {**_without(_fields(ship), "id"), "sheet": sheet, "ladder": ladder}


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
    """Units without an `index` come after all others, in the order of the document; aircraft go with their ship."""
    fields = dict(vars(loaded))
    del fields["weather"]
    squadrons = {id: each for id, each in loaded.squadrons.items() if _has_ship(loaded, id, each)}
    indices = _indices(loaded, squadrons)
    fields.update(
        options=options,
        weather_name=loaded.weather,
        ships={id: _build_ship(id, loaded, indices[id]) for id in loaded.ships},
        squadrons={id: _build_squadron(id, loaded, indices[id]) for id in squadrons},
        contacts={
            side: {name: Contact(**{**vars(contact), "at": spot(contact.at)}) for name, contact in contacts.items()}
            for side, contacts in loaded.contacts.items()
        },
        screens=[Screen(_spots(screen.way), screen.until, screen.ship) for screen in loaded.screens],
        marks=[FireMark(**{**vars(mark), "origin": spot(mark.origin), "aim": spot(mark.aim)}) for mark in loaded.marks],
    )
    return State(**fields)


def _has_ship(loaded: StateJson, id: str, squadron: SquadronJson) -> bool:
    """A case that takes a ship away takes the aircraft aboard with her."""
    listed = sheet_aircraft(id)
    return listed is None or listed[0] in loaded.ships


def _indices(loaded: StateJson, squadrons: Mapping[str, SquadronJson]) -> dict[str, int]:
    units: dict[str, ShipJson | SquadronJson] = {**loaded.ships, **squadrons}
    last = max((unit.index or 0 for unit in units.values()), default=0)
    found = {}
    for id, unit in units.items():
        last += unit.index is None
        found[id] = last if unit.index is None else unit.index
    return found


def _spots(pairs: list[list[int]]) -> tuple[Spot, ...]:
    return tuple(spot(pair) for pair in pairs)


def _senior(loaded: StateJson, side: str) -> str:
    return next(seat for seat, its in loaded.seats.items() if its == side)


def _build_ship(id: str, loaded: StateJson, index: int) -> Vessel:
    """What is left out is that of a fresh ship, ordered by her side's senior admiral."""
    ship, side = loaded.ships[id], side_of(id, loaded.ships[id])
    fields = dict(vars(ship))
    fields.update(
        index=index,
        name=ship.name or CLASS_OF[id].units[id],
        side=side,
        seat=ship.seat or _senior(loaded, side),
        at=spot(ship.at),
        speed=Fraction(ship.speed),
        mode=mode_of(id, ship),
        sheet=_build_sheet(id, ship.sheet),
        way=list(_spots(ship.way)),
        ladder={target: Shot(**vars(shot)) for target, shot in ship.ladder.items()},
    )
    return Vessel(id=id, **fields)


def _build_sheet(id: str, sheet: SheetJson) -> Sheet:
    fields = dict(vars(sheet))
    fields["holes"] = {name: _build_hole(hole) for name, hole in sheet.holes.items()}
    return Sheet(CLASS_OF[id].key, **fields)


def _build_hole(hole: HoleJson) -> Hole:
    return Hole(hole.kind, HOLES[hole.kind].patches if hole.left is None else hole.left, hole.open)


def _build_squadron(id: str, loaded: StateJson, index: int) -> Squadron:
    """What is left out is as on the sheet of its ship: ready on her deck; land-based bombers wait."""
    squadron, listed = loaded.squadrons[id], sheet_aircraft(id)
    carrier, system, aircraft = listed or ("", "B", scenario.LAND_PLANES)
    kind: Kind = AIRCRAFT[kind_of(system)] if carrier else "B"
    ship = loaded.ships.get(carrier)
    side = side_of(carrier, ship) if ship else squadron.side
    place = squadron.place or ("aboard" if carrier else "waiting")
    at = spot(squadron.at or [0, 0])
    fields = dict(vars(squadron))
    fields.update(
        index=index,
        carrier=carrier,
        kind=kind,
        side=side,
        seat=squadron.seat or (ship.seat if ship else "") or _senior(loaded, side),
        aircraft=aircraft if squadron.aircraft is None else squadron.aircraft,
        place=place,
        at=at,
        home=_home(squadron, place, carrier),
        start=spot(squadron.start) if squadron.start else None,
        exit=spot(squadron.exit) if squadron.exit else (0, 0) if carrier else at,
        endurance=_endurance(squadron, place, kind),
    )
    return Squadron(id=id, **fields)


def _home(squadron: SquadronJson, place: str, carrier: str) -> str:
    if squadron.home is not None:
        return squadron.home
    return carrier if place in ("aboard", "alongside") else ""


def _endurance(squadron: SquadronJson, place: str, kind: Kind) -> int:
    """WT-11.8: of a squadron in the air all of it, unless the document says otherwise."""
    if squadron.endurance is not None:
        return squadron.endurance
    return ENDURANCE if place == "air" and kind not in ("R", "B") else 0
