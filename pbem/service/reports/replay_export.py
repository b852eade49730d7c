"""A whole replay to take away: every step of some turns, its words, its map and its hash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.drawing.scene import Scene
from pbem.present.sprites import Sprites, sprites
from pbem.present.svg import to_svg
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.reports.replay import ShownStep, Step, shown_steps, turn_steps, undone

MOST_STEPS = 800
MOST_STEPS_OF_CAMPAIGN = 8000
"""With all battles; nobody makes one every day."""


@dataclass(frozen=True)
class ExportedStep:
    """A step and its picture: `frame` counts the frames of the sprites."""

    turn: int
    step: Step
    frame: int
    digest: str
    hashed: str


@dataclass(frozen=True)
class Part:
    """Some turns of a game for one reader: a replay has one, or those of a campaign and of its battles in turn."""

    stream: str
    turns: Sequence[int]
    seat: str | None


@dataclass(frozen=True)
class ExportedPart:
    """The steps of a part, by turn; `undone` has those of its turns that were rolled back."""

    stream: str
    title: str
    turns: list[tuple[int, list[ExportedStep]]]
    undone: dict[int, str]


@dataclass(frozen=True)
class ReplayExport:
    """The parts of a replay, and all their pictures."""

    parts: list[ExportedPart]
    sprites: Sprites

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return sum(len(steps) for part in self.parts for _, steps in part.turns)


def replay_export(context: ServiceContext, parts: Sequence[Part], most: int) -> ReplayExport:
    """These parts. Raises what `turn_steps` does, and ActRefused when they have more than `most` steps."""
    _check_length(context, parts, most)
    pictures = _Pictures()
    made = [_exported(context, part, pictures) for part in parts]
    return ReplayExport(made, sprites(pictures.drawn))


def _exported(context: ServiceContext, part: Part, pictures: _Pictures) -> ExportedPart:
    row, back = context.store.game(part.stream), undone(context, part.stream)
    shot = [
        (turn, [pictures.take(turn, each) for each in shown_steps(context, part.stream, turn, part.seat)])
        for turn in part.turns
    ]
    return ExportedPart(part.stream, row.title if row else "", shot, {turn: back[turn] for turn in part.turns if turn in back})


def _check_length(context: ServiceContext, parts: Sequence[Part], most: int) -> None:
    """Raises ActRefused, at the first turn that has no room in the file."""
    count, first = 0, parts[0]
    for part in parts:
        for turn in part.turns:
            count += len(turn_steps(context, part.stream, turn, part.seat).steps)
            if count > most:
                last = turn if part.stream == first.stream else first.turns[-1]
                some = f"?t={first.turns[0]}-{max(last - 1, first.turns[0])}"
                raise ActRefused(f"these turns have more than the {most} steps that one file holds: choose fewer, as in {some}")


class _Pictures:
    """Drawn maps, each once."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self._numbers: dict[str, int] = {}
        self._last: tuple[Sequence[Scene], list[str]] | None = None

    def take(self, turn: int, shown: ShownStep) -> ExportedStep:
        """The step with its picture, drawn unless it is the last one again."""
        if self._last is None or self._last != (shown.scenes, shown.step.units):
            self._last = (shown.scenes, shown.step.units)
            picture = to_svg(shown.scenes[0], shown.step.units)
            if picture not in self._numbers:
                self._numbers[picture] = len(self.drawn)
                self.drawn.append(picture)
            self._frame = self._numbers[picture]
        return ExportedStep(turn, shown.step, self._frame, shown.digest, shown.hashed)
