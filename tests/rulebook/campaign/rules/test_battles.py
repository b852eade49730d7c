"""CMP-2: the battles of a round, and who is sent there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import EVERYONE
from events.campaign.battles import BattleDecided, NodeOpened
from events.campaign.refit import BattleSet, ForceSent, OrderLapsed, Refused
from pbem.campaign.model.campaign_file import Brings, Edge
from pbem.campaign.rules import forces
from pbem.campaign.rules.taking_over import fielded
from pbem.core.fleets.berths import Berth, Force
from pbem.core.fleets.fleet_units import Unit
from tests.rulebook.campaign.rules.playing import BLUE, Campaign, events, file, node, unit


def test_a_battle_is_set_at_every_open_node_in_the_order_of_the_file() -> None:
    """CMP-2.1: whatever order the start names; numbers go on over the whole campaign."""
    campaign = Campaign(file(node("HOME", Edge("HOME")), node("GATE"), start=["GATE", "HOME"]))
    told = campaign.play(blue=["ASSIGN SR1 TO GATE", "ASSIGN SR2 TO HOME"], red=["ASSIGN TF1 TO GATE", "ASSIGN TF2 TO HOME"])
    assert [(each.battle, each.node) for each in events(told, BattleSet, "CMP-2.1")] == [(1, "HOME"), (2, "GATE")]
    campaign.fight(1, ["BLUE"])
    campaign.fight(2, ["BLUE"])
    assert [each.battle for each in events(campaign.play(), BattleSet)] == [3]


def test_only_the_classes_and_fleets_of_the_file_may_go_and_no_more_than_it_says() -> None:
    """CMP-2.2: the first that were named go, the others stay and are told why."""
    of = file(node("GATE", blue=Brings("BLUE", most=1, classes=["FF"]), red=Brings("RED", fleets=["2ND"])))
    campaign = Campaign(of)
    told = campaign.play(blue=["ASSIGN DN1, SR2, SR1 TO GATE"])
    assert campaign.sent(1) == {"blue": ["SR2"], "red": ["CV1"]}
    lapsed = [(draft.audience, draft.event.order) for draft in told if isinstance(draft.event, OrderLapsed)]
    assert lapsed == [("blue", "ASSIGN DN1 TO GATE"), ("blue", "ASSIGN SR1 TO GATE")]


def test_a_unit_is_in_one_battle_at_a_time() -> None:
    """CMP-2.2: who fights at one node cannot go to another."""
    campaign = Campaign(file(node("GATE"), node("HOME")))
    campaign.play(blue=["ASSIGN SR1 TO HOME"])
    assert campaign.sent(1)["blue"] == ["SR2", "DN1"] and campaign.sent(2)["blue"] == ["SR1"]
    assert campaign.unit("SR1").where == "battle"


def test_as_many_go_as_there_are_places() -> None:
    """CMP-2.2, CMP-2.3: the made-up scenario has three places a side, one for frigates alone."""
    units = [unit(id, "DN") for id in ("D1", "D2", "D3", "D4")]
    campaign = Campaign(file(node("GATE"), sides=[replace(BLUE, units=units), *file().sides[1:]]))
    campaign.play(blue=["ASSIGN 1ST TO GATE"])
    assert campaign.sent(1)["blue"] == ["D1", "D2"]


def test_a_printed_side_sends_nothing() -> None:
    """CMP-2.3: it has the scenario's units, and loses none of its own; of the others no id may be twice."""
    campaign = Campaign(
        file(
            node("GATE", red=Brings("RED", printed=True)),
            sides=[replace(BLUE, units=[unit("Q1"), unit("SR1")]), *file().sides[1:]],
        )
    )
    campaign.play(blue=["ASSIGN Q1, SR1 TO GATE"])
    assert campaign.sent(1) == {"blue": ["SR1"]}
    assert fielded(campaign.state, campaign.state.battles[1]) == {"BLUE": Force([Unit("SR1", "FF")])}


