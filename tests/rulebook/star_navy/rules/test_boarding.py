"""SN-9: boarding."""

from __future__ import annotations

import pytest

from events.base import visible
from events.platform import Rolled
from events.star_navy.battle import MineLaid
from events.star_navy.boarding import BoardAttempt, BoardOrder, BoardRound, BoardVoid, Captured, CrewSplit, Retreated
from events.star_navy.orders import OrderLapsed
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.rules.boarding import prize_crew, retreats, shields_to_beat, void_because
from pbem.games.star_navy.rules.legal import Boarding
from tests.rulebook.star_navy.builders.battle import Battle, envelope, fit, only, rolled, shields_down, told
from tests.rulebook.star_navy.builders.known import known


def close(battle: Battle, **marines: int) -> Battle:
    """BBB two hexes ahead of AAA, its shields down; marines by ship."""
    shields_down(battle.put(battle.b, "2018", "S"))
    for name, number in marines.items():
        battle.state.ships[name].console.marines = number
    return battle


def test_order_of_boardings(battle: Battle) -> None:
    """SN-9.1: two sides board: each ship rolls; the tied ones roll again, highest group first; highest goes first."""
    close(battle)
    for ship in (battle.a, battle.b, battle.add("ACE", "CA", "BLUE", "2019")):
        shields_down(ship, **dict.fromkeys(ship.console.sections, 1))
    drafts = battle.play("5 3 3 1 6 1 1 1", AAA="T1 BOARD BBB", ACE="T1 BOARD BBB", BBB="T1 BOARD AAA")
    assert rolled(drafts)[:5] == [f"board_order {x}" for x in ("AAA", "ACE", "BBB", "ACE", "BBB")]
    assert only(drafts, BoardOrder).ships == ["AAA", "BBB", "ACE"]


def test_one_side_boards_in_roster_order(battle: Battle) -> None:
    """SN-9.1: ships of one side only: roster order, no die."""
    for section in close(battle).b.console.sections.values():
        section.active = 1
    battle.add("ACE", "CA", "BLUE", "2019")
    drafts = battle.play("1 1", ACE="T1 BOARD BBB", AAA="T1 BOARD BBB")
    assert rolled(drafts) == ["board_attempt AAA at BBB", "board_attempt ACE at BBB"]


def test_void_boardings(battle: Battle) -> None:
    """SN-9.2: the target was destroyed in R3: no dice, only the boarder's side hears of it, the marines stay ACTIVE."""
    close(battle).b.console.integrity = 1
    fit(battle.add("ACE", "CA", "BLUE", "2019"), F="L")
    drafts = battle.play("3 1", AAA="T1 BOARD BBB", ACE="T1 FIRE F AT BBB")
    assert only(drafts, BoardVoid) == BoardVoid("AAA", "BBB", "BBB is lost", "BLUE")
    assert envelope(drafts, BoardVoid) == ("Board", "SN-9.2", "BLUE")
    assert battle.a.console.marine_status == "ACTIVE"


def test_a_boarder_with_another_player_is_void(battle: Battle) -> None:
    """SN-9.2: the boarder has changed controller, though its side is the same: it boards nobody."""
    boarding = Boarding(battle.a, "BLUE", "blue", close(battle).b, "NEVER", "HALF")
    assert void_because(boarding) == ""
    battle.a.seat = "blue2"
    assert void_because(boarding) == "AAA was captured"


def test_void_boardings_do_not_roll_for_order(battle: Battle) -> None:
    """SN-9.1, SN-9.2: BBB was destroyed before the Board step, so only one side boards, and no order is rolled."""
    close(battle).b.console.integrity = 1
    fit(battle.add("ACE", "CA", "BLUE", "2019"), F="L")
    battle.add("CCC", "DD", "RED", "4040")
    drafts = battle.play("3 1", AAA="T1 BOARD BBB", ACE="T1 FIRE F AT BBB", BBB="T1 BOARD ACE")
    assert told(drafts, BoardOrder) == [] and len(told(drafts, BoardVoid)) == 2


def test_attackers_after_damage(battle: Battle) -> None:
    """SN-9.3: two of the four marines fell in R3: two attack."""
    shields_down(close(battle, BBB=1).a)
    fit(battle.b, F="L")
    drafts = battle.play("3 3 2 4 1 6", AAA="T1 BOARD BBB RETREAT NEVER", BBB="T1 FIRE F 3 AT AAA")
    assert only(drafts, BoardRound).attack == [1, 6]


def test_a_boarder_whose_last_marines_fell_is_void(battle: Battle) -> None:
    """SN-9.2, SN-9.3: both of the two marines fell in R3: nobody boards, and no die is rolled."""
    shields_down(close(battle, AAA=2, BBB=1).a)
    fit(battle.b, F="L")
    drafts = battle.play("3 3", AAA="T1 BOARD BBB RETREAT NEVER", BBB="T1 FIRE F 3 AT AAA")
    assert only(drafts, BoardVoid) == BoardVoid("AAA", "BBB", "AAA has no marines left", "BLUE")


