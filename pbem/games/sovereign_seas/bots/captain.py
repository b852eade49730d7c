"""What a captain without a player decides: of the plans their ship could sail this turn, the one that promises most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pbem.core.geometry.hexes import Hex, column_row, distance, step
from pbem.games.sovereign_seas.model.geometry import CHANGE, HALF_STEPS, sight
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import MAX_RANGE
from pbem.games.sovereign_seas.orders.tracks import BEYOND, GAP, Track, by_letters, homing, plans
from pbem.games.sovereign_seas.planning.tactics import Odds
from pbem.games.sovereign_seas.rules.sailing.speed import Span, span

NEAR = 3
"""Enemies that are reckoned with: the nearest that could come within range."""
LATER = 0.4
"""The weight of what may happen early in the next turn."""
FADE = 0.97
"""A salvo fired an impulse later is worth so much less: the guns it would have silenced fire first."""
FEEBLE = 0.2
"""Points that a salvo must promise, or it waits for the last impulse: something better may come."""
COLLISION, COMING = 60.0, 6.0
"""Points for a friend's hex, or the sea's edge, on the way in this turn; and straight on in the next."""
ELBOW_ROOM = 3.0
"""Points for an impulse that ends beside a friend: whoever is stopped or turned aside by damage soon is in the way."""
SLACK = 4.0
"""Points for an impulse on hexes that a friend means to have left: damage may have slowed her."""
ASTRAY = 6.0
"""Points for an impulse in which a ship that homes on an enemy may meet a friend."""
HINDRANCE = 9.0
"""Points for an impulse in the way of friends who have not planned yet, if they go straight on (as no line does that turns)."""
DODGE = 0.8
"""The chance, impulse by impulse, that an enemy to be rammed still goes as they were seen to go."""
SEA_ROOM = 2
"""Hexes to the edge, beside what two turns of heading take, that a ship likes to keep ahead."""
REACH = 3
"""Hexes within which a ship may be rammed in the next impulse."""
OPEN_WATER = 12
"""Hexes beyond which a ship that can hurt nobody need not keep."""
STRAGGLING = 4
"""Hexes that each hexside off the convoy's course is worth."""
AHEAD = (10, 11, 0, 1, 2)


@dataclass(frozen=True)
class BotStyle:
    """What tells one admiral from another, in points."""

    station: float
    """For keeping station in the line of battle."""
    care: float
    """The weight of damage suffered."""
    ram: float
    """The weight of what a ram promises."""
    eager: float
    """For each hex nearer to the quarry."""


@dataclass(frozen=True)
class Plan:
    """A track and the orders that make it: helm letters, or a homing helm in words; `match` is whose speed to keep.

    `contact`: the impulse from which the helm is for ramming: she goes where her target goes, and may lie where she struck.
    """

    track: Track
    helm: str = ""
    match: str = ""
    contact: int = 0

    def room(self, impulse: int) -> set[Hex]:
        """Where she may be met in an impulse."""
        found = set(self.track.during(impulse))
        if 0 < self.contact <= impulse:
            found |= {step(hex, heading) for hex in found for heading in range(6)}
            found |= set(self.track.during(self.contact))
        return found


@dataclass(frozen=True)
class Sea:
    """Of the others: where enemies will be; by impulse the hexes that friends need, would like, are next to, or have left."""

    foes: list[tuple[Ship, Track]]
    crowd: Mapping[str, int]
    """By enemy: how many ships there are for them to fire at."""
    occupied: Mapping[int, set[Hex]]
    wanted: Mapping[int, set[Hex]]
    crowded: Mapping[int, set[Hex]]
    wake: Mapping[int, set[Hex]]


