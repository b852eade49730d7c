"""The maps of a turn's steps as frames: what each step changes in the map before it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.core.drawing.scene import Scene
from pbem.present.frames import FrameMaker, Frames
from pbem.present.svg import painted_map
from pbem.service.context import ServiceContext
from pbem.service.reports.replay import TurnReplay, position_hash, positions, turn_replay


@dataclass(frozen=True)
class StepFrames:
    """The steps of a turn with their maps: `shown[n]` is the frame of step n, `last` the map of the last.

    `digests` are the hashes of the first and the last position, by step: those between cost more than their maps, and each has
    its own address.
    """

    replay: TurnReplay
    frames: Frames
    shown: list[int]
    last: Scene
    digests: dict[int, str]
    hashed: str


def step_frames(context: ServiceContext, stream: str, turn: int, seat: str | None) -> StepFrames:
    """The frames of a turn as its reader may see it, for a page that has the map. Raises what `turn_replay` does."""
    return frames_of_turn(context, turn_replay(context, stream, turn, seat), FrameMaker())


def frames_of_turn(context: ServiceContext, replay: TurnReplay, maker: FrameMaker) -> StepFrames:
    """The same, put to the frames of other turns."""
    seat, last = replay.shown.seat, len(replay.places) - 1
    shown: list[int] = []
    digests: dict[int, str] = {}
    hashed = ""
    scenes: list[Scene] = []
    for number, (record, changed) in enumerate(positions(context, replay)):
        scene = next(record.game.report.draw(record.known(seat))) if changed else scenes[-1]
        shown.append(shown[-1] if scenes and scene == scenes[-1] else maker.take(painted_map(scene)))
        scenes = [scene]
        if number in (0, last):
            digests[number], hashed = position_hash(replay, record)
    return StepFrames(replay, maker.made, shown, scenes[-1], digests, hashed)
