"""WT-16: fires fought, systems and holes repaired (step 7); flooding (step 8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.wet_thrust.damage import FiresFought, GivenUp, HolePatched, RepairTried, SystemRepaired
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet, kind_of
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.tables import HOLES
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import hits, sinking

OUT, REPAIRED = 4, 5
"""2.7: the least die that puts a fire out, and that repairs."""
WORSE = 1
"""2.7: a fire spreads; a system or hole is beyond repair."""
MISHAP = 2
"""WT-16.6: the mishap die up to which a fire starts."""
BEYOND = ("DC", "MG", "R", "F", "DB", "T")
"""WT-16.7: kinds of systems that no party repairs; type-19 holes have no patches."""
DEFAULT = ("HOLE", "RUDDER", "FC", "BOILER", "PROP", "MAIN", "RADAR", "SB", "GUNS", "TORP", "SONAR", "ASW", "PDF", "ADF")
"""WT-16.5: what is repaired first."""
KINDS = {
    "BRIDGE": ("BR", "SB"), "RUDDER": ("RU",), "BOILER": ("BO",), "PROP": ("PR",), "RADAR": ("RA",), "SONAR": ("SO",),
    "FC": ("FC",), "GUNS": tuple(GUN_CLASSES), "TORP": ("TL",), "ASW": ("AS",), "PDF": ("PD",), "ADF": ("AD",),
}  # fmt: skip
"""What the words of a DC order mean (5.2); HOLE and MAIN depend on the ship."""


def step(scratch: TurnScratch) -> None:
    """WT-16.1, WT-16.2: ship by ship: fires, repairs, then the blazing hulk (WT-16.8: also without damage control).

    WT-9.8: parties that were lost at a check of this very turn are gone.
    """
    for ship in scratch.state.afloat():
        teams = len(ship.sheet.working("DC"))
        if teams:
            _repairs(scratch, ship, teams - _fight(scratch, ship, teams))
        if ship.sheet.fires >= ship.printed.fire_boxes:
            sinking.lose(scratch, ship, "hulk", "WT-16.8")


def _fight(scratch: TurnScratch, ship: Vessel, teams: int) -> int:
    """WT-16.3: every fire is fought. The parties that this takes: with option `dc_teams_shared` one a fire (WT-16.4)."""
    shared = scratch.state.opt("dc_teams_shared") == "on"
    fought = min(ship.sheet.fires, teams) if shared else ship.sheet.fires
    dice = scratch.sheet_roll(fought, 6, f"fire_fight {ship.id}", "WT-16.3", ship)
    if dice:
        out, spread = sum(die >= OUT for die in dice), dice.count(WORSE)
        scratch.sheet(FiresFought(ship.id, out, spread, ship.sheet.fires - out + spread), "WT-16.3", ship)
    return fought if shared else 0


def _repairs(scratch: TurnScratch, ship: Vessel, teams: int) -> None:
    """WT-16.4: so many attempts in the order of WT-16.5; one for each, two for a type-18 hole."""
    for item in order_of(ship.sheet, scratch.orders_of(ship).repair, ship.sheet.commanded(scratch.state.turn)):
        if teams > 0 and _repairable(ship.sheet, item):
            teams -= 1
            _attempt(scratch, ship, item)


def _attempt(scratch: TurnScratch, ship: Vessel, item: str) -> None:
    """WT-16.6. WT-3.12: a system works again from the next turn; until then it is kept in `mended`."""
    die = scratch.sheet_roll(1, 6, f"repair {ship.id} {item}", "WT-16.6", ship)[0]
    result = "repaired" if die >= REPAIRED else "beyond repair" if die == WORSE else "nothing"
    scratch.sheet(RepairTried(ship.id, item, die, result), "WT-16.6", ship)
    if result == "beyond repair":
        scratch.sheet(GivenUp(ship.id, item), "WT-16.6", ship)
        if scratch.sheet_roll(1, 6, f"repair_mishap {ship.id} {item}", "WT-16.6", ship)[0] <= MISHAP:
            hits.start_fire(scratch, ship, "mishap", "WT-16.6")
    elif result == "repaired" and item in ship.sheet.holes:
        scratch.sheet(HolePatched(ship.id, item, ship.sheet.holes[item].left - 1), "WT-16.9", ship)
    elif result == "repaired":
        scratch.mended.append((ship.id, item))


def mend(scratch: TurnScratch) -> None:
    """WT-16.6, WT-3.12: at the very end of the turn, so that nothing in step 8 has the use of what was repaired in step 7."""
    for id, system in scratch.mended:
        ship = scratch.state.ships[id]
        if ship.afloat:
            scratch.sheet(SystemRepaired(id, system), "WT-16.6", ship)


def flood(scratch: TurnScratch) -> None:
    """WT-16.9: step 8.1: every open hole lets water in, in the turn of the hit already. No armour helps."""
    for ship in scratch.state.afloat():
        for hole in ship.sheet.holes.values():
            if hole.open and ship.afloat:
                hits.mark(scratch, ship, HOLES[hole.kind].flow, "flooding", "WT-16.9")
                sinking.founder(scratch, ship)


# ---------------------------------------------------------------- what is repaired first


def order_of(sheet: Sheet, items: Sequence[str], commanded: bool) -> list[str]:
    """WT-16.5: what parties try, in order: the owner's list, then the default; nothing that cannot be repaired.

    WT-16.4: a type-18 hole is there twice.
    """
    able = [item for item in (*sheet.lost, *sheet.holes) if _repairable(sheet, item)]
    if not able:
        return []
    words = [*items, *([] if commanded else ["BR"]), *DEFAULT]
    wanted = dict.fromkeys(item for word in words for item in _meant(sheet, word) if item in able)
    return [each for item in wanted for each in [item] * _tries(sheet.holes.get(item))]


def _tries(hole: Hole | None) -> int:
    """WT-16.4: one attempt a turn, two at a type-18 hole."""
    return HOLES[hole.kind].patches if hole else 1


def _meant(sheet: Sheet, word: str) -> Iterator[str]:
    """Systems and holes that a word of a DC order means; inside a kind by number, holes 18 before 17."""
    if word == "HOLE":
        yield from sorted(sheet.holes, key=lambda hole: -sheet.holes[hole].kind)
    elif word == "MAIN":
        yield from sheet.systems(sheet.printed.main)
    elif word in KINDS:
        yield from sheet.systems(*KINDS[word])
    else:
        yield word


def _repairable(sheet: Sheet, item: str) -> bool:
    """WT-16.7: lost or open, not given up, and of a kind that can be repaired at all."""
    if item in sheet.beyond:
        return False
    if item in sheet.holes:
        hole = sheet.holes[item]
        return hole.open and HOLES[hole.kind].patches > 0
    return item in sheet.lost and kind_of(item) not in BEYOND
