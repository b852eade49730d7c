"""What a captain without a player decides: of the moves their ship could make next turn, the one that promises most."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.core.geometry.tabletop import closest, distance
from pbem.games.wet_thrust.bots.chase import breaking, kept
from pbem.games.wet_thrust.bots.tactics import (
    BAND_MIDDLES,
    BANDS,
    MIL,
    Odds,
    Shot,
    band_of,
    charges,
    end_on,
    sector_of,
    spread,
    tubes,
)
from pbem.games.wet_thrust.bots.task import BotStyle, Sea, Task
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import CHARGE_RANGE, OBSCURED, TORPEDO_RANGE
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.planning.tracks import Track, options

LATER = 0.6
"""The weight of what may happen in the next turn, if all go straight on."""
HIT = 60.0
"""Points for a friend on her way; a third of it for one who may be there, or in the turn after."""
ELBOW_ROOM = 0.75
"""Inches kept beside the radius of collisions."""
ENEMY_ROOM = 6.0
WIDE_BERTH = 2 * MIL
"""Mils beyond that room within which an enemy is better not met."""
SPEED = 0.06
"""Points for each inch of speed kept: whoever lies still is soon where all guns bear."""
SLOW, STEERAGE = 0.6, 3.0
"""Points for each inch of speed below so much: torpedoes and bombs hardly miss a ship that lies still (WT-10.7, WT-13.3)."""
SHUN = 0.4
"""Points for each inch farther from a submarine that may fire."""
STAY_WEIGHT, STAY_RANGE = 0.2, 5.0
"""Points for each inch nearer to a carrier than so many."""
AVOID = {"BB": 1.0, "BC": 1.0, "CA": 0.8, "CL": 0.5, "DD": 0.2, "CV": 0.1, "SS": 0.1, "MM": 0.0}
"""Points for each inch that a carrier keeps farther from such a ship."""
RAM = 1.0
"""Points for each inch by which an enemy to be rammed is missed."""
SAFE = 26.0
"""Inches beyond which a ship that cannot win keeps from every gun."""
EMPTY = 0.5
"""What an enemy's launchers count for: nobody knows whether they are loaded."""
FUTURE = 1.5
"""Turns for which the range that she comes to is thought to last."""
EASY = 3
"""Inches off the range wanted that do not matter."""
AFT = (5, 6, 7)
APPROACH = 10.0
"""The weight of the fire on the way to a torpedo attack: their friends fire too, and they do not wait for her."""
STALK = 0.35
"""Points for each inch nearer to a contact."""


