"""Step 3: aircraft move (WT-11). Launches, strikes and reconnaissance, escorts, CAP, interceptors, and all the others."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from events.wet_thrust.flying import Alongside, CastOff, Flew, FlewHome
from pbem.core.geometry.tabletop import MIL, Number, Spot, distance, heading, offset, together, toward, within
from pbem.games.wet_thrust.model.orders import Aim, Cap, Escort, Go, Intercept, Orbit, Recover, Return, Spotting, Strike
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import LAUNCH_REACH, NEAR_RANGE, RECON_RANGE, TORPEDO_RANGE
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.air import launch

MIL_INCH = Fraction(1, MIL)
CLOSE, CONTACT = 3, Fraction(1, 10)
"""WT-12.6: inches at which fighters engage other aircraft, and fighters."""
SIDES = {"PORT": 270, "STARBOARD": 90, "BOW": 0, "STERN": 180}
"""WT-13.2: relative bearings of attack positions."""
Side = Literal["", "PORT", "STARBOARD", "BOW", "STERN"]


@dataclass(frozen=True)
class Attacker:
    """A squadron that attacks a ship this turn."""

    squadron: str
    target: str


def step(scratch: TurnScratch) -> None:
    """Steps 3.1 to 3.6, each in unit order (WT-11.15); where all end is settled before any flight is told.

    WT-11.2: an interceptor whose quarry goes home in step 3.6 does not fly again. WT-23.3, ruling W56: flights are told in
    unit order under one clause, for by their steps or clauses the aims could be told.
    """
    launch.step(scratch)
    flying = [(squadron, task(scratch, squadron)) for squadron in scratch.state.flying()]
    for aims, move in _PARTS:
        for squadron, aim in flying:
            if isinstance(aim, aims):
                move(scratch, squadron, aim)
    last = [(squadron, aim) for squadron, aim in flying if _last(aim)]
    homing = [squadron for squadron, aim in last if _homing(squadron, aim, home_of(scratch.state, squadron))]
    for squadron, aim in last:
        scratch.flown[squadron.id] = _end_of(scratch, squadron, aim)
    _tell_flights(scratch, [squadron for squadron, _ in flying])
    for squadron in homing:
        _come_home(scratch, squadron)
    _cast_off(scratch)


def _tell_flights(scratch: TurnScratch, flying: Iterable[Squadron]) -> None:
    """WT-11.2: in a straight line. WT-11.3: facing never matters, so none is kept."""
    for squadron in flying:
        at = scratch.flown.get(squadron.id, squadron.at)
        if at != squadron.at:
            scratch.tell(Flew(squadron.id, list(squadron.at), list(at)), "WT-11.2")


# ---------------------------------------------------------------- what a squadron is about


def task(scratch: TurnScratch, squadron: Squadron) -> Aim | None:
    """The aim that it follows now: WT-11.10: home once it is spent; none when nothing that it names is in play (WT-11.15)."""
    aim = _ordered(scratch, squadron)
    return aim if in_play(scratch.state, squadron, aim) else None


def _ordered(scratch: TurnScratch, squadron: Squadron) -> Aim | None:
    return Return() if squadron.deck.spent else scratch.aims.get(squadron.id)


def in_play(state: State, squadron: Squadron, aim: Aim | None) -> bool:
    """Is there anything left of what an aim names? Aims that name nothing stay in force."""
    match aim:
        case Strike() | Spotting():
            return target_of(state, squadron, aim) is not None
        case Escort() | Intercept():
            return quarry(state, squadron, aim) is not None
        case Cap():
            mother = state.ships.get(squadron.carrier)
            return mother is not None and mother.afloat
        case _:
            return True


def _last(aim: Aim | None) -> bool:
    """Does a squadron that follows this aim fly in step 3.6?"""
    return isinstance(aim, Return | Recover | Go | Orbit | None)


def target_of(state: State, squadron: Squadron, aim: Strike | Spotting) -> Vessel | None:
    """WT-11.15: the first ship named that is in play. WT-13.1: only vessels on the surface are attacked."""
    names = aim.targets if isinstance(aim, Strike) else (aim.target,)
    found = (state.known_as(name, squadron.side) for name in names)
    return next((ship for ship in found if ship and (ship.visible or isinstance(aim, Spotting))), None)


def quarry(state: State, squadron: Squadron, aim: Escort | Intercept) -> Squadron | None:
    """WT-11.15: the squadron to be escorted, or the first one named to be intercepted, that is in the air."""
    names = aim.squadrons if isinstance(aim, Intercept) else (aim.squadron,)
    side = state.enemy(squadron.side) if isinstance(aim, Intercept) else squadron.side
    found = (state.squadrons.get(name) for name in names)
    return next((each for each in found if each and each.airborne and each.side == side), None)


def attacks(scratch: TurnScratch) -> list[Attacker]:
    """WT-13.1: who attacks whom this turn, in unit order: bombers over their targets, torpedo bombers within 8 inches."""
    found = []
    for squadron in scratch.state.flying():
        aim = _ordered(scratch, squadron)
        target = target_of(scratch.state, squadron, aim) if isinstance(aim, Strike) else None
        if target and _in_place(squadron, target):
            found.append(Attacker(squadron.id, target.id))
    return found


def _in_place(squadron: Squadron, target: Vessel) -> bool:
    if squadron.kind == "T":
        return within(squadron.at, target.at, TORPEDO_RANGE)
    return together(squadron.at, target.at)


def escorts(scratch: TurnScratch, squadron: Squadron) -> list[Squadron]:
    """WT-12.5: the fighters that have kept up with the squadron they escort, in unit order."""
    mates = scratch.state.flying(squadron.side)
    return [each for each in mates if together(each.at, squadron.at) and task(scratch, each) == Escort(squadron.id)]


# ---------------------------------------------------------------- flying


def reach(squadron: Squadron, turn: int) -> int:
    """WT-11.2: inches that it flies in a turn (WT-6.2, WT-12.1); WT-11.6: 8 in the turn in which a ship launched it."""
    return LAUNCH_REACH if squadron.launched == turn and squadron.kind != "B" else squadron.speed


def _reach(scratch: TurnScratch, squadron: Squadron) -> int:
    return reach(squadron, scratch.state.turn)


def _now(scratch: TurnScratch, squadron: Squadron) -> Spot:
    """Where it is between the parts of step 3."""
    return scratch.flown.get(squadron.id, squadron.at)


def _approach(scratch: TurnScratch, squadron: Squadron, aim: Strike | Spotting) -> None:
    """Step 3.2: towards the ship to be attacked (WT-11.7) or watched (WT-6.5)."""
    if target := target_of(scratch.state, squadron, aim):
        most = _reach(scratch, squadron)
        if isinstance(aim, Spotting):
            scratch.flown[squadron.id] = near(squadron.at, target.at, RECON_RANGE, most)
        elif squadron.kind == "T":
            scratch.flown[squadron.id] = torpedo_place(squadron.at, most, target, aim.range, aim.side)[0]
        else:
            scratch.flown[squadron.id] = toward(squadron.at, target.at, most)


def near(at: Spot, goal: Spot, inches: Number, most: Number) -> Spot:
    """On the straight line to `goal`, so many inches from it or as far as one can fly; where one is when that is nearer."""
    if within(at, goal, inches):
        return at
    spot = toward(goal, at, inches)
    if not within(goal, spot, inches):
        spot = toward(goal, at, inches - MIL_INCH)
    return spot if within(at, spot, most) else toward(at, goal, most)


def torpedo_place(at: Spot, most: Number, target: Vessel, wanted: Fraction | None = None, side: Side = "") -> tuple[Spot, bool]:
    """WT-13.2: where torpedo bombers that fly so far at `most` go, and whether they attack from there.

    By default 4 inches off the nearer beam, and off the port beam when both are equally near.
    """
    inches = NEAR_RANGE if wanted is None else wanted
    places = [_abreast(target, SIDES[each], inches) for each in ((side,) if side else ("PORT", "STARBOARD"))]
    place = min(places, key=lambda spot: distance(at, spot))
    spot = place if within(at, place, most) else near(at, target.at, inches, most)
    return spot, within(spot, target.at, TORPEDO_RANGE)


def _abreast(target: Vessel, angle: int, inches: Number) -> Spot:
    """The point at a relative bearing and distance; rounded to a mil it is never farther off than that."""
    degrees = heading(target.course) + angle
    spot = offset(target.at, degrees, inches)
    return spot if within(spot, target.at, inches) else offset(target.at, degrees, inches - MIL_INCH)


def _escort(scratch: TurnScratch, squadron: Squadron, aim: Escort) -> None:
    """Step 3.3, WT-12.5: to where its charge ends (in step 3.6, if that is when it flies), or as far towards it as it can."""
    if charge := quarry(scratch.state, squadron, aim):
        its = task(scratch, charge)
        goal = _end_of(scratch, charge, its) if _last(its) else _now(scratch, charge)
        scratch.flown[squadron.id] = toward(squadron.at, goal, _reach(scratch, squadron))


def _cover(scratch: TurnScratch, squadron: Squadron, aim: Cap) -> None:
    """Step 3.4, WT-12.4: with its mother carrier, or back to her."""
    mother = scratch.state.ships[squadron.carrier]
    scratch.flown[squadron.id] = toward(squadron.at, mother.at, _reach(scratch, squadron))


def _intercept(scratch: TurnScratch, squadron: Squadron, aim: Intercept) -> None:
    """Step 3.5, WT-12.6: to the present position of its quarry; close enough, it engages."""
    if prey := quarry(scratch.state, squadron, aim):
        goal = _now(scratch, prey)
        at = scratch.flown[squadron.id] = toward(squadron.at, goal, _reach(scratch, squadron))
        if within(at, goal, CONTACT if prey.kind == "F" else CLOSE):
            scratch.engaged[squadron.id], scratch.met[squadron.id] = prey.id, goal


_PARTS: tuple[tuple[Any, Callable[[TurnScratch, Squadron, Any], None]], ...] = (
    (Strike | Spotting, _approach),
    (Escort, _escort),
    (Cap, _cover),
    (Intercept, _intercept),
)
"""Steps 3.2 to 3.5: the aims that are followed in each, and how."""


# ---------------------------------------------------------------- 3.6


def _come_home(scratch: TurnScratch, squadron: Squadron) -> None:
    """WT-11.9, WT-13.7: one that was on its way home, if it has come there."""
    home = home_of(scratch.state, squadron)
    if squadron.kind == "B":
        if together(squadron.at, squadron.deck.exit):
            scratch.tell(FlewHome(squadron.id), "WT-13.7")
    elif home and together(squadron.at, home.at):
        _arrive(scratch, squadron, home)


def _end_of(scratch: TurnScratch, squadron: Squadron, aim: Aim | None) -> Spot:
    """WT-11.2: where a squadron of step 3.6 ends (WT-12.2: GO, ORBIT); one without an aim, and with fuel enough, stays."""
    home, goal = home_of(scratch.state, squadron), squadron.at
    if isinstance(aim, Go):
        goal = aim.spot
    elif squadron.kind == "B":
        goal = squadron.deck.exit if _homing(squadron, aim, home) else goal
    elif home and (_homing(squadron, aim, home) or (squadron.kind == "R" and aim is None)):
        goal = home.at
    return toward(squadron.at, goal, _reach(scratch, squadron))


def _homing(squadron: Squadron, aim: Aim | None, home: Vessel | None) -> bool:
    """WT-11.9, WT-6.6: ordered home, or by 6.2 on its way there to land. A plane without an aim only circles its ship."""
    if isinstance(aim, Return | Recover):
        return True
    return aim is None and squadron.kind in ("F", "DB", "T") and home is not None and must_return(squadron, home.at)


def home_of(state: State, squadron: Squadron) -> Vessel | None:
    """WT-11.9: its own ship, or when she is out of play the nearest carrier of its side (WT-21.8)."""
    own = state.ships.get(squadron.carrier)
    if own and own.afloat:
        return own
    decks = [ship for ship in state.afloat(squadron.side) if ship.printed.carrier]
    return min(decks, key=lambda ship: distance(squadron.at, ship.at), default=None)


def must_return(squadron: Squadron, home: Spot) -> bool:
    """Section 6.2: without an aim it sets out when its endurance is no more than the turns of the way home and one."""
    return squadron.deck.endurance <= math.ceil(distance(squadron.at, home) / (squadron.speed * MIL)) + 1


def _arrive(scratch: TurnScratch, squadron: Squadron, home: Vessel) -> None:
    """WT-11.9: over a carrier it waits to land. WT-6.6: a plane comes alongside any other ship, if she has not moved."""
    if home.printed.carrier:
        scratch.landing[squadron.id] = home.id
    elif home.stationary and squadron.launched < scratch.state.turn:
        scratch.tell(Alongside(squadron.id), "WT-6.6")


def _cast_off(scratch: TurnScratch) -> None:
    """WT-6.7: a plane alongside a ship that has moved is in the air again, where she is now."""
    for plane, ship in scratch.state.alongside():
        if not ship.stationary:
            scratch.tell(CastOff(plane.id, list(ship.at)), "WT-6.7")
