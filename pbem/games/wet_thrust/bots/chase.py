"""WT-21 as captains without a player see it: getting away, and not letting get away."""

from __future__ import annotations

from pbem.core.geometry.tabletop import Spot, advanced, distance, points_between, relative, turned
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.planning.tracks import Track

Seen = list[tuple[Vessel, Track]]
"""Ships and where they are expected."""

DODGES = (-2, 0, 2)
"""Points of turn that an enemy to be shadowed may make."""
ESCAPE = 6.0
"""Points for getting away for certain."""
ABAFT = 2.0
"""Points for having the nearest enemy abaft the beam (WT-21.2)."""
ASTERN = 0.005
"""Points for each degree nearer to astern."""
BEAM, BOW_ARC = 90, 45
"""WT-21.2, WT-21.3: degrees off the stern, and off the bow."""


def breaking(known: State, ship: Vessel, track: Track, foes: Seen) -> float:
    """Points for a move of a ship that breaks contact. WT-21.2: the nearest enemy abaft the beam, if possible well astern."""
    if not foes:
        return 0.0
    near = min((its.end for _, its in foes), key=lambda end: distance(track.end, end))
    off_stern = abs(relative(track.end, track.course, near) - 180)
    if off_stern > BEAM:
        return -ASTERN * off_stern
    return ABAFT + ESCAPE * _chance(known, ship, track, foes) - ASTERN * off_stern


def _chance(known: State, ship: Vessel, track: Track, foes: Seen) -> float:
    """WT-21.4, WT-21.6: of getting away, if all go straight on and every enemy challenges."""
    after = [(foe, its) for foe, its in foes if foe.speed and follows(its.end, its.course, track.end, track.course)]
    if not after:
        return 1.0
    foe = min(after, key=lambda each: distance(track.end, each[1].end))[0]
    radar = foe.printed.systems.get("RA", 0) > 0
    total = ship.top - foe.known_top - ship.sheet.fuel_lost // 2 - int(radar) + int(known.weather.smoke) + known.weather.x
    return min(6, max(0, int(total))) / 6


def kept(track: Track, its: Track) -> float:
    """The part of the turns that a ship may make in which another, on this move, can challenge her."""
    if not track.steering.speed:
        return 0.0
    found = 0
    for points in DODGES:
        end = advanced(its.way.half, turned(its.course, points // 2), its.steering.speed / 2)
        found += follows(track.end, track.course, end, turned(its.course, points))
    return found / len(DODGES)


def follows(at: Spot, course: int, prey: Spot, its: int) -> bool:
    """WT-21.3: courses a point apart at most, or the other in her bow arc."""
    return points_between(course, its) <= 1 or abs((relative(at, course, prey) + 180) % 360 - 180) <= BOW_ARC
