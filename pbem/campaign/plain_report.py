"""A report of a campaign in its shortest form, and a commander who leaves everything to the rules (CMP-5.9, CMP-5.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.base import Event
from pbem.campaign.model.state import State
from pbem.campaign.rules.sequence import turns
from pbem.core.drawing.scene import Scene, Shape, Text
from pbem.core.game.protocol import Chance
from pbem.core.game.report_parts import Panel, Preview, SuggestedOrder
from pbem.core.texts.envelope import OrderSheet


def names(known: State) -> dict[str, str]:
    """What units are called."""
    return {unit.id: unit.name for unit in known.units.values() if unit.name}


def tell(event: Event, known: State) -> str | None:
    """Only the end is told."""
    return known.verdict if event.type == "campaign.ended" else None


def summary(events: Sequence[Event], known: State) -> list[str]:
    """Where the campaign is."""
    return [known.verdict or f"The campaign goes on with {turns(known).next}."]


def panels(known: State) -> list[Panel]:
    """The score."""
    scores = [f"{known.title_of(side)}: {score:g}" for side, score in known.scores.items()]
    return [Panel("SCORE", [f"The side with most {known.file.won_by} wins.", *scores])]


def template(known: State) -> str:
    """Nothing is ordered."""
    return "FLEET:\n# REPAIR, REPLACE, TRANSFER, ASSIGN, REFUSE, SCOUT"


def draw(known: State) -> Iterator[Scene]:
    """The names of the nodes."""
    nodes = [node.title for node in known.file.nodes]
    shapes: list[Shape] = [Text((0, 20.0 * number), title, "label", 12) for number, title in enumerate(nodes, 1)]
    title = f"{known.file.title}, {turns(known).played or 'before round 1'}"
    yield Scene("map", title, f"{title}: {', '.join(nodes)}.", (0, 0, 400, 20.0 * len(nodes) + 20), shapes)


def suggest(known: State) -> list[SuggestedOrder]:
    """None."""
    return []


def preview(known: State, sheet: OrderSheet) -> Preview:
    """The map."""
    return Preview(next(draw(known)), [])


def bot(known: State, chance: Chance) -> str:
    """A side without orders repairs what is worst, and sends what it has."""
    return ""
