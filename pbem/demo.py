"""The demonstration: one game of each rule book under way, bots on all seats but yours; the others are opened from a page."""

from __future__ import annotations

from pbem.app_context import AppContext
from pbem.service.games.practice import lessons, open_practice

YOU = "you@wardroom.localhost"


def seed_demo(at: AppContext) -> None:
    """Open the first games that are not there from an earlier run."""
    you = at.person(YOU).id
    for lesson in lessons(at.context, you):
        if lesson.to_begin_with and not lesson.row:
            open_practice(at.context, lesson.game, lesson.scenario, you)
