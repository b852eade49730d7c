"""What one reader may know (section 7). The one way to hidden things.

A view is a copy, made only of what the reader has been told: nothing in it changes when something hidden does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from events.base import EVERYONE
from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import CLASSES, Kind, ShipClass
from pbem.games.wet_thrust.model.state import (
    ON_SURFACE,
    Contact,
    Fate,
    FireMark,
    Mode,
    Place,
    Screen,
    Shot,
    Squadron,
    State,
    Vessel,
)
from pbem.games.wet_thrust.model.tables import WEATHER, Weather, air_speed


@dataclass(frozen=True)
class ShipView:
    """A vessel as the reader sees her; fields as in `state.Vessel`.

    `sheet` is None where it is hidden, `standing` where her orders are another side's. `held_as` is of a detected boat of one's
    own: the contact as which the enemy held her in the last turn, or "".
    """

    id: str
    index: int
    name: str
    ship_class: str
    side: str
    seat: str
    at: Spot
    course: int
    speed: Fraction
    mode: Mode
    fate: Fate
    how: str
    gone: int
    scored: int
    burning: int
    smoking: bool
    evasive: bool
    chasing: bool
    way: tuple[Spot, ...]
    ladder: Mapping[str, Shot]
    sheet: Sheet | None
    standing: tuple[str, ...] | None
    held_as: str

    @property
    def printed(self) -> ShipClass:
        """The sheet as printed."""
        return CLASSES[self.ship_class]

    @property
    def afloat(self) -> bool:
        """In play."""
        return self.fate == "afloat"

    @property
    def visible(self) -> bool:
        """WT-18.2: not below the surface."""
        return self.mode in ON_SURFACE

    @property
    def top(self) -> Fraction:
        """WT-3.2, WT-18.1: top speed left in her present mode; of a hidden sheet the printed one."""
        return self.sheet.top(below=not self.visible) if self.sheet else self.printed.printed_top(below=not self.visible)


@dataclass(frozen=True)
class SquadronView:
    """A squadron as the reader sees it; fields as in `state.Squadron`. None where only its owner knows.

    Of the enemy's only those in the air are there, unless sheets are open.
    """

    id: str
    index: int
    carrier: str
    kind: Kind
    side: str
    seat: str
    aircraft: int
    place: Place
    at: Spot
    home: str
    start: Spot | None
    enters: int
    launched: int
    ready: int | None
    endurance: int | None
    spent: bool | None
    standing: tuple[str, ...] | None
    exit: Spot | None = None

    @property
    def airborne(self) -> bool:
        """In the air."""
        return self.place == "air"

    @property
    def speed(self) -> int:
        """WT-11.2: inches a turn."""
        return air_speed(self.kind)


@dataclass(frozen=True)
class View:
    """All that a reader may know. `seat` None is a spectator. Ships and squadrons are in unit order.

    `contacts` are those of the reader's side (of all sides after the end), by name; `fleet` the standing lines of their side.
    """

    seat: str | None
    side: str
    scenario: str
    options: Mapping[str, Any]
    sides: tuple[str, ...]
    seats: Mapping[str, str]
    limit: int
    weather_name: str
    turn: int
    ships: Mapping[str, ShipView]
    squadrons: Mapping[str, SquadronView]
    contacts: Mapping[str, Contact]
    screens: tuple[Screen, ...]
    marks: tuple[FireMark, ...]
    fleet: tuple[str, ...]
    over: bool
    winners: tuple[str, ...]
    points: Mapping[str, int]
    verdict: str
    fallen: Mapping[str, int]
    """By side, squadrons (planes left out) that are lost, as far as the reader knows."""
    salvos: Mapping[str, int]
    """By side, torpedo salvos of vessels that did damage."""

    @property
    def next_turn(self) -> int:
        """The turn that is ordered next."""
        return self.turn + 1

    @property
    def weather(self) -> Weather:
        """2.7."""
        return WEATHER[self.weather_name]

    @property
    def senior(self) -> bool:
        """Is the reader their side's first admiral?"""
        return self.seat == next((seat for seat, side in self.seats.items() if side == self.side), None)

    def afloat(self, side: str = "") -> list[ShipView]:
        """Vessels in play that the reader sees, of one side or of both, in unit order."""
        return [ship for ship in self.ships.values() if ship.afloat and side in ("", ship.side)]

    def mine(self) -> list[ShipView]:
        """The reader's own vessels in play."""
        return [ship for ship in self.ships.values() if ship.afloat and ship.seat == self.seat]

    def my_squadrons(self) -> list[SquadronView]:
        """The reader's own squadrons and planes that are not gone."""
        return [each for each in self.squadrons.values() if each.seat == self.seat and each.place != "gone"]

    def held(self) -> dict[str, Contact]:
        """Contacts held in the last turn."""
        return {name: contact for name, contact in self.contacts.items() if contact.turn == self.turn and not contact.destroyed}


