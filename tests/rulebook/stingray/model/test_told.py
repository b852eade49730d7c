"""What explains an event is told, and before it: whole moves as a crew reads them."""

from __future__ import annotations

from events.base import Draft, visible
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import State
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, play, state_with, vessel

SR1 = "captain-sr1"


def narrative(state: State, drafts: list[Draft], seat: str) -> list[str]:
    """The sentences of a report, without the dice."""
    reader = frozenset({seat})
    told = [STINGRAY.report.tell(d.event, known(state, seat)) for d in drafts if visible(d.audience, reader)]
    return [sentence for sentence in told if sentence]


def test_the_hit_on_the_tanks_stands_before_the_explosion() -> None:
    """STG-DMG.4: the die that destroys a Terror Fish belongs to an event of its own."""
    sr1 = vessel("SR1", "1012", "N", tubes={"1": "MK61"})
    sr1.launchers["1"].armed = True
    state = state_with(sr1, vessel("TF1", "1004", "S"), vessel("TF2", "1804", "S"))
    drafts = play(state, {"SR1": "HALT; LAUNCH STING 1 AT TF1", "TF1": "HALT", "TF2": "HALT"}, [3, 1])
    lines = narrative(state, drafts, FISH)
    hit = lines.index("the tanks of TF1 are hit (Sting Mk61): they explode")
    assert lines[hit + 1] == "TF1 explodes in 1004"
    assert "missile SR1-M1 hits something in 1004 and explodes" in narrative(state, drafts, SR1)
    assert lines.count("TF2 hears an explosion in 1004 (phase 4)") == 1


def test_batteries_change_with_a_word() -> None:
    """STG-POW.3, STG-POW.4: what is drawn is said before the plan that it pays for, what is stored at the end."""
    state = state_with(vessel("SR1", "1020", "N", 3), vessel("TF1", "2030", "S"))
    lines = narrative(state, play(state, {"SR1": "MOVE 6; SCAN 1"}), SR1)
    drawn = lines.index("SR1 draws 2 APU from its batteries: it spends 8, its plant gives 6")
    assert lines[drawn + 1] == "SR1 moves 6: speed 6"
    lines = narrative(state, play(state, {"SR1": "MOVE 4; SCAN OFF"}), SR1)
    assert "SR1 stores 1 APU, its batteries hold 4 of 10" in lines


def test_a_plan_that_had_to_change_says_why() -> None:
    """STG-MOV.8, STG-POW.7, STG-CRW.3, STG-FUE.3, section 6: in the line of the plan."""
    state = state_with(
        vessel("SR1", "1010", "N", 4, battery=0),
        vessel("TF1", "2030", "N", 3),
        vessel("TF2", "0530", "N", 3, injuries=4),
        vessel("TF3", "1530", "N", 3, broken_off=True, fuel=0),
    )
    drafts = play(state, {"SR1": "MOVE 6; POWER 5"})
    assert "SR1 moves 4: speed 4 (4 of its 6 hexes had power)" in narrative(state, drafts, SR1)
    lines = narrative(state, drafts, FISH)
    assert "TF1 moves 3: speed 3 (no movement was ordered)" in lines
    assert "TF2 moves 1: speed 1 (its crew is dead)" in lines
    assert any("(it has broken off and runs for home)" in line for line in lines)


def test_steering_lost_since_the_order() -> None:
    """STG-MOV.8, STG-SPY.2: a turn that was legal when it was filed is refused with its reason."""
    state = state_with(vessel("SR1", "1010", "N", 3), vessel("TF1", "2030", "S"))
    sheets = {seat: STINGRAY.orders.sheet(state, seat) for seat in state.seats}
    sheets[SR1] = STINGRAY.orders.read(known(state, SR1), SR1, "SR1: MOVE 2 S 1", sheets[SR1]).sheet
    state.vessels["SR1"].specials["STEERING"] = 1
    turn = Turn(STINGRAY.rules.apply, state, ScriptedDice([]), 1)
    STINGRAY.rules.resolve(turn, sheets)
    assert "SR1 moves 3: speed 3 (Turn refused: the steering of SR1 is damaged)" in narrative(state, turn.drafts, SR1)


def test_why_a_fish_did_not_fire() -> None:
    """STG-LAU.3, STG-LAU.4: what had to be there at once is named, never which of it was missing."""
    state = state_with(vessel("SR1", "1012", "N"), vessel("TF1", "1004", "N"))
    lines = narrative(state, play(state, {"SR1": "HALT", "TF1": "HALT; LAUNCH AT ANY WHEN RANGE<=3"}), FISH)
    assert (
        "TF1 LAUNCH AT ANY WHEN RANGE 0-3 lapses: in none of its windows was an enemy held, in the forward arc and within "
        "12 hexes, with its conditions met; the weapon is kept"
    ) in lines
