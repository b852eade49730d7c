"""SN-17: ships that come out of one battle and go into the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from events.base import Event
from events.star_navy.battle import Fired, MineLaid, PointsArrived
from events.star_navy.boarding import Captured
from events.star_navy.movement import MineHit, ShipDestroyed
from events.star_navy.opening import ShipEntered
from pbem.core.fleets.berths import Berth, Forces, manned
from pbem.core.fleets.fleet_units import Deed, Fate, Muster, Unit, UnitClass, UnitEnd, counted
from pbem.core.game.options import Options
from pbem.core.game.protocol import Fleets
from pbem.core.game.turn import Turn
from pbem.games.star_navy.model import scenario as scenarios
from pbem.games.star_navy.model.scenario import Entry
from pbem.games.star_navy.model.sheet import UNIT_CLASSES, lacking
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules import setup, victory

# ---------------------------------------------------------------- into a battle


def classes() -> Mapping[str, UnitClass]:
    """SN-17.1: by class code."""
    return UNIT_CLASSES


def berths(scenario: str, options: Options) -> list[Berth]:
    """SN-17.3: every ship of the scenario is a place, for a ship of any class."""
    return [Berth(entry.side, _unit(entry)) for entry in _printed(scenario, options)]


def _printed(scenario: str, options: Options) -> list[Entry]:
    return scenarios.roster(scenarios.find(scenario), options)


def _unit(entry: Entry) -> Unit:
    return Unit(entry.id, entry.ship_class, entry.name, counted(entry.lacks, UNIT_CLASSES[entry.ship_class]))


def deploy(turn: Turn[State], scenario: str, options: Options, forces: Forces) -> None:
    """SN-17.3: the opening position of a scenario, with these ships in its places.

    Raises ValueError for a ship that cannot be in a battle, as one without integrity.
    """
    taken = manned(berths(scenario, options), forces)
    entries = [_manned(entry, taken[entry.id]) for entry in _printed(scenario, options) if entry.id in taken]
    wrong = [f"{entry.id}: {why}" for entry in entries for _, why in scenarios.ship_faults(entry)]
    if wrong:
        raise ValueError("; ".join(wrong))
    setup.open_with(turn, scenario, options, scenarios.in_roster_order(entries))


def _manned(entry: Entry, unit: Unit) -> Entry:
    return replace(entry, id=unit.id, ship_class=unit.unit_class, name=unit.name, lacks=unit.lacks)


# ---------------------------------------------------------------- out of a battle


def muster(state: State) -> Muster:
    """SN-17.6: what has become of every ship; SN-17.7: the points of each side."""
    return Muster({ship.id: _end(ship) for ship in state.ships.values()}, _points(state))


def _end(ship: Ship) -> UnitEnd:
    fate, how = _fate(ship)
    side = ship.original_side if fate == "lost" else ship.side
    return UnitEnd(ship.ship_class, side, fate, how, lacking(ship.console, ship.printed))


def _fate(ship: Ship) -> tuple[Fate, str]:
    """SN-17.6: lost, captured, left or present, and in the words of the rule book."""
    if ship.fate == "destroyed":
        return "lost", "destroyed"
    if ship.side != ship.original_side:
        return "captured", "captured" if ship.alive else "captured, disengaged"
    return ("present", "on the map") if ship.alive else ("left", "disengaged")


def _points(state: State) -> dict[str, float]:
    """SN-17.7: the score; of a battle that was broken off what it would be now."""
    points: dict[str, float] = {side: state.scores.get(side, 0) for side in state.sides}
    if not state.over and not victory.first_blood(state.scenario):
        for award in victory.awards(state):
            points[award.side] += award.points
    return points


# ---------------------------------------------------------------- deeds


@dataclass
class _Roll:
    """SN-17.8: who has struck whom, as the events tell it."""

    sides: dict[str, str] = field(default_factory=dict)
    """Who commands each ship now."""
    layers: dict[str, MineLaid] = field(default_factory=dict)
    struck: dict[str, dict[str, int]] = field(default_factory=dict)
    """By target, the points of each enemy ship in its last step."""
    coming: dict[str, dict[str, int]] = field(default_factory=dict)
    """The same of the step whose points have not arrived yet."""
    deeds: list[Deed] = field(default_factory=list)

    def add(self, event: Event) -> None:
        """Take one event of `DEED_EVENTS`, in the order of the log."""
        match event:
            case ShipEntered():
                self.sides[event.ship] = event.side
            case MineLaid():
                self.layers[event.mine] = event
            case Fired():
                self._strike(event.ship, self.sides[event.ship], event.target, sum(event.hits.values()))
            case MineHit():
                mine = self.layers[event.mine]
                self._strike(mine.ship, mine.side, event.ship, event.points)
            case PointsArrived() if event.first:
                self.struck[event.ship] = self.coming.pop(event.ship, {})
            case ShipDestroyed() if event.cause == "integrity":
                self._destroyed(event.ship)
            case Captured():
                self.sides[event.ship] = event.side
                self.deeds.append(Deed(event.by, "kill", event.ship))

    def _strike(self, unit: str, side: str, target: str, points: int) -> None:
        if points and side != self.sides[target]:
            step = self.coming.setdefault(target, {})
            step[unit] = step.get(unit, 0) + points
            self.deeds.append(Deed(unit, "hit", target))

    def _destroyed(self, target: str) -> None:
        step = self.struck.get(target, {})
        if step:
            self.deeds.append(Deed(max(step, key=lambda unit: step[unit]), "kill", target))


DEED_EVENTS: Sequence[type[Event]] = (ShipEntered, Fired, MineLaid, MineHit, PointsArrived, ShipDestroyed, Captured)


def deeds(events: Iterable[Event]) -> list[Deed]:
    """SN-17.8: hits and kills, in order."""
    roll = _Roll()
    for event in events:
        roll.add(event)
    return roll.deeds


FLEETS = Fleets(
    classes=classes,
    berths=berths,
    deploy=deploy,
    muster=muster,
    deed_events=DEED_EVENTS,
    deeds=deeds,
)
