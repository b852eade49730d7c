"""Section 3: the sequence of a turn, the advantage, the end phase, and who is asked for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.base import EVERYONE
from events.sovereign_seas.battle import Conceded, ConditionEnded, GameDecided, Removed, Silent, TurnEnded
from events.sovereign_seas.opening import OrdersStood, ShipEntered
from events.sovereign_seas.sailing import Advantage, SpeedSet, Stepped, TurnBegan
from pbem.core.game.report_parts import Verdict
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules import lock, sequence
from tests.rulebook.sovereign_seas.builders.fleet import (
    ADVANTAGE_BRITISH,
    change,
    envelope,
    only,
    play,
    pool,
    rolled,
    state_with,
    told,
    turn_of,
)

APART = {"BC1": ("1040", "N", 4), "FC1": ("3040", "N", 4)}
MAILED = {"gb": "CARRY ON", "fr": "CARRY ON"}


def distant(turn: int = 0, **options: Any) -> State:
    """Two ships out of each other's reach."""
    return state_with(APART, turn, **options)


# ---------------------------------------------------------------- the turn


def test_phases_in_order() -> None:
    """SSL-F.1: advantage, speed, the impulses, the end."""
    drafts = play(distant(), MAILED, ADVANTAGE_BRITISH)
    phases = list(dict.fromkeys(draft.phase for draft in drafts))
    assert phases == ["Orders", "Advantage", "Speed", "Impulse 1", "Impulse 2", "Impulse 3", "Impulse 4", "End"]
    assert only(drafts, TurnBegan) == TurnBegan(1) and envelope(drafts, TurnBegan) == ("Orders", "SSL-F.1", EVERYONE)
    assert only(drafts, TurnEnded) == TurnEnded(1)
    assert [(e.ship, e.impulse) for e in told(drafts, Stepped)] == [(id, n) for n in (1, 2, 3, 4) for id in ("FC1", "BC1")]


def test_fewer_impulses() -> None:
    """SSL-F.1, option impulses=2."""
    drafts = play(distant(impulses=2), MAILED, ADVANTAGE_BRITISH)
    assert [e.impulse for e in told(drafts, Stepped) if e.ship == "BC1"] == [1, 1, 2, 2]


def test_worked_example_e6() -> None:
    """SSL-G.1 (worked example E6): a tie is rolled again by both, the British first; French advantage; all dice told."""
    dice = [*pool(5, 3), *pool(5, 3), *pool(5, 2), *pool(5, 4)]
    drafts = play(distant(), MAILED, dice)
    assert told(drafts, Advantage) == [
        Advantage("", {"british": 3, "french": 3}),
        Advantage("french", {"british": 2, "french": 4}),
    ]
    assert rolled(drafts) == ["ADV british", "ADV french"] * 2
    assert envelope(drafts, Advantage) == ("Advantage", "SSL-G.1", EVERYONE)


def test_the_advantage_is_of_one_turn() -> None:
    """SSL-G.1: it is rolled again each turn."""
    state = distant()
    play(state, MAILED, ADVANTAGE_BRITISH)
    assert state.advantage == "british"
    drafts = play(state, MAILED, [*pool(5, 0), *pool(5, 1)])
    assert (state.turn, state.advantage, len(told(drafts, Advantage))) == (2, "french", 1)


def test_gunnery_follows_all_movement_of_an_impulse() -> None:
    """SSL-F.1, SSL-J2.1: the ships move together before the first gun is fired."""
    state = state_with({"BC1": ("1012", "N", 4), "FV1": ("1310", "N", 4)})
    drafts = play(state, {**MAILED, "fr": "FV1: HOLD FIRE"}, [*ADVANTAGE_BRITISH, *pool(6, 0)])
    names = [type(draft.event).__name__ for draft in drafts if draft.phase == "Impulse 4"]
    assert names.index("OpenedFire") > max(n for n, name in enumerate(names) if name == "Stepped")


