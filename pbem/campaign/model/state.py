"""The state of a campaign, the whole or what one reader knows of it: data that only `apply.py` changes.

What a reader was not told is not in it, or is as they were told last: of the enemy's repairs nobody hears but their own side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from events.campaign.battles import Outcome
from events.shapes import Id, Range
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Node, Side
from pbem.core.fleets.fleet_units import Lacks, Unit
from pbem.core.state.game_state import GameState, shown

Count = Annotated[int, Range(0)]
MOST_DIGITS = 6
"""Of a number of points: what is smaller comes of adding fractions, and is nothing."""
Where = Literal["port", "battle", "lost", "taken"]
"""Of a unit: ready for orders, in a battle, lost for good, or taken out by a game master."""


def rounded(points: float) -> float:
    """Points as they are kept: 0.1 three times is 0.3."""
    return round(points, MOST_DIGITS)


@dataclass
class CampaignUnit:
    """A unit of the campaign, as its reader knows it."""

    id: Id
    side: str
    """Who has it now."""
    fleet: str
    book: str
    """The key of its rule book."""
    unit_class: str
    name: str
    commander: str
    lacks: Lacks
    where: Where = "port"
    how: str = ""
    """How it fared in its last battle, in the rule book's words."""
    battles: list[int] = field(default_factory=list)
    """The numbers of those that it has come back from, or was lost in."""
    hits: Count = 0
    kills: list[str] = field(default_factory=list)
    """The ids of what it destroyed."""
    honours: list[str] = field(default_factory=list)
    commanders: list[str] = field(default_factory=list)
    """All that it has had, in order."""

    @property
    def unit(self) -> Unit:
        """As it goes into a battle."""
        return Unit(self.id, self.unit_class, self.name, dict(self.lacks))

    @property
    def at_hand(self) -> bool:
        """Can it be given orders, and be sent to a battle?"""
        return self.where == "port"


@dataclass
class Battle:
    """A battle that was set. `forces` are those known to the reader, by campaign side; a side with printed units has none."""

    number: Count
    node: str
    sides: dict[str, str]
    """Campaign side -> side of the scenario."""
    round: Count
    stream: str = ""
    """The game that it is played as; "" before it is opened, and of one at a table."""
    forces: dict[str, list[Unit]] = field(default_factory=dict)
    refused_by: list[str] = field(default_factory=list)
    outcome: Outcome | Literal[""] = ""
    """How it ended; "" while it has not."""
    winners: list[str] = field(default_factory=list)
    verdict: str = ""
    points: dict[str, float] = field(default_factory=dict)
    """What each side has won for the campaign by it."""
    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The report of every unit: before and after, as in event `battle_reported`."""

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return self.outcome != ""


@dataclass
class Report:
    """The end of a battle that is being taken over in this turn (event `battle_reported`)."""

    battle: int
    outcome: Outcome
    winners: list[str]
    verdict: str
    points: dict[str, float]
    units: dict[str, dict[str, Any]]
    deeds: list[dict[str, str]]


@dataclass
class State(GameState):
    """A campaign."""

    file_if_known: CampaignFile | None = field(default=None, metadata={"json": "file"})
    """Everybody knows it; None before the first event."""
    round: Count = 0
    """The last one that began: of which the orders were carried out, or the battles set; 0 before the first."""
    battle_turn: Count = 0
    """So many turns of this round have ended in which battles were reported."""
    fighting: bool = False
    """Are battles of this round not over yet? Then nobody owes orders. With fog a reader may not know of them."""
    played: tuple[Count, Count] = (0, 0)
    """The round and the battle turn of the last turn that was played; (0, 0) before the first."""
    units: dict[str, CampaignUnit] = field(default_factory=dict)
    """In the order in which they joined."""
    battles: dict[int, Battle] = field(default_factory=dict)
    """By number, counted from 1. A fogged reader knows of their own."""
    open_nodes: list[str] = field(default_factory=list)
    """Where battles are set next."""
    fought: dict[str, int] = field(default_factory=dict)
    """Node -> the last battle that decided it."""
    purses: dict[str, float] = field(default_factory=dict)
    """By side, points for refits; a reader knows their own side's."""
    scores: dict[str, float] = field(default_factory=dict)
    """By side, points of victory, as far as they are known."""
    sat_out: list[str] = field(default_factory=list)
    """Sides that had no opponent in a round of a pairing, in order."""
    scouted: dict[str, dict[int, list[dict[str, Any]]]] = field(default_factory=dict)
    """By side and battle, what its scouts have found."""
    reported: Report | None = None
    """Of the battle that is taken over in this turn."""
    limit: Count = 0
    """The last round."""

    @property
    def file(self) -> CampaignFile:
        """The campaign file."""
        return shown(self.file_if_known, "the campaign file")

    @property
    def waiting(self) -> list[Battle]:
        """Battles that are set and not over: while there are any, nobody owes orders."""
        return [battle for battle in self.battles.values() if not battle.over]

    @property
    def sides(self) -> list[str]:
        """In the order of the file."""
        return [side.id for side in self.file.sides]

    def of_side(self, side: str) -> list[CampaignUnit]:
        """The units that a side has now and has not lost, in order."""
        return [unit for unit in self.units.values() if unit.side == side and unit.where in ("port", "battle")]

    def node_of(self, battle: Battle) -> Node:
        """Where a battle is fought."""
        return self.file.node(battle.node)

    @property
    def fogged(self) -> bool:
        """CMP-9.2: does a side know only of the battles that it fights in? Whom a pairing has drawn, all know."""
        return self.file.fog and not self.file.pairing

    @property
    def refitted(self) -> bool:
        """CMP-1.5: are there refit turns?"""
        return self.file.refits is not None and not self.file.pairing

    def brings(self, battle: Battle, side: str) -> Brings:
        """What a side may bring to a battle: that of the scenario's side which it plays there."""
        plays = battle.sides[side]
        return next(brings for brings in self.node_of(battle).sides.values() if brings.plays == plays)

    def battles_of_round(self, number: int) -> list[Battle]:
        """Those that were set in a round, as far as the reader knows of them."""
        return [battle for battle in self.battles.values() if battle.round == number]

    def seats_of(self, side: str) -> list[str]:
        """Who plays a side, in order."""
        return [seat for seat, its in self.seats.items() if its == side]

    def title_of(self, side: str) -> str:
        """What a side is called."""
        found: Side = self.file.side(side)
        return found.title
