"""SN-16: clause, phase and order of what everybody reads depend on nothing that anybody may not read.

A clause is information, and so is the place of a line. What a public event says beside its payload must follow from the map,
the options and the payload itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.base import EVERYONE, Draft, Event
from events.star_navy import battle, boarding, ending, engine, movement, opening, orders
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.state import State
from tests.rulebook.star_navy.bots.test_bots import SCENARIOS
from tests.rulebook.star_navy.bots.test_bots import battle as bot_battle

WEAPON_CLAUSES = {"C": "SN-7.13", "L": "SN-7.9", "P": "SN-7.12", "T": "SN-7.10"}
AWARD_CLAUSES = {"region": "SN-14.2", "destroyed": "SN-14.4", "captured": "SN-14.5", "crippled": "SN-14.6"}
LOST_CLAUSES = {"integrity": {"SN-8.9"}, "planet": {"SN-13.2", "SN-11.9"}, "edge": {"SN-13.11"}}
EDGE_CLAUSES = {"sticky": {"SN-13.9"}, "floating": {"SN-13.10"}}

Clauses = Callable[[Any, State], set[str]]


def always(*clauses: str) -> Clauses:
    """The same, whatever has happened."""
    return lambda event, state: set(clauses)


OPEN: dict[type[Event], tuple[set[str], Clauses]] = {
    opening.FieldSet: ({"Set-up"}, always("SN-2.6")),
    opening.ShipEntered: ({"Set-up"}, always("SN-2.1")),
    opening.ShipPlaced: ({"Set-up"}, always("SN-2.1")),
    orders.TurnBegan: ({"Move"}, always("SN-3.1")),
    orders.TurnEnded: ({"Victory"}, always("SN-3.1")),
    movement.Moved: ({"Move"}, always("SN-4.2")),
    movement.MapShifted: ({"Move"}, always("SN-13.10")),
    movement.HeldAtEdge: ({"Move"}, lambda event, state: EDGE_CLAUSES[state.edge]),
    movement.ShipDestroyed: ({"Move", "Damage", "Travel"}, lambda event, state: LOST_CLAUSES[event.cause]),
    movement.MineExploded: ({"Move", "Travel"}, always("SN-4.4")),
    movement.MineHit: ({"Move", "Travel"}, always("SN-4.6", "SN-4.7")),  # SN-4.7: in the mine's own hex, which all see
    movement.AsteroidHit: ({"Move", "Travel"}, always("SN-13.4")),
    battle.Turned: ({"Turn"}, always("SN-6.1")),
    battle.Fired: ({"Fire"}, lambda event, state: {WEAPON_CLAUSES[event.weapon]}),
    battle.MineLaid: ({"Fire"}, always("SN-7.18")),
    battle.PointsArrived: ({"Move", "Damage", "Travel"}, always("SN-8.1")),
    boarding.BoardOrder: ({"Board"}, always("SN-9.1")),
    boarding.BoardAttempt: ({"Board"}, always("SN-9.4")),
    boarding.BoardRound: ({"Board"}, always("SN-9.6")),
    boarding.Retreated: ({"Board"}, always("SN-9.7")),
    boarding.Captured: ({"Board"}, always("SN-9.9")),
    engine.JumpAttempt: ({"Travel"}, always("SN-11.2")),
    engine.JumpLeft: ({"Travel"}, always("SN-11.3")),
    engine.JumpPlaced: ({"Travel"}, always("SN-11.4")),
    engine.JumpSlid: ({"Travel"}, always("SN-11.5")),
    ending.VpAwarded: ({"Victory"}, lambda event, state: {AWARD_CLAUSES[event.why]}),
    ending.GameOver: ({"Victory"}, always("SN-14.1", "SN-14.8")),
}
"""What everybody reads with `screen=on`: phases, and clauses as they follow from what is open. Everything else has readers."""

HIDDEN = set(STAR_NAVY.events) - set(OPEN)
BY_ROSTER = (movement.Moved, battle.Turned, battle.Fired, battle.MineLaid)
"""SN-3.4: within a step these are in roster order, whatever is known of the ships."""


def check(draft: Draft, state: State) -> None:
    """Everybody's events are those of the table, each with a clause and a phase that say nothing more."""
    if type(draft.event) in HIDDEN:
        assert draft.audience != EVERYONE, draft
    elif type(draft.event) in OPEN:
        phases, clauses = OPEN[type(draft.event)]
        assert draft.audience == EVERYONE and draft.phase in phases, draft
        assert draft.rule in clauses(draft.event, state), draft


@pytest.mark.parametrize("pace", ["turn", "cycle"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_everybody_reads_says_no_more_than_it_shows(scenario: str, pace: str) -> None:
    """SN-16.2 to SN-16.4: phase, clause and order of public events in games of all bots."""
    for played, drafts in bot_battle(scenario, pace, ["random", "aggressive", "cautious"], f"open {scenario}"):
        for draft in drafts:
            check(draft, played.state)
        roster = list(played.state.ships)
        for kind in BY_ROSTER:
            for ships in _in_steps(drafts, kind):
                assert ships == sorted(ships, key=roster.index)


def _in_steps(drafts: list[Draft], kind: type[Any]) -> list[list[str]]:
    """The ships of these events, turn by turn."""
    steps: list[list[str]] = [[]]
    for draft in drafts:
        if isinstance(draft.event, orders.TurnBegan):
            steps.append([])
        elif isinstance(draft.event, kind):
            steps[-1].append(draft.event.ship)
    return steps


def test_the_hidden_events_are_those_of_the_rule_book() -> None:
    """Section 7, section 9: a new event must be put on one side or the other."""
    assert {kind.type.removeprefix("star_navy.") for kind in HIDDEN} == {
        *(
            "ship_fitted",
            "ship_deployed",
            "orders_stored",
            "order_lapsed",
            "commanded",
            "section_marked",
            "marines_sent",
            "mine_spent",
            "damaged",
        ),
        *("board_void", "console_taken", "crew_split", "shields_raised", "isd_activated", "speed_changed", "energy_moved"),
        *("jump_speed", "status_advanced"),
    }


def read_by_red(text: str) -> list[tuple[str, str, str, str]]:
    """What RED reads of a turn in which BLUE's ship orders this."""
    state = STAR_NAVY.rules.blank()
    STAR_NAVY.rules.setup(
        Turn(STAR_NAVY.rules.apply, state, seeded("open"), 0), "open-space", STAR_NAVY.scenarios.options("open-space", {})
    )
    turn = Turn(STAR_NAVY.rules.apply, state, seeded("open"), 1)
    sheet = STAR_NAVY.orders.read(state, "blue", f"MIL:\n{text}", STAR_NAVY.orders.sheet(state, "blue")).sheet
    STAR_NAVY.rules.resolve(turn, {"blue": sheet, "red": STAR_NAVY.orders.sheet(state, "red")})
    return [(d.event.type, d.phase, d.rule, str(vars(d.event))) for d in turn.drafts if d.audience in (EVERYONE, "RED")]


@pytest.mark.parametrize(
    "text",
    [
        "T1 FIRE F AT MKE WITHIN 6",
        "T1 BOARD MKE ELSE FIRE ANY WITHIN 6",
        "T1 NOTHING",
        "STANDING MINE IF RANGE MKE < 3",
        "SETUP SPEED 1",
    ],
)
def test_commands_that_show_nowhere_leave_no_trace(text: str) -> None:
    """SN-16.4: what lapsed, what was stored and what is kept for later can't be read from what is missing either."""
    assert read_by_red(text) == read_by_red("T2 NOTHING")
