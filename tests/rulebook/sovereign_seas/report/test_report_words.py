"""What is told of each event (section 9), in the rule book's words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import Event
from events.sovereign_seas import battle, opening, sailing
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.tell import TELLERS, tell
from tests.kit.vocabulary import vocabulary
from tests.rulebook.sovereign_seas.builders.seen import seen, ship

ALL = seen(ship("BC1", "1010"), ship("FB1", "1508"), ship("FC1", "1606"), ship("FF1", "1009", "SE", 4))
NOBODYS: State = replace(ALL, ships={})


def test_every_event_type_is_considered() -> None:
    """Section 9: each type of the vocabulary is told or silent by decision, none by oversight."""
    assert set(TELLERS) == vocabulary("sovereign_seas")


SALVO = battle.SalvoFired("BC1", "FB1", 2, "D", 5, 5, {"number": 0, "speed": 0, "size": 2}, 10, 6, 5, 2, 4, "D", "1010", "1508")
SENTENCES: list[tuple[Event, str]] = [
    (
        opening.ShipEntered("BC1", "Bellerophon", "british", "gb", "4018", 0, 6),
        "BC1 (Bellerophon) is at 4018 heading N, speed 6",
    ),
    (opening.ShipPlaced("BB3", "3818", 5, 4), "BB3 is placed at 3818 heading NW, speed 4"),
    (opening.EntryChosen("W"), "the British come in from the west"),
    (
        opening.FleetTaken("french", {"Magenta": 2, "Limier": 1}, 96),
        "The French take 2 Magenta, 1 Limier: 96 points",
    ),
    (opening.StageClosed(2), "2 set-up deadlines to come"),
    (opening.StageClosed(1), "1 set-up deadline to come"),
    (opening.StageClosed(0), "set-up is over; game turn 1 of 24 is next"),
    (
        opening.PlacingVoid("french", "not in one line"),
        "what the French admirals placed does not go together (not in one line): the printed positions count",
    ),
    (
        sailing.Advantage("french", {"british": 2, "french": 4}),
        "British 2/5, French 4/5: the French are advantaged",
    ),
    (sailing.Advantage("", {"british": 3, "french": 3}), "British 3/5, French 3/5: a tie, both roll again"),
    (sailing.SpeedSet("BC1", 6, 8), "BC1 speed 6 -> 8"),
    (sailing.AutoDecel("FV1", 3, 6, 0), "FV1 drops from speed 6 to 0, all that she can still make"),
    (
        sailing.WhenFired("BC1", 2, "WHEN RANGE FC1 <= 2 DO CIRCLE R"),
        "BC1: WHEN RANGE FC1 <= 2 DO CIRCLE R has come true and steers her; no MOVE this turn",
    ),
    (sailing.TurnBegan(3), "game turn 3 of 24 begins"),
    (sailing.Stepped("BC1", 2, "R", "1009", "1109", 1, 1), "BC1 R 1009 -> 1109 NE"),
    (
        battle.PassedOn("FB1", "T", "B"),
        "no turret or barbette of FB1 bears there: the hit falls on her battery",
    ),
    (
        battle.PassedOn("FB1", "T", "H"),
        "no turret, barbette or battery of FB1 bears there: the hit falls on her hull",
    ),
    (sailing.TurnRefused("BC1", 2, "R", 1, 2), "BC1 R too early: 1 hex since last turn, needs 2; F instead"),
    (sailing.StepDiverted("BC1", 2, "F", "R", "BV1"), "BC1 F: BV1 is in the way, R instead"),
    (sailing.StepDiverted("BC1", 2, "F", "", "the edge"), "BC1 F: the edge is in the way, she stays"),
    (sailing.Held("BC1", 2, "0101", 1, 0), "BC1 lies in 0101 for the rest of the impulse, heading NE"),
    (sailing.LeftMap("LM1", 4, "S"), "LM1 leaves the map by the south edge and is out of the game"),
    (sailing.RamPicked("BC1", "FF2", ["FF1", "FF2"]), "BC1 meets FF1 and FF2: the die picks FF2"),
    (sailing.RamStopped(["BC1", "FF1"]), "BC1 and FF1 lie stopped"),
    (sailing.RamShoved("BC1", "1011"), "BC1 is shoved back to 1011"),
    (
        battle.Designated("BC1", 1, {"S1": "FB1", "S2": "FB1", "S3": "FB1", "S5": "FB1", "F1": "FF1"}),
        "BC1 opens fire, S1-S3, S5 at FB1; F1 at FF1",
    ),
    (battle.SalvoWasted("FC1", "BC1", "EE"), "the [EE] salvo of FC1 is lost: BC1 has sunk already"),
    (battle.Located("FB1", 5, "*"), "FB1 is hit: 5/5, * critical"),
    (battle.NoEffect("BC1", "hull", "A", "C"), "no effect on BC1: armour C of the hull keeps out A"),
    (battle.FactorsLost("FV1", "funnel", 3, 0), "FV1 loses speed factors (funnel): maximum speed 0"),
    (battle.Critical("FB1", 7, "boiler"), "critical hit on FB1: 7/8, boiler explosion"),
    (
        battle.SevereAgain("FB1", 3),
        "FB1 has severe hull damage from this attack already (3/8): rolled again",
    ),
    (battle.MagazineExploded("FB1"), "the magazine of FB1 explodes"),
    (battle.Sunk("FF1", "BC1", "1010"), "FF1 goes down in 1010, sunk by BC1"),
    (battle.ConditionEnded("FB1", "command"), "FB1 is in command again"),
    (battle.ConditionEnded("FB1", "rudder"), "the rudder of FB1 is free again"),
    (battle.Silent("british", 1), "nobody has mailed for the British for 1 turn"),
    (battle.Conceded("french", False), "The French concede"),
    (battle.Conceded("british", True), "The British concede: nobody has mailed for them"),
    (battle.GameDecided(["british"], "major", "The British win a major victory."), "The British win a major victory."),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[f"{e.type[15:]}-{n}" for n, (e, _) in enumerate(SENTENCES)])
def test_sentence(event: Event, words: str) -> None:
    """Section 9: the sentence for an event."""
    assert tell(event, ALL) == words


def test_a_hit_is_told_with_what_it_did() -> None:
    """SSL-K.1, SSL-Y.5: one line a hit; behind a hidden log, where only the letter is seen, a line of its own."""
    hit = battle.Located("FB1", 3, "B")
    assert tell(hit, ALL) is None
    hidden = replace(ALL, ships={**ALL.ships, "FB1": replace(ALL.ships["FB1"], log_if_known=None)})
    assert tell(hit, hidden) == "FB1 is hit: 3/5, B battery"


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("hold", "BC1 holds fire, as ordered: FB1 was within reach at range 4 in impulse 3"),
        ("open", "BC1 does not fire, her OPEN orders did not come true: FB1 bore at range 4 in impulse 3"),
        ("only", "BC1 does not fire, her FIRE orders name nobody who bore: FB1 did at range 4 in impulse 3"),
        ("arc", "BC1 does not fire, no gun bore on an enemy within reach: FB1 came nearest, at range 4 in impulse 3"),
    ],
)
def test_why_a_ship_did_not_fire(why: str, words: str) -> None:
    """SSL-X.11, SSL-X.12."""
    assert tell(battle.DidNotFire("BC1", why, "FB1", 4, 3), ALL) == words


@pytest.mark.parametrize(
    ("option", "words"),
    [("boiler", "a boiler explodes instead"), ("sink", "she sinks all the same"), ("none", "nothing more happens")],
)
def test_a_magazine_that_is_not_there(option: str, words: str) -> None:
    """SSL-L5.11: what comes of it is told, for the boiler's loss follows."""
    merchant = seen(ship("LM1", "1010"), options={"no_magazine": option})
    told = tell(battle.Critical("LM1", 8, "magazine"), merchant)
    assert told == f"critical hit on LM1: 8/8, magazine explosion; she has no magazine: {words}"


