"""The demonstration: one game of each rule book under way, bots on all seats but yours; the others are opened from a page."""

from __future__ import annotations

from pbem.app_context import AppContext
from pbem.service.games.practice import FIRST, lessons, open_practice

YOU = "you@wardroom.localhost"


def seed_demo(at: AppContext) -> None:
    """Open the first games that are not there from an earlier run."""
    you = at.person(YOU).id
    there = {(lesson.game, lesson.scenario) for lesson in lessons(at.context, you) if lesson.row}
    for game, scenario in FIRST.items():
        if (game, scenario) not in there:
            open_practice(at.context, game, scenario, you)
