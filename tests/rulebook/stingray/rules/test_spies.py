"""STG-SPY: traps, saboteurs and stolen plans."""

from __future__ import annotations

import pytest

from events.base import Draft
from events.stingray.damage import SpecialHit, TubeDestroyed
from events.stingray.opening import PlansRead, SpyCardPlayed
from events.stingray.orders import AgentCaught, AgentRolled
from pbem.core.dice.fair_dice import ScriptedDice, seeded
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State, Trap
from pbem.games.stingray.rules.setup import carry_out
from pbem.games.stingray.rules.spies import step
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import envelope, only, play, rolled, state_with, told, vessel

SEAT = "aquaphibian"


def opened() -> State:
    """Scenario 5, waiting for set-up orders."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded("spies"), 0)
    STINGRAY.rules.setup(turn, "agent-x20", STINGRAY.scenarios.options("agent-x20", {}))
    return turn.state


def dealt(state: State, *lines: str, captain: tuple[str, ...] = ()) -> list[Draft]:
    """Set-up with these spy orders."""
    turn = Turn(STINGRAY.rules.apply, state, ScriptedDice([]), 1)
    sheets = {SEAT: OrderSheet({"SIDE": list(lines)}), "captain": OrderSheet({"SR1": list(captain)})}
    carry_out(turn, sheets)
    return turn.drafts


def state_with_cards(*cards: Trap, move: int = 1) -> State:
    """A Stingray of two seats that lies still, far from a fish, at the beginning of a move, with cards against it."""
    state = state_with(vessel("SR1", "0505", copilot=True), vessel("TF1", "2530"), move=move)
    state.spies.cards = list(cards)
    return state


def stepped(state: State, order: str = "", dice: tuple[int, ...] = ()) -> list[Draft]:
    """Step 1a with this order of the side."""
    turn = Turn(STINGRAY.rules.apply, state, script := ScriptedDice(dice), 1)
    step(TurnScratch(turn), {"fish": OrderSheet({"SIDE": [order] if order else []})})
    assert script.left == []
    return turn.drafts


# ---------------------------------------------------------------- cards


def test_cards_are_chosen_secretly() -> None:
    """STG-SPY.1: at set-up, seen by the Aquaphibians alone."""
    state = opened()
    drafts = dealt(state, "SPY TRAP SR1 SONAR MOVE 4", "SPY AGENT SR1")
    assert told(drafts, SpyCardPlayed) == [
        SpyCardPlayed("TRAP", "SR1", "SONAR", 4),
        SpyCardPlayed("AGENT", "SR1", "", 0),
    ]
    assert envelope(drafts, SpyCardPlayed) == ("STG-SPY.1", "aquaphibians")


def test_no_more_cards_than_are_granted() -> None:
    """STG-SPY.1: scenario 5 grants one TRAP and either AGENT or PLANS; the first named count."""
    state = opened()
    dealt(state, "SPY AGENT SR1", "SPY PLANS", "SPY TRAP SR1 NAV MOVE 2", "SPY TRAP SR1 SONAR MOVE 3")
    assert [(card.kind, card.system) for card in state.spies.cards] == [("TRAP", "NAV"), ("AGENT", "")]
    assert state.spies.plans_read == []


def test_cards_that_nobody_names_are_not_played() -> None:
    """STG-SPY.1."""
    state = opened()
    assert dealt(state, "SPY AGENT SR9", "SPY SABOTAGE NAV")[-1].rule == "STG-SPY.1"
    assert state.spies.cards == []


@pytest.mark.parametrize("key", [key for key, opening in OPENINGS.items() if not opening.grants_spies])
def test_spies_only_where_the_scenario_grants_them(key: str) -> None:
    """STG-SPY.1: elsewhere nothing comes of a card."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded(key), 0)
    STINGRAY.rules.setup(turn, key, STINGRAY.scenarios.options(key, {}))
    seat = next(seat for seat, side in turn.state.seats.items() if side == "aquaphibians")
    carry_out(turn, {seat: OrderSheet({"SIDE": ["SPY AGENT SR1", "SPY TRAP SR1 NAV MOVE 1"]})})
    assert turn.state.spies.cards == []


# ---------------------------------------------------------------- PLANS


def test_plans_show_what_the_terrainians_have_set_up() -> None:
    """STG-SPY.4: briefing, positions, tube loads and arming distances, after the set-up orders were carried out."""
    state = opened()
    drafts = dealt(state, "SPY PLANS", captain=("ARMING 5", "LOADOUT TUBE 1 MINE"))
    plans = only(drafts, PlansRead)
    assert plans.briefing == OPENINGS["agent-x20"].briefings["terrainians"]
    assert plans.vessels == [
        {
            "vessel": "SR1",
            "vessel_class": "SR",
            "hex": "0311",
            "facing": 1,
            "speed": 2,
            "tubes": {"1": "MINE", "2": "MK7"},
            "arming": 5,
        }
    ]
    assert envelope(drafts, PlansRead) == ("STG-SPY.4", "aquaphibians")
    assert known(state, SEAT).spies.plans_read and known(state, "captain").spies_if_known is None


