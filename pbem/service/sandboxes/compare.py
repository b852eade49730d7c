"""Two sandboxes, or a sandbox and its game, side by side: the first event that differs, then units by what they lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from events.base import EVERYONE
from pbem.core.game.report_parts import UnitLoss
from pbem.core.state.record import Record
from pbem.present.report import ReportLine
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.current_orders import check_seat
from pbem.service.reports.replay import record_at
from pbem.service.reports.turn_report import entries_of, narrated
from pbem.service.repository import load

UNKNOWN = "not known"


@dataclass(frozen=True)
class Difference:
    """The first event that differs: each side's line ("": it has none there), in this turn. Dice are not compared."""

    turn: int
    phases: tuple[str, str]
    sentences: tuple[str, str]


@dataclass(frozen=True)
class UnitLosses:
    """What a unit has lost in each, in words; `apart` is by how much they differ."""

    unit: str
    name: str
    words: tuple[str, str]
    apart: int


@dataclass(frozen=True)
class SideBySide:
    """Both after turn `turn`, the last that both have; `last` is the last turn of each, `first` the first that is compared.

    `reader` is the seat as which both are read; "": nothing is left out.
    """

    names: tuple[str, str]
    reader: str
    first: int
    turn: int
    last: tuple[int, int]
    difference: Difference | None
    units: list[UnitLosses]


def compare(context: ServiceContext, first: str, second: str, reader: str = "") -> SideBySide:
    """Lay two streams of one game side by side, as a seat knows both, or ("") as they are. Who may is for the caller to ask.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt. ActRefused: they are not of one game, or have no turn in common.
    """
    names = first, second
    records = load(context, first), load(context, second)
    _check_alike(records, names, reader)
    start = max(row.turn if (row := context.store.sandbox(name)) else 0 for name in names)
    last = records[0].ledger.closed, records[1].ledger.closed
    if min(last) < start:
        raise ActRefused(f"{first} and {second} have no turn in common: play the one that is behind first")
    differences = (_difference(context, names, turn, reader) for turn in range(start + 1, min(last) + 1))
    found = next((each for each in differences if each), None)
    losses = [_losses(context, name, min(last), reader) for name in names]
    units = _units(records[0], reader, losses[0], losses[1])
    return SideBySide(names, reader, start + 1, min(last), last, found, units)


def _check_alike(records: tuple[Record, Record], names: tuple[str, str], reader: str) -> None:
    first, second = (record.ledger for record in records)
    if (first.game, first.scenario, first.seats) != (second.game, second.scenario, second.seats):
        raise ActRefused(f"{names[0]} and {names[1]} are not of one game: only those that go back to one can be compared")
    if reader:
        check_seat(records[0], reader)


def _difference(context: ServiceContext, names: tuple[str, str], turn: int, reader: str) -> Difference | None:
    one, other = (_lines(context, name, turn, reader) for name in names)
    for number in range(max(len(one), len(other))):
        pair = one[number] if number < len(one) else None, other[number] if number < len(other) else None
        if _said(pair[0]) != _said(pair[1]):
            (phase, text), (other_phase, other_text) = map(_said, pair)
            return Difference(turn, (phase, other_phase), (text, other_text))
    return None


def _said(line: ReportLine | None) -> tuple[str, str]:
    return (line.phase, line.text) if line else ("", "")


def _lines(context: ServiceContext, name: str, turn: int, reader: str) -> list[ReportLine]:
    """The lines of the report; of dice that nothing followed there is nothing to be told."""
    record, viewer = record_at(context, name, turn, reader or EVERYONE)
    return [each.line for each in narrated(record, entries_of(context, record, turn), viewer) if each.entry]


def _losses(context: ServiceContext, name: str, turn: int, reader: str) -> Mapping[str, UnitLoss]:
    record, viewer = record_at(context, name, turn, reader or EVERYONE)
    return record.game.report.lost(record.known(viewer))


def _units(record: Record, reader: str, one: Mapping[str, UnitLoss], other: Mapping[str, UnitLoss]) -> list[UnitLosses]:
    """Those that differ most first; units that have lost nothing in either are left out."""
    names = record.game.report.names(record.known(reader) if reader else record.state)
    found = []
    for unit in dict.fromkeys([*one, *other]):
        pair = one.get(unit), other.get(unit)
        points = [each.points if each else 0 for each in pair]
        if any(points):
            words = pair[0].words if pair[0] else UNKNOWN, pair[1].words if pair[1] else UNKNOWN
            found.append(UnitLosses(unit, names.get(unit, ""), words, abs(points[0] - points[1])))
    return sorted(found, key=lambda each: -each.apart)


def in_words(found: SideBySide) -> list[str]:
    """What was found, as sentences: what is the same, and what differs first."""
    one, other = found.names
    if found.difference is None:
        same = f"No event differs up to turn {found.turn}" if found.turn >= found.first else "No turn is played in both yet"
        turns = zip(found.names, found.last, strict=True)
        more = [f"{name} goes on to turn {last}" for name, last in turns if last > found.turn]
        return [". ".join([same, *more]) + "."]
    difference = found.difference
    lines = [f"The first event that differs is in turn {difference.turn}."]
    for name, phase, sentence in zip((one, other), difference.phases, difference.sentences, strict=True):
        lines.append(f"{name}, {phase or 'turn'}: {sentence}" if sentence else f"{name}: nothing more in this turn.")
    return lines
