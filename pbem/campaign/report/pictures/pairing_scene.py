"""The map of a campaign that pairs its sides: a column for each round, a box for each battle."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.state import Battle, State
from pbem.campaign.report.phrases import ended, number, versus
from pbem.campaign.report.pictures.shapes import HEAD, LABEL, LINE, NOTE, fitted, frame, framed, rectangle, side_role
from pbem.campaign.report.score_panel import score_line
from pbem.campaign.rules.sequence import turns
from pbem.core.drawing.scene import Circle, Point, Scene, Shape, Text

WIDE, HIGH, SPACE = 220.0, 78.0, 16.0
"""Of a battle's box, and between boxes."""
ACROSS = 5
"""Rounds beside each other; the next ones are below them."""


def draw_pairing(known: State) -> Scene:
    """Rounds from left to right, battles in their order."""
    title = f"{known.file.title}: {turns(known).played or 'the opening'}"
    across = min(ACROSS, max(2, known.round))
    wide = across * WIDE + (across - 1) * SPACE
    shapes: list[Shape] = []
    top = 0.0
    for first in range(1, known.round + 1, across):
        rounds = range(first, min(first + across, known.round + 1))
        for place, each in enumerate(rounds):
            shapes += _round(known, each, (place * (WIDE + SPACE), top))
        most = max(len(_battles(known, each)) for each in rounds)
        top += 2 * LINE + most * (HIGH + SPACE)
    return framed(known, title, describe(known), shapes, (-SPACE, 0.0, wide + SPACE, top + SPACE))


def describe(known: State) -> str:
    """The rounds in words."""
    said = [f"{turns(known).played.capitalize()}."] if turns(known).played else []
    said += [f"Battle {battle.number}, {versus(known, battle)}: {_how(known, battle)}." for battle in known.battles.values()]
    return " ".join([*said, known.verdict if known.over else score_line(known)])


def _battles(known: State, number: int) -> list[Battle]:
    return [battle for battle in known.battles.values() if battle.round == number]


def _how(known: State, battle: Battle) -> str:
    if battle.over:
        return ended(known, battle.outcome, battle.winners)
    return "void" if known.over else "being fought"


def _role(known: State, battle: Battle) -> str:
    if not battle.over:
        return "node-missed" if known.over else "node-fought"
    if battle.winners:
        return side_role(known, battle.winners[0])
    return "node-drawn" if battle.outcome == "drawn" else "node-missed"


def _round(known: State, number: int, corner: Point) -> Iterator[Shape]:
    x, y = corner
    yield Text((x, y + LINE), f"Round {number}", "label", HEAD, "start")
    for place, battle in enumerate(_battles(known, number)):
        yield from _box(known, battle, (x, y + 2 * LINE - 6 + place * (HIGH + SPACE)))


def _box(known: State, battle: Battle, corner: Point) -> Iterator[Shape]:
    role, (x, y) = _role(known, battle), corner
    yield rectangle(corner, WIDE, HIGH, "panel")
    yield rectangle(corner, 10, HIGH, role, f"battle {battle.number}: {_how(known, battle)}")
    yield frame(corner, WIDE, HIGH, role)
    for line, side in enumerate(battle.sides):
        down = y + 22 + LINE * line
        gained = f" {number(battle.points[side])}" if battle.points.get(side) else ""
        yield Circle((x + 26, down - 4.5), 5.5, side_role(known, side), known.title_of(side))
        name = fitted(known.title_of(side), LABEL, WIDE - 84, 1)[0]
        yield Text((x + 40, down), f"{name}{gained}", "label", LABEL, "start")
    said = f"battle {battle.number}{' ' + battle.stream if battle.stream else ''}: {battle.outcome or _how(known, battle)}"
    yield Text((x + 20, y + HIGH - 10), fitted(said, NOTE, WIDE - 34, 1)[0], "note", NOTE, "start")