def test_a_unit_that_is_needed_goes_without_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """CMP-2.3: where the scenario cannot do without it; CMP-2.4: if it is not there the side cannot fight."""
    places = [
        Berth("BLUE", Unit("P1", "FF")),
        Berth("BLUE", Unit("DN1", "DN"), named=True, needed=True),
        Berth("RED", Unit("Q1", "FF")),
    ]
    monkeypatch.setattr(forces, "berths", lambda node: places)
    monkeypatch.setattr("pbem.campaign.language.places.berths", lambda node: places)
    campaign = Campaign(file(node("GATE")))
    campaign.play(blue=["ASSIGN SR1 TO GATE"])
    assert campaign.sent(1)["blue"] == ["DN1", "SR1"]
    campaign = Campaign(file(node("GATE"), node("HOME", blue=Brings("BLUE", classes=["DN"]))))
    told = campaign.play(blue=["ASSIGN DN1 TO HOME", "ASSIGN SR1 TO GATE"])
    assert events(told, Refused, "CMP-2.4") == [Refused(1, "blue")]


def test_who_sends_too_few_is_refused_and_loses_no_unit() -> None:
    """CMP-2.4: the other side wins, and its units are free again."""
    of = file(node("GATE", Edge("HOME", "red"), value=3, blue=Brings("BLUE", least=3)), node("HOME"), start=["GATE"])
    campaign = Campaign(of)
    told = campaign.play(blue=["ASSIGN SR1, SR2 TO GATE"])
    assert events(told, Refused, "CMP-2.4") == [Refused(1, "blue")]
    assert events(told, BattleDecided, "CMP-2.4") == [BattleDecided(1, "GATE", "refused", ["red"], {"red": 3})]
    assert events(told, ForceSent) == [] and all(unit.at_hand for unit in campaign.state.units.values())
    assert campaign.state.open_nodes == ["HOME"] and not campaign.state.waiting


def test_if_both_refuse_it_is_not_played() -> None:
    """CMP-2.4: nobody has anything of it."""
    campaign = Campaign(file(node("GATE", Edge("HOME", "not played")), node("HOME"), start=["GATE"]))
    told = campaign.play(blue=["REFUSE GATE"], red=["REFUSE GATE"])
    assert events(told, BattleDecided) == [BattleDecided(1, "GATE", "not played", [], {})]
    assert [each.node for each in events(told, NodeOpened)] == ["HOME"]


def test_units_go_into_a_battle_as_they_are() -> None:
    """CMP-2.5: with what they lack, which their own side alone is told."""
    campaign = Campaign(file(node("GATE"), sides=[replace(BLUE, units=[unit("SR1", hull=3)]), *file().sides[1:]]))
    told = campaign.play(blue=["ASSIGN SR1 TO GATE"])
    sent = {draft.audience: draft.event.units for draft in told if isinstance(draft.event, ForceSent)}
    assert sent["blue"] == [{"id": "SR1", "unit_class": "FF", "name": "", "lacks": {"hull": 3}}]
    assert set(sent) == {"blue", "red"} and EVERYONE not in sent
    assert fielded(campaign.state, campaign.state.battles[1])["BLUE"] == Force([Unit("SR1", "FF", "", {"hull": 3})])


@pytest.mark.parametrize("outcome", ["refused", "not played"])
def test_a_battle_that_was_not_fought_harms_nobody(outcome: str) -> None:
    """CMP-2.6, CMP-2.4: whatever the game's state was, units come back as they were sent."""
    campaign = Campaign(file(node("GATE", share=1)))
    campaign.play()
    winners = ["RED"] if outcome == "refused" else []
    told = campaign.fight(1, winners, outcome=outcome, SR1={"hull": 5}, points={"BLUE": 9})  # type: ignore[arg-type]
    decided = BattleDecided(1, "GATE", outcome, ["red"] if winners else [], {"red": 1} if winners else {})
    assert events(told, BattleDecided, "CMP-2.4") == [decided]
    assert campaign.unit("SR1").lacks == {} and campaign.unit("SR1").at_hand
