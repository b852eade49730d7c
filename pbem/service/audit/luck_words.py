"""What a table of luck comes to, in sentences that a person understands and that do not make more of chance than there is."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.phrases import count, sentence
from pbem.service.audit.luck_table import ALL, LuckRow, LuckTable, SeatLuck

UNUSUAL = 0.05
"""A corrected p-value below it is worth words."""
HALF = 0.4
RAREST = 1_000_000
ONE = {"hits": "hit", "kills": "kill", "points": "point", "successes": "success", "systems lost": "system lost"}
"""The unit of a single one."""


def share(chance: float) -> str:
    """`about 1 in 7 players is`: rounded to what can be meant."""
    if chance > HALF:
        return "about half of all players are"
    number = round(1 / chance) if chance * RAREST > 1 else RAREST
    if number >= RAREST:
        return "fewer than 1 in a million players is"
    digits = len(str(number)) - 2
    return f"about 1 in {round(number, -digits) if digits > 0 else number:,} players is"


def told(seat: SeatLuck, questions: int) -> str:
    """The one sentence about a seat, and if it is unusual among so many questions."""
    chance, word = (seat.unluckier, "unlucky") if seat.better < 0 else (seat.luckier, "lucky")
    return f"{sentence(share(chance))} at least this {word}; {_unusual(seat, questions)}."


def _unusual(seat: SeatLuck, questions: int) -> str:
    among = f" among {questions} questions" if questions > 1 else ""
    if seat.p_corrected >= UNUSUAL:
        return f"nothing unusual{among if seat.p < UNUSUAL else ''}"
    return f"unusual{', even' if among else ''}{among} (p {p_words(seat.p_corrected)})"


def amount(row: LuckRow) -> str:
    """`1 hit`, `12 points`: what the judged rolls of a row came to; "" without any."""
    if not row.judged:
        return ""
    return f"{row.scored} {ONE.get(row.unit, row.unit) if row.scored == 1 else row.unit}"


def difference(seat: SeatLuck) -> str:
    """`1.3 hits more than expected`: how far a seat is off, in its unit."""
    if not seat.unit:
        word = "better" if seat.better >= 0 else "worse"
        return f"{abs(seat.better):.1f} {word} than expected, in standard deviations of one roll"
    size = f"{abs(seat.better):.1f} {seat.unit}"
    return f"{size} {'more' if (seat.better >= 0) != seat.less else 'fewer'} than expected"


def told_of_rows(table: LuckTable) -> Iterator[str]:
    """Which faces fell unevenly, and which results stand out by themselves; one sentence where nothing does."""
    found = [*map(_faces, filter(_uneven, table.rows)), *map(_result, filter(_far_off, table.rows))]
    yield from found
    if not found and table.rows:
        yield f"No row is unusual by itself: {count(table.questions, 'question')}, each held against all the others."


def _uneven(row: LuckRow) -> bool:
    return row.faces_corrected is not None and row.faces_corrected < UNUSUAL


def _far_off(row: LuckRow) -> bool:
    return row.p_corrected is not None and row.p_corrected < UNUSUAL


def _name(row: LuckRow) -> str:
    return f"{owner(row)}, {row.purpose}" if row.purpose != ALL else f"{owner(row)}, all d{row.sides}"


def owner(row: LuckRow) -> str:
    """Whose row it is."""
    return row.seat or "the table"


def _faces(row: LuckRow) -> str:
    assert row.faces_corrected is not None  # noqa: S101 (`_uneven` has looked)
    return f"Unusual: the faces of {_name(row)}, are uneven (p {p_words(row.faces_corrected)} after correction)."


def _result(row: LuckRow) -> str:
    assert row.p_corrected is not None  # noqa: S101 (`_far_off` has looked)
    came = f"{amount(row)} where {row.expected:.1f} were to be expected"
    return f"Unusual: {_name(row)}: {came} (p {p_words(row.p_corrected)} after correction)."


def p_words(p: float | None) -> str:
    """`0.032`; "" where nothing was asked."""
    if p is None:
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"
