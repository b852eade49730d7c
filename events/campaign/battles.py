"""Battles: where they are fought, how they ended, and what has become of every unit."""

from __future__ import annotations

from typing import Any, Literal

from events.base import Event, event
from events.platform.causes import Actor

Outcome = Literal["won", "drawn", "refused", "not played"]


@event("campaign.battle_opened", to="battle")
class BattleOpened(Event):
    """The battle is played as this game ("": at a table)."""

    battle: int
    stream: str


@event("campaign.battle_reported", to="battle")
class BattleReported(Event):
    """How a battle ended, taken over from the log of `stream` as it was at `head` (hex), or from a table ("" both).

    `winners` are campaign sides (none: a draw, or nobody); `points` are the rule book's, by campaign side. `units` holds for
    every unit that was sent, by id, its state `before` (what it lacked), its side, its fate and how, and what it lacks
    `after`: absolute numbers, never differences. `deeds` are hits and kills of units that are in the campaign.
    """

    battle: int
    stream: str
    head: str
    outcome: Outcome
    winners: list[str]
    verdict: str
    points: dict[str, float]
    units: dict[str, dict[str, Any]]
    deeds: list[dict[str, str]]
    why: str = ""
    by: Actor = ""


@event("campaign.unit_returned", to="battle")
class UnitReturned(Event):
    """What the battle has made of a unit; `lacks` is all that it lacks now. Captured units are those of `side` from now on."""

    battle: int
    unit: str
    side: str
    fate: Literal["present", "left", "captured", "lost"]
    how: str
    lacks: dict[str, int]
    hits: int
    kills: list[str]


@event("campaign.honoured", to="battle")
class Honoured(Event):
    """A unit has won an honour in a battle."""

    battle: int
    unit: str
    honour: str


@event("campaign.battle_decided", to="battle")
class BattleDecided(Event):
    """A battle is over, and its node decided. `points` are what each side has won for the campaign by it."""

    battle: int
    node: str
    outcome: Outcome
    winners: list[str]
    points: dict[str, float]


@event("campaign.node_opened", to="node")
class NodeOpened(Event):
    """This node can be fought for now, because of what happened at `cause` ("": from the start)."""

    node: str
    cause: str


@event("campaign.ended", to="all")
class Ended(Event):
    """Who has won the campaign (nobody: a draw), and why it is over."""

    winners: list[str]
    verdict: str
