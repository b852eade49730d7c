"""The press of a seat, for the tab of that name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.lists.game_list import GameRow
from pbem.service.press.messages import MAX_TEXT, messages
from pbem.web.infra.kept_pages import form_id
from pbem.web.infra.site import site
from pbem.web.infra.visitor import seat_rows


def press_tab(row: GameRow, seat: str, to: Sequence[str] = (), words: str = "", problem: str = "") -> dict[str, Any]:
    """What the tab shows: the seat's messages, and the form as it was filled in."""
    return {
        "others": [each for each in seat_rows(row.stream) if each.seat != seat],
        "messages": messages(site().context, row.stream, seat),
        "to": to,
        "words": words,
        "problem": problem,
        "longest": MAX_TEXT,
        "form": form_id(),
    }
