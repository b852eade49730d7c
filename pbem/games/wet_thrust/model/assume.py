"""The state as a reader may assume it to be: all that they know, and of the others that they have ordered nothing.

Whatever rules are asked of it, nothing hidden can show: it is made from their view alone.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import CLASSES
from pbem.games.wet_thrust.model.state import Contact, Squadron, State, Vessel
from pbem.games.wet_thrust.model.view import ShipView, SquadronView, View

STAYING = 99
"""Turns that an enemy squadron may fly for all that is known."""
BEHIND = 1000
"""Place in unit order of a submarine that is known as a contact only."""


def assume(view: View) -> State:
    """A state of its own, which may be played on. WT-23.3: vessels whose sheets are hidden are taken for undamaged."""
    state = State(
        scenario=view.scenario,
        options=dict(view.options),
        sides=list(view.sides),
        seats=dict(view.seats),
        limit=view.limit,
        weather_name=view.weather_name,
        turn=view.turn,
        ships={ship.id: _vessel(ship, view.turn) for ship in view.ships.values()},
        squadrons={each.id: _squadron(each) for each in view.squadrons.values()},
        contacts={view.side: dict(view.contacts)} if view.side else {},
        screens=list(view.screens),
        marks=list(view.marks),
        fleet={view.side: list(view.fleet)} if view.side else {},
        over=view.over,
        points=dict(view.points),
    )
    if view.side and not view.over:
        state.ships |= {name: _boat(state, view, name, held) for name, held in view.held().items()}
    return state


def _vessel(seen: ShipView, turn: int) -> Vessel:
    return Vessel(
        id=seen.id,
        index=seen.index,
        name=seen.name,
        side=seen.side,
        seat=seen.seat,
        at=seen.at,
        course=seen.course,
        speed=seen.speed,
        mode=seen.mode,
        sheet=_sheet(seen),
        fate=seen.fate,
        how=seen.how,
        gone=seen.gone,
        scored=seen.scored,
        burning=seen.burning,
        smoking=seen.smoking,
        evasive=seen.evasive,
        chasing=seen.chasing,
        way=list(seen.way),
        ladder={target: replace(shot) for target, shot in seen.ladder.items()},
        contact=seen.held_as,
        contact_turn=turn if seen.held_as else 0,
        standing=list(seen.standing or ()),
    )


def _sheet(seen: ShipView) -> Sheet:
    if seen.sheet is None:
        return Sheet(seen.ship_class)
    own = seen.sheet
    return replace(
        own,
        checks=list(own.checks),
        lost=list(own.lost),
        beyond=list(own.beyond),
        wounds=list(own.wounds),
        holes={id: replace(hole) for id, hole in own.holes.items()},
        used=dict(own.used),
        ready=dict(own.ready),
        last=list(own.last),
    )


def _squadron(seen: SquadronView) -> Squadron:
    return Squadron(
        id=seen.id,
        index=seen.index,
        carrier=seen.carrier,
        kind=seen.kind,
        side=seen.side,
        seat=seen.seat,
        aircraft=seen.aircraft,
        place=seen.place,
        at=seen.at,
        home=seen.home,
        start=seen.start,
        enters=seen.enters,
        exit=seen.exit or seen.at,
        launched=seen.launched,
        ready=seen.ready or 0,
        endurance=STAYING if seen.endurance is None else seen.endurance,
        spent=bool(seen.spent),
        standing=list(seen.standing or ()),
    )


def _boat(state: State, view: View, name: str, held: Contact) -> Vessel:
    """WT-23.4: a submarine that is held: she is taken to lie where she was, and to be of the first class there is."""
    enemy = state.enemy(view.side)
    return Vessel(
        id=name,
        index=BEHIND,
        name="",
        side=enemy,
        seat=state.senior(enemy),
        at=held.at,
        course=12,
        speed=Fraction(0),
        mode=held.mode,
        sheet=Sheet(BOAT),
        contact=name,
        contact_turn=view.turn,
    )


BOAT = next(key for key, printed in CLASSES.items() if printed.boat)
