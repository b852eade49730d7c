"""A whole replay to take away: every step of some turns, its words, its map and its hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbem.core.drawing.scene import Scene
from pbem.present.sprites import Sprites, sprites
from pbem.present.svg import to_svg
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.reports.replay import ShownStep, Step, shown_steps, turn_steps, undone

MOST_STEPS = 800


@dataclass(frozen=True)
class ExportedStep:
    """A step and its picture: `frame` counts the frames of the sprites."""

    turn: int
    step: Step
    frame: int
    digest: str
    hashed: str


@dataclass(frozen=True)
class ReplayExport:
    """The steps of some turns for one reader, by turn; `undone` has the turns that were rolled back."""

    stream: str
    seat: str | None
    turns: list[tuple[int, list[ExportedStep]]]
    sprites: Sprites
    undone: dict[int, str]

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return sum(len(takes) for _, takes in self.turns)


def replay_export(context: ServiceContext, stream: str, turns: Iterable[int], seat: str | None, most: int) -> ReplayExport:
    """These turns. Raises what `turn_steps` does, and ActRefused when they have more than `most` steps."""
    turns = list(turns)
    _check_length(context, stream, turns, seat, most)
    pictures = _Pictures()
    shot = [(turn, [pictures.take(turn, each) for each in shown_steps(context, stream, turn, seat)]) for turn in turns]
    back = undone(context, stream)
    return ReplayExport(stream, seat, shot, sprites(pictures.drawn), {turn: back[turn] for turn in turns if turn in back})


def _check_length(context: ServiceContext, stream: str, turns: Sequence[int], seat: str | None, most: int) -> None:
    """Raises ActRefused, at the first turn that has no room in the file."""
    count = 0
    for turn in turns:
        count += len(turn_steps(context, stream, turn, seat).steps)
        if count > most:
            some = f"?t={turns[0]}-{max(turn - 1, turns[0])}"
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
