"""Moves that a vessel may make next turn, and the one that an enemy is expected to make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import Spot, Way, advanced
from pbem.games.wet_thrust.model.order_parts import Plot, plot_text
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.helm import Steering, legal_speeds, steer, way

EVADES = "evades, so that torpedoes and bombs hit her less often"


@dataclass(frozen=True)
class Track:
    """A move: what is ordered, what it makes of her, where it leads, and where the same course leads a turn later.

    `words` say what is ordered.
    """

    text: str
    steering: Steering
    way: Way
    course: int
    later: Spot
    words: str = ""

    @property
    def end(self) -> Spot:
        """Where she is when ships fire."""
        return self.way.end

    @property
    def next(self) -> Way:
        """The way of the turn after, straight on."""
        half = (self.end[0] + self.later[0]) // 2, (self.end[1] + self.later[1]) // 2
        return Way(self.end, half, self.later)


def _track(ship: Vessel, text: str, steering: Steering, words: str = "") -> Track:
    path, course = way(ship.at, ship.course, steering)
    return Track(text, steering, path, course, advanced(path.end, course, steering.speed), words)


def drift(ship: Vessel) -> Track:
    """Straight on at her speed: all that is known of an enemy's next move. Of an own ship, what she does without a plot."""
    if ship.sheet_if_known is None:
        return _track(ship, "", Steering(ship.speed))
    return _track(ship, "", steer(ship, Plot())[0])


def options(ship: Vessel, fine: bool = False) -> list[Track]:
    """The plots worth thinking of: every turn that her rudders allow at full speed, as now and dead slow; `fine`: also between.

    WT-3.6, WT-4.3: without propellers no other speed, without rudders no turn.
    """
    sheet = ship.sheet
    turns = list(_turns(sheet.points())) if sheet.steers() else [Plot()]
    found = []
    for letters, speed in _speeds(ship, fine):
        for turn in turns if speed else turns[:1]:
            points = turn.points
            barred = bool(points) and ship.printed.disruptive(points) and 2 * speed > ship.printed.printed_top(not ship.visible)
            half, end = _split(turn)
            steering = Steering(speed, half, end, chasing=bool(turn.port and turn.starboard), barred=barred)
            text = letters + (plot_text(turn) if points else "")
            words = ", ".join(filter(None, (_speed_words(letters), _turn_words(turn))))
            found.append(_track(ship, text or "-", steering, words))
    if ship.printed.evasive != "none" and ship.speed and sheet.steers() and ship.top >= ship.speed:
        found.append(_track(ship, "E", Steering(ship.speed, evasive=True), EVADES))
    return found


def _turns(most: int) -> Iterator[Plot]:
    """Straight on, to one side, or (salvo chasing) one point to each."""
    yield Plot()
    for points in range(1, most + 1):
        yield Plot(port=points, first="P")
        yield Plot(starboard=points, first="S")
    if most > 1:
        yield Plot(port=1, starboard=1, first="P")
        yield Plot(port=1, starboard=1, first="S")


def _turn_words(turn: Plot) -> str:
    port, starboard = (f"{count(turn.port, 'point')} to port", f"{count(turn.starboard, 'point')} to starboard")
    if turn.port and turn.starboard:
        return ", then ".join((port, starboard) if turn.first == "P" else (starboard, port))
    return port if turn.port else starboard if turn.starboard else "straight on"


def _speed_words(letters: str) -> str:
    """What stands before the turn in a plot: `MAXA`, `0.5A`, nothing."""
    known = {"": "", "MAXA": "as fast as she can", "MAXD": "as slow as she can"}
    return known[letters] if letters in known else f"{letters[:-1]} {'faster' if letters.endswith('A') else 'slower'}"


def _split(turn: Plot) -> tuple[int, int]:
    """WT-2.7, WT-2.8: points half-way and at the end; to port they are negative."""
    if turn.port and turn.starboard:
        return (-turn.port, turn.starboard) if turn.first == "P" else (turn.starboard, -turn.port)
    points, sign = turn.points, -1 if turn.port else 1
    return sign * (points - points // 2), sign * (points // 2)


def _speeds(ship: Vessel, fine: bool) -> Iterator[tuple[str, Fraction]]:
    """What to write for a speed, and the speed."""
    least, most = legal_speeds(ship)
    base = min(ship.speed, ship.top)
    if most > base:
        yield "MAXA", most
    yield "", base
    if least < base:
        yield "MAXD", least
    if fine:
        step = Fraction(1, 2) if most - least <= 3 else Fraction(1)
        speed = base + step
        while speed < most:
            yield from _between(base, speed)
            speed += step
        speed = base - step
        while speed > least:
            yield from _between(base, speed)
            speed -= step


def _between(base: Fraction, speed: Fraction) -> Iterator[tuple[str, Fraction]]:
    change = Plot(accelerate=max(speed - base, Fraction(0)), decelerate=max(base - speed, Fraction(0)))
    yield plot_text(change), speed
