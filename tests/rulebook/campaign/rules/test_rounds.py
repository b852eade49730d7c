"""CMP-1: campaign files, nodes and units, and the turns of a round."""

from __future__ import annotations

from dataclasses import replace

from events.base import EVERYONE
from events.campaign.battles import NodeOpened
from events.campaign.opening import CampaignBegun, PointsSet, UnitJoined
from events.campaign.refit import BattleSet, RefitBegun
from events.campaign.rounds import TurnEnded
from events.codec import encode_json
from pbem.campaign.model.campaign_file import CampaignFile, Edge
from pbem.campaign.rules import sequence, set_up
from pbem.core.game.protocol import Seat
from pbem.core.state import codec
from tests.rulebook.campaign.rules.playing import BLUE, FILE, RED, Campaign, events, file, node


def test_the_log_holds_the_whole_file() -> None:
    """CMP-1.1: what a campaign is played after cannot change with the file."""
    campaign = Campaign()
    begun = events(campaign.drafts, CampaignBegun, "CMP-1.1")
    assert [codec.read(CampaignFile, each.file) for each in begun] == [FILE]
    assert begun[0].seats == {"blue": "blue", "red": "red"}


def test_a_side_with_several_seats_is_a_crew() -> None:
    """CMP-1.1: its seats command the same units, and know what the others order."""

    of = file(sides=[replace(BLUE, seats=2), RED])
    assert set_up.seats("own", {"file": encode_json(codec.dump(of))}) == [
        Seat("blue1", "blue", "Blue Navy 1", "blue_staff"),
        Seat("blue2", "blue", "Blue Navy 2", "blue_staff"),
        Seat("red", "red", "Red Navy"),
    ]


def test_nodes_are_open_at_the_start_and_edges_lead_on() -> None:
    """CMP-1.2, CMP-2.1: the start of the file is open in round 1."""
    campaign = Campaign(file(node("GATE", Edge("HOME", "blue")), node("HOME"), start=["GATE"]))
    assert [(each.node, each.cause) for each in events(campaign.drafts, NodeOpened)] == [("GATE", "")]
    campaign.play()
    campaign.fight(1, ["BLUE"])
    assert campaign.state.open_nodes == ["HOME"]


def test_units_are_as_the_file_lists_them() -> None:
    """CMP-1.3: id, class, fleet, commander, and what is lacking."""
    campaign = Campaign()
    joined = events(campaign.drafts, UnitJoined, "CMP-1.3")
    assert [each.unit for each in joined] == ["SR1", "SR2", "DN1", "TF1", "TF2", "CV1"]
    assert (campaign.unit("SR1").commander, campaign.unit("DN1").fleet, campaign.unit("DN1").book) == ("Lt. Gray", "2ND", "toy")


def test_a_round_is_a_refit_turn_and_a_turn_for_each_battle() -> None:
    """CMP-1.4: nobody owes orders while battles are not over; a turn that takes over one of them leaves the others."""
    campaign = Campaign(file(node("GATE", Edge("GATE")), node("HOME")))
    assert sequence.turns(campaign.state).next == "round 1 of 4"
    assert {seat: ask.what for seat, ask in sequence.due(campaign.state).items()} == dict.fromkeys(
        ("blue", "red"), "orders for round 1 of 4"
    )
    campaign.play(blue=["ASSIGN SR1 TO GATE", "ASSIGN SR2 TO HOME"], red=["ASSIGN TF1 TO GATE", "ASSIGN TF2 TO HOME"])
    assert sequence.due(campaign.state) == {} and not campaign.state.over
    assert vars(sequence.turns(campaign.state)) == {"played": "round 1 of 4", "next": "round 1 of 4, battle turn 1"}
    campaign.fight(2, ["RED"])
    assert sequence.due(campaign.state) == {}
    assert vars(sequence.turns(campaign.state)) == {
        "played": "round 1 of 4, battle turn 1",
        "next": "round 1 of 4, battle turn 2",
    }
    ended = events(campaign.fight(1, ["BLUE"]), TurnEnded, "CMP-1.4")
    assert ended == [TurnEnded(1, 2, False)]
    assert sequence.due(campaign.state) and sequence.turns(campaign.state).next == "round 2 of 4"


def test_a_battle_turn_without_a_report_does_nothing() -> None:
    """CMP-1.4: the battle is still to end."""
    campaign = Campaign()
    campaign.play()
    before = codec.dump(campaign.state)
    assert campaign.play() == []
    assert codec.dump(campaign.state) == before


def test_without_refits_battles_are_set_at_once() -> None:
    """CMP-1.5: at the opening, and when those of the last round are over; nobody owes orders."""
    campaign = Campaign(file(node("GATE", Edge("HOME")), node("HOME"), start=["GATE"], refits=None))
    assert [(each.battle, each.node) for each in events(campaign.drafts, BattleSet)] == [(1, "GATE")]
    assert sequence.due(campaign.state) == {} and sequence.turns(campaign.state).played == ""
    assert sequence.turns(campaign.state).next == "round 1 of 4, battle turn 1"
    assert events(campaign.drafts, PointsSet) == []
    last = campaign.fight(1, ["BLUE"])
    assert [draft.audience for draft in last if isinstance(draft.event, RefitBegun)] == [EVERYONE]
    assert events(last, RefitBegun, "CMP-1.5") == [RefitBegun(2)]
    assert [(each.battle, each.node) for each in events(last, BattleSet)] == [(2, "HOME")]
    campaign.fight(2, ["BLUE"])
    assert campaign.state.over and sequence.turns(campaign.state).next == ""