def test_without_mail_she_sails_on() -> None:
    """SSL-Z.1: speed as it is, standing steering, no letter of a MOVE."""
    state = distant()
    state.ships["BC1"].standing_if_known = ["COURSE NE"]
    drafts = play(state, {}, ADVANTAGE_BRITISH)
    assert [e.letter for e in told(drafts, Stepped) if e.ship == "BC1"] == ["R", "F", "F", "F"]
    assert [e.speed for e in told(drafts, SpeedSet)] == [4, 4]
    assert told(drafts, OrdersStood) == []


# ---------------------------------------------------------------- the end phase


def ended(state: State, sunk: Sequence[str] = (), mailed: str = "british french") -> Turn[State]:
    """The end phase of a turn in which these sank."""
    turn = turn_of(state)
    scratch = TurnScratch(turn, {ship.id: lock.merge([], []) for ship in state.active()})
    for id in sunk:
        state.ships[id].fate = "sunk"
    sequence.end(scratch, lock.LockedOrders(mailed=frozenset(mailed.split())))
    return turn


def test_sunk_ships_leave_the_board() -> None:
    """SSL-M.1: those sunk in this turn, once."""
    state = state_with({**APART, "BV1": ("2010", "N", 4), "BV2": ("2210", "N", 4)}, turn=3)
    state.ships["BV2"].fate = "sunk"
    drafts = ended(state, ["BV1"]).drafts
    assert told(drafts, Removed) == [Removed("BV1")] and envelope(drafts, Removed)[1:] == ("SSL-M.1", EVERYONE)


def test_conditions_end() -> None:
    """SSL-L5.12: in the end phase of the last turn; SSL-Y.5: her log tells it."""
    state = distant(turn=6, hidden_logs="on")
    change(state.ships["BC1"], command_until=6, jam="L", jam_until=7)
    change(state.ships["FC1"], command_until=7, jam="S", jam_until=6)
    drafts = ended(state).drafts
    assert told(drafts, ConditionEnded) == [ConditionEnded("BC1", "command"), ConditionEnded("FC1", "rudder")]
    assert envelope(drafts, ConditionEnded)[1:] == ("SSL-L5.12", "british")
    assert (state.ships["BC1"].log.command_until, state.ships["BC1"].log.jam) == (0, "L")
    assert (state.ships["FC1"].log.command_until, state.ships["FC1"].log.jam) == (7, "")


def test_with_open_logs_everybody_hears_of_it() -> None:
    """SSL-Y.1, SSL-L5.12; conditions of a ship that has gone end unheard."""
    state = distant(turn=6)
    change(state.ships["BC1"], command_until=6)
    change(state.ships["FC1"], command_until=6, fate="left")
    drafts = ended(state).drafts
    assert told(drafts, ConditionEnded) == [ConditionEnded("BC1", "command")]
    assert envelope(drafts, ConditionEnded)[2] == EVERYONE


def test_three_turns_of_silence() -> None:
    """SSL-Z.2: the third in a row concedes; the other side wins."""
    state = distant()
    for turn in (1, 2):
        drafts = play(state, {"gb": "CARRY ON"}, ADVANTAGE_BRITISH)
        assert told(drafts, Silent) == [Silent("french", turn)] and not state.over
    drafts = play(state, {"gb": "CARRY ON"}, ADVANTAGE_BRITISH)
    assert only(drafts, Conceded) == Conceded("french", silence=True)
    assert envelope(drafts, Conceded) == ("End", "SSL-Z.2", EVERYONE)
    assert state.winners == ["british"] and envelope(drafts, GameDecided)[1] == "SSL-N.3"


def test_a_mail_breaks_the_silence() -> None:
    """SSL-Z.2: in a row means in a row; who has mailed all along is not counted."""
    state = distant()
    play(state, {"gb": "CARRY ON"}, ADVANTAGE_BRITISH)
    drafts = play(state, MAILED, ADVANTAGE_BRITISH)
    assert told(drafts, Silent) == [Silent("french", 0)] and state.silence == {"french": 0}
    assert told(play(state, MAILED, ADVANTAGE_BRITISH), Silent) == []