@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_attempt(battle: Battle, die: int, success: bool) -> None:
    """SN-9.4, SN-9.5: the weakest section has 2 active shields: die 2 fails and nothing else happens, die 3 succeeds (X20)."""
    close(battle, BBB=0)
    shields_down(battle.b, F=4, RF=3, RR=2, R=2, LR=3, LF=3)
    drafts = battle.play(str(die), AAA="T1 BOARD BBB")
    assert only(drafts, BoardAttempt) == BoardAttempt("AAA", "BBB", die, success)
    assert (battle.b.side == "BLUE") is success
    assert all(str(2) not in d.event.purpose for d in drafts if isinstance(d.event, Rolled))


@pytest.mark.parametrize(("hex", "beat"), [("2018", 4), ("2221", 3), ("2119", 2), ("2020", 1), ("2218", 2)])
def test_facing_shields(hex: str, beat: int) -> None:
    """SN-9.4: board_shields=facing: ONE: it; TWO: the smaller; ASKEW: most facing; same hex: weakest."""
    battle = Battle(board_shields="facing")
    shields_down(battle.a, F=4, RF=2, RR=3, R=1, LR=1, LF=1)
    battle.put(battle.b, hex)
    assert shields_to_beat(battle.state, battle.b, battle.a) == beat


def test_battle(battle: Battle) -> None:
    """SN-9.6, SN-9.9, SN-9.10: 3 attackers, 2 defenders, NEVER: two rounds, captured, 2 survivors, half each (X20)."""
    close(battle, AAA=3, BBB=2)
    drafts = battle.play("3 5 2 6 1 4 5 5", AAA="T1 BOARD BBB RETREAT NEVER LEAVE HALF")
    assert told(drafts, BoardRound) == [
        BoardRound("AAA", "BBB", [5, 2], [6, 1], 1, 1),
        BoardRound("AAA", "BBB", [4], [5, 5], 0, 1),
    ]
    assert only(drafts, Captured) == Captured("BBB", "AAA", "BLUE", "blue")
    assert only(drafts, CrewSplit) == CrewSplit("AAA", "BBB", 1, 1)
    assert envelope(drafts, CrewSplit)[2] == "BLUE"


def test_no_defenders(battle: Battle) -> None:
    """SN-9.6 (a): nobody aboard: captured without a round."""
    drafts = close(battle, BBB=0).play("1", AAA="T1 BOARD BBB")
    assert told(drafts, BoardRound) == [] and battle.b.side == "BLUE"


def test_last_attacker_falls(battle: Battle) -> None:
    """SN-9.6 (c), SN-9.8: three kills against one attacker: one is lost, the battle is over, the attacker does not roll."""
    drafts = close(battle, AAA=1).play("1 6 6 6 1", AAA="T1 BOARD BBB RETREAT NEVER")
    assert only(drafts, BoardRound) == BoardRound("AAA", "BBB", [6, 6, 6, 1], [], 1, 0)
    assert (battle.a.console.marines, battle.b.side) == (0, "RED")


def test_excess_kills_are_ignored(battle: Battle) -> None:
    """SN-9.8: four hits on one defender cross off one; the defender has rolled before it fell."""
    drafts = close(battle, BBB=1).play("1 1 6 6 6 6", AAA="T1 BOARD BBB")
    assert only(drafts, BoardRound) == BoardRound("AAA", "BBB", [1], [6, 6, 6, 6], 0, 1)


def test_retreat(battle: Battle) -> None:
    """SN-9.7, SN-15.12: by default marines go home when outnumbered after a defender roll, without rolling."""
    drafts = close(battle, AAA=3, BBB=3).play("1 5 1 1", AAA="T1 BOARD BBB")
    assert only(drafts, BoardRound) == BoardRound("AAA", "BBB", [5, 1, 1], [], 1, 0)
    assert only(drafts, Retreated) == Retreated("AAA", "BBB")
    assert (battle.a.console.marines, battle.a.console.marine_status) == (2, "ACTIVE")


@pytest.mark.parametrize(
    ("policy", "attackers", "defenders", "flee"),
    [
        ("OUTNUMBERED", 2, 3, True),
        ("OUTNUMBERED", 3, 3, False),
        ("BELOW 2", 1, 1, True),
        ("BELOW 2", 2, 5, False),
        ("NEVER", 1, 6, False),
    ],
)
def test_retreat_policies(policy: str, attackers: int, defenders: int, flee: bool) -> None:
    """SN-15.12: OUTNUMBERED, BELOW n, NEVER."""
    assert retreats(policy, attackers, defenders) is flee


