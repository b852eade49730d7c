"""The words that reports of a campaign share: sides, nodes, battles and how they ended, units and what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.classes import classes
from pbem.campaign.model.state import Battle, CampaignUnit, State
from pbem.core.fleets.fleet_units import UnitClass
from pbem.core.game.phrases import count, join_words
from pbem.games import GAMES

NOBODY = "nobody"


def number(value: float) -> str:
    """`2`, `0.5`."""
    return f"{value:g}"


def points(value: float) -> str:
    """`1 point`, `2.5 points`."""
    return f"{value:g} {'point' if value == 1 else 'points'}"


def titles(known: State, sides: Iterable[str]) -> str:
    """`Blue Navy and Red Navy`."""
    return join_words([known.title_of(side) for side in sides] or [NOBODY])


# ---------------------------------------------------------------- nodes and battles


def node_title(known: State, id: str) -> str:
    """`The Belt (BELT)`."""
    return f"{known.file.node(id).title} ({id})"


def scenario_words(node: Node) -> str:
    """`Star Navy, First Blood`."""
    game = GAMES[node.book]
    title = game.scenarios.find(node.scenario).title
    return title if title.startswith(game.title) else f"{game.title}, {title}"


def battle_title(known: State, number: int) -> str:
    """`battle 3 (The Belt)`; of one that the reader does not know, its number."""
    battle = known.battles.get(number)
    return f"battle {number} ({known.node_of(battle).title})" if battle else f"battle {number}"


def against(known: State, sides: Iterable[str]) -> str:
    """`Blue Navy against Red Navy`."""
    return " against ".join(known.title_of(side) for side in sides)


def versus(known: State, battle: Battle) -> str:
    """Who fights whom in a battle."""
    return against(known, battle.sides)


def ended(known: State, outcome: str, winners: Sequence[str]) -> str:
    """How a battle ended: `Blue Navy has won`, `drawn`, `refused: Blue Navy has won without a fight`, `not played`."""
    if not winners:
        return "not played" if outcome in ("not played", "refused") else "drawn"
    have = f"{titles(known, winners)} {'has' if len(winners) == 1 else 'have'} won"
    return f"{have} without a fight" if outcome == "refused" else have


def when_words(known: State, when: str) -> str:
    """What an edge depends on: `if Blue Navy wins`, `if it is drawn`, `whatever happens`."""
    fixed = {"": "whatever happens", "drawn": "if it is drawn", "not played": "if it is not played"}
    return fixed.get(when) or f"if {known.title_of(when)} wins"


# ---------------------------------------------------------------- units


def sheet_of(unit: CampaignUnit) -> UnitClass:
    """The class of a unit; an empty sheet for one that its rule book does not have any more."""
    return classes(unit.book).get(unit.unit_class, UnitClass(unit.unit_class, 0, {}))


def called(known: State, id: str) -> str:
    """`BIS Bismarck`, or `BIS` if she has no name or the reader does not know her."""
    unit = known.units.get(id)
    return f"{id} {unit.name}" if unit and unit.name else id


def lacks_words(lacks: Mapping[str, int], sheet: UnitClass) -> str:
    """`hull 3 of 6, torpedoes 2 of 4`, "" if nothing is lacking."""
    most = {item: f" of {sheet.items[item].most}" for item in lacks if item in sheet.items}
    return ", ".join(f"{item} {lacking}{most.get(item, '')}" for item, lacking in lacks.items())


def changes(before: Mapping[str, int], after: Mapping[str, int], sheet: UnitClass) -> str:
    """What a unit has of each item that has changed: `hull 6 -> 3 of 6`, "" if nothing has."""
    changed = [item for item in sheet.items if before.get(item, 0) != after.get(item, 0)]
    most = {item: sheet.items[item].most for item in changed}
    return ", ".join(
        f"{item} {most[item] - before.get(item, 0)} -> {most[item] - after.get(item, 0)} of {most[item]}" for item in changed
    )


def lacking(unit: CampaignUnit) -> str:
    """`lacks hull 3 of 6`, `complete`."""
    words = lacks_words(unit.lacks, sheet_of(unit))
    return f"lacks {words}" if words else "complete"


def at(unit: CampaignUnit) -> str:
    """Where a unit is: `in port`, `in battle`, `lost`, `taken out`."""
    return {"port": "in port", "battle": "in battle", "lost": "lost", "taken": "taken out"}[unit.where]


def record_words(unit: CampaignUnit) -> str:
    """`2 battles, 5 hits, destroyed STL and BIS`."""
    said = [count(len(unit.battles), "battle")]
    said += [count(unit.hits, "hit")] if unit.hits else []
    said += [f"destroyed {join_words(unit.kills)}"] if unit.kills else []
    return ", ".join(said)
