"""The steps of a turn, the position at each of them, and what is behind it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.service.reports import replay
from pbem.service.reports.replay import Step, TurnSteps
from pbem.service.reports.why import Explanation, explain
from pbem.web.api.describe import VIEWER, route
from pbem.web.api.games import Picture, picture
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, viewer, visitor


@dataclass(frozen=True)
class Position:
    """The position right after a step; `digest` is the SHA-256 of what `hashed` names: your view, or the whole state."""

    step: Step
    digest: str
    hashed: str
    pictures: list[Picture]


@route("GET /games/<stream>/turns/<int:turn>/steps", "turns", TurnSteps, parameters=[VIEWER])
def list_steps(stream: str, turn: int) -> TurnSteps:
    """The steps of a resolved turn: the numbered lines of its report. Step 0 is the position as it began."""
    return replay.turn_steps(site().context, stream, turn, viewer(game_row(stream)))


@route("GET /games/<stream>/turns/<int:turn>/steps/<int:number>", "turns", Position, parameters=[VIEWER])
def show_step(stream: str, turn: int, number: int) -> Position:
    """The position right after a step, as you could see it then."""
    made = replay.step_at(site().context, stream, turn, number, viewer(game_row(stream)), sheets=True)
    return Position(made.step, made.digest, made.hashed, [picture(scene) for scene in made.scenes])


@route("GET /games/<stream>/turns/<int:turn>/steps/<int:number>/why", "turns", Explanation, parameters=[VIEWER])
def show_why(stream: str, turn: int, number: int) -> Explanation:
    """What is behind a step: its clauses, its dice with their proof, the orders that led to it, its place in the log."""
    return explain(site().context, stream, turn, number, viewer(game_row(stream)), visitor().id)