def test_a_wreck_does_not_lie_stopped() -> None:
    """SSL-J1.10, SSL-M.1: of a ram's ships only those that are afloat."""
    assert tell(sailing.RamStopped(["FC1"]), ALL) == "FC1 lies stopped"


def test_a_salvo_shows_its_arithmetic() -> None:
    """SSL-J2.8, SSL-J2.9, SSL-J2.10, SSL-J2.11 (example E4): dice, strikes, hits, effective hits and the letter."""
    assert tell(SALVO, ALL) == (
        "BC1 fires 5 [D] at FB1: range 5, 10 dice (8, size +2), 6 strikes, 5 needed: 2 hits, 4 effective, penetrating D"
    )
    single = replace(SALVO, guns=1, modifiers={"number": -3, "speed": 1, "size": 2}, pool=8, strikes=1, base=0, hits=0)
    assert tell(single, ALL) == (
        "BC1 fires 1 [D] at FB1: range 5, 8 dice (8, guns -3, target speed +1, size +2), 1 strike, 5 needed: no hit"
    )
    one = replace(SALVO, modifiers={}, pool=1, base=1, hits=1)
    assert "1 die, 6 strikes, 5 needed: 1 hit, 1 effective" in str(tell(one, ALL))


def test_a_ram_shows_its_arithmetic() -> None:
    """SSL-J1.4, SSL-J1.5, SSL-J1.6 (example E13): nine dice, 2 x 8 hits on the target, 2 on the attacker."""
    rolled = sailing.RamRolled("BC1", "FF1", 1, "1010", "starboard bow", 8, 4, 9, 5, True)
    assert tell(rolled, ALL) == (
        "BC1 runs into FF1 in 1010, at her starboard bow: 9 dice (5, speed 8 against 4 +2, angle +2), "
        "5 strikes, 4 needed: a hit"
    )
    effect = sailing.RamEffect("BC1", "FF1", 2, 16, 2)
    assert tell(effect, ALL) == "the ram of BC1: 2/5, 2 x speed 8 = 16 hits on FF1, 2 on herself"
    assert str(tell(replace(effect, own_hits=0), ALL)).endswith("16 hits on FF1, none on herself")


