"""Nobody is told of a vessel that they do not know, where a fish knows more than its side: positions that bots seldom reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from events.stingray.damage import SpecialHit
from events.stingray.movement import Moved, Turned
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.games.stingray import STINGRAY
from tests.kit.knowledge.test_audiences import told
from tests.kit.playing import Orders, open_play, play_turn

SCENARIO = "overwhelming-numbers"
READER, STRANGER = "aquaphibian", "SR1"
"""A seat, and a vessel that it does not know at the end either."""


def mute_fish(where: str) -> Callable[[Turn[Any]], None]:
    """TF1 lies at 2205, facing SW, without comms; SR1 lies in this hex; the other fish look the other way and hear a plant."""

    def prepare(turn: Turn[Any]) -> None:
        for fish in ("TF2", "TF3"):
            turn.emit(Turned(fish, 1, 2), "STG-MOV.5", "aquaphibian")
        turn.emit(SpecialHit("TF1", "COMMS", "", 1), "STG-SPH.8", "aquaphibian")
        turn.emit(Moved("SR1", 1, where, "", 1, False), "STG-MOV.2", "sr1")

    return prepare


def written(texts: Mapping[str, str]) -> Orders:
    """These mails, whatever the position."""
    return lambda game, state, seat, chance: texts.get(seat, "")


MOVES = [{"captain": "SR1: 1", "aquaphibian": "TF1: HALT"}, {"captain": "SR1: HALT", "aquaphibian": "TF1: HALT; LAUNCH AT ANY"}]


@pytest.mark.parametrize(
    ("name", "where", "moves"),
    [("a fish without comms fires at any", "1907", MOVES), ("a fish without comms meets somebody", "2106", MOVES[:1])],
)
def test_a_side_is_not_told_what_its_fish_cannot_tell(name: str, where: str, moves: list[dict[str, str]]) -> None:
    """Payloads, clauses, dice and sentences: none names SR1 to its hunters."""
    at = open_play(STINGRAY, SCENARIO, {}, "position")
    turn = Turn(STINGRAY.rules.apply, at.state, seeded("position"), 0)
    mute_fish(where)(turn)
    at.drafts += turn.drafts
    telling = told(STINGRAY, SCENARIO, at)
    for number, texts in enumerate(moves, 1):
        telling.tell(play_turn(at, written(texts), name, number))
    assert at.problems == [] and telling.leaks == []
    assert STRANGER in telling.units - telling.readers[READER].known
