"""Commanders without a player: what they write is taken as it is, and does what they are there for."""

from __future__ import annotations

from random import Random

import pytest

from pbem.campaign.bots.commander import steady
from pbem.campaign.bots.roster import BOTS
from pbem.campaign.model.state import State
from pbem.campaign.orders.trial import tried
from pbem.campaign.rules.repairs import part_lacking
from tests.rulebook.campaign.made_up import campaign, in_battle
from tests.rulebook.campaign.orders.mails import mailed
from tests.rulebook.campaign.positions import positions


def never(most: int) -> int:
    """No scouts."""
    return most - 1


def steadily(state: State) -> list[str]:
    return steady(state, never).splitlines()


@pytest.mark.parametrize("name", BOTS)
def test_bots_write_orders_without_problems(name: str) -> None:
    """Through the same parser as a player's mail, in any position."""
    written = 0
    for number, state in enumerate(positions()):
        text = BOTS[name](state, Random(number).randrange)
        assert mailed(text, state).problems == [], text
        written += len(text.splitlines())
    assert written > 40


@pytest.mark.parametrize("name", BOTS)
def test_bots_say_nothing_when_nothing_is_asked(name: str) -> None:
    over, spectator = campaign(), campaign(reader=None)
    over.over = True
    assert [BOTS[name](state, never) for state in (over, spectator, in_battle(campaign()))] == ["", "", ""]


def test_the_steady_commander() -> None:
    """The best units where the file asks for most, those that go refitted first."""
    assert steadily(campaign()) == [
        "REPLACE SR1 ALL",
        "REPLACE DN1 ALL",
        "ASSIGN DN2 TO HARROW",
        "ASSIGN DN1, SR2 TO GATE",
        "ASSIGN SR1 TO PORT",
    ]


def test_the_steady_commander_spends_what_there_is() -> None:
    """CMP-5.7: no order for a unit that the points do not reach, and a new unit only with points that are left."""
    state = campaign()
    state.purses["blue"] = 0
    assert [line for line in steadily(state) if not line.startswith("ASSIGN")] == []
    state.purses["blue"] = 30
    state.units["SR2"].where = "lost"
    assert "REPLACE SR2" in steadily(state)
    assert tried(state, "blue", {"blue": mailed("\n".join(steadily(state)), state).sheet}).lapsed == []


def test_wrecks_stay_in_port() -> None:
    """Unless the battle cannot do without them."""
    state = campaign()
    state.open_nodes = ["GATE"]
    state.units["DN1"].lacks = {"hull": 12, "f.shields": 4, "guns": 6}
    assert part_lacking(state.units["DN1"]) > 0.6
    assert "ASSIGN DN2, SR2, SR1 TO GATE" in steadily(state)
    for id in ("SR1", "SR2", "BY1"):
        state.units[id].where = "lost"
    assert "ASSIGN DN2, DN1 TO GATE" in steadily(state)


def test_the_steady_commander_scouts_sometimes() -> None:
    """CMP-6.1: with points that are left."""
    state = campaign()
    state.purses["blue"] = 19
    assert [line for line in steady(state, lambda most: 0).splitlines() if line.startswith("SCOUT")] == [
        "SCOUT HARROW",
        "SCOUT PORT",
    ]
    assert not any(line.startswith("SCOUT") for line in steadily(state))