def test_a_ram_that_missed() -> None:
    """SSL-J1.4 (example E14): equal courses cost two dice; three strikes are not enough."""
    rolled = sailing.RamRolled("BC1", "FF1", 1, "1010", "stern", 8, 6, 3, 3, False)
    assert str(tell(rolled, ALL)).endswith("at her stern: 3 dice (5, angle -2), 3 strikes, 4 needed: a miss")


def test_what_is_lost_is_named_with_its_gun() -> None:
    """SSL-D2.1, SSL-L1.3, SSL-L2.2: casemate batteries and barbettes are told apart, each with its gun code."""
    assert tell(battle.GunLost("FB1", "P1", False), ALL) == "FB1 loses battery P1 [AA]"
    assert tell(battle.GunLost("FC1", "TSA", True), ALL) == "FC1 loses barbette TSA [DD]"
    kept = tell(battle.NoEffect("FC1", "S1", "B", "C"), ALL)
    assert kept == "no effect on FC1: armour C of the battery S1 [EE] keeps out B"
    assert tell(battle.GunLost("FB1", "P1", False), NOBODYS) == "FB1 loses battery P1"


def test_hull_circles_and_speed() -> None:
    """SSL-L3.1, SSL-L4.2: circles marked off of those printed, and the maximum speed that is left."""
    assert tell(battle.HullMarked("FB1", 1, 0, 11), ALL) == "FB1 hull: 1 of 13 is marked off, maximum speed 11"
    assert tell(battle.HullMarked("FB1", 4, 2, 9), ALL) == "FB1 hull: 4 of 13 are marked off, maximum speed 9"
    assert tell(battle.SevereDamage("FB1", 1), ALL) == "FB1 takes 1 further hull point of severe hull damage"
    assert tell(battle.SevereDamage("FB1", 4), ALL) == "FB1 takes 4 further hull points of severe hull damage"


@pytest.mark.parametrize(("side", "words"), [("L", "left"), ("R", "right"), ("S", "straight ahead")])
def test_criticals_say_how_long(side: str, words: str) -> None:
    """SSL-L5.3, SSL-L5.6, SSL-L5.12: out of command and a jammed rudder end with a turn that is named."""
    assert tell(battle.RudderJammed("FB1", side, 6), ALL) == f"the rudder of FB1 is jammed {words} to the end of game turn 6"
    lost = tell(battle.OutOfCommand("FB1", 7), ALL)
    assert lost == "the conning tower of FB1 is destroyed: out of command to the end of game turn 7"


def test_an_impulse_is_one_line() -> None:
    """SSL-I1.1: the hexes of a ship in an impulse are told together, with the last of them."""
    way = [(0, "1010", "N"), (1, "1009", "N"), (2, "1109", "NE"), (2, "1208", "NE"), (3, "1308", "NE")]
    state = seen(ship("BC1", "1308", "NE", track=way))
    first = sailing.Stepped("BC1", 2, "R", "1009", "1109", 1, 1)
    last = sailing.Stepped("BC1", 2, "F", "1109", "1208", 1, 2)
    assert (tell(first, state), tell(last, state)) == (None, "BC1 R F  1009 -> 1208 NE")


def test_a_way_back_is_told_hex_by_hex() -> None:
    """SSL-J1.10, ram_miss=back: what is not a way ahead is not drawn together."""
    state = seen(ship("BC1", "1010", track=[(0, "1011", "N"), (1, "1010", "N"), (1, "1009", "N"), (1, "1010", "N")]))
    assert tell(sailing.Stepped("BC1", 1, "F", "1010", "1009", 0, 4), state) == "BC1 F 1010 -> 1009 N"


QUIET: list[Event] = [
    opening.OrdersStood("BC1", "gb", ["STRAIGHT"]),
    sailing.SpeedSet("BC1", 6, 6),
    battle.Passed("french", 1),
    battle.OpenedFire("BC1", 1, 2),
    battle.Removed("FF1"),
    battle.Silent("british", 0),
    battle.TurnEnded(3),
]


@pytest.mark.parametrize("event", QUIET, ids=[e.type[15:] for e in QUIET])
def test_bookkeeping_is_not_told(event: Event) -> None:
    """Section 9: what the logs, the tables and the map show is not told again."""
    assert tell(event, ALL) is None


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[f"{e.type[15:]}-{n}" for n, (e, _) in enumerate(SENTENCES)])
def test_sentences_need_no_ship(event: Event, words: str) -> None:
    """SSL-Y.5: a reader who may see an event, but knows no ships, still gets the sentence."""
    assert tell(event, NOBODYS) == words
