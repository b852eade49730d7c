"""Rolls as a table of luck: by seat, purpose and kind of die the faces and what mattered, with the chance of as much.

All p-values are exact and two-sided, but those of faces, which have one side. All that stand in one table are corrected
together (Holm): whoever asks forty questions is told "one in forty" once by chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from events.platform import Rolled
from pbem.core.dice.stakes import Score
from pbem.core.dice.statistics import Spread, holm, mapped, of_dice, total, uneven

TABLE = ""
"""The seat of what nobody rolled."""
ALL = "all dice"
"""The purpose of a row that counts all dice of a kind."""
FINENESS = 8
"""What a standard deviation of one roll counts, where rolls in several units are added up; a whole number is exact."""
BAND = 1.96
"""Standard deviations on both sides of what is to be expected, within which 95 of 100 are."""


class Judged(NamedTuple):
    """What a roll came to where its stake is known, and the spread of what it could come to."""

    unit: str
    less: bool
    spread: Spread
    scored: int


class Cast(NamedTuple):
    """A roll, the seats whose luck it is (none: the table's), who held them then, what it was for, and what mattered."""

    turn: int
    seats: tuple[str, ...]
    players: tuple[str, ...]
    rolled: Rolled
    purpose: str
    judged: Judged | None


@dataclass(frozen=True)
class LuckRow:
    """The rolls of a seat for one purpose with one kind of die. `faces[n - 1]` counts how often n was rolled.

    `judged` rolls have a known stake: `scored` so many `unit` where `expected` were, `less` being better if it says so.
    `faces_p` and `p` are the chances of faces and of a result at least as far off, `..._corrected` the same for all questions
    of the table together; None where nothing was open.
    """

    seat: str
    purpose: str
    sides: int
    rolls: int
    faces: list[int]
    faces_p: float | None
    unit: str
    judged: int
    scored: int
    expected: float
    less: bool
    p: float | None
    faces_corrected: float | None = None
    p_corrected: float | None = None


class LuckPoint(NamedTuple):
    """By the end of a turn: how much better than expected it went so far, and what 95 of 100 stay within (plus or minus)."""

    turn: int
    better: float
    band: float


@dataclass(frozen=True)
class SeatLuck:
    """All that mattered of a seat. `unit` is what is counted: "" in several units, then in standard deviations of one roll.

    `less`: less of the unit is better. `unluckier` and `luckier` are the shares of players who are at least so far off,
    one-sided; `p` is two-sided.
    """

    seat: str
    rolls: int
    unit: str
    less: bool
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
    return _corrected(rows, totals(casts, seats))


def totals(casts: Sequence[Cast], seats: Sequence[str]) -> list[SeatLuck]:
    """All that mattered of each of these seats; a seat whose rolls can be told by their faces only is left out."""
    return [found for seat in seats if (found := _total(seat, [cast for cast in casts if seat in cast.seats]))]


def _of(cast: Cast, seat: str) -> bool:
    return seat in cast.seats if seat != TABLE else not cast.seats


def _rows(seat: str, casts: Sequence[Cast]) -> list[LuckRow]:
    groups: dict[tuple[str, int], list[Cast]] = {}
    for cast in casts:
        groups.setdefault((cast.purpose, cast.rolled.sides), []).append(cast)
    rows = [_row(seat, purpose, group) for (purpose, _), group in groups.items()]
    several = {sides for sides, number in Counter(row.sides for row in rows).items() if number > 1}
    return [*rows, *_all_dice(seat, [cast for cast in casts if cast.rolled.sides in several])]


def _all_dice(seat: str, casts: Sequence[Cast]) -> list[LuckRow]:
    """A row for each kind of die, whatever it was rolled for: loaded dice show where there are many."""
    kinds: dict[int, list[Cast]] = {}
    for cast in casts:
        kinds.setdefault(cast.rolled.sides, []).append(cast._replace(purpose=ALL, judged=None))
    return [_row(seat, ALL, group) for _, group in sorted(kinds.items())]


def _row(seat: str, purpose: str, casts: Sequence[Cast]) -> LuckRow:
    sides = casts[0].rolled.sides
    shown = [face for cast in casts for face in cast.rolled.faces]
    faces = [shown.count(face) for face in range(1, sides + 1)]
    judged = [cast.judged for cast in casts if cast.judged]
    spread, scored = total(each.spread for each in judged), sum(each.scored for each in judged)
    unit, less = (judged[0].unit, judged[0].less) if judged else ("", False)
    p = spread.two_sided(scored) if len(spread.chances) > 1 else None
    faces_p = uneven(faces) if len(shown) > 1 and sides > 1 else None
    return LuckRow(seat, purpose, sides, len(casts), faces, faces_p, unit, len(judged), scored, spread.mean, less, p)


# ---------------------------------------------------------------- what mattered


def judge(faces: Sequence[int], score: Score) -> Judged:
    """What a roll that showed these faces came to, and could."""
    spread = mapped(of_dice(len(faces), score.worth), score.result)
    return Judged(score.unit, score.less, spread, score.of(faces))


def _total(seat: str, casts: Sequence[Cast]) -> SeatLuck | None:
    """All that mattered together, as one exact sum; None for a seat whose rolls can be told by their faces only."""
    rolls = [(cast.turn, cast.judged) for cast in casts if cast.judged and len(cast.judged.spread.chances) > 1]
    if not rolls:
        return None
    weights = _weights([judged for _, judged in rolls])
    weighed = [(turn, _weighed(judged, weights)) for turn, judged in rolls]
    spread, scored = total(each.spread for _, each in weighed), sum(each.scored for _, each in weighed)
    unit, scale = (rolls[0][1].unit, 1) if len(weights) == 1 else ("", FINENESS)
    better = (scored - spread.mean) / scale
    shares = spread.at_most(scored), spread.at_least(scored), spread.two_sided(scored)
    less = bool(unit) and rolls[0][1].less
    return SeatLuck(seat, len(rolls), unit, less, better, *shares, 1.0, _line(weighed, scale))


Weights = Mapping[tuple[str, bool], int]
"""By unit, and by whether less is better."""


def _weights(rolls: Sequence[Judged]) -> Weights:
    """What a unit of each kind counts, as a whole number: 1 if there is one kind; else by the variance of a roll.

    So a roll for hits and one for points count alike. Below nothing where less is better.
    """
    kinds: dict[tuple[str, bool], list[float]] = {}
    for each in rolls:
        kinds.setdefault((each.unit, each.less), []).append(each.spread.variance)
    sizes = {kind: 1 if len(kinds) == 1 else _size(variances) for kind, variances in kinds.items()}
    return {(unit, less): -size if less else size for (unit, less), size in sizes.items()}


def _size(variances: Sequence[float]) -> int:
    return max(1, round(FINENESS / math.sqrt(sum(variances) / len(variances))))


def _weighed(each: Judged, weights: Weights) -> Judged:
    weight = weights[each.unit, each.less]
    return each._replace(spread=mapped(each.spread, lambda value: value * weight), scored=each.scored * weight)


def _line(rolls: Iterable[tuple[int, Judged]], scale: int) -> list[LuckPoint]:
    """Turn by turn, of turns with a roll that mattered."""
    found: dict[int, LuckPoint] = {}
    better = variance = 0.0
    for turn, each in rolls:
        better += (each.scored - each.spread.mean) / scale
        variance += each.spread.variance / scale**2
        found[turn] = LuckPoint(turn, better, BAND * math.sqrt(variance))
    return list(found.values())


# ---------------------------------------------------------------- many questions


def _corrected(rows: list[LuckRow], seats: list[SeatLuck]) -> LuckTable:
    faces = [row.faces_p for row in rows if row.faces_p is not None]
    results = [row.p for row in rows if row.p is not None]
    answers = iter(holm([*faces, *results, *(each.p for each in seats)]))
    rows = [row if row.faces_p is None else replace(row, faces_corrected=next(answers)) for row in rows]
    rows = [row if row.p is None else replace(row, p_corrected=next(answers)) for row in rows]
    seats = [replace(each, p_corrected=next(answers)) for each in seats]
    return LuckTable(rows, seats, len(faces) + len(results) + len(seats))


def together(found: Sequence[SeatLuck]) -> list[SeatLuck]:
    """The same, corrected for standing in one table, of several games or persons."""
    return [replace(each, p_corrected=p) for each, p in zip(found, holm([each.p for each in found]), strict=True)]