@dataclass
class Captain:
    """One ship's choice."""

    known: State
    odds: Odds
    style: BotStyle
    ship: Vessel
    task: Task
    sea: Sea

    def best(self) -> Track:
        """The move that promises most; of equals the first."""
        found = options(self.ship, fine=self.ship.printed.type == "DD")
        if self.task.breaks:
            found = self._fastest(found)
        return max(found, key=self.worth)

    def _fastest(self, found: list[Track]) -> list[Track]:
        """WT-21.2: at all the speed that she can reach."""
        most = max(track.steering.speed for track in found)
        return [track for track in found if track.steering.speed == most]

    def worth(self, track: Track) -> float:
        """A move in points."""
        return self._fight(track) + self._place(track) + self._hunt(track) - self._hazards(track) - self._aircraft(track)

    # ------------------------------------------------------------ guns and torpedoes

    def _fight(self, track: Track) -> float:
        """What she does to the best target, now and in the next turn, less what is done to her."""
        best, suffered = [0.0, 0.0], 0.0
        for foe, its in self.sea.foes:
            here = (track.end, its.end), (track.later, its.later)
            for n, (own, other) in enumerate(here):
                away = distance(own, other)
                if away > 48 * MIL:
                    continue
                sector, back = sector_of(own, track.course, other), sector_of(other, its.course, own)
                given = self.given(track if n == 0 else None, foe, away, sector, back)
                best[n] = max(best[n], given)
                suffered += (1.0, LATER)[n] * self._suffered(track if n == 0 else None, foe, away, sector, back)
        return best[0] + LATER * best[1] - self.style.care * suffered

    def given(self, track: Track | None, foe: Vessel, away: float, sector: int, back: int) -> float:
        """Points that she makes on an enemy. `sector`: where they lie; `back`: where she lies from them."""
        barred, smoke = (track.steering.barred, self.task.smoke) if track else (False, False)
        shot = Shot(sector, band_of(away), barred, foe.evasive and _escort(foe), int(smoke))
        boxes = self.odds.guns(self.ship, foe, shot)
        if away <= TORPEDO_RANGE * MIL and self.loaded:
            boxes += self.spread(foe, away, sector, back)
        return self.odds.worth(foe, boxes)

    def _suffered(self, track: Track | None, foe: Vessel, away: float, sector: int, back: int) -> float:
        """Points that an enemy makes on her; their guns have a choice of targets."""
        evades = track is not None and track.steering.evasive
        fewer = int(track is not None and track.steering.chasing) + int(self.task.smoke and track is not None)
        boxes = self.odds.guns(foe, self.ship, Shot(back, band_of(away), False, evades and _escort(self.ship), fewer))
        if away <= TORPEDO_RANGE * MIL:
            number = tubes(foe.printed.key, self.odds.loaded(foe), back)
            modifier = (-2 if evades else 0) + (OBSCURED if self.task.smoke else 0)
            boxes += EMPTY * spread(number, away, end_on(sector), self.ship.printed.belt, modifier)
        return self.odds.worth(self.ship, boxes) * self.sea.shares[foe.id]

    @cached_property
    def loaded(self) -> tuple[str, ...]:
        """Her launchers that can fire."""
        return self.odds.loaded(self.ship) if self.ship.mode != "deep" else ()

    def spread(self, foe: Vessel, away: float, sector: int, back: int) -> float:
        """Boxes that her torpedoes mark on an enemy."""
        number = tubes(self.ship.printed.key, self.loaded, sector)
        modifier = (-2 if foe.evasive else 0) + (OBSCURED if foe.smoking else 0)
        return spread(number, away, end_on(back), foe.printed.belt, modifier, foe.speed == 0)

    # ------------------------------------------------------------ where it leaves her

    def _place(self, track: Track) -> float:
        """Nearer to her goal, to the range she wants of her quarry, or away from everybody."""
        task = self.task
        speed = float(track.steering.speed)
        worth = SPEED * speed - SLOW * max(0.0, STEERAGE - speed)
        if task.goal is not None:
            worth -= task.weight * distance(track.later, task.goal) / MIL
        for spot in task.shun:
            worth -= SHUN * max(0.0, TORPEDO_RANGE - distance(track.later, spot) / MIL)
        if task.breaks:
            worth += breaking(self.known, self.ship, track, self.sea.foes)
        if not self.quarry and task.stay_near is not None and not task.run:
            worth -= STAY_WEIGHT * max(0.0, distance(track.end, task.stay_near) / MIL - STAY_RANGE)
        elif task.run or (not self.quarry and task.goal is None and not task.shadow):
            worth += self._clear(track)
        elif task.away:
            worth -= sum(
                AVOID[foe.printed.type] * max(0.0, task.away - distance(track.later, its.later) / MIL)
                for foe, its in self.sea.foes
            )
        elif self.quarry:
            worth += FUTURE * self._long_run(track)
            _, its, wanted = self.quarry
            worth -= self.style.eager * max(0.0, abs(distance(track.later, its.later) / MIL - wanted) - EASY)
        if task.shadow:
            worth += task.shadow_weight * self.shadows(track)
        return worth

    def _long_run(self, track: Track) -> float:
        """What the ranges that she comes to promise for the turns to come."""
        best, suffered = 0.0, 0.0
        for foe, its in self.sea.foes:
            band = band_of(distance(track.later, its.later))
            best = max(best, self.odds.worth(foe, self.odds.broadside(self.ship, foe, band)))
            suffered += self.odds.worth(self.ship, self.odds.broadside(foe, self.ship, band)) * self.sea.shares[foe.id]
        return best - self.style.care * suffered

    def _clear(self, track: Track) -> float:
        """Away from every enemy who could hurt her, until all are well off."""
        gaps = [min(distance(track.later, its.later) / MIL, SAFE + 22) for _, its in self.sea.foes]
        return self.style.eager * min(gaps, default=0.0)

    def shadows(self, track: Track) -> float:
        """WT-21.3: how surely this move keeps her on the heels of the enemy who must not get away."""
        return next((kept(track, its) for foe, its in self.sea.foes if foe.id == self.task.shadow), 0.0)

    @cached_property
    def quarry(self) -> tuple[Vessel, Track, float] | None:
        """The enemy worth going for, where they will be, and the range wanted; None if she has nothing to win from any."""
        found = []
        for foe, its in self.sea.foes:
            gain, wanted = self._promise(foe)
            if gain > 0:
                found.append((gain / (12 + distance(self.ship.at, foe.at) / MIL), foe, its, wanted))
        best = max(found, key=lambda each: each[0], default=None)
        return best[1:] if best else None

    def _promise(self, foe: Vessel) -> tuple[float, float]:
        """What the best range against an enemy is worth, and that range."""
        odds, care = self.odds, self.style.care * self.sea.shares[foe.id]
        best = (0.0, 0.0)
        for band in range(BANDS):
            gain = odds.worth(foe, odds.broadside(self.ship, foe, band))
            gain -= care * odds.worth(self.ship, odds.broadside(foe, self.ship, band))
            best = max(best, (gain, float(BAND_MIDDLES[band])))
        if self.loaded:
            gain = odds.worth(foe, odds.best_spread(self.ship, foe)) - care * odds.worth(
                self.ship, odds.guns(foe, self.ship, Shot(3, 0, False, _escort(self.ship)))
            )
            gain -= care * self._approach(foe)
            best = max(best, (gain, 4.0))
        return best

    def _approach(self, foe: Vessel) -> float:
        """What an enemy does to her while she comes within torpedo range of them at her own speed, if they stay."""
        turns = max(0.0, distance(self.ship.at, foe.at) / MIL - TORPEDO_RANGE) / max(1.0, float(self.ship.top))
        return APPROACH * turns * self.odds.worth(self.ship, self.odds.broadside(foe, self.ship, 1))

    # ------------------------------------------------------------ submarines held

    def _hunt(self, track: Track) -> float:
        """An attack run: past the contact, close, with the mounts astern bearing (WT-19.5)."""
        best = 0.0
        for contact in self.task.hunt.values():
            away = distance(track.end, contact.at)
            worth = -STALK * max(0.0, distance(track.end, contact.at) / MIL - 1)
            if away <= CHARGE_RANGE * MIL:
                astern = sector_of(track.end, track.course, contact.at) in AFT
                worth += 2.0 * charges(max(away, 0.7 * MIL), astern, 3)
            best = max(best, worth + 30)
        return best

    # ------------------------------------------------------------ hazards

    def _hazards(self, track: Track) -> float:
        """Friends on her way; enemies whom she would run into."""
        cost, room = 0.0, (self.sea.radius + ELBOW_ROOM) * MIL
        for other, weight in self._near:
            if closest(track.way, other.way) < room:
                cost += weight
            if closest(track.next, other.next) < room:
                cost += weight / 3
        for foe, its in self.sea.foes:
            if foe.id == self.task.ram:
                cost += RAM * closest(track.way, its.way) / MIL
            elif self.sea.radius and foe.visible:
                cost += ENEMY_ROOM * max(0.0, 1 - closest(track.way, its.way) / (room + WIDE_BERTH))
        return cost

    @cached_property
    def _near(self) -> list[tuple[Track, float]]:
        """Friends that she could meet within two turns."""
        reach = 45 * MIL
        both = [(track, HIT) for track in self.sea.planned] + [(track, HIT / 3) for track in self.sea.expected]
        return [(track, weight) for track, weight in both if distance(track.way.start, self.ship.at) < reach]

    def _aircraft(self, track: Track) -> float:
        """What the enemy's aircraft may do to her; steaming evasively helps (WT-2.11)."""
        boxes, evading = self.sea.strike.get(self.ship.id, (0.0, 0.0))
        return self.style.care * self.odds.worth(self.ship, evading if track.steering.evasive else boxes)

    # ------------------------------------------------------------ targets on the move chosen

    def targets(self, track: Track) -> list[Vessel]:
        """Enemies that some gun may reach, the most rewarding first."""
        found = []
        for foe, its in self.sea.foes:
            away = distance(track.end, its.end)
            sector = sector_of(track.end, track.course, its.end)
            boxes = self.odds.guns(self.ship, foe, Shot(sector, band_of(away), track.steering.barred))
            found.append((self.odds.worth(foe, boxes), -away, foe))
        return [foe for worth, away, foe in sorted(found, key=lambda each: each[:2], reverse=True) if worth > 0]

    def marks(self, track: Track) -> list[Vessel]:
        """Enemies at whom torpedoes are worth their while, the best first."""
        found = []
        for foe, its in self.sea.foes:
            away = distance(track.end, its.end)
            sector, back = sector_of(track.end, track.course, its.end), sector_of(its.end, its.course, track.end)
            boxes = self.spread(foe, away, sector, back) if self.loaded else 0.0
            good = min(self.odds.best_spread(self.ship, foe), float(self.odds.left(foe)))
            if boxes > 0 and boxes >= self.style.spread * good:
                found.append((self.odds.worth(foe, boxes), foe))
        return [foe for _, foe in sorted(found, key=lambda each: -each[0])]


def _escort(ship: Vessel) -> bool:
    """WT-2.11: is she hard to hit when she steams evasively?"""
    return ship.printed.evasive == "escort"
