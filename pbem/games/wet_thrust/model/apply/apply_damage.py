"""What the events of `events.wet_thrust.damage` do to the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from events.base import Event
from events.wet_thrust import damage
from pbem.core.geometry.tabletop import spot
from pbem.games.wet_thrust.model.apply.apply_common import nothing_changes
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet, kind_of
from pbem.games.wet_thrust.model.state import State

CLEAR_TURN = 2
"""WT-15.4: the secondary bridge takes over so many turns after the bridge is lost."""


def _boxes_marked(state: State, event: damage.BoxesMarked) -> None:
    """WT-8.6."""
    if ship := state.ships.get(event.ship):
        ship.sheet.marked = event.marked
        ship.sheet.checks += event.numbers


def _fuel_lost(state: State, event: damage.FuelLost) -> None:
    """WT-3.9."""
    if ship := state.ships.get(event.ship):
        sheet = ship.sheet
        sheet.fuel_holed += sheet.empty - event.empty
        sheet.empty, sheet.fuel_lost = event.empty, event.lost


def _broken_in_two(state: State, event: damage.BrokenInTwo) -> None:
    """WT-10.12."""
    if ship := state.ships.get(event.ship):
        ship.sheet.broken = True


def _check_made(state: State, event: damage.CheckMade) -> None:
    """WT-9.1: in the order in which the rows were completed."""
    ship = state.ships.get(event.ship)
    if ship and event.number in ship.sheet.checks:
        ship.sheet.checks.remove(event.number)


def _system_lost(state: State, event: damage.SystemLost) -> None:
    if ship := state.ships.get(event.ship):
        sheet, kind = ship.sheet, kind_of(event.system)
        commanded = sheet.commanded(state.turn)
        sheet.lost.append(event.system)
        sheet.wounds += [kind] if kind not in sheet.wounds else []
        if kind == "FC":
            sheet.controls_lost += 1
        _hand_over(sheet, event.system, state.turn)
        if commanded and not sheet.commanded(state.turn):
            sheet.bridge_out = state.turn


def _system_repaired(state: State, event: damage.SystemRepaired) -> None:
    ship = state.ships.get(event.ship)
    if ship and event.system in ship.sheet.lost:
        ship.sheet.lost.remove(event.system)
        _hand_over(ship.sheet, event.system, state.turn)


def _hand_over(sheet: Sheet, changed: str, turn: int) -> None:
    """WT-15.4: without a bridge the secondary one takes over after a clear turn, if and as soon as it works."""
    if changed in ("BR", "SB"):
        sheet.takes_over = turn + CLEAR_TURN if sheet.works("SB") and not sheet.works("BR") else 0


def _fires_burn(state: State, event: damage.FireStarted | damage.FiresFought) -> None:
    """WT-16.10."""
    if ship := state.ships.get(event.ship):
        ship.sheet.fires = event.fires


def _fires_seen(state: State, event: damage.FiresSeen) -> None:
    """WT-23.1."""
    if ship := state.ships.get(event.ship):
        ship.burning = event.fires


def _holed(state: State, event: damage.Holed) -> None:
    """WT-16.9."""
    if ship := state.ships.get(event.ship):
        ship.sheet.holes[event.hole] = Hole(event.result, event.patches)


def _hole_patched(state: State, event: damage.HolePatched) -> None:
    """WT-16.9."""
    if ship := state.ships.get(event.ship):
        hole = ship.sheet.holes[event.hole]
        hole.left, hole.open = event.left, event.left > 0


def _given_up(state: State, event: damage.GivenUp) -> None:
    """WT-16.6."""
    if ship := state.ships.get(event.ship):
        ship.sheet.beyond.append(event.item)


def _lost(state: State, event: damage.Lost) -> None:
    """WT-22.1: out of play where she was."""
    if ship := state.ships.get(event.ship):
        ship.fate, ship.how, ship.gone, ship.at = "lost", event.how, state.turn, spot(event.at)


def _contact_destroyed(state: State, event: damage.ContactDestroyed) -> None:
    """WT-23.4: as its holder knows it."""
    contacts = state.contacts.get(event.side, {})
    if event.contact in contacts:
        contacts[event.contact] = replace(contacts[event.contact], destroyed=True)


DAMAGE_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    damage.BoxesMarked: _boxes_marked,
    damage.FuelLost: _fuel_lost,
    damage.ExtraDamage: nothing_changes,
    damage.BoilerHarmless: nothing_changes,
    damage.BrokenInTwo: _broken_in_two,
    damage.CheckMade: _check_made,
    damage.SystemLost: _system_lost,
    damage.FireStarted: _fires_burn,
    damage.FiresFought: _fires_burn,
    damage.FiresSeen: _fires_seen,
    damage.Holed: _holed,
    damage.RepairTried: nothing_changes,
    damage.SystemRepaired: _system_repaired,
    damage.HolePatched: _hole_patched,
    damage.GivenUp: _given_up,
    damage.Lost: _lost,
    damage.ContactDestroyed: _contact_destroyed,
}
