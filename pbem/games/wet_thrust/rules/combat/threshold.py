"""WT-9, WT-3.4, WT-17: threshold checks and what boiler rooms, aircraft and magazines do when they go."""

from __future__ import annotations

from collections.abc import Sequence

from events.wet_thrust.damage import BoilerHarmless, CheckMade
from events.wet_thrust.flying import DeckLost
from pbem.games.wet_thrust.model.scs import ORDER
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import hits, sinking

BOILER_HITS = 4
"""WT-3.4: up to this a lost boiler room does damage."""
ROLLED_TOGETHER = tuple(kind for kind in ORDER if kind not in ("BO", "MG"))
"""WT-9.7: kinds of systems that do nothing else when they go."""
MAGAZINE_DICE, MAGAZINE_BOXES = 2, 6
EXPLODES = 2
"""WT-17.3: magazines lost in one check."""


def step(scratch: TurnScratch) -> None:
    """WT-9.1: every ship's queue, ships in unit order. WT-9.5: a row completed by a check makes a further one after it."""
    for ship in scratch.state.afloat():
        while ship.afloat and ship.sheet.checks:
            _check(scratch, ship, ship.sheet.checks[0])


def _check(scratch: TurnScratch, ship: Vessel, number: int) -> None:
    """WT-9.2, WT-9.4: a fuel box, then every working system in canonical order. WT-9.6: all ends when she is gone.

    WT-9.7: nothing else rolls. Boiler rooms and magazines roll singly, for what they do comes before the next die.
    """
    scratch.sheet(CheckMade(ship.id, number), "WT-9.1", ship)
    hits.lose_fuel(scratch, ship, 1, "check", "WT-9.2")
    boilers, magazines = ship.sheet.working("BO"), ship.sheet.working("MG")
    for boiler in boilers:
        if ship.afloat and _loses(scratch, ship, number, [boiler]):
            _boiler(scratch, ship, boiler)
    if not ship.afloat:
        return
    for system in _loses(scratch, ship, number, ship.sheet.working(*ROLLED_TOGETHER)):
        _aircraft(scratch, ship, system)
    _magazines(scratch, ship, number, magazines)


def goes(ship: Vessel, system: str, die: int, number: int) -> bool:
    """WT-9.3, WT-9.4: at the row's number or more it is lost. WT-17.1: a magazine adds its modifier."""
    return die + ship.printed.magazine_mods.get(system, 0) >= number


def _loses(scratch: TurnScratch, ship: Vessel, number: int, systems: Sequence[str]) -> list[str]:
    """WT-9.4: a die for each."""
    dice = scratch.sheet_roll(len(systems), 6, f"threshold {ship.id} {number} {' '.join(systems)}", "WT-9.4", ship)
    lost = [system for system, die in zip(systems, dice, strict=True) if goes(ship, system, die, number)]
    for system in lost:
        hits.lose_system(scratch, ship, system, "check", "WT-9.4")
    return lost


def _boiler(scratch: TurnScratch, ship: Vessel, boiler: str) -> None:
    """WT-3.4: 1-4 marks so many boxes whatever her armour, and WT-7.20: a hit die may start a fire.

    What comes to nothing is told, too, so that its dice are not shown under the next boiler.
    """
    boxes = scratch.sheet_roll(1, 6, f"boiler_hits {ship.id} {boiler}", "WT-3.4", ship)[0]
    if boxes > BOILER_HITS:
        scratch.sheet(BoilerHarmless(ship.id, boiler, "boxes"), "WT-3.4", ship)
        return
    hits.mark(scratch, ship, boxes, "boiler", "WT-3.4")
    if sinking.founder(scratch, ship):
        return
    die = scratch.sheet_roll(1, 6, f"boiler_fire {ship.id} {boiler}", "WT-3.4", ship)[0]
    if die > 6 - scratch.state.number("hit_faces"):
        hits.start_fire(scratch, ship, "boiler", "WT-3.4")
    else:
        scratch.sheet(BoilerHarmless(ship.id, boiler, "fire"), "WT-3.4", ship)


def _aircraft(scratch: TurnScratch, ship: Vessel, symbol: str) -> None:
    """WT-11.12: aircraft aboard go with their symbol; those in the air, alongside, or aboard another ship do not."""
    squadron = scratch.state.squadrons.get(f"{ship.id}-{symbol}")
    if squadron and squadron.place == "aboard" and squadron.home == ship.id:
        scratch.deck(DeckLost(squadron.id), "WT-11.12", squadron)


def _magazines(scratch: TurnScratch, ship: Vessel, number: int, magazines: Sequence[str]) -> None:
    """WT-17.2: 2d6+6 boxes and a fire. WT-17.3: the second of one check blows her up. WT-17.4: a row so completed queues."""
    lost = 0
    for magazine in magazines:
        if not (ship.afloat and _loses(scratch, ship, number, [magazine])):
            continue
        lost += 1
        if lost == EXPLODES:
            sinking.lose(scratch, ship, "explosion", "WT-17.3")
        else:
            _magazine(scratch, ship, magazine)


def _magazine(scratch: TurnScratch, ship: Vessel, magazine: str) -> None:
    dice = scratch.sheet_roll(MAGAZINE_DICE, 6, f"magazine {ship.id} {magazine}", "WT-17.2", ship)
    hits.mark(scratch, ship, sum(dice) + MAGAZINE_BOXES, "magazine", "WT-17.2")
    if not sinking.founder(scratch, ship):
        hits.start_fire(scratch, ship, "magazine", "WT-17.2")