def test_silence_without_end() -> None:
    """SSL-Z.2, nmr_limit=0: nobody concedes by it; both sides silent at the limit is a draw."""
    state = distant(nmr_limit=0)
    for _ in range(4):
        play(state, {}, ADVANTAGE_BRITISH)
    assert not state.over and state.silence == {"british": 4, "french": 4}
    state = distant(nmr_limit=1)
    play(state, {}, ADVANTAGE_BRITISH)
    assert state.over and state.winners == []


def test_conceding() -> None:
    """SSL-N.3: in that end phase, after the turn has been played."""
    state = distant()
    drafts = play(state, {"gb": "CARRY ON", "fr": "FLEET: CONCEDE"}, ADVANTAGE_BRITISH)
    assert only(drafts, Conceded) == Conceded("french", silence=False) and envelope(drafts, Conceded)[1] == "SSL-N.3"
    kinds = [type(draft.event) for draft in drafts if draft.phase == "End"]
    assert kinds == [Conceded, TurnEnded, GameDecided]


# ---------------------------------------------------------------- between turns


def test_who_owes_orders() -> None:
    """SSL-A.1: every admiral with ships; the senior one also for their side."""
    asked = sequence.due(distant(turn=2))
    assert {seat: (ask.what, ask.units) for seat, ask in asked.items()} == {
        "gb": ("orders for game turn 3 of 24", ["BC1", "FLEET"]),
        "fr": ("orders for game turn 3 of 24", ["FC1", "FLEET"]),
    }


def test_two_admirals() -> None:
    """SSL-X.16: each is asked for their own ships; SSL-M.1: who has none left is asked for nothing."""
    state = distant(admirals="two")
    apply(state, ShipEntered("BV1", "Eclipse", "british", "gb2", "2010", 0, 4))
    assert {seat: ask.units for seat, ask in sequence.due(state).items()} == {
        "gb": ["BC1", "FLEET"],
        "gb2": ["BV1"],
        "fr": ["FC1", "FLEET"],
    }
    state.ships["BV1"].fate = "sunk"
    assert list(sequence.due(state)) == ["gb", "fr"]


def test_stages_of_the_set_up() -> None:
    """SSL-E.1: PLACE is for every admiral with ships, ENTER and TAKE for the senior one; only the sides of the stage."""
    state = distant(admirals="two")
    apply(state, ShipEntered("BV1", "Eclipse", "british", "gb2", "2010", 0, 4))
    asked: dict[str, list[str]] = {}
    for stage in ({"british": "ENTER", "french": "PLACE"}, {"british": "PLACE"}, {"british": "TAKE", "french": "TAKE"}):
        state.stages = [stage]
        asked |= {f"{seat} {ask.what}": ask.units for seat, ask in sequence.due(state).items()}
    assert asked == {
        "gb an entry side for the set-up": ["FLEET"],
        "fr positions for the set-up": ["FC1", "FLEET"],
        "gb positions for the set-up": ["BC1", "FLEET"],
        "gb2 positions for the set-up": ["BV1"],
        "gb a fleet for the set-up": ["FLEET"],
        "fr a fleet for the set-up": ["FLEET"],
    }


def test_a_stage_is_not_a_turn() -> None:
    """SSL-A.2, SSL-E.1: the game starts when the set-up is complete: no turn is counted, no silence either (SSL-Z.2)."""
    state = distant()
    state.stages = [{"french": "PLACE"}]
    turn = turn_of(state)
    sequence.resolve(turn, {"gb": OrderSheet(), "fr": OrderSheet()})
    assert (state.turn, state.stages, state.silence) == (0, [], {})
    assert not {TurnBegan, TurnEnded, Silent} & {type(draft.event) for draft in turn.drafts}


def test_the_game_is_over() -> None:
    """SSL-A.2: nobody is asked any more."""
    state = distant()
    assert sequence.verdict(state) is None
    play(state, {"fr": "FLEET: CONCEDE"}, ADVANTAGE_BRITISH)
    assert sequence.due(state) == {}
    assert sequence.verdict(state) == Verdict(["british"], state.verdict)
