"""A campaign file: sides with their units, nodes that are battles, edges between them, what refits cost, how it is won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.core.fleets.fleet_units import Lacks

Unplayed = Literal["no consequence", "refused", "bots"]
"""What becomes of a battle that is not over in time: nothing, a defeat of who missed more turns, or bots play it to its end."""
WonBy = Literal["points", "nodes", "last battle"]
Pairing = Literal["", "swiss", "round robin", "ladder"]


@dataclass(frozen=True)
class FileUnit:
    """A unit as the file lists it; it begins as new but for what it `lacks`."""

    id: str
    unit_class: str
    book: str = ""
    """The key of its rule book; "": that of the first node."""
    name: str = ""
    fleet: str = "1ST"
    commander: str = ""
    lacks: Lacks = field(default_factory=dict)


@dataclass(frozen=True)
class Side:
    """A side of the campaign, played by so many `seats`; `points` are what it has for refits at the start."""

    id: str
    title: str
    seats: int = 1
    points: float = 0.0
    units: list[FileUnit] = field(default_factory=list)
    briefing: str = ""


@dataclass(frozen=True)
class Brings:
    """What a side of the campaign may bring to a node, where it plays the scenario's side `plays`.

    It sends `least` to `most` units (0: as many as there are places) of these `classes` and `fleets` (none named: any). With
    `printed` it plays with the scenario's own units, which are none of the campaign; `keeps` are such units beside its own.
    """

    plays: str
    printed: bool = False
    least: int = 1
    most: int = 0
    classes: list[str] = field(default_factory=list)
    fleets: list[str] = field(default_factory=list)
    keeps: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Edge:
    """Node `to` can be fought for after this one `when`: a side that won, "drawn", "not played", or "" whatever happened."""

    to: str
    when: str = ""


@dataclass(frozen=True)
class Node:
    """A battle of the graph: a scenario of a rule book with options, and which sides of the campaign meet in it.

    `value` are the points of victory for who wins it (half to each in a draw); `share` of the rule book's own points are added.
    """

    id: str
    title: str
    book: str
    scenario: str
    sides: dict[str, Brings]
    options: dict[str, Any] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    value: float = 1.0
    share: float = 0.0
    story: str = ""


@dataclass(frozen=True)
class Refits:
    """What refits cost and where points come from.

    `costs` are points a box by item; `*` is any other item. A lost unit is replaced for `new` times the points of its class
    (0: never). Each side gets `income` a round, `won` for each battle won, and `earned` times the rule book's points of it.
    Scouts cost `scouts` points (0: there are none) and find the enemy with `found` or more on a die.
    """

    costs: dict[str, float] = field(default_factory=lambda: {"*": 1.0})
    new: float = 0.0
    income: float = 0.0
    won: float = 0.0
    earned: float = 0.0
    scouts: float = 0.0
    found: int = 4


@dataclass(frozen=True)
class CampaignFile:
    """A campaign. `start` are the nodes that can be fought for at first; after `rounds` it is over at the latest.

    With a `pairing` each round pairs the sides to play the one node, whose two `sides` are then only called "first" and
    "second"; its units are printed, and points alone are carried over.
    """

    key: str
    code: str
    title: str
    summary: str
    sides: list[Side]
    nodes: list[Node]
    start: list[str]
    rounds: int
    won_by: WonBy = "points"
    level: float = 0.0
    """So many points (or nodes) end the campaign at once; 0: no number does."""
    refits: Refits | None = None
    """None: units are not refitted; points alone are carried over, or damage stays."""
    battle_days: int = 14
    """So long may a battle last; 0: as long as it takes."""
    unplayed: Unplayed = "bots"
    fog: bool = False
    """Does a side know only of the battles that it fights in?"""
    pairing: Pairing = ""
    story: str = ""
    aliases: list[str] = field(default_factory=list)

    def node(self, id: str) -> Node:
        """The node of this id. Raises KeyError."""
        return {node.id: node for node in self.nodes}[id]

    def side(self, id: str) -> Side:
        """The side of this id. Raises KeyError."""
        return {side.id: side for side in self.sides}[id]
