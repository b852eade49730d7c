"""A turn of a sandbox as its owner sees it: all of it, for nothing in it is hidden from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from events.base import EVERYONE
from events.lists.game_list import SandboxRow
from pbem.core.drawing.scene import Scene
from pbem.core.game.phrases import numbered, sentence
from pbem.core.game.report_parts import Panel
from pbem.present.report import ReportLine
from pbem.service.context import NoSuchGame, ServiceContext
from pbem.service.reports.replay import record_at
from pbem.service.reports.turn_report import entries_of, narrated
from pbem.service.repository import reading
from pbem.service.sandboxes.kept import sandbox_row


@dataclass(frozen=True)
class SandboxTurn:
    """What there is to see of a turn: what happened in it, and the position at its end, the map first.

    The sandbox goes from turn `row.turn`, its first position, to `closed`; `verdict` is how it ended ("": it goes on).
    """

    row: SandboxRow
    title: str
    game: str
    turn: int
    closed: int
    heading: str
    verdict: str
    lines: list[ReportLine]
    scenes: Sequence[Scene]
    panels: Sequence[Panel]


def turn_of(context: ServiceContext, name: str, turn: int | None = None) -> SandboxTurn:
    """A turn of the sandbox (None: the last). Raises NoSuchGame for a sandbox or turn that is not there, and Corrupt."""
    row = sandbox_row(context, name)
    with reading(context, name) as now:
        closed, verdict = now.ledger.closed, now.ledger.verdict
    at = closed if turn is None else turn
    if not row.turn <= at <= closed:
        raise NoSuchGame(f"{name} has no turn {at}: its turns are {row.turn} to {closed}")
    record, _ = record_at(context, name, at, EVERYONE)
    known, game = record.known(None), record.game
    lines = [each.line for each in narrated(record, entries_of(context, record, at), None)]
    played = sentence(numbered(at, game.rules.turns(record.state).played))
    heading = played if at > row.turn else f"The position at the end of turn {at}" if at else "The opening position"
    scenes, panels = list(game.report.draw(known)), list(game.report.panels(known))
    return SandboxTurn(row, record.ledger.title, game.key, at, closed, heading, verdict, lines, scenes, panels)


def lines_of(context: ServiceContext, name: str, turn: int) -> list[ReportLine]:
    """All that happened in a turn of a sandbox."""
    record, _ = record_at(context, name, turn, EVERYONE)
    return [each.line for each in narrated(record, entries_of(context, record, turn), None)]
