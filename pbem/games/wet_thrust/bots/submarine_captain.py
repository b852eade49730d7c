"""What a submarine's captain without a player decides: where to lie in wait, when to come up, fire, and go deep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pbem.core.geometry.tabletop import Spot, advanced, closest, distance
from pbem.games.wet_thrust.bots.captain import ELBOW_ROOM, HIT
from pbem.games.wet_thrust.bots.tactics import MIL, Odds, end_on, sector_of, spread, tubes
from pbem.games.wet_thrust.bots.task import BotStyle, Sea
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import NEAR_RANGE, OBSCURED, SONAR
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.planning.tracks import Track, options

SOON = 0.7
"""The weight of a shot of the turn after."""
NEARER = 0.15
"""Points for each inch nearer to where a target will come by."""
FIRING_RANGE = 2.5
AHEAD = 9
"""Turns for which a target's course is thought ahead."""
CLOSE = 6
"""Inches at which a destroyer that holds her may be over her next turn."""
ROOM = 2
"""Inches beyond the reach of sonar at which a destroyer is as good as on her."""
LONELY = 26
"""Inches within which nobody dangerous must be for her to chase on the surface."""
AIM = 0.25
"""Points for having the target before her bows."""
TARGETS = 4
"""Ships named in an order for torpedoes."""
HEARD = 0.05
"""Points for each inch by which a destroyer comes within reach of her sonar."""