def view(state: State, seat: str | None) -> View:
    """WT-23: what `seat` may know. WT-23.5: after the end everything. Raises KeyError for a seat that is not in this game."""
    side = "" if seat is None else state.seats[seat]
    known = [each for each in state.sides if state.over or each == side]
    ships, squadrons = state.in_order(state.ships.values()), state.in_order(state.squadrons.values())
    return View(
        seat=seat,
        side=side,
        scenario=state.scenario,
        options=dict(state.options),
        sides=tuple(state.sides),
        seats=dict(state.seats),
        limit=state.limit,
        weather_name=state.weather_name,
        turn=state.turn,
        ships={ship.id: _ship(state, ship, side) for ship in ships if _in_sight(state, ship, side)},
        squadrons={each.id: _squadron(state, each, side) for each in squadrons if _known(state, each, side)},
        contacts={name: contact for each in known for name, contact in state.contacts.get(each, {}).items()},
        screens=tuple(state.screens),
        marks=tuple(mark for mark in state.marks if state.over or mark.side in ("", side)),
        fleet=tuple(state.fleet.get(side, ())),
        over=state.over,
        winners=tuple(state.winners),
        points=dict(state.points),
        verdict=state.verdict,
        fallen={each: _fallen(state, each, side) for each in state.sides},
        salvos={each: state.torpedo_salvos.get(each, 0) for each in state.sides},
    )


def _fallen(state: State, side: str, reader: str) -> int:
    """WT-23.3: what is lost on deck its own side knows, and whoever may read the carrier's sheet; losses in the air, all."""
    squadrons = [each for each in state.squadrons.values() if each.side == side and each.kind != "R"]
    own = side == reader or state.over
    return sum(each.lost if own or _open_deck(state, each) else each.downed for each in squadrons)


def _in_sight(state: State, ship: Vessel, side: str) -> bool:
    """WT-23.1, WT-23.4: what is on the surface, and one's own submarines."""
    return ship.visible or ship.side == side or state.over


def _ship(state: State, ship: Vessel, side: str) -> ShipView:
    """WT-23.3: her orders are for her own side; so is her sheet, unless sheets are open."""
    own = ship.side == side or state.over
    return ShipView(
        id=ship.id,
        index=ship.index,
        name=ship.name,
        ship_class=ship.sheet.ship_class,
        side=ship.side,
        seat=ship.seat,
        at=ship.at,
        course=ship.course,
        speed=ship.speed,
        mode=ship.mode,
        fate=ship.fate,
        how=ship.how,
        gone=ship.gone,
        scored=ship.scored,
        burning=ship.burning,
        smoking=ship.smoking,
        evasive=ship.evasive,
        chasing=ship.chasing,
        way=tuple(ship.way),
        ladder={target: replace(shot) for target, shot in ship.ladder.items()},
        sheet=_sheet(ship.sheet, own) if own or state.sheet_of(ship) == EVERYONE else None,
        standing=tuple(ship.standing) if own else None,
        held_as=ship.contact if own and 0 < ship.contact_turn == state.turn else "",
    )


def _sheet(sheet: Sheet, own: bool) -> Sheet:
    """A copy; what she was ordered, to be repeated (WT-15.2, WT-4.3), is not on a sheet that lies open."""
    return replace(
        sheet,
        checks=list(sheet.checks),
        lost=list(sheet.lost),
        beyond=list(sheet.beyond),
        wounds=list(sheet.wounds),
        holes={id: replace(hole) for id, hole in sheet.holes.items()},
        used=dict(sheet.used),
        ready=dict(sheet.ready),
        last=list(sheet.last) if own else [],
        helm=sheet.helm if own else "",
    )


def _known(state: State, squadron: Squadron, side: str) -> bool:
    """WT-23.1: all see squadrons in the air; the others their own side does, and whoever may read the carrier's sheet."""
    return squadron.airborne or squadron.side == side or state.over or _open_deck(state, squadron)


def _open_deck(state: State, squadron: Squadron) -> bool:
    carrier = state.ships.get(squadron.carrier)
    return carrier is not None and state.sheet_of(carrier) == EVERYONE


def _squadron(state: State, squadron: Squadron, side: str) -> SquadronView:
    """WT-23.3: orders, endurance, load and rearming are its owner's."""
    own = squadron.side == side or state.over
    open_deck = own or _open_deck(state, squadron)
    return SquadronView(
        id=squadron.id,
        index=squadron.index,
        carrier=squadron.carrier,
        kind=squadron.kind,
        side=squadron.side,
        seat=squadron.seat,
        aircraft=squadron.aircraft,
        place=squadron.place,
        at=squadron.at,
        home=squadron.home,
        start=squadron.start,
        enters=squadron.enters if open_deck else 0,
        launched=squadron.launched,
        ready=squadron.ready if open_deck else None,
        endurance=squadron.endurance if open_deck else None,
        spent=squadron.spent if open_deck else None,
        standing=tuple(squadron.standing) if own else None,
        exit=squadron.exit if own else None,
    )
