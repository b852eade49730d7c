"""What the mail check answers at once: ids, printed numbers, hexes, set-up. The rest is judged when the turn is resolved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, Hex, distance, label
from pbem.core.texts.envelope import IllegalOrder, suggest
from pbem.games.star_navy.model.orders import ANY, Board, Chain, Command, Condition, EngineItem, Fire, Isd, Jump, Setup
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import SECTIONS
from pbem.games.star_navy.model.turns import coming

MIRRORED = {"LF": "RF", "RF": "LF", "LR": "RR", "RR": "LR"}


def comma_joined(ids: Iterable[str]) -> str:
    """`SR1, DET`."""
    return ", ".join(ids) or "nobody"


def _enemies(state: State, ship: Ship) -> list[str]:
    return [s.id for s in state.living() if s.side != ship.side]


def _check_known(state: State, ship: Ship, id: str) -> None:
    if id not in state.ships:
        enemies = _enemies(state, ship)
        raise IllegalOrder(f"{id} is not a ship in this game; enemies are {comma_joined(enemies)}", suggest(id, enemies))


def check_targets(state: State, ship: Ship, targets: Iterable[str], verb: str = "fire at") -> None:
    """SN-5.9, SN-5.14: every target is ANY or a ship of another side. Ships already lost are no mistake: they lapse."""
    for id in targets:
        if id == ANY:
            continue
        _check_known(state, ship, id)
        if state.ships[id].side == ship.side:
            whose = "your own ship" if state.ships[id].seat == ship.seat else "a ship of your own side"
            raise IllegalOrder(f"{id} is {whose}; {verb} {comma_joined(_enemies(state, ship))}")


def check_conditions(state: State, ship: Ship, conditions: Iterable[Condition]) -> None:
    """SN-15.5: conditions name ships of this game and hexes of this map."""
    for condition in conditions:
        if condition.unit:
            _check_known(state, ship, condition.unit)
        if condition.kind == "HEX":
            _check_on_map(state, condition.hex)


def _check_command(state: State, ship: Ship, command: Command) -> None:
    if isinstance(command, Board):
        check_targets(state, ship, command.targets, "board")
    if isinstance(command, Fire):
        check_targets(state, ship, command.targets)
        _check_number(ship, command)


def _check_number(ship: Ship, fire: Fire) -> None:
    """SN-5.8: by the class's printed weapons; losses only cap the volley."""
    sections = ship.printed.sections
    k = max(s.weapons for s in sections.values()) if fire.section == ANY else sections[fire.section].weapons
    if fire.number is not None and not 1 <= fire.number <= k:
        where = "its strongest section" if fire.section == ANY else fire.section
        raise IllegalOrder(f"{ship.printed.name} has {count(k, 'weapon')} in {where}; give 1 to {k} or ALL")


def check_chain(state: State, ship: Ship, chain: Chain) -> None:
    """Every alternative of a chain. Raises `IllegalOrder`."""
    for alternative in chain:
        _check_command(state, ship, alternative.command)
        check_conditions(state, ship, alternative.conditions)


def check_engine(state: State, ship: Ship, item: EngineItem) -> None:
    """One engine order, but for the JUMP that an ISD needs. Raises `IllegalOrder`."""
    k = ship.printed.isds
    if isinstance(item.order, Isd) and item.order.number is not None and not 1 <= item.order.number <= k:
        raise IllegalOrder(f"{ship.printed.name} has {k} ISDs", f"Give 1 to {k} or ALL.")
    check_conditions(state, ship, item.conditions)


def _check_on_map(state: State, hex: Hex) -> None:
    if not state.on_map(hex):
        reach = f"Columns go from 01 to {state.columns:02d}, rows from 01 to {state.rows:02d}."
        raise IllegalOrder(f"{label(hex)} is not on the map", reach)


def _check_hex(state: State, hex: Hex) -> None:
    _check_on_map(state, hex)
    if hex in state.planets:
        raise IllegalOrder(f"{label(hex)} is a planet")


def check_jump(state: State, ship: Ship, jump: Jump) -> None:
    """SN-11.4: the hex aimed at. Raises `IllegalOrder`."""
    if jump.hex is not None:
        _check_hex(state, jump.hex)
    check_conditions(state, ship, jump.conditions)


def check_setup_open(state: State) -> None:
    """SN-2.1: set-up orders are for the time before turn 1."""
    if state.cycle:
        raise IllegalOrder(f"set-up is over; orders are for {coming(state)}")


def check_place(state: State, ship: Ship, setup: Setup) -> None:
    """SN-2.1: the place is inside the ship's zone; a zone of 0 hexes fixes hex and heading."""
    if setup.hex is None:
        return
    _check_hex(state, setup.hex)
    fixed = ship.zone == 0
    if distance(setup.hex, ship.setup_hex) > ship.zone or (fixed and setup.facing != ship.heading):
        home = label(ship.setup_hex)
        zone = f"({home} {DIRECTIONS[ship.heading]}, fixed)" if fixed else f"(within {ship.zone} hexes of {home})"
        raise IllegalOrder(f"{label(setup.hex)} is outside your zone {zone}")


def full_loadout(ship: Ship, before: Setup, given: Setup) -> Setup:
    """SN-2.2, SN-2.3: all six sections; what was not given stays, and a side left out follows its twin."""
    wanted = dict(given.weapons)
    for section, twin in MIRRORED.items():
        if section in wanted and wanted.setdefault(twin, wanted[section]) != wanted[section]:
            left, right = sorted((section, twin))
            raise IllegalOrder(f"{left} and {right} must carry the same type")
    stands = {s: each.weapon for s, each in ship.console.sections.items()} | dict(before.weapons) | wanted
    return replace(given, weapons=tuple((s, stands[s]) for s in SECTIONS))
