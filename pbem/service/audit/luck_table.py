"""Rolls as a table of luck: by seat, purpose and kind of die the faces and what mattered, with the chance of as much.

All p-values are exact and two-sided, but those of faces, which have one side. All that stand in one table are corrected
together (Holm): whoever asks forty questions is told "one in forty" once by chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from events.platform import Rolled
from pbem.core.dice.stakes import Score, Stake
from pbem.core.dice.statistics import Spread, holm, mapped, of_dice, total, uneven

TABLE = ""
"""The seat of what nobody rolled."""
ALL = "all dice"
"""The purpose of a row that counts all dice of a kind."""
FINENESS = 8
"""What a standard deviation of one roll counts, where rolls in several units are added up; a whole number is exact."""
BAND = 1.96
"""Standard deviations on both sides of what is to be expected, within which 95 of 100 are."""


class Cast(NamedTuple):
    """A roll, the seats whose luck it is (none: the table's), who held them then, and what was at stake."""

    turn: int
    seats: tuple[str, ...]
    players: tuple[str, ...]
    rolled: Rolled
    stake: Stake


@dataclass(frozen=True)
class LuckRow:
    """The rolls of a seat for one purpose with one kind of die. `faces[n - 1]` counts how often n was rolled.

    `judged` rolls have a known stake: `scored` so many `unit` where `expected` were, `less` being better if it says so; `p` is
    the chance of a result at least as far off. The `..._corrected` are the same for all questions of the table together.
    """

    seat: str
    purpose: str
    sides: int
    rolls: int
    faces: list[int]
    faces_p: float
    unit: str
    judged: int
    scored: int
    expected: float
    less: bool
    p: float | None
    faces_corrected: float = 1.0
    p_corrected: float | None = None


class LuckPoint(NamedTuple):
    """By the end of a turn: how much better than expected it went so far, and what 95 of 100 stay within (plus or minus)."""

    turn: int
    better: float
    band: float


@dataclass(frozen=True)
class SeatLuck:
    """All that mattered of a seat. `unit` is what is counted: "" in several units, then in standard deviations of one roll.

    `unluckier` and `luckier` are the shares of players who are at least so far off, one-sided; `p` is two-sided.
    """

    seat: str
    rolls: int
    unit: str
    better: float
    unluckier: float
    luckier: float
    p: float
    p_corrected: float
    line: list[LuckPoint]


@dataclass(frozen=True)
class LuckTable:
    """Rows by seat and purpose, what each seat's come to, and how many questions were asked."""

    rows: list[LuckRow]
    seats: list[SeatLuck]
    questions: int


def luck_table(casts: Sequence[Cast], seats: Sequence[str]) -> LuckTable:
    """The table of these rolls for these seats, in order, and then the table's own rolls."""
    rows = [row for seat in (*seats, TABLE) for row in _rows(seat, [cast for cast in casts if _of(cast, seat)])]
    if len(seats) > 1:
        rows += _all_dice("everybody", casts)
    totals = [found for seat in seats if (found := _total(seat, [c for c in casts if seat in c.seats]))]
    return _corrected(rows, totals)


def _of(cast: Cast, seat: str) -> bool:
    return seat in cast.seats if seat != TABLE else not cast.seats


def _rows(seat: str, casts: Sequence[Cast]) -> list[LuckRow]:
    groups: dict[tuple[str, int], list[Cast]] = {}
    for cast in casts:
        groups.setdefault((cast.stake.purpose, cast.rolled.sides), []).append(cast)
    rows = [_row(seat, purpose, group) for (purpose, _), group in groups.items()]
    return [*rows, *_all_dice(seat, casts)] if len(rows) > 1 else rows


def _all_dice(seat: str, casts: Sequence[Cast]) -> list[LuckRow]:
    """A row for each kind of die, whatever it was rolled for: loaded dice show where there are many."""
    kinds: dict[int, list[Cast]] = {}
    for cast in casts:
        kinds.setdefault(cast.rolled.sides, []).append(cast._replace(stake=Stake(ALL)))
    return [_row(seat, ALL, group) for _, group in sorted(kinds.items())]


def _row(seat: str, purpose: str, casts: Sequence[Cast]) -> LuckRow:
    sides = casts[0].rolled.sides
    shown = [face for cast in casts for face in cast.rolled.faces]
    faces = [shown.count(face) for face in range(1, sides + 1)]
    judged = _judged(casts)
    spread, scored = total(each.spread for each in judged), sum(each.scored for each in judged)
    unit, less = (judged[0].unit, judged[0].less) if judged else ("", False)
    p = spread.two_sided(scored) if judged else None
    uneven_by = uneven(faces)
    return LuckRow(seat, purpose, sides, len(casts), faces, uneven_by, unit, len(judged), scored, spread.mean, less, p)


# ---------------------------------------------------------------- what mattered


class _Judged(NamedTuple):
    """A roll whose stake is known: what it could come to, and what it came to."""

    turn: int
    unit: str
    less: bool
    spread: Spread
    scored: int

    @property
    def kind(self) -> tuple[str, bool]:
        return self.unit, self.less


def _judged(casts: Iterable[Cast]) -> list[_Judged]:
    return [_judge(cast, cast.stake.score) for cast in casts if cast.stake.score]


def _judge(cast: Cast, score: Score) -> _Judged:
    faces = cast.rolled.faces
    spread = mapped(of_dice(len(faces), score.worth), score.result)
    return _Judged(cast.turn, score.unit, score.less, spread, score.of(faces))


def _total(seat: str, casts: Sequence[Cast]) -> SeatLuck | None:
    """All that mattered together, as one exact sum; None for a seat whose rolls can be told by their faces only."""
    judged = [each for each in _judged(casts) if each.spread.variance > 0]
    if not judged:
        return None
    weights = _weights(judged)
    spread, scored = total(_weighed(each, weights) for each in judged), sum(weights[each.kind] * each.scored for each in judged)
    one_unit = len(weights) == 1
    scale = 1 if one_unit else FINENESS
    better = (scored - spread.mean) / scale
    unluckier, luckier, p = spread.at_most(scored), spread.at_least(scored), spread.two_sided(scored)
    unit = judged[0].unit if one_unit else ""
    return SeatLuck(seat, len(judged), unit, better, unluckier, luckier, p, 1.0, _line(judged, weights, scale))


Weights = Mapping[tuple[str, bool], int]


def _weights(judged: Sequence[_Judged]) -> Weights:
    """What a unit of each kind counts, as a whole number: 1 if there is one kind; else by the variance of a roll.

    So a roll for hits and one for points count alike. Below nothing where less is better.
    """
    kinds: dict[tuple[str, bool], list[float]] = {}
    for each in judged:
        kinds.setdefault(each.kind, []).append(each.spread.variance)
    if len(kinds) == 1:
        return {(unit, less): -1 if less else 1 for unit, less in kinds}
    return {(unit, less): (-1 if less else 1) * _size(found) for (unit, less), found in kinds.items()}


def _size(variances: Sequence[float]) -> int:
    return max(1, round(FINENESS / math.sqrt(sum(variances) / len(variances))))


def _weighed(each: _Judged, weights: Weights) -> Spread:
    return mapped(each.spread, lambda value: value * weights[each.kind])


def _line(judged: Sequence[_Judged], weights: Weights, scale: int) -> list[LuckPoint]:
    """Turn by turn, of turns with a roll that mattered."""
    found: dict[int, LuckPoint] = {}
    better = variance = 0.0
    for each in judged:
        weight = weights[each.kind] / scale
        better += weight * (each.scored - each.spread.mean)
        variance += weight * weight * each.spread.variance
        found[each.turn] = LuckPoint(each.turn, better, BAND * math.sqrt(variance))
    return list(found.values())


# ---------------------------------------------------------------- many questions


def _corrected(rows: list[LuckRow], totals: list[SeatLuck]) -> LuckTable:
    asked = [row.faces_p for row in rows] + [row.p for row in rows if row.p is not None] + [each.p for each in totals]
    answers = iter(holm(asked))
    rows = [replace(row, faces_corrected=next(answers)) for row in rows]
    rows = [row if row.p is None else replace(row, p_corrected=next(answers)) for row in rows]
    return LuckTable(rows, [replace(each, p_corrected=next(answers)) for each in totals], len(asked))
