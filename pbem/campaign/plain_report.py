"""The order template in its shortest form, and a commander who leaves everything to the rules (CMP-5.9, CMP-5.10)."""

from __future__ import annotations

from pbem.campaign.model.state import State
from pbem.campaign.report.pictures.draw import draw
from pbem.core.game.protocol import Chance
from pbem.core.game.report_parts import Preview, SuggestedOrder
from pbem.core.texts.envelope import OrderSheet


def template(known: State) -> str:
    """Nothing is ordered."""
    return "FLEET:\n# REPAIR, REPLACE, TRANSFER, ASSIGN, REFUSE, SCOUT"


def suggest(known: State) -> list[SuggestedOrder]:
    """None."""
    return []


def preview(known: State, sheet: OrderSheet) -> Preview:
    """The map."""
    return Preview(next(draw(known)), [])


def bot(known: State, chance: Chance) -> str:
    """A side without orders repairs what is worst, and sends what it has."""
    return ""
