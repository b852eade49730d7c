"""The state as plain JSON and back: snapshots, case files, `docs/rules/stingray.md`. Loading checks every field.

Hexes are labels `CCRR`, facings and headings N to NW; both "" where there is none or it is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.schema import load as load_shape
from pbem.core.game.validation import refuse
from pbem.core.geometry.hexes import DIRECTIONS, Hex, label, parse_label
from pbem.games.stingray.model.geometry import labels
from pbem.games.stingray.model.state import (
    Contact,
    Launcher,
    Mine,
    Missile,
    MissileContact,
    Noise,
    Power,
    State,
    Trap,
    Vessel,
    vessel_order,
)
from pbem.games.stingray.model.tables import CLASSES, SIDES
from pbem.games.stingray.state_json.state_json_shape import MissileJson, StateJson, VesselJson, faults

# ---------------------------------------------------------------- dump


def dump(state: State) -> dict[str, Any]:
    """The state as JSON's own types, sharing nothing with it."""
    return {
        **_fields(state),
        "obstacles": sorted(labels(state.obstacles)),
        "vessels": {id: _dump_vessel(vessel) for id, vessel in state.vessels.items()},
        "missiles": {id: _dump_missile(missile) for id, missile in state.missiles.items()},
        "mines": {id: _without_id(_fields(mine)) for id, mine in state.mines.items()},
        "decoys": labels(state.decoys),
        "plans_read": [_dump_plan(line) for line in state.plans_read],
        "cards": [_fields(card) for card in state.cards],
    }


def _fields(thing: Any) -> dict[str, Any]:
    """Its fields with copied lists and objects; hexes and facings in words."""
    return {name: _value(name, value) for name, value in vars(thing).items()}


def _value(name: str, value: Any) -> Any:
    if name in ("hex", "tail"):
        return label(value) if value is not None else ""
    if name in ("facing", "heading"):
        return _direction(value)
    if name in ("track", "via", "mines_seen"):
        return labels(value)
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value


def _copied(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value


def _direction(number: int) -> str:
    return DIRECTIONS[number] if number >= 0 else ""


def _dump_plan(line: dict[str, Any]) -> dict[str, Any]:
    return {**line, "facing": DIRECTIONS[line["facing"]], "tubes": dict(line["tubes"])}


def _without_id(dumped: dict[str, Any]) -> dict[str, Any]:
    del dumped["id"]
    return dumped


def _dump_vessel(vessel: Vessel) -> dict[str, Any]:
    dumped = _without_id(_fields(vessel))
    dumped["launchers"] = {name: _fields(launcher) for name, launcher in vessel.launchers.items()}
    dumped["power"] = _fields(vessel.power)
    dumped["contacts"] = {id: _without_id(_fields(contact)) for id, contact in vessel.contacts.items()}
    dumped["missile_contacts"] = [_fields(contact) for contact in vessel.missile_contacts]
    dumped["noises"] = [_fields(noise) for noise in vessel.noises]
    return dumped


def _dump_missile(missile: Missile) -> dict[str, Any]:
    return _without_id(_fields(missile))


# ---------------------------------------------------------------- load


def load(data: Mapping[str, Any]) -> State:
    """The state from that JSON. Raises `InvalidData` naming the path of everything that does not fit."""
    loaded = load_shape(StateJson, dict(data))
    refuse(faults(loaded))
    return _build(loaded)


def _hexes(texts: list[str]) -> list[Hex]:
    return [parse_label(text) for text in texts]


def _tail(text: str) -> Hex | None:
    return parse_label(text) if text else None


def _number(direction: str) -> int:
    return DIRECTIONS.index(direction) if direction else -1


def _build(loaded: StateJson) -> State:
    """Vessels are put into vessel order, wherever they were (STG-GEN.6); missiles stay in theirs."""
    fields = dict(vars(loaded))
    ranked = sorted(
        vessel_order(list(loaded.vessels)), key=lambda id: SIDES.index(CLASSES[loaded.vessels[id].vessel_class].side)
    )
    fields["obstacles"] = set(_hexes(loaded.obstacles))
    fields["vessels"] = {id: _build_vessel(id, loaded.vessels[id]) for id in ranked}
    fields["missiles"] = {id: _build_missile(id, missile) for id, missile in loaded.missiles.items()}
    fields["mines"] = {id: Mine(id, mine.side, parse_label(mine.hex), mine.active) for id, mine in loaded.mines.items()}
    fields["decoys"] = _hexes(loaded.decoys)
    fields["plans_read"] = [{**vars(line), "facing": _number(line.facing)} for line in loaded.plans_read]
    fields["cards"] = [Trap(**vars(card)) for card in loaded.cards]
    return State(**fields)


def _build_vessel(id: str, loaded: VesselJson) -> Vessel:
    fields = dict(vars(loaded))
    fields["hex"], fields["tail"], fields["facing"] = parse_label(loaded.hex), _tail(loaded.tail), _number(loaded.facing)
    fields["launchers"] = {name: Launcher(**vars(launcher)) for name, launcher in loaded.launchers.items()}
    fields["power"] = Power(**vars(loaded.power))
    fields["track"], fields["mines_seen"] = _hexes(loaded.track), _hexes(loaded.mines_seen)
    fields["contacts"] = {name: Contact(name, **_contact(vars(contact))) for name, contact in loaded.contacts.items()}
    fields["missile_contacts"] = [
        MissileContact(x.kind, parse_label(x.hex), _number(x.heading), x.how) for x in loaded.missile_contacts
    ]
    fields["noises"] = [Noise(noise.what, parse_label(noise.hex), noise.phase) for noise in loaded.noises]
    return Vessel(id=id, **fields)


def _contact(fields: Mapping[str, Any]) -> dict[str, Any]:
    place = {"hex": parse_label(fields["hex"]), "tail": _tail(fields["tail"]), "facing": _number(fields["facing"])}
    return {**fields, **place}


def _build_missile(id: str, loaded: MissileJson) -> Missile:
    fields = dict(vars(loaded))
    fields["hex"], fields["heading"] = parse_label(loaded.hex), _number(loaded.heading)
    fields["via"], fields["track"] = _hexes(loaded.via), _hexes(loaded.track)
    return Missile(id=id, **fields)
