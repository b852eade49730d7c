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
    """A unit as the file lists it; it begins as new but for what it lacks."""

    id: str
    """What orders call it, once in the file: a capital letter, then capitals, digits and _. Some rule books ask for ids of
    their own, such as SR1 to SR99 for a Stingray."""
    unit_class: str
    """A class of its rule book."""
    book: str = ""
    """The key of its rule book; "": that of the first node."""
    name: str = ""
    """What reports call it."""
    fleet: str = "1ST"
    """Where it is at first; orders move it."""
    commander: str = ""
    """Who commands it, for the roll of honour."""
    lacks: Lacks = field(default_factory=dict)
    """What is missing at the start, by item of the sheet of its class: boxes, ammunition, fuel, planes."""


@dataclass(frozen=True)
class Side:
    """A side of the campaign."""

    id: str
    """What seats, orders and edges call it: small letters, digits and _, at most 12."""
    title: str
    """What reports call it."""
    seats: int = 1
    """How many players it has, at most 8. A single one sits at the seat of the side's id, several at red1, red2 and so on."""
    points: float = 0.0
    """What it has for refits at the start."""
    units: list[FileUnit] = field(default_factory=list)
    """Its units; none if it plays with printed ones everywhere."""
    briefing: str = ""
    """What its players read at the start."""


@dataclass(frozen=True)
class Brings:
    """What a side of the campaign may bring to a node."""

    plays: str
    """The side of the scenario that it plays there."""
    printed: bool = False
    """Does it play with the scenario's own units? They are none of the campaign, and keep no losses."""
    least: int = 1
    """So many units it must send, or it does not fight (CMP-2.4)."""
    most: int = 0
    """So many it may send; 0: as many as the scenario has places."""
    classes: list[str] = field(default_factory=list)
    """Units of these classes may go; none named: of any."""
    fleets: list[str] = field(default_factory=list)
    """Units of these fleets may go; none named: of any."""
    keeps: list[str] = field(default_factory=list)
    """Ids of printed units of the scenario that fight beside its own."""


@dataclass(frozen=True)
class Edge:
    """What can be fought for after a node."""

    to: str
    """The node that is open in the next round."""
    when: str = ""
    """If this side won, or "drawn", or "not played"; "": whatever happened."""


@dataclass(frozen=True)
class Node:
    """A battle of the graph."""

    id: str
    """What orders and edges call it: a capital letter, then capitals, digits, _ and -, at most 12."""
    title: str
    """What reports call it."""
    book: str
    """The key of its rule book."""
    scenario: str
    """The key of a scenario of the rule book."""
    sides: dict[str, Brings]
    """The sides of the campaign that meet here; every side of the scenario is played by one of them."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the scenario; the others are as it has them."""
    edges: list[Edge] = field(default_factory=list)
    """None: nothing follows from this battle."""
    value: float = 1.0
    """Points of victory for who wins it, half to each in a draw."""
    share: float = 0.0
    """So much of the rule book's own points of each side is added to its points of victory."""
    story: str = ""
    """A few sentences for its page."""


@dataclass(frozen=True)
class Refits:
    """What refits cost, and where points for them come from."""

    costs: dict[str, float] = field(default_factory=lambda: {"*": 1.0})
    """Points a box, by item of the sheets; `*` is any other item."""
    new: float = 0.0
    """A lost unit is replaced for so many times the points of its class; 0: never."""
    income: float = 0.0
    """Points for each side at each refit turn but the first."""
    won: float = 0.0
    """Points for each battle won."""
    earned: float = 0.0
    """So many points for each of the rule book's own points."""
    scouts: float = 0.0
    """What scouts cost; 0: there are none."""
    found: int = 4
    """Scouts find the enemy with this or more on a die."""


@dataclass(frozen=True)
class CampaignFile:
    """A campaign."""

    key: str
    """What commands call it: small letters, digits and hyphens."""
    code: str
    """What lists call it."""
    title: str
    """What players call it."""
    summary: str
    """One sentence for lists."""
    sides: list[Side]
    """Two or more."""
    nodes: list[Node]
    """One or more."""
    start: list[str]
    """The nodes that can be fought for in round 1."""
    rounds: int
    """After so many rounds, at most 100, it is over at the latest."""
    won_by: WonBy = "points"
    """By points of victory, by the number of nodes held, or by the last battle (CMP-4.2)."""
    level: float = 0.0
    """So many points (or nodes) end the campaign at once; 0: no number does."""
    refits: Refits | None = None
    """None: units are not refitted; points alone are carried over, or damage stays."""
    battle_days: int = 14
    """So long may a battle last; 0: as long as it takes."""
    unplayed: Unplayed = "bots"
    """What becomes of a battle that is not over in time (CMP-2.6)."""
    fog: bool = False
    """Does a side know only of the battles that it fights in?"""
    pairing: Pairing = ""
    """How each round pairs the sides to play the one node (CMP-7). Its `sides` are then called "first" and "second", and their
    units are printed."""
    story: str = ""
    """A few sentences that all read at the start."""
    aliases: list[str] = field(default_factory=list)
    """Other names for the key."""

    def node(self, id: str) -> Node:
        """The node of this id. Raises KeyError."""
        return {node.id: node for node in self.nodes}[id]

    def side(self, id: str) -> Side:
        """The side of this id. Raises KeyError."""
        return {side.id: side for side in self.sides}[id]
