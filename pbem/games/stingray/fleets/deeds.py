"""STG-CAM.7: whom each vessel of a battle has hit and destroyed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from events.base import Event
from events.stingray.damage import CrewHurt, Sank
from events.stingray.movement import Encountered
from events.stingray.orders import MoveBegan
from events.stingray.weapons import AttackMade, Launched, MineBlast, MineGone
from pbem.core.fleets.fleet_units import Deed
from pbem.games.stingray.model.tables import CREW_DEAD
from pbem.games.stingray.rules.legal import side_of

DEED_EVENTS: tuple[type[Event], ...] = (MoveBegan, Launched, AttackMade, MineBlast, MineGone, Encountered, CrewHurt, Sank)


def deeds(events: Iterable[Event]) -> list[Deed]:
    """Hits and kills, in order."""
    return list(_told(events))


def _told(events: Iterable[Event]) -> Iterator[Deed]:
    log = _Log()
    for event in events:
        if isinstance(event, MoveBegan):
            log.hitters.clear()
        for unit, target in log.hits(event):
            if side_of(unit) != side_of(target):
                log.hitters[target] = unit
                yield Deed(unit, "hit", target)
        target = _destroyed(event)
        if target in log.hitters and target not in log.killed:
            log.killed.add(target)
            yield Deed(log.hitters[target], "kill", target)


def _destroyed(event: Event) -> str:
    """Which vessel is lost by it (STG-CRW.3: without a living crew, too); "" if none is."""
    match event:
        case Sank():
            return event.vessel
        case CrewHurt() if event.injuries >= CREW_DEAD:
            return event.vessel
    return ""


@dataclass
class _Log:
    """Who laid each mine, whom one hits that is yet to be named; who last hit each vessel in this move, and which are lost."""

    layers: dict[str, str] = field(default_factory=dict)
    blasted: list[str] = field(default_factory=list)
    hitters: dict[str, str] = field(default_factory=dict)
    killed: set[str] = field(default_factory=set)

    def hits(self, event: Event) -> Iterator[tuple[str, str]]:
        """Who has hit whom by it. A mine that the scenario has laid is nobody's."""
        match event:
            case Launched():
                self.layers[event.item] = event.vessel
            case AttackMade() if event.hit:
                yield event.missile.rpartition("-")[0], event.vessel
            case MineBlast():
                self.blasted.append(event.vessel)
            case MineGone():
                if layer := self.layers.get(event.mine):
                    yield from ((layer, target) for target in self.blasted)
                self.blasted.clear()
            case Encountered() if event.rammer and event.first and event.second:
                yield event.rammer, event.second if event.rammer == event.first else event.first
