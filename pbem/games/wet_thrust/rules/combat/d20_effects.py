"""T20 and B20 (2.6): the d20 of a torpedo or bomb salvo that did damage."""

from __future__ import annotations

from collections.abc import Sequence

from events.wet_thrust.damage import BrokenInTwo, ExtraDamage, Holed
from pbem.games.wet_thrust.model.control_sheet import kind_of
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.tables import B20, HOLES, NOT_AT_THE_BOW, T20, Extra
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import hits

AT_THE_BOW = Extra("nothing: she was hit on the bow")
STRUCK_BY = {"torpedo": "WT-10.11", "bomb": "WT-13.9"}
"""The clause under which a struck system goes, by cause."""


def torpedo(scratch: TurnScratch, ship: Vessel, arc: str) -> None:
    """WT-10.10: one d20 for the salvo. WT-10.11: a salvo from the bow arc spares rudders, boiler rooms and propellers."""
    die = scratch.sheet_roll(1, 20, f"torp_extra {ship.id}", "WT-10.10", ship)[0]
    line = AT_THE_BOW if arc == "bow" and die in NOT_AT_THE_BOW else T20[die]
    _carry_out(scratch, ship, line, "T20", die, "torpedo")


def bomb(scratch: TurnScratch, ship: Vessel) -> None:
    """WT-13.9: one d20 for the squadron's bombs."""
    die = scratch.sheet_roll(1, 20, f"bomb_extra {ship.id}", "WT-13.9", ship)[0]
    _carry_out(scratch, ship, B20[die], "B20", die, "bomb")


def _carry_out(scratch: TurnScratch, ship: Vessel, line: Extra, table: str, die: int, cause: str) -> None:
    """WT-10.11: no armour helps. WT-3.7: a boiler room lost in this way makes no further hits of its own."""
    rule = STRUCK_BY[cause]
    system = _struck(scratch, ship, line.strikes)
    scratch.sheet(ExtraDamage(ship.id, table, die, _words(line, system)), rule, ship)
    if system:
        scratch.struck.append((ship.id, system, cause))
    boxes = line.mark + sum(scratch.sheet_roll(line.dice, 6, f"extra_damage {ship.id}", rule, ship))
    hits.mark(scratch, ship, boxes, "extra", rule)
    for _ in range(line.fires):
        hits.start_fire(scratch, ship, cause, rule)
    hits.lose_fuel(scratch, ship, line.fuel, cause, rule)
    if line.hole:
        _hole(scratch, ship, line.hole, rule)
    if line.breaks:
        scratch.sheet(BrokenInTwo(ship.id), "WT-10.12", ship)


def _words(line: Extra, system: str) -> str:
    """What the line means for this ship."""
    if not line.strikes:
        return line.words
    return f"{line.words} ({system})" if system else f"{line.words} (there is none to lose)"


def _hole(scratch: TurnScratch, ship: Vessel, kind: int, rule: str) -> None:
    """Results 17, 18, 19."""
    hull = HOLES[kind]
    scratch.sheet(Holed(ship.id, f"HO{len(ship.sheet.holes) + 1}", kind, hull.flow, hull.patches), rule, ship)


def _struck(scratch: TurnScratch, ship: Vessel, what: str) -> str:
    """WT-10.11: the system that will be lost in step 5.4: of several alike the highest-numbered; "" when there is none."""
    gone = {system for id, system, _ in scratch.struck if id == ship.id}
    left = [system for system in ship.sheet.working(*_prefixes(what)) if system not in gone]
    if what == "BRIDGE":
        return left[0] if left else ""
    return _turret(left, scratch.orders_of(ship).lose) if what == "GUN" else _highest(left)


def _prefixes(what: str) -> Sequence[str]:
    """Kinds of systems that a line of the tables names. WT-13.9: the secondary bridge stands in for a bridge that is lost."""
    return {"GUN": tuple(GUN_CLASSES), "BRIDGE": ("BR", "SB"), "": ()}.get(what, (what,))


def _turret(guns: Sequence[str], lose: Sequence[str]) -> str:
    """WT-13.9: of the highest class with a battery left, the first on the owner's LOSE list, else the highest-numbered."""
    highest = min((gun[0] for gun in guns), default="")
    able = [gun for gun in guns if gun[0] == highest]
    return next((gun for gun in lose if gun in able), _highest(able))


def _highest(systems: Sequence[str]) -> str:
    """The highest-numbered of systems of one kind; "" of none."""
    return max(systems, key=lambda system: int(system.removeprefix(kind_of(system))), default="")
