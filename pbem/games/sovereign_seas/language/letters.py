"""The letters of a MOVE on the phase movement chart: which is whose, and which come too early (SSL-X.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.games.sovereign_seas.model.orders import Move
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import movement_points


@dataclass(frozen=True)
class Early:
    """A turn too early: letter number `index` of the plan, from 1 through all impulses, comes `count` hexes after a turn.

    The turn rate asks for `needed`; written out in F until then, the plan may have it as letter number `earliest`.
    """

    index: int
    letter: str
    count: int
    needed: int
    earliest: int


def may_turn(ship: Ship) -> bool:
    """SSL-I2.1: turn rate 1/m: has she gone m hexes since her last change of heading?"""
    return ship.count >= ship.printed.turn_hexes


def letters(move: Move, impulse: int, used: int, points: int) -> str:
    """SSL-X.7: the next `points` letters after `used` of them are used up; missing letters are F.

    With bars `used` counts in this impulse's segment, without them in the whole plan.
    """
    return _segment(move, impulse)[used : used + points].ljust(points, "F")


def _segment(move: Move, impulse: int) -> str:
    if not move.barred:
        return "".join(move.segments)
    return move.segments[impulse - 1] if impulse <= len(move.segments) else ""


def early(ship: Ship, move: Move, speed: int, impulses: int) -> Early | None:
    """The first turn that comes too early when the plan is sailed at `speed` from where she is; None: all are in time."""
    return next(_early(ship, move, speed, impulses), None)


def mended(ship: Ship, move: Move, speed: int, impulses: int) -> Move:
    """SSL-I2.4: the plan with F for every turn that comes too early."""
    late = {found.index for found in _early(ship, move, speed, impulses)}
    segments, first = list[str](), 1
    for segment in move.segments:
        segments.append("".join("F" if number in late else letter for number, letter in enumerate(segment, first)))
        first += len(segment)
    return Move(tuple(segments))


def _early(ship: Ship, move: Move, speed: int, impulses: int) -> Iterator[Early]:
    """SSL-X.7: the plan simulated, each turn too early sailed as F."""
    count, needed, first = ship.count, ship.printed.turn_hexes, 1
    for segment, points in _segments(move, speed, impulses):
        for place, letter in enumerate(segment[:points].ljust(points, "F")):
            turns = letter != "F"
            if turns and count < needed:
                index = first + place
                yield Early(index, letter, count, needed, index + needed - count)
                turns = False
            count = 1 if turns else count + 1
        first += len(segment)


def _segments(move: Move, speed: int, impulses: int) -> Iterator[tuple[str, int]]:
    """The letters that belong together, and the movement points they are for."""
    if not move.barred:
        yield "".join(move.segments), speed
        return
    for impulse in range(1, impulses + 1):
        yield _segment(move, impulse), movement_points(speed, impulse, impulses)