def test_policy_stands_in_for_the_order(battle: Battle) -> None:
    """SN-9.7: POLICY RETREAT holds when the order names none; RETREAT on BOARD overrides it."""
    close(battle, AAA=2, BBB=2)
    drafts = battle.play("1 5 1", AAA="POLICY RETREAT BELOW 2\nT1 BOARD BBB")
    assert len(told(drafts, Retreated)) == 1
    battle.a.console.marine_status = "READY"
    drafts = battle.play("1 1 1 6 1 6", AAA="POLICY RETREAT BELOW 2\nT2 BOARD BBB RETREAT NEVER")
    assert told(drafts, Retreated) == [] and battle.b.side == "BLUE"


def test_capture(battle: Battle) -> None:
    """SN-9.9: all stays but the master, the orders and the marines' status; until the next deadline it drifts."""
    close(battle, BBB=0)
    battle.put(battle.b, "2018", "S", thrusters_used=3, capacitor_energy=2)
    battle.b.console.sections["F"].wear = 1
    battle.play("1", AAA="T1 BOARD BBB", BBB="STANDING MINE\nT4 TURN L\nPOLICY RETREAT NEVER")
    ship = battle.b
    assert (ship.side, ship.seat, ship.original_side, ship.console.marine_status) == ("BLUE", "blue", "RED", "ACTIVE")
    assert (ship.stored.slots, ship.stored.standing, ship.stored.policies) == ({}, "", {})
    assert (ship.console.thrusters_used, ship.console.sections["F"].wear) == (3, 1)


def test_prize_obeys_from_the_next_deadline(battle: Battle) -> None:
    """SN-9.9: in the turn after, the captor's orders count."""
    close(battle, BBB=0)
    battle.add("CCC", "DD", "RED", "4040")
    battle.play("1", AAA="T1 BOARD BBB")
    assert only(battle.play(BBB="T2 MINE"), MineLaid).side == "BLUE"


def test_captor_knows_the_console() -> None:
    """SN-9.9, SN-16.4: from what BLUE alone was told follows all that BLUE may know of the prize."""
    battle = Battle()
    close(battle, BBB=0)
    battle.b.console.sections["R"].hulls = 1
    battle.add("CCC", "DD", "RED", "4040")
    told_to_blue = known(battle.state, "blue")
    drafts = battle.play("1", AAA="T1 BOARD BBB")
    for draft in drafts:
        if not isinstance(draft.event, Rolled) and visible(draft.audience, frozenset({"BLUE", "blue"})):
            STAR_NAVY.rules.apply(told_to_blue, draft.event)
    assert told_to_blue == known(battle.state, "blue")


@pytest.mark.parametrize(
    ("leave", "survivors", "crew"), [("HALF", 3, 1), ("HALF", 1, 0), ("ALL", 3, 3), ("NONE", 3, 0), ("2", 3, 2), ("5", 3, 3)]
)
def test_prize_crew(leave: str, survivors: int, crew: int) -> None:
    """SN-9.10: HALF rounded down, ALL, NONE or a number, as far as there are survivors."""
    assert prize_crew(leave, survivors) == crew


def test_prize_crew_has_room_only_for_the_printed_number() -> None:
    """SN-9.10: a corvette takes two marines; the others go back. Without marines it stays controlled."""
    battle = Battle("DN", "CO")
    close(battle, BBB=0)
    assert only(battle.play("1", AAA="T1 BOARD BBB LEAVE ALL"), CrewSplit) == CrewSplit("AAA", "BBB", 4, 2)


def test_mutual_boarding(battle: Battle) -> None:
    """SN-9.11: the first fights all who are at home, the second boards with what it has left."""
    close(battle, AAA=2, BBB=2)
    shields_down(battle.a)
    drafts = battle.play("6 2 1 1 5 1 1 5 5", AAA="T1 BOARD BBB RETREAT BELOW 2", BBB="T1 BOARD AAA RETREAT NEVER")
    first, second = told(drafts, BoardRound)
    assert (first.ship, first.defence, first.attackers_lost) == ("AAA", [1, 5], 1)
    assert (second.ship, second.defence, second.attack) == ("BBB", [1], [5, 5])
    assert battle.a.side == "RED"


def test_captured_boarder_does_not_board(battle: Battle) -> None:
    """SN-9.2, SN-9.11: BBB is captured first, so its own boarding is void."""
    close(battle, BBB=1)
    shields_down(battle.a)
    drafts = battle.play("6 2 1 1 6 1 1 1", AAA="T1 BOARD BBB LEAVE NONE", BBB="T1 BOARD AAA")
    assert only(drafts, BoardVoid) == BoardVoid("BBB", "AAA", "BBB was captured", "RED")
    assert envelope(drafts, BoardVoid)[2] == "RED"
    assert told(drafts, OrderLapsed) == []
