"""Chapters WT-7 and WT-8: hit dice, damage dice, armour."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from events.wet_thrust.firing import GermanControl, GunsFired
from pbem.core.geometry.tabletop import distance, within
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import EVASIVE_ARMOUR, LONG_RANGE, RECON_RANGE, gun_dice, score
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import hits, smoke
from pbem.games.wet_thrust.rules.combat.aim import assign

GERMAN_NATION = "DE"
RED, GREEN = 1, 3
MAIN_GUNS_OF_A_BROADSIDE = 2


def fire(scratch: TurnScratch, ship: Vessel) -> None:
    """WT-7.1: all gun salvos of a ship, one after the other."""
    for batteries, target in assign(scratch, ship):
        _german_control(scratch, ship)
        _salvo(scratch, ship, target, batteries)


def _german_control(scratch: TurnScratch, ship: Vessel) -> None:
    """WT-7.10: rolled once, before the first gun salvo she ever fires."""
    if not german_rolled(ship):
        die = scratch.sheet_roll(1, 6, f"german_fc {ship.id}", "WT-7.10", ship)[0]
        scratch.sheet(GermanControl(ship.id, 1 if die > 3 else -1), "WT-7.10", ship)


def german_rolled(ship: Vessel) -> bool:
    """WT-7.10: is it settled, or no matter of hers?"""
    return ship.printed.nation != GERMAN_NATION or ship.sheet.german != 0


def _salvo(scratch: TurnScratch, ship: Vessel, target: Vessel, batteries: Sequence[str]) -> None:
    """WT-7.8: hit dice are the level and all modifiers. WT-7.18: with less than one no die is rolled and nothing hits.

    WT-8.2: points are scored against the armour that is hit; WT-8.7: and cost fuel. WT-1.9: boxes are marked at once, but
    nothing is lost before step 5.4.
    """
    state = scratch.state
    words = f"{ship.id} at {state.seen_as(target)}"
    level, modifiers = hit_dice(state, ship, target, batteries)
    dice = max(0, level + sum(modifiers.values()))
    symbols = hit_symbols(state, scratch.open_roll(dice, 6, f"hit_dice {words}", "WT-7.19"))
    armour, grade = armour_of(ship, target)
    points = score(_damage_dice(scratch, ship, target, batteries, words), grade) if symbols else 0
    fired = GunsFired(
        ship=ship.id,
        target=state.seen_as(target),
        batteries=list(batteries),
        range=round(distance(ship.at, target.at)),
        level=level,
        modifiers=modifiers,
        dice=dice,
        symbols=symbols,
        armour=armour,
        grade=grade,
        points=points,
        origin=list(ship.at),
        aim=list(target.at),
    )
    scratch.tell(fired, "WT-7.8")
    hits.mark(scratch, target, points, "gunfire", "WT-8.6")
    hits.fuel(scratch, target, points)


def hit_symbols(state: State, faces: Sequence[int]) -> int:
    """WT-7.19: hit symbols: on as many of the highest faces as option `hit_faces` says. One is enough."""
    return sum(face > 6 - state.number("hit_faces") for face in faces)


def _damage_dice(scratch: TurnScratch, ship: Vessel, target: Vessel, batteries: Sequence[str], words: str) -> list[int]:
    """WT-8.1: the dice of all batteries of the salvo, as one roll."""
    away = distance(ship.at, target.at)
    return scratch.open_roll(sum(gun_dice(gun, away) for gun in batteries), 6, f"gun_damage {words}", "WT-8.1")


def armour_of(ship: Vessel, target: Vessel) -> tuple[str, int]:
    """WT-8.3: which armour a hit meets, and its level: the deck beyond 24 inches, the belt up to there (WT-1.3).

    WT-8.4: none at periscope depth. WT-8.5, WT-2.11: 3 wherever it hits an escort that steams evasively.
    """
    if not target.visible:
        return "none", 0
    if target.dodges:
        return "evasive", EVASIVE_ARMOUR
    if within(ship.at, target.at, LONG_RANGE):
        return "belt", target.printed.belt
    return "deck", target.printed.deck


# ---------------------------------------------------------------- hit dice


def hit_dice(state: State, ship: Vessel, target: Vessel, batteries: Collection[str]) -> tuple[int, dict[str, int]]:
    """WT-7.8: the level of a salvo, and table 2.5's modifiers that are not 0, by cause, in the order of the table."""
    last = ship.ladder.get(state.seen_as(target))
    found = {
        "broadside": int(broadside(ship.sheet, batteries)),
        "german_control": ship.sheet.german,
        "radar": int(bool(ship.sheet.working("RA"))),  # WT-7.11, WT-6.1: at any range
        "hit_last_turn": int(last is not None and last.hit and last.turn == state.turn - 1),  # WT-7.12
        "reconnaissance": int(_spotted(state, ship, target)),
        "controls_lost": -_controls_lost(state, ship.sheet),
        "weather": -state.weather.x,  # WT-7.15
        "target_smoke": -int(smoke.hides(state, target)),  # WT-7.16, WT-20.3: these three add up
        "own_smoke": -int(smoke.hides(state, ship)),
        "smoke_screen": -int(smoke.between(state, ship.at, target.at)),  # WT-20.7: once, however many
        "salvo_chasing": -int(target.chasing),  # WT-7.17
    }
    return _level(state, ship, target), {cause: n for cause, n in found.items() if n}


def _level(state: State, ship: Vessel, target: Vessel) -> int:
    """WT-7.6: red, then a step up a turn, at most green. WT-7.7: a step down for each turn of silence, not below red."""
    last = ship.ladder.get(state.seen_as(target))
    if last is None:
        return RED
    silent = state.turn - last.turn - 1
    level = max(RED, last.level - silent)
    steps_up = silent == 0 or state.opt("ladder_resume") == "advanced"
    return min(GREEN, level + 1) if steps_up else level


def broadside(sheet: Sheet, batteries: Collection[str]) -> bool:
    """WT-7.9: do all main batteries that still work, and at least two, fire in this salvo?"""
    main = sheet.working(sheet.printed.main)
    return len(main) >= MAIN_GUNS_OF_A_BROADSIDE and set(main) <= set(batteries)


def _spotted(state: State, ship: Vessel, target: Vessel) -> bool:
    """WT-7.13, WT-6.4: is one of her own reconnaissance planes in the air within 6 inches of the target?"""
    return any(plane.airborne and within(plane.at, target.at, RECON_RANGE) for plane in state.planes(ship.id))


def _controls_lost(state: State, sheet: Sheet) -> int:
    """WT-7.14: fire controls lost in the turn before, repaired or not; with `cumulative` those that do not work now."""
    if state.opt("fc_loss_penalty") == "cumulative":
        return sheet.count("FC") - sheet.controls
    return sheet.controls_lost_before
