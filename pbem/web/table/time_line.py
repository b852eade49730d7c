"""The steps of a turn under the map: which is shown, where its neighbours are, and the map as it was right after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from flask import request, url_for
from markupsafe import Markup

from events.lists.game_list import GameRow
from pbem.service.context import NoSuchGame
from pbem.service.reports.replay import Step, TurnReplay, step_at, step_key
from pbem.web.infra.kept_parts import kept
from pbem.web.infra.site import site
from pbem.web.infra.visitor import EVERYTHING
from pbem.web.pictures.pictures import map_figure

NEAR, EACH, FAR = 5, 10, 40
"""The list of turns has those so near, each tenth of forty tenths before and after, each hundredth of forty hundredths ..."""
NEAR_KEPT = 512


@dataclass(frozen=True)
class ShownMoment:
    """What a page shows of a moment: the map, and the hash of what it was drawn from."""

    figure: Markup
    digest: str
    hashed: str


@dataclass(frozen=True)
class NavLinks:
    """Addresses of the neighbours; "" where there is none. `on` leads past the last step to the next turn, or the game now."""

    start: str
    turn_back: str
    back: str
    on: str
    turn_on: str
    end: str


class TimeLine(NamedTuple):
    """The steps of a turn, and which of them is shown; `at_end`: the turn's end was asked for, not a step."""

    turn: int
    steps: list[Step]
    number: int
    at_end: bool
    links: NavLinks
    turns: Sequence[int]

    @property
    def now(self) -> Step:
        """The step that is shown."""
        return self.steps[self.number]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    @property
    def said(self) -> str:
        """`Turn 3, Fire: A1 hits B2`: what a screen reader says of the step, and the page's title."""
        return said_of(self.turn, self.now)


def said_of(turn: int, step: Step) -> str:
    """The same of any step of the turn."""
    where = f"Turn {turn}" if turn else "Set-up"
    return f"{where}, {step.phase}: {step.text}" if step.phase else f"{where}: {step.text}"


def time_line(row: GameRow, replay: TurnReplay, number: int | None) -> TimeLine:
    """The time line at a step of the turn (None: its end). Raises NoSuchGame for a step that is not there."""
    shown = replay.shown
    last = len(shown.steps) - 1
    if number is not None and not 0 <= number <= last:
        raise NoSuchGame(f"turn {shown.turn} of {row.stream} has no step {number} here; the last is {last}")
    at = last if number is None else number
    return TimeLine(
        shown.turn, shown.steps, at, number is None, _links(row, shown.turn, at, last), near(row.closed, shown.turn)
    )


def moment(replay: TurnReplay, number: int) -> ShownMoment:
    """The drawn step, kept for the next who asks."""
    context, shown, key = site().context, replay.shown, step_key(replay, number)
    here = url_for("replay.picture", stream=shown.stream, turn=shown.turn, number=number, side=asked_side())

    def make() -> ShownMoment:
        found = step_at(context, shown.stream, shown.turn, number, shown.seat)
        return ShownMoment(map_figure(found.scenes[0], found.step.units, here), found.digest, found.hashed)

    drawn: ShownMoment = context.rendered.get(("moment", here, *key), make)
    return drawn


def turn_list(row: GameRow, line: TimeLine, undone: Mapping[int, str]) -> Markup:
    """The turns, as links."""
    asked = asked_side()
    key = (row.stream, line.turn, asked, row.closed, tuple(undone))
    return kept("_turn_list.html", *key, game=row, turn=line.turn, turns=line.turns, asked=asked, undone=undone)


def asked_side() -> str | None:
    """The view as it was asked for; links keep it."""
    return request.args.get("side") or None


def _links(row: GameRow, turn: int, number: int, last: int) -> NavLinks:
    query = f"?side={asked_side()}" if asked_side() else ""

    def to(turn: int, number: int | str) -> str:
        return f"/g/{row.stream}/t/{turn}/e/{number}{query}"

    now = url_for("games.latest", stream=row.stream, side=None if asked_side() == EVERYTHING else asked_side())
    latest = turn == row.closed
    following = now if latest else to(turn + 1, 0)
    before = to(turn - 1, "last") if turn else ""
    return NavLinks(
        start=to(0, 0) if turn or number else "",
        turn_back=to(turn, 0) if number else (to(turn - 1, 0) if turn else ""),
        back=to(turn, number - 1) if number else before,
        on=to(turn, number + 1) if number < last else following,
        turn_on=to(turn, last) if latest and number < last else following,
        end="" if latest and number == last else to(row.closed, "last"),
    )


@lru_cache(NEAR_KEPT)
def near(closed: int, turn: int) -> tuple[int, ...]:
    """The turns of the list: all of a short game; of a long one the first, the last, and those near this one.

    Of those farther off each tenth, still farther each hundredth, and so on: a list grows by as much with each power of ten.
    """
    if closed <= 4 * EACH:
        return tuple(range(closed + 1))
    found, each, reach = {0, closed}, 1, NEAR
    while each <= closed:
        first, last = max(0, turn - reach), min(closed, turn + reach)
        found.update(range(first + -first % each, last + 1, each))
        each *= EACH
        reach = FAR * each
    return tuple(sorted(found))