@dataclass
class SubmarineCaptain:
    """One submarine's choice."""

    known: State
    odds: Odds
    style: BotStyle
    ship: Vessel
    sea: Sea

    def best(self) -> Track:
        """The move that promises most; running silent she moves not at all."""
        return max(options(self.ship, fine=True), key=self._worth)

    def block(self, track: Track) -> Iterator[str]:
        """Her orders: plot, torpedoes, depth."""
        depth = self.depth(track)
        yield "-" if depth == "SILENT" else track.text
        marks = self.marks(track)
        if marks:
            near_only = self._near_only(marks[0])
            others = [foe for foe in self.prey if near_only and foe not in marks]
            within = f" WITHIN {NEAR_RANGE}" if near_only else ""
            yield f"TORP {' ELSE '.join(foe.id for foe in [*marks, *others][:TARGETS])}{within}"
        elif any(line.startswith("TORP") for line in self.ship.standing):
            yield "TORP HOLD"
        if depth:
            yield depth

    # ------------------------------------------------------------ shots

    @cached_property
    def loaded(self) -> tuple[str, ...]:
        """Launchers that can fire next turn, in whatever mode she is then."""
        return self.odds.loaded(self.ship)

    @cached_property
    def _tubes(self) -> int:
        """The most that bear together."""
        return max((tubes(self.ship.printed.key, self.loaded, sector) for sector in range(12)), default=0)

    def _shot(self, foe: Vessel, own: Spot, course: int, other: Spot, its: int) -> float:
        """Points that her torpedoes make on an enemy."""
        away = distance(own, other)
        number = tubes(self.ship.printed.key, self.loaded, sector_of(own, course, other))
        back = end_on(sector_of(other, its, own))
        return self.odds.worth(foe, spread(number, away, back, foe.printed.belt, self._harder(foe), foe.speed == 0))

    def shots(self, track: Track, later: bool) -> list[tuple[float, Vessel]]:
        """What she may do to each enemy at the end of the next move, or of the one after, the best first."""
        own = track.later if later else track.end
        found = [
            (self._shot(foe, own, track.course, its.later if later else its.end, its.course), foe) for foe, its in self.sea.foes
        ]
        return sorted((each for each in found if each[0] > 0), key=lambda each: -each[0])

    def _good(self, foe: Vessel) -> float:
        """Points below which she does not waste a load on an enemy."""
        best = spread(self._tubes, FIRING_RANGE * MIL, False, foe.printed.belt, self._harder(foe))
        return max(0.05, self.style.spread * self.odds.worth(foe, best))

    def _near_only(self, foe: Vessel) -> bool:
        """Is a salvo from beyond the near range wasted on such an enemy?"""
        return spread(self._tubes, NEAR_RANGE * MIL + 1, False, foe.printed.belt, self._harder(foe), foe.speed == 0) <= 0

    @staticmethod
    def _harder(foe: Vessel) -> int:
        return (-2 if foe.evasive else 0) + (OBSCURED if foe.smoking else 0)

    def marks(self, track: Track) -> list[Vessel]:
        """At whom to fire on this move, the best first."""
        if self.ship.mode == "deep" or not self.loaded:
            return []
        return [foe for worth, foe in self.shots(track, False) if worth >= self._good(foe)]

    # ------------------------------------------------------------ the move

    def _worth(self, track: Track) -> float:
        now = self.shots(track, False) if self.ship.mode != "deep" else []
        soon = self.shots(track, True)
        worth = (now[0][0] if now else 0.0) + SOON * (soon[0][0] if soon else 0.0)
        if self.goal is not None:
            gap = distance(track.later, self.goal) / MIL
            worth -= NEARER * abs(gap - FIRING_RANGE) if gap < FIRING_RANGE else NEARER * (gap - FIRING_RANGE)
            worth += AIM * self._aimed(track)
        return worth - self._hazards(track)

    def _aimed(self, track: Track) -> bool:
        """Will she have her target before her bows when it has come on?"""
        return any(
            its.way.start == self.target and sector_of(track.later, track.course, its.later) in (11, 0, 1)
            for _, its in self.sea.foes
        )

    def _hazards(self, track: Track) -> float:
        """Friends on her way, if both are on the surface, and destroyers overhead."""
        cost = 0.0
        if self.ship.visible:
            room = (self.sea.radius + ELBOW_ROOM) * MIL
            cost += sum(HIT for other in (*self.sea.planned, *self.sea.expected) if closest(track.way, other.way) < room)
        ear = SONAR[self.ship.mode] + 1 if self.ship.mode in SONAR else LONELY
        for _, its in self.hunters:
            gap = min(closest(track.way, its.way), distance(track.later, its.later)) / MIL
            cost += HEARD * max(0.0, ear - gap)
        return cost

    @cached_property
    def goal(self) -> Spot | None:
        """Where the target that is reached soonest for its worth will be when she meets it."""
        return self._meeting[0] if self._meeting else None

    @cached_property
    def target(self) -> Spot | None:
        """Where that target is now."""
        return self._meeting[1] if self._meeting else None

    @cached_property
    def _meeting(self) -> tuple[Spot, Spot] | None:
        best: tuple[float, Spot, Spot] | None = None
        speed = float(self.ship.top)
        for foe, its in self.sea.foes:
            if foe not in self.prey:
                continue
            for turns in range(1, AHEAD + 1):
                there = advanced(its.way.start, its.course, its.steering.speed * turns)
                gap = distance(self.ship.at, there) / MIL - FIRING_RANGE - speed * turns
                worth = self.odds.stake(foe) / (turns + 3) - (gap if gap > 0 else 0)
                if best is None or worth > best[0]:
                    best = worth, there, its.way.start
        return best[1:] if best else None

    @cached_property
    def prey(self) -> list[Vessel]:
        """Enemies for whom she comes up: destroyers only if there is nobody else."""
        foes = [foe for foe, _ in self.sea.foes]
        return [foe for foe in foes if foe.printed.type != "DD"] or foes

    @cached_property
    def reachable(self) -> bool:
        """Can she lie in the way of anybody?"""
        speed = float(self.ship.printed.submerged)
        for _, its in self.sea.foes:
            for turns in range(1, AHEAD + 1):
                there = advanced(its.way.start, its.course, its.steering.speed * turns)
                if distance(self.ship.at, there) / MIL - 8 <= speed * turns:
                    return True
        return False

    # ------------------------------------------------------------ depth

    @cached_property
    def hunters(self) -> list[tuple[Vessel, Track]]:
        """Enemy destroyers."""
        return [(foe, its) for foe, its in self.sea.foes if foe.printed.type == "DD"]

    def _gap(self, track: Track) -> float:
        """Inches to the nearest destroyer during the next move, as far as can be seen."""
        return min((closest(track.way, its.way) / MIL for _, its in self.hunters), default=99.0)

    def _upon(self, track: Track) -> float:
        """Inches from which the nearest destroyer may come."""
        return min((distance(track.end, its.end) / MIL for _, its in self.hunters), default=99.0)

    def depth(self, track: Track) -> str:
        """DIVE, PERISCOPE, SURFACE, SILENT, or nothing."""
        soon = [worth >= self._good(foe) for worth, foe in self.shots(track, True) if foe in self.prey]
        if self.ship.mode == "deep":
            return self._from_deep(track, any(soon))
        if self.ship.mode == "periscope":
            return self._at_periscope(track, any(soon))
        threatened = any(distance(track.end, its.end) / MIL < LONELY for foe, its in self.sea.foes if foe.printed.type != "MM")
        near = any(distance(track.end, its.end) / MIL < 10 for _, its in self.sea.foes)
        return "PERISCOPE" if threatened or near else ""

    def _from_deep(self, track: Track, soon: bool) -> str:
        if soon and self.loaded:
            return "PERISCOPE"
        if self.known.held_as(self.ship) and self._gap(track) < CLOSE + ROOM:
            return "SILENT"
        return "PERISCOPE" if not self.hunters and self.loaded else ""

    def _at_periscope(self, track: Track, soon: bool) -> str:
        near = self._upon(track) < SONAR["periscope"] + ROOM + SONAR["deep"]
        if soon and self.loaded and self._upon(track) > CLOSE:
            return ""
        if near:
            return "DIVE"
        armed = any(distance(track.end, its.end) / MIL < LONELY for foe, its in self.sea.foes if foe.printed.type != "MM")
        alone = not armed and self._upon(track) > LONELY
        return "SURFACE" if alone and not self.reachable and self.sea.foes else ""
