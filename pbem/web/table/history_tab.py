"""What was done to a game, for the tab of that name."""

from __future__ import annotations

from markupsafe import Markup

from events.lists.game_list import GameRow
from pbem.service.context import stamp
from pbem.service.history import HistoryEntry, history, latest
from pbem.service.reports.replay import undone
from pbem.web.infra.kept_parts import kept
from pbem.web.infra.site import site
from pbem.web.infra.visitor import visitor

LATEST = 40
"""So many entries are on the pages of the game that were not opened for its history."""


def history_list(row: GameRow, whole: bool) -> Markup:
    """The entries, the latest first; not `whole`: the latest alone, and a link to all."""
    context, person = site().context, visitor().person
    head, minute = context.store.head(row.stream).hash, stamp(context.now())[:16]

    def look() -> list[HistoryEntry]:
        return history(context, row.stream) if whole else latest(context, row.stream, LATEST + 1)

    acts: list[HistoryEntry] = context.rendered.get(("history", row.stream, head, whole), look)
    return kept(
        "_history_list.html",
        *(row.stream, head, row.closed, whole, minute, person.zone if person else ""),
        game=row,
        acts=acts if whole else acts[-LATEST:],
        more=not whole and len(acts) > LATEST,
        undone=undone(context, row.stream),
    )
