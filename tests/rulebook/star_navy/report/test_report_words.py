"""What is told of each event (SN-16.3), in the rule book's words."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import Event
from events.star_navy import battle, boarding, ending, engine, movement, orders
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.report.tell import TELLERS, tell
from tests.kit.vocabulary import vocabulary

KNOWN = State(options={"pace": "turn"})


def test_every_event_type_is_handled() -> None:
    """Each type of the vocabulary is told or silent by decision, none by oversight."""
    assert set(TELLERS) == vocabulary("star_navy")


def volley(**changes: Any) -> battle.Fired:
    """Three lasers, changed as told."""
    fields: dict[str, Any] = {
        "ship": "SR1",
        "section": "F",
        "weapon": "L",
        "number": 3,
        "effective": 3,
        "target": "BIS",
        "range": 3,
        "orientation": "ONE F",
        "dice": [],
        "wear": 0,
        "section_dice": [4],
        "hits": {"F": 15},
    }
    return battle.Fired(**(fields | changes))


CANNONS = {"weapon": "C", "dice": [4, 3, 1], "section_dice": [6], "hits": {"RF": 8}}

SENTENCES: list[tuple[Event, str]] = [
    (volley(), "SR1 F 3 lasers at BIS, range 3, facing one (F): 15 points, section die 4: F"),
    (
        volley(**CANNONS),
        "SR1 F 3 cannons (wear 0) at BIS, range 3, facing one (F): dice 4 3 1 = 8 points, section die 6: RF",
    ),
    (
        volley(weapon="C", dice=[2, 3, 5], wear=1, hits={"F": 7}),
        "SR1 F 3 cannons (wear 1) at BIS, range 3, facing one (F): dice 2 3 5, less 3 for wear = 7 points, section die 4: F",
    ),
    (
        volley(weapon="C", number=1, effective=1, dice=[1], wear=2, section_dice=[], hits={}),
        "SR1 F 1 cannon (wear 2) at BIS, range 3, facing one (F): dice 1, less 1 for wear = 0 points",
    ),
    (
        volley(weapon="T", orientation="TWO F RF", dice=[3, 4, 6], section_dice=[5, 1], hits={"F": 6, "LF": 6}),
        "SR1 F 3 torpedoes at BIS, range 3, facing two (F, RF): dice 3 4 6, 2 hits, section dice 5 1: F 6, LF 6",
    ),
    (
        volley(weapon="T", dice=[3, 1, 2], section_dice=[], hits={}),
        "SR1 F 3 torpedoes at BIS, range 3, facing one (F): dice 3 1 2, no hit",
    ),
    (
        volley(weapon="P", orientation="ASKEW RF F", section_dice=[2], hits={"F": 2, "LF": 2, "RF": 2, "R": 1}),
        "SR1 F 3 pulsers at BIS, range 3, askew (most RF, lesser F): section die 2: F 2, LF 2, RF 2, R 1",
    ),
    (
        volley(effective=2, hits={"F": 10}),
        "SR1 F 3 lasers at BIS, range 3, facing one (F), 2 of them through the asteroids: 10 points, section die 4: F",
    ),
    (
        volley(number=1, effective=0, section_dice=[], hits={}),
        "SR1 F 1 laser at BIS, range 3, facing one (F), 0 of them through the asteroids: no effect",
    ),
    (battle.PointsArrived("BIS", "F", 15, {"RED": 15}, True), "BIS F 15 points arrive"),
    (battle.PointsArrived("BIS", "F", 1, {"RED": 1}, True), "BIS F 1 point arrives"),
    (
        battle.Damaged("SR1", "RF", 2, 4, ["hull", "hull", "weapon", "shield", "shield", "weapon"]),
        "SR1 RF 8, absorbed 2, column 4: hull hull weapon shield shield weapon",
    ),
    (battle.Damaged("SR1", "RF", 3, 0, []), "SR1 RF 3, absorbed 3"),
    (orders.OrderLapsed("SR1", "T6", "FIRE F AT BIS", "no energy"), "SR1 T6 FIRE F AT BIS lapses: no energy"),
    (movement.Moved("SR1", "5047", "5048"), "SR1 moves from 5047 to 5048"),
    (movement.HeldAtEdge("SR1", "1201"), "SR1 is held at the edge in 1201"),
    (battle.Turned("SR1", 2), "SR1 turns to heading SE"),
    (movement.MineHit("M2", "SR1", 1, "LF", 12), "mine M2 hits SR1: 12 points, section die 1: LF"),
    (movement.ShipDestroyed("SR1", "5050", "planet"), "SR1 is destroyed at 5050: it ran into a planet"),
    (boarding.BoardAttempt("SR1", "BIS", 3, True), "marines of SR1 board BIS, die 3: they get aboard"),
    (
        boarding.BoardRound("SR1", "BIS", [5, 2], [6, 1], 1, 1),
        "aboard BIS: defenders roll 5 2, 1 attacker lost; attackers roll 6 1, 1 defender lost",
    ),
    (engine.JumpAttempt("SR1", 5, False), "SR1 attempts interstellar travel, die 5: failure"),
    (engine.JumpSlid("SR1", "RF", 3, "2013"), "SR1 slides 3 hexes towards its RF, to 2013"),
    (
        engine.ShieldsRaised("SR1", "E1", {"F": 2, "R": 0}, 1, 0, 5),
        "SR1 E1 shields F +2: energy 1, 0 left in the capacitors, 5 in the engines",
    ),
    (ending.VpAwarded("RED", 1, "region", ""), "RED scores 1 point as the last in the region"),
    (ending.VpAwarded("RED", 3, "destroyed", "BIS"), "RED scores 3 points for BIS destroyed"),
    (ending.GameOver(["RED"], {"BLUE": 0, "RED": 3}, "Only RED is left: RED wins."), "Only RED is left: RED wins."),
    (
        volley(section="RF", revealed=True),
        "SR1 RF 3 lasers at BIS, range 3, facing one (F): 15 points, section die 4: F; its RF is seen to carry lasers",
    ),
    (
        battle.Damaged("SR1", "RF", 0, 5, ["capacitor:RF", "engine"], 2),
        "SR1 RF 2, absorbed 0, column 5: capacitor:RF engine; 2 energy are lost with them",
    ),
    (
        orders.OrderLapsed("SR1", "E1", "SHIELDS ALL", "only 1 of 3 shields: KEEP 5 holds back the 5 energy left"),
        "SR1 E1 SHIELDS ALL is not carried out whole: only 1 of 3 shields: KEEP 5 holds back the 5 energy left",
    ),
    (
        orders.OrderLapsed("SR1", "JUMP", "JUMP LEAVE IF ENERGY < 3", "condition ENERGY < 3 was false (4)"),
        "SR1 JUMP LEAVE IF ENERGY < 3 lapses: condition ENERGY < 3 was false (4)",
    ),
    (movement.MineExploded("M1", "1012", ["BIS", "SR1"]), "mine M1 at 1012 explodes, set off by BIS and SR1"),
    (engine.EnergyMoved("SR1", 0, 5, "P2", 0, 3), "SR1 loses the 3 energy left in its capacitors"),
    (
        engine.EnergyMoved("SR1", 4, 0, "P3", 4, 1),
        "SR1 moves 4 energy from its engines into its capacitors; 1 more for which there is no capacitor is lost",
    ),
    (
        engine.EnergyMoved("SR1", 4, 10, "P4", 10, 0),
        "SR1 makes 10 energy: 4 left in the capacitors, 10 in the engines",
    ),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[f"{e.type[10:]}-{n}" for n, (e, _) in enumerate(SENTENCES)])
def test_sentence(event: Event, words: str) -> None:
    """SN-16.3 and the report layout: the sentence for an event."""
    assert tell(event, KNOWN) == words


@pytest.mark.parametrize(
    "event",
    [
        orders.OrdersStored("SR1", {"T1": "TURN L"}, "", {}),
        battle.SectionMarked("SR1", "F", "ACTIVE", 3, 0),
        orders.TurnBegan(1, 2),
        orders.TurnEnded(1, 2),
    ],
    ids=lambda event: event.type,
)
def test_bookkeeping_is_not_told(event: Event) -> None:
    """What the consoles and the report's head show makes no sentence."""
    assert tell(event, KNOWN) is None
