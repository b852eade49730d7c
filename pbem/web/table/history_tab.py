"""What was done to a game, for the tab of that name."""

from __future__ import annotations

from markupsafe import Markup

from events.lists.game_list import GameRow
from pbem.service.context import stamp
from pbem.service.history import HistoryEntry, history
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
    acts = _acts(row, head)
    return kept(
        "_history_list.html",
        *(row.stream, head, row.closed, whole, minute, person.zone if person else ""),
        game=row,
        acts=acts if whole else acts[-LATEST:],
        number=len(acts),
        undone=undone(context, row.stream),
    )


def _acts(row: GameRow, head: bytes) -> list[HistoryEntry]:
    """All of them, kept for the next who asks."""
    context = site().context
    key = ("history", row.stream, head)
    found: list[HistoryEntry] = context.rendered.get(key, lambda: history(context, row.stream))
    return found
