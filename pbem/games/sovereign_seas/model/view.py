"""What one reader may know (section 7). The one way to hidden things.

A view is a copy, made only of what the reader has been told: nothing in it changes when something hidden does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.geometry.hexes import Hex
from pbem.games.sovereign_seas.model.state import Fate, Jam, Place, Ram, Ship, Shot, State
from pbem.games.sovereign_seas.model.tables import CLASSES, SIDES, Battery, ShipClass


@dataclass(frozen=True)
class LogView:
    """A control log as it is; fields as in `state.Ship`."""

    marked: int
    lost: int
    maximum: int
    gone: tuple[str, ...]
    tower_lost: bool
    command_until: int
    jam: Jam
    jam_until: int


@dataclass(frozen=True)
class ShipView:
    """A ship as the reader sees her. `log` is None where it is hidden; `standing` where the orders are another side's."""

    id: str
    ship_class: str
    side: str
    seat: str
    hex: Hex
    heading: int
    speed: int
    count: int
    fate: Fate
    fired: bool
    hits: Mapping[str, int]
    trail: tuple[Hex, ...]
    track: tuple[Place, ...]
    log: LogView | None
    standing: tuple[str, ...] | None

    @property
    def printed(self) -> ShipClass:
        """The fresh log."""
        return CLASSES[self.ship_class]

    @property
    def active(self) -> bool:
        """Neither sunk nor off the map."""
        return self.fate == "afloat"

    @property
    def maximum(self) -> int:
        """The highest speed left; with a hidden log the printed one."""
        return self.log.maximum if self.log else self.printed.speed_track[0]

    @property
    def circles_left(self) -> int:
        """Hull circles left; with a hidden log as if every hit seen had cost one."""
        marked = self.log.marked if self.log else sum(self.hits.values())
        return max(0, self.printed.circles - marked)

    def living(self) -> list[Battery]:
        """Batteries and turrets that are not known to be destroyed, in natural id order."""
        gone = self.log.gone if self.log else ()
        return [battery for battery in self.printed.guns.values() if battery.id not in gone]


@dataclass(frozen=True)
class View:
    """All that a reader may know. `seat` None is a spectator; ships are in natural id order.

    `stage` is the set-up deadline at hand (side -> ENTER, PLACE or TAKE), empty when turns are played; `fleets` the standing
    lines of the FLEET blocks that the reader may know, by side.
    """

    seat: str | None
    side: str
    scenario: str
    options: Mapping[str, Any]
    seats: Mapping[str, str]
    columns: int
    rows: int
    limit: int
    turn: int
    stage: Mapping[str, str]
    entry: str
    advantage: str
    strikes: Mapping[str, int]
    ships: Mapping[str, ShipView]
    strength: Mapping[str, int]
    fleets: Mapping[str, tuple[str, ...]]
    silence: Mapping[str, int]
    shots: tuple[Shot, ...]
    rams: tuple[Ram, ...]
    over: bool
    winners: tuple[str, ...]
    level: str
    verdict: str

    @property
    def impulses(self) -> int:
        """Impulses of a turn."""
        return int(self.options["impulses"])

    @property
    def senior(self) -> bool:
        """SSL-X.16: is the reader their side's senior admiral?"""
        return self.seat == next((seat for seat, side in self.seats.items() if side == self.side), None)

    @property
    def fleet(self) -> tuple[str, ...]:
        """The standing lines of the reader's side's FLEET block."""
        return self.fleets.get(self.side, ())

    def active(self, side: str = "") -> Iterator[ShipView]:
        """Ships neither sunk nor off the map, of one side or of both."""
        return (ship for ship in self.ships.values() if ship.active and side in ("", ship.side))

    def mine(self) -> list[ShipView]:
        """The reader's own active ships."""
        return [ship for ship in self.ships.values() if ship.active and ship.seat == self.seat]


def view(state: State, seat: str | None) -> View:
    """SSL-Y.1: what `seat` may know. SSL-Y.6: after the end everything. Raises KeyError for a seat that is not in this game."""
    side = "" if seat is None else state.seats[seat]
    unseen = {ship.id for ship in state.ships.values() if ship.hidden and ship.side != side and not state.over}
    return View(
        seat=seat,
        side=side,
        scenario=state.scenario,
        options=dict(state.options),
        seats=dict(state.seats),
        columns=state.columns,
        rows=state.rows,
        limit=state.limit,
        turn=state.turn,
        stage=dict(state.stage),
        entry="" if unseen else state.entry,
        advantage=state.advantage,
        strikes=dict(state.strikes),
        ships={ship.id: _ship(state, ship, side) for ship in state.ships.values() if ship.id not in unseen},
        strength={each: state.strength.get(each, 0) - sum(state.ships[id].side == each for id in unseen) for each in SIDES},
        fleets={each: tuple(state.fleet.get(state.senior(each), ())) for each in SIDES if state.over or each == side},
        silence=dict(state.silence),
        shots=tuple(state.shots),
        rams=tuple(state.rams),
        over=state.over,
        winners=tuple(state.winners),
        level=state.level,
        verdict=state.verdict,
    )


def _ship(state: State, ship: Ship, side: str) -> ShipView:
    """SSL-Y.2: standing orders are for her own side. SSL-Y.5: with hidden logs so is her log; the rest lies on the table."""
    own = ship.side == side or state.over
    return ShipView(
        id=ship.id,
        ship_class=ship.ship_class,
        side=ship.side,
        seat=ship.seat,
        hex=ship.hex,
        heading=ship.heading,
        speed=ship.speed,
        count=ship.count,
        fate=ship.fate,
        fired=ship.fired,
        hits=dict(ship.hits),
        trail=tuple(ship.trail),
        track=tuple(ship.track),
        log=_log(ship) if own or state.opt("hidden_logs") == "off" else None,
        standing=tuple(ship.standing) if own else None,
    )


def _log(ship: Ship) -> LogView:
    return LogView(
        marked=ship.marked,
        lost=ship.lost,
        maximum=ship.maximum,
        gone=tuple(ship.gone),
        tower_lost=ship.tower_lost,
        command_until=ship.command_until,
        jam=ship.jam,
        jam_until=ship.jam_until,
    )
