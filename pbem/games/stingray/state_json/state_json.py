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
from pbem.games.stingray.state_json.state_json_shape import PlainMissile, PlainState, PlainVessel, faults

# ---------------------------------------------------------------- dump


def dump(state: State) -> dict[str, Any]:
    """The state as JSON's own types, sharing nothing with it."""
    return {
        **_plain(state),
        "obstacles": sorted(labels(state.obstacles)),
        "vessels": {id: _dump_vessel(vessel) for id, vessel in state.vessels.items()},
        "missiles": {id: _dump_missile(missile) for id, missile in state.missiles.items()},
        "mines": {id: _without_id(_plain(mine)) for id, mine in state.mines.items()},
        "decoys": labels(state.decoys),
        "plans_read": [_dump_plan(line) for line in state.plans_read],
        "cards": [_plain(card) for card in state.cards],
    }


def _plain(thing: Any) -> dict[str, Any]:
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


def _without_id(plain: dict[str, Any]) -> dict[str, Any]:
    del plain["id"]
    return plain


def _dump_vessel(vessel: Vessel) -> dict[str, Any]:
    plain = _without_id(_plain(vessel))
    plain["launchers"] = {name: _plain(launcher) for name, launcher in vessel.launchers.items()}
    plain["power"] = _plain(vessel.power)
    plain["contacts"] = {id: _without_id(_plain(contact)) for id, contact in vessel.contacts.items()}
    plain["missile_contacts"] = [_plain(contact) for contact in vessel.missile_contacts]
    plain["noises"] = [_plain(noise) for noise in vessel.noises]
    return plain


def _dump_missile(missile: Missile) -> dict[str, Any]:
    return _without_id(_plain(missile))


# ---------------------------------------------------------------- load


def load(data: Mapping[str, Any]) -> State:
    """The state from that JSON. Raises `InvalidData` naming the path of everything that does not fit."""
    plain = load_shape(PlainState, dict(data))
    refuse(faults(plain))
    return _build(plain)


def _hexes(texts: list[str]) -> list[Hex]:
    return [parse_label(text) for text in texts]


def _tail(text: str) -> Hex | None:
    return parse_label(text) if text else None


def _number(direction: str) -> int:
    return DIRECTIONS.index(direction) if direction else -1


def _build(plain: PlainState) -> State:
    """Vessels are put into vessel order, wherever they were (STG-GEN.6); missiles stay in theirs."""
    fields = dict(vars(plain))
    ranked = sorted(vessel_order(list(plain.vessels)), key=lambda id: SIDES.index(CLASSES[plain.vessels[id].vessel_class].side))
    fields["obstacles"] = set(_hexes(plain.obstacles))
    fields["vessels"] = {id: _build_vessel(id, plain.vessels[id]) for id in ranked}
    fields["missiles"] = {id: _build_missile(id, missile) for id, missile in plain.missiles.items()}
    fields["mines"] = {id: Mine(id, mine.side, parse_label(mine.hex), mine.active) for id, mine in plain.mines.items()}
    fields["decoys"] = _hexes(plain.decoys)
    fields["plans_read"] = [{**vars(line), "facing": _number(line.facing)} for line in plain.plans_read]
    fields["cards"] = [Trap(**vars(card)) for card in plain.cards]
    return State(**fields)


def _build_vessel(id: str, plain: PlainVessel) -> Vessel:
    fields = dict(vars(plain))
    fields["hex"], fields["tail"], fields["facing"] = parse_label(plain.hex), _tail(plain.tail), _number(plain.facing)
    fields["launchers"] = {name: Launcher(**vars(launcher)) for name, launcher in plain.launchers.items()}
    fields["power"] = Power(**vars(plain.power))
    fields["track"], fields["mines_seen"] = _hexes(plain.track), _hexes(plain.mines_seen)
    fields["contacts"] = {name: Contact(name, **_contact(vars(contact))) for name, contact in plain.contacts.items()}
    fields["missile_contacts"] = [
        MissileContact(x.kind, parse_label(x.hex), _number(x.heading), x.how) for x in plain.missile_contacts
    ]
    fields["noises"] = [Noise(noise.what, parse_label(noise.hex), noise.phase) for noise in plain.noises]
    return Vessel(id=id, **fields)


def _contact(fields: Mapping[str, Any]) -> dict[str, Any]:
    place = {"hex": parse_label(fields["hex"]), "tail": _tail(fields["tail"]), "facing": _number(fields["facing"])}
    return {**fields, **place}


def _build_missile(id: str, plain: PlainMissile) -> Missile:
    fields = dict(vars(plain))
    fields["hex"], fields["heading"] = parse_label(plain.hex), _number(plain.heading)
    fields["via"], fields["track"] = _hexes(plain.via), _hexes(plain.track)
    return Missile(id=id, **fields)