@dataclass
class Captain:
    """One ship's choice.

    `ahead` is the line mate to follow, with her track; `most` the greatest speed the line can keep; `escape` the heading on
    which merchantmen run, off the map if they can (they are then neither sunk nor lost). A `shy` ship keeps out of the fight.
    """

    known: State
    odds: Odds
    style: BotStyle
    ship: Ship
    sea: Sea
    ahead: tuple[Ship, Track] | None = None
    most: int = 99
    escape: int | None = None
    shy: bool = False

    # ------------------------------------------------------------ what could be done

    def best(self) -> Plan:
        """The plan that promises most; of equals the first."""
        return max(self.options(), key=lambda option: option[0])[1]

    def options(self) -> Iterator[tuple[float, Plan]]:
        """Every plan tried, with its worth."""
        for speed in self.speeds():
            for letters in plans(self.ship, speed):
                track = by_letters(self.ship, speed, self.known.impulses, letters)
                yield self.worth(track), Plan(track)
        yield from self._in_line()
        if self.style.ram:
            yield from self._rams()

    @cached_property
    def span(self) -> Span:
        """SSL-H.2 to SSL-H.4."""
        return span(self.ship, self.known.options, False)

    def speeds(self) -> list[int]:
        """As fast as may be, as slow as may be, and as now."""
        limits = self.span
        wanted = {limits.most, limits.clamp(self.ship.speed), limits.least}
        return sorted({limits.clamp(min(speed, self.most)) for speed in wanted}, reverse=True)

    def _in_line(self) -> Iterator[tuple[float, Plan]]:
        """FOLLOW the ship ahead at her speed. SSL-I1.3: then she moves first, and her hexes are clear."""
        if not self.ahead:
            return
        leader, hers = self.ahead
        if self.span.clamp(hers.speed) == hers.speed:
            track = homing(self.ship, hers.speed, self.known.impulses, lambda n: hers.wake(leader, n)[-GAP:][0])
            plan = Plan(track, f"FOLLOW {leader.id} GAP {GAP}", leader.id)
            yield self.worth(track, hers) + self.style.station, plan

    def _rams(self) -> Iterator[tuple[float, Plan]]:
        """RAM every enemy that the helm would bring her into."""
        for foe, its in self.near:
            for speed in self.speeds():
                lag = 0 if its.speed < speed else 1
                goals = [its.places[max(0, n - lag)][0] for n in range(len(its.places))]
                track = homing(self.ship, speed, self.known.impulses, goals.__getitem__)
                found = self._contact(track, goals)
                if found:
                    impulse, heading = found
                    gain = self.odds.ram(self.ship, speed, heading, foe, its.speed, its.places[impulse][1])
                    worth = self.style.ram * gain * DODGE ** (impulse - 1 + lag)
                    plan = Plan(track, f"RAM {foe.id}", contact=impulse)
                    yield self.worth(track) + worth - self._astray(plan), plan

    def _contact(self, track: Track, goals: list[Hex]) -> tuple[int, int] | None:
        """The impulse and heading in which a track first enters the goal of the moment."""
        heading, used = self.ship.heading, 0
        for impulse in range(1, self.known.impulses + 1):
            for hex in track.steps[impulse - 1]:
                heading = (heading + CHANGE[track.letters[used]]) % 6
                used += 1
                if hex == goals[impulse]:
                    return impulse, heading
        return None

    def _astray(self, plan: Plan) -> float:
        """What friends near her way make of a helm that may go otherwise than thought."""
        sea, impulses = self.sea, range(plan.contact, self.known.impulses + 1)
        return ASTRAY * sum(not plan.room(n).isdisjoint(sea.occupied[n] | sea.wanted[n]) for n in impulses)

    # ------------------------------------------------------------ guns on the way chosen

    def moment(self, track: Track) -> tuple[int, int, int] | None:
        """When to fire on a track: impulse, range and guns that bear. None if next to nothing is to be hit."""
        best, found = FEEBLE, None
        for foe, its in self.near:
            for n in range(1, self.known.impulses + 1):
                away, bearing = sight(*track.places[n], its.places[n][0])
                if away > MAX_RANGE:
                    continue
                worth = self.fades[n - 1] * self.odds.volley(self.ship, foe, self.pools[foe.id], away, bearing)
                if worth > best:
                    best, found = worth, (n, away, sum(self.odds.bearing(self.ship, away, bearing).values()))
        return found

    def targets(self, track: Track, impulse: int) -> dict[str, list[str]]:
        """By gun code: the enemies it bears on in an impulse, the most rewarding first."""
        found: dict[str, dict[str, float]] = {}
        for foe, its in self.near:
            away, bearing = sight(*track.places[impulse], its.places[impulse][0])
            for code, worth in self.odds.salvoes(self.ship, foe, its.speed, away, bearing).items():
                found.setdefault(code, {})[foe.id] = worth
        return {code: sorted(foes, key=lambda id: -foes[id]) for code, foes in found.items()}

    # ------------------------------------------------------------ what it is worth

    @cached_property
    def near(self) -> list[tuple[Ship, Track]]:
        """The enemies that could come within range this turn, the nearest first."""
        reach = MAX_RANGE + self.ship.speed + self.ship.printed.acceleration
        away = {foe.id: distance(self.ship.hex, foe.hex) for foe, _ in self.sea.foes}
        close = [(foe, its) for foe, its in self.sea.foes if away[foe.id] <= reach + its.speed]
        return sorted(close, key=lambda each: away[each[0].id])[:NEAR]

    @cached_property
    def pools(self) -> dict[str, int]:
        """By enemy near: the dice that she grants."""
        return {foe.id: self.odds.pool(foe, its.speed) for foe, its in self.near}

    @cached_property
    def fades(self) -> list[float]:
        """The weight of each impulse's salvos, from impulse 1."""
        now = [FADE**n for n in range(self.known.impulses)]
        return [*now, *([LATER] * BEYOND)]

    def worth(self, track: Track, leader: Track | None = None) -> float:
        """A track in points. SSL-J2.3: of each ship's salvos only the best counts, once this turn and once the next."""
        hazards = self._hazards(track, leader)
        if hazards >= COLLISION:  # no salvo is worth that much, and most of the thinking is about guns
            return self._position(track) - hazards
        return self._gunnery(track) + self._position(track) - hazards

    def _gunnery(self, track: Track) -> float:
        """Her own best salvo, less a share of every enemy's."""
        given, suffered, impulses = [0.0, 0.0], 0.0, self.known.impulses
        volley, own = self.odds.volley, self.odds.pool(self.ship, track.speed)
        for foe, its in self.near:
            back, pool = [0.0, 0.0], self.pools[foe.id]
            for n, fade in enumerate(self.fades, 1):
                hex, heading = track.places[n]
                there, facing = its.places[n]
                away, bearing = sight(hex, heading, there)
                if away > MAX_RANGE:
                    continue
                turn, reverse = int(n > impulses), (bearing + 6 + 2 * (heading - facing)) % HALF_STEPS
                given[turn] = max(given[turn], fade * volley(self.ship, foe, pool, away, bearing))
                back[turn] = max(back[turn], fade * volley(foe, self.ship, own, away, reverse))
            suffered += sum(back) / self.sea.crowd[foe.id]
        return sum(given) - self.style.care * suffered

    def _position(self, track: Track) -> float:
        """Where it leaves her: as near to her quarry as she likes it, or well away from everybody."""
        hex, heading = track.places[-1]
        if self.quarry and self.escape is None:
            _, its, wanted = self.quarry
            return -self.style.eager * max(0, distance(hex, its.places[-1][0]) - wanted)
        away = min((distance(hex, its.places[-1][0]) for _, its in self.sea.foes), default=OPEN_WATER)
        off = 0 if self.escape is None else min((heading - self.escape) % 6, (self.escape - heading) % 6)
        return self.style.eager * (min(away, OPEN_WATER) - STRAGGLING * off)

    @cached_property
    def quarry(self) -> tuple[Ship, Track, int] | None:
        """The enemy worth going for, and the range wanted; None if she has nothing to win from any of them."""
        if self.shy:
            return None
        found = [(*self._promise(foe), foe, its) for foe, its in self.sea.foes]
        gain, wanted, foe, its = max(
            found, key=lambda each: each[0] / (8 + distance(self.ship.hex, each[2].hex)), default=(0.0, 0, None, None)
        )
        return (foe, its, wanted) if foe and its and gain > 0 else None

    def _promise(self, foe: Ship) -> tuple[float, int]:
        """What an enemy is worth to her, and the range from which it is had: a ram, from none."""
        wanted, gain = self.odds.best_range(self.ship, foe, self.style.care / self.sea.crowd[foe.id])
        ram = self.style.ram * self.odds.ram(self.ship, self.ship.maximum, foe.heading + 1, foe, foe.speed, foe.heading) / 2
        return (ram, 0) if ram > gain else (gain, wanted)

    def _hazards(self, track: Track, leader: Track | None) -> float:
        """Friends and edges on the way, and enemies from whose bows she ends not far enough."""
        cost = 0.0
        for n in range(1, len(track.places)):
            weight = COLLISION if n <= self.known.impulses else COMING
            room = self.sea.occupied[n]
            if any(hex in room and not (leader and hex in leader.during(n)) for hex in track.during(n)):
                cost += weight
            if leader and leader.meets(track, n):
                cost += weight
            if not leader and n <= self.known.impulses:
                cost += HINDRANCE * (not self.sea.wanted[n].isdisjoint(track.steps[n - 1]))
                cost += SLACK * (not self.sea.wake[n].isdisjoint(track.steps[n - 1]))
            cost += ELBOW_ROOM * (track.places[n][0] in self.sea.crowded[n])
        cost += self._edge(track)
        return cost + self.style.care * sum(self._rammed(track, foe, its) for foe, its in self.near)

    def _edge(self, track: Track) -> float:
        """The map's edge on the way, or so near ahead that she could not turn from it in time. A convoy may run over it."""
        if self.escape is not None:
            return 0.0
        cost = COLLISION * sum(self._off_map(hex) for hex, _ in track.places[1 : self.known.impulses + 1])
        hex, heading = track.places[self.known.impulses]
        needed = 2 * self.ship.printed.turn_hexes + SEA_ROOM
        if cost or not self._off_map(step(hex, heading, needed)):
            return cost
        return COMING * next(needed - n for n in range(needed + 1) if self._off_map(step(hex, heading, n + 1)))

    def _off_map(self, hex: Hex) -> bool:
        column, row = column_row(hex)
        return not (1 <= column <= self.known.columns and 1 <= row <= self.known.rows)

    def _rammed(self, track: Track, foe: Ship, its: Track) -> float:
        """What an enemy may do by ramming who has her close ahead at the end of an impulse."""
        worst = 0.0
        for n in range(1, self.known.impulses + 1):
            hex, heading = track.places[n]
            there, facing = its.places[n]
            away, bearing = sight(there, facing, hex)
            if away <= REACH and bearing in AHEAD:
                worst = max(worst, self.odds.ram(foe, its.speed, facing, self.ship, track.speed, heading))
        return LATER * worst
