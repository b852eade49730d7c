"""A whole replay to take away: every step of some turns with its words, and their maps as differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.present.frames import FrameMaker, Frames
from pbem.present.svg import to_map_svg
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.reports.replay import Step, turn_replay, turn_steps, undone
from pbem.service.reports.step_frames import StepFrames, frames_of_turn

MOST_STEPS = 800
MOST_STEPS_OF_CAMPAIGN = 8000
"""With all battles; nobody makes one every day."""


@dataclass(frozen=True)
class ExportedStep:
    """A step, the number of its frame, and, at the beginning and the end of a turn, the hash of the position."""

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
    """The parts of a replay, and the maps of all their steps. `last` is the map at the end, as SVG."""

    parts: list[ExportedPart]
    frames: Frames
    last: str

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return sum(len(steps) for part in self.parts for _, steps in part.turns)


def replay_export(context: ServiceContext, parts: Sequence[Part], most: int) -> ReplayExport:
    """These parts. Raises what `turn_steps` does, and ActRefused when they have more than `most` steps."""
    _check_length(context, parts, most)
    maker = FrameMaker()
    made = [
        (
            part,
            [(turn, frames_of_turn(context, turn_replay(context, part.stream, turn, part.seat), maker)) for turn in part.turns],
        )
        for part in parts
    ]
    last = made[-1][1][-1][1].last
    return ReplayExport([_exported(context, part, turns) for part, turns in made], maker.made, to_map_svg(last))


def _exported(context: ServiceContext, part: Part, turns: Sequence[tuple[int, StepFrames]]) -> ExportedPart:
    row, back = context.store.game(part.stream), undone(context, part.stream)
    told = [(turn, _steps(made)) for turn, made in turns]
    return ExportedPart(part.stream, row.title if row else "", told, {turn: back[turn] for turn in part.turns if turn in back})


def _steps(made: StepFrames) -> list[ExportedStep]:
    steps = zip(made.replay.shown.steps, made.shown, strict=True)
    return [ExportedStep(step, frame, made.digests.get(step.number, ""), made.hashed) for step, frame in steps]


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
