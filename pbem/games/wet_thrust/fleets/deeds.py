"""WT-24.9: who has hit whom, and sunk whom, as the log tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from events.base import Event
from events.wet_thrust.damage import Lost
from events.wet_thrust.firing import DepthCharged, GunsFired, TorpedoesFired
from events.wet_thrust.flying import Bombed
from events.wet_thrust.opening import VesselEntered
from events.wet_thrust.sailing import Collided, ContactHeld
from pbem.core.fleets.fleet_units import Deed

DEED_EVENTS: Sequence[type[Event]] = (
    VesselEntered, ContactHeld, Collided, GunsFired, TorpedoesFired, DepthCharged, Bombed, Lost
)  # fmt: skip


def deeds(events: Iterable[Event]) -> list[Deed]:
    """WT-24.9: in the order of the log."""
    told = _Told()
    return [deed for event in events for deed in told.of(event)]


@dataclass
class _Told:
    """What the log has told so far: the vessels' sides, boats by side and contact, and who scored last on whom."""

    sides: dict[str, str] = field(default_factory=dict)
    boats: dict[tuple[str, str], str] = field(default_factory=dict)
    last: dict[str, list[str]] = field(default_factory=dict)

    def of(self, event: Event) -> Iterator[Deed]:
        """The deeds that an event tells."""
        match event:
            case VesselEntered():
                self.sides[event.ship] = event.side
            case ContactHeld():
                self.boats[self.sides[event.ship], event.contact] = event.ship
            case Collided():
                yield from self._collision(event)
            case GunsFired() | TorpedoesFired() | DepthCharged() | Bombed():
                yield from self._salvo(event)
            case Lost():
                yield from (Deed(unit, "kill", event.ship) for unit in self.last.get(event.ship, []))

    def _salvo(self, event: GunsFired | TorpedoesFired | DepthCharged | Bombed) -> Iterator[Deed]:
        """A squadron's is its ship's; land-based bombers are no unit's."""
        by = event.by if isinstance(event, TorpedoesFired) else event.squadron if isinstance(event, Bombed) else event.ship
        unit = by.partition("-")[0]
        if event.symbols if isinstance(event, GunsFired) else event.hits:
            yield from self._hit([unit] if unit in self.sides else [], self._vessel(event.target, unit), event.points)

    def _collision(self, event: Collided) -> Iterator[Deed]:
        """WT-5.3: each hits the other, unless they are of one side."""
        first, second = self._vessel(event.first, event.second), self._vessel(event.second, event.first)
        if self.sides[first] != self.sides[second]:
            yield from self._hit([first], second, event.first_deals)
            yield from self._hit([second], first, event.second_deals)

    def _vessel(self, name: str, enemy: str) -> str:
        """WT-23.4: a boat below the surface is named by the contact as which this enemy knows her."""
        if name in self.sides:
            return name
        return next(boat for (side, contact), boat in self.boats.items() if contact == name and side != self.sides[enemy])

    def _hit(self, units: list[str], target: str, points: int) -> Iterator[Deed]:
        """Who scores last before a vessel is lost has sunk her."""
        if points:
            self.last[target] = units
        yield from (Deed(unit, "hit", target) for unit in units)