# ---------------------------------------------------------------- TRAP


def test_a_trap_strikes_in_its_move() -> None:
    """STG-SPY.2: the special hit named, no damage points; only the crew is told."""
    state = state_with_cards(Trap("TRAP", "SR1", "SONAR", 2), move=1)
    assert stepped(state) == []
    state.move = 2
    drafts = stepped(state)
    assert (state.vessels["SR1"].specials, state.vessels["SR1"].damage) == ({"SONAR": 1}, 0)
    assert envelope(drafts, SpecialHit)[1] == "sr1"


def test_a_trap_in_an_armed_tube_sets_it_off() -> None:
    """STG-SPY.2: no damage points except by STG-SPH.5."""
    state = state_with_cards(Trap("TRAP", "SR1", "TUBE1", 1))
    tube = state.vessels["SR1"].launchers["1"]
    tube.load, tube.armed = "MK61", True
    drafts = stepped(state, dice=(9,))
    assert told(drafts, TubeDestroyed) == [TubeDestroyed("SR1", "1")]
    assert (state.vessels["SR1"].damage, state.vessels["SR1"].specials) == (3, {"NAV": 1})


def test_a_trap_works_within_a_move() -> None:
    """STG-SPY.2: in step 1a, before power is allocated: a reactor hit halves the plant of that very move."""
    state = state_with_cards(Trap("TRAP", "SR1", "REACTOR", 1), move=0)
    play(state, {"SR1": "HALT"})
    assert (state.vessels["SR1"].output, state.vessels["SR1"].max_output) == (3, 3)


@pytest.mark.parametrize("system", ["SONAR", "CREW", "REACTOR"])
def test_the_crew_is_not_told_which_card_was_played(system: str) -> None:
    """Section 7: a trap and a saboteur's work are told in the same words, clause and phase."""
    trapped = stepped(state_with_cards(Trap("TRAP", "SR1", system, 1)))
    sabotaged = stepped(state_with_cards(Trap("AGENT", "SR1")), f"SPY SABOTAGE {system}", (6,))
    seen = [[draft for draft in drafts if draft.audience == "sr1"] for drafts in (trapped, sabotaged)]
    assert seen[0] == seen[1] and len(seen[0]) == 1


def test_nothing_can_be_done_to_a_vessel_out_of_play() -> None:
    """STG-SPY.2, STG-SPY.3: trap and agent sink with their vessel."""
    state = state_with_cards(Trap("TRAP", "SR1", "SONAR", 1), Trap("AGENT", "SR1"))
    state.vessels["SR1"].fate = "sunk"
    assert stepped(state, "SPY SABOTAGE NAV") == []


# ---------------------------------------------------------------- AGENT


@pytest.mark.parametrize("face", [4, 5, 6])
def test_a_saboteur_succeeds_and_is_used_up(face: int) -> None:
    """STG-SPY.3: 4-6 as TRAP; the die is the Aquaphibians'."""
    state = state_with_cards(Trap("AGENT", "SR1"))
    drafts = stepped(state, "SPY SABOTAGE ENGINES", (face,))
    assert told(drafts, AgentRolled) == [AgentRolled("SR1", "ENGINES", face, "done")]
    assert envelope(drafts, AgentRolled) == ("STG-SPY.3", "aquaphibians")
    assert rolled(drafts) == ["spy: sabotage of ENGINES on SR1"]
    assert (state.vessels["SR1"].specials, state.spies.cards) == ({"ENGINES": 1}, [])


@pytest.mark.parametrize("face", [2, 3])
def test_a_saboteur_may_try_again(face: int) -> None:
    """STG-SPY.3: 2-3 nothing, and the crew does not know."""
    state = state_with_cards(Trap("AGENT", "SR1"))
    drafts = stepped(state, "SPY SABOTAGE ENGINES", (face,))
    assert only(drafts, AgentRolled).result == "nothing"
    assert (state.vessels["SR1"].specials, len(state.spies.cards)) == ({}, 1)
    assert {draft.audience for draft in drafts} == {"aquaphibians"}


def test_a_saboteur_is_caught() -> None:
    """STG-SPY.3: on a 1; the crew has found them, and they are used up."""
    state = state_with_cards(Trap("TRAP", "SR1", "NAV", 9), Trap("AGENT", "SR1"))
    drafts = stepped(state, "SPY SABOTAGE ENGINES", (1,))
    assert only(drafts, AgentRolled).result == "caught"
    assert envelope(drafts, AgentCaught) == ("STG-SPY.3", "sr1")
    assert [card.kind for card in state.spies.cards] == ["TRAP"]


def test_no_agent_no_sabotage() -> None:
    """STG-SPY.3: without the card, or without the order, nothing is rolled."""
    assert stepped(state_with_cards(), "SPY SABOTAGE NAV") == []
    assert stepped(state_with_cards(Trap("AGENT", "SR1"))) == []
