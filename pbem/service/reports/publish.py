"""Hand out reports: each seat's player gets each turn once, whoever crashes when."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from events.lists.report_list import Reader, SentReport
from pbem.core.state.codec import dump
from pbem.present.pixels.png import to_png
from pbem.present.report import Report, to_html, to_sheets, to_text
from pbem.present.svg import to_svg
from pbem.service.context import NoSuchSeat, ServiceContext
from pbem.service.reports.turn_report import ResolvedTurn, TurnReport, report_of, resolved_turn, turn_report
from pbem.service.repository import keep_snapshot

MAP_WIDTH = 800
FORMAT = "wardroom-report/1"
NO_PICTURE = "The map could not be drawn as a picture for this mail; the page of the game shows it."

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Published:
    """A rendered report for one player. `turn` is the resolved turn (0: the opening); `html` refers to the map as cid:map.

    `png` is b"" when the map could not be drawn; `html` shows none then.
    """

    stream: str
    seat: str
    player: str
    turn: int
    title: str
    subject: str
    text: str
    html: str
    svg: str
    sheets: str
    """The reader's record sheets as an HTML page; "" if there are none."""
    png: bytes
    proof: str
    facts: str
    """The report for programs, as JSON: `format`, and the fields of `pbem.present.report.Report`."""
    due: str
    template: str
    at: str
    head: str
    """The head of the log at the end of the turn (hex): another, if a turn of that number is ever played again."""
    sits: bool = False
    """Does the person order for the seat's player?"""


def publish(context: ServiceContext, stream: str, turn: int) -> list[Published]:
    """The reports of the turn, for every seat whose player has not been given it. Nothing is marked.

    All of them are made from one fold of the log, which the next who works on the game finds as a snapshot.
    """
    seats = context.store.seats_without_report(stream, turn)
    if not seats:
        return []
    resolved = resolved_turn(context, stream, turn)
    keep_snapshot(context, resolved.record, turn)
    return list(_rendered(resolved, stream, seats))


def _rendered(resolved: ResolvedTurn, stream: str, readers: Iterable[Reader]) -> Iterator[Published]:
    """The reports for these readers. Whoever orders for a seat's player is given the same as the player."""
    for seat, held in groupby(readers, key=lambda reader: reader.seat):
        first, *others = held
        made = render(report_of(resolved, seat), stream, seat, first.player)
        yield from (replace(made, player=each.player, sits=each.sits) for each in (first, *others))


def publish_again(context: ServiceContext, stream: str, seat: str, person: str) -> Published:
    """The latest report of a seat for a person (by id), whatever they have been given.

    Raises:
        NoSuchGame, NoSuchSeat: also for a seat without a player.
    """
    game = context.store.game(stream)
    if game is None or context.store.player(stream, seat) is None:
        raise NoSuchSeat(f"{stream} has no seat {seat!r} with a player")
    return render(turn_report(context, stream, game.closed, seat), stream, seat, person)


def handed_out(made: Published) -> SentReport:
    """What is noted of a report. A player who took a seat while it was rendered still has to be given theirs."""
    return SentReport(made.stream, made.seat, made.player, made.turn, made.sits)


def render(made: TurnReport, stream: str, seat: str, player: str) -> Published:
    """A report as text, HTML, SVG and PNG; without the PNG, and saying so, when that cannot be drawn."""
    report = made.report
    svg = to_svg(made.scenes[0])
    png = _picture(made)
    if not png:
        report = replace(report, standing=[*report.standing, NO_PICTURE])
    return Published(
        stream=stream,
        seat=seat,
        player=player,
        turn=report.turn,
        title=report.title,
        subject=subject(made),
        text=to_text(report),
        html=to_html(report, "cid:map" if png else None, made.scenes[0].description),
        svg=svg,
        sheets=sheets(made),
        png=png,
        proof=made.proof,
        facts=_facts(report),
        due=made.due,
        template=report.template,
        at=made.at,
        head=report.head,
    )


def _picture(made: TurnReport) -> bytes:
    """The map as PNG; b"" when it cannot be drawn, for which no report waits."""
    try:
        return to_png(made.scenes[0], MAP_WIDTH)
    except Exception:
        log.exception("%s turn %d: the map could not be drawn; the report goes without it", made.report.game, made.report.turn)
        return b""


def _facts(report: Report) -> str:
    """The report as JSON text."""
    return json.dumps({"format": FORMAT, **dump(report)}, ensure_ascii=False)


def sheets(made: TurnReport) -> str:
    """The record sheets of a report, to print."""
    return to_sheets(f"{made.report.title}, turn {made.report.turn}", [to_svg(scene) for scene in made.scenes[1:]])


def subject(made: TurnReport) -> str:
    """`[g17 T3] Stingray: Tanker Run: report of turn 3`.

    Never what happened or what comes, so that no inbox spoils it: not even a deadline, for a game that is over has none.
    """
    report = made.report
    return f"[{report.game} T{report.turn}] {report.title}: report of {f'turn {report.turn}' if report.turn else 'the opening'}"
