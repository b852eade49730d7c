"""WT-24.1, WT-24.2: the classes, their sheets in items, and what a vessel lacks: as she begins a battle, and after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.core.fleets.fleet_units import Item, Lacks, UnitClass, counted
from pbem.games.wet_thrust.model.control_sheet import kind_of
from pbem.games.wet_thrust.model.scs import CLASSES, ShipClass
from pbem.games.wet_thrust.model.ship_class import AIRCRAFT
from pbem.games.wet_thrust.model.ship_faults import id_fault
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import VALUES
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.setup import Begins

HULL, FUEL = "hull", "fuel"
LIKE = {
    "BO": "boilers", "PR": "propellers", "RU": "rudders", "RA": "radar", "SO": "sonar", "R": "planes", "PD": "pdf",
    "AD": "adf", "BR": "bridge", "SB": "secondary-bridge", "FC": "fire-controls", "DC": "damage-control",
}  # fmt: skip
"""Kinds of systems of which one is like the other: they are counted. All others are items of their own, by their ids."""


def loads_of(launcher: str) -> str:
    """The item that a launcher's loads are."""
    return f"{launcher.lower()}.loads"


def items(printed: ShipClass) -> dict[str, Item]:
    """WT-24.2: the hull, then the systems in canonical order, then the fuel. A vessel without her last box is sunk."""
    strength = aircraft_of(printed)
    found = {HULL: Item(printed.boxes - 1)}
    for kind, ids in printed.by_kind.items():
        if kind in LIKE:
            found |= {LIKE[kind]: Item(len(ids), store=kind == "R")} if ids else {}
        else:
            found |= {id.lower(): Item(strength.get(id, 1), store=id in strength) for id in ids}
        if kind == "TL":
            found |= {loads_of(id): Item(1 + printed.launchers[id].reloads, store=True) for id in ids}
    return found | ({FUEL: Item(printed.fuel, store=True)} if printed.fuel else {})


def aircraft_of(printed: ShipClass) -> dict[str, int]:
    """Aircraft of each squadron on the sheet."""
    return {wing.id: wing.aircraft for wing in printed.squadrons}


SHEETS: Mapping[str, UnitClass] = {
    key: UnitClass(printed.name, VALUES[printed.type], items(printed), id_fault=id_fault) for key, printed in CLASSES.items()
}


def classes() -> Mapping[str, UnitClass]:
    """WT-24.1: every class, with its points of section 8."""
    return SHEETS


# ---------------------------------------------------------------- into a battle


def begins(printed: ShipClass, lacks: Mapping[str, int]) -> Begins:
    """WT-24.4: how a vessel begins that lacks this. WT-24.5: nothing of it can be repaired at sea but the bridge."""
    lost = [id for kind, ids in printed.by_kind.items() for id in _lost(printed, kind, list(ids), lacks)]
    short = {id: most - lacks.get(id.lower(), 0) for id, most in aircraft_of(printed).items()}
    return Begins(
        lost=lost,
        beyond=[id for id in lost if id != "BR"],
        empty=lacks.get(FUEL, 0),
        marked=lacks.get(HULL, 0),
        used={id: used for id in printed.launchers if (used := lacks.get(loads_of(id), 0))},
        aircraft=short,
    )


def _lost(printed: ShipClass, kind: str, ids: list[str], lacks: Mapping[str, int]) -> list[str]:
    """WT-24.4: of systems that are alike the highest-numbered; the symbol of a squadron of which no aircraft is left."""
    if kind in LIKE:
        return ids[len(ids) - lacks.get(LIKE[kind], 0) :]
    strength = aircraft_of(printed)
    return [id for id in ids if lacks.get(id.lower(), 0) >= strength.get(id, 1)]


def listed(printed: ShipClass, before: Begins) -> Lacks:
    """What a vessel lacks that begins so."""
    strength, wings = aircraft_of(printed), before.aircraft
    found = {HULL: before.marked, FUEL: before.empty, **{loads_of(id): used for id, used in before.used.items()}}
    found |= {id.lower(): most - wings.get(id, most) for id, most in strength.items()}
    for id in before.lost:
        item = LIKE.get(kind_of(id), id.lower())
        found[item] = strength.get(id, found.get(item, 0) + 1)
    return counted(found, SHEETS[printed.key])


# ---------------------------------------------------------------- out of a battle


def lacking(state: State, ship: Vessel) -> Lacks:
    """WT-24.6: what a vessel lacks now, by her sheet and what is left of her aircraft."""
    sheet, printed = ship.sheet, ship.printed
    flying = {kind for kind in AIRCRAFT if printed.by_kind[kind]}
    lost = {id for id in sheet.lost if kind_of(id) not in flying}
    found = {HULL: min(sheet.marked, printed.boxes - 1), FUEL: printed.fuel - sheet.full_fuel}
    found |= {loads_of(id): used for id, used in sheet.used.items()}
    for kind, ids in printed.by_kind.items():
        if kind in LIKE and kind not in flying:
            found[LIKE[kind]] = sum(id in lost for id in ids)
        elif kind not in flying:
            found |= {id.lower(): int(id in lost) for id in ids}
    return counted(found | dict(_missing(state, ship)), SHEETS[printed.key])


def _missing(state: State, ship: Vessel) -> Iterator[tuple[str, int]]:
    """WT-24.7: aircraft that do not come back to their ship."""
    for id, most in aircraft_of(ship.printed).items():
        yield id.lower(), most - _back(state, ship, id)
    planes = ship.printed.by_kind["R"]
    yield LIKE["R"], sum(not _back(state, ship, id) for id in planes)


def _back(state: State, ship: Vessel, symbol: str) -> int:
    """WT-24.7: how many of a squadron come back to its ship."""
    squadron = state.squadrons.get(f"{ship.id}-{symbol}")
    return squadron.aircraft if squadron and not squadron.lost and _has_deck(state, ship, squadron) else 0


def _has_deck(state: State, ship: Vessel, squadron: Squadron) -> bool:
    """WT-24.7: it is not in the air any more, or there is somewhere to land."""
    if not squadron.airborne or squadron.kind == "R" or ship.afloat:
        return True
    return any(other.printed.carrier for other in state.afloat(ship.side))
