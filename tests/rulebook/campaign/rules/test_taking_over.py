"""CMP-3: what a battle makes of the units, of points, and of the nodes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import EVERYONE
from events.campaign.battles import BattleDecided, Honoured, NodeOpened, UnitReturned
from events.campaign.opening import PointsSet
from events.campaign.refit import Transferred
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Edge
from pbem.campaign.rules.taking_over import BattleEnd, Mismatch, fielded, honours, report_of, returns
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import Deed, Muster, UnitEnd
from tests.rulebook.campaign.rules.playing import BLUE, FILE, REFITS, Campaign, events, file, lost, node, unit

ONE = file(node("GATE"), sides=[replace(BLUE, points=0, units=[unit("SR1", hull=3), unit("SR2")]), *FILE.sides[1:]])
"""Blue has no points to repair SR1 with."""


def fighting(of: CampaignFile = FILE) -> Campaign:
    """A campaign whose first battle is being fought."""
    campaign = Campaign(of)
    campaign.play()
    return campaign


def wrong(campaign: Campaign, end: BattleEnd) -> str:
    with pytest.raises(Mismatch) as refused:
        report_of(campaign.state, campaign.state.battles[1], end)
    return str(refused.value)


# ---------------------------------------------------------------- the report


def test_a_report_counts_every_unit_absolutely() -> None:
    """CMP-3.1: what each lacked and lacks now, side by side."""
    campaign = fighting(ONE)
    end = campaign.end(1, ["BLUE"], SR1={"hull": 5, "guns": 1}, points={"BLUE": 4}, deeds=["SR1 hit TF1", "Q1 kill SR9"])
    report = report_of(campaign.state, campaign.state.battles[1], end)
    assert report.units["SR1"] == {
        "side": "blue",
        "fate": "present",
        "how": "",
        "before": {"hull": 3},
        "after": {"hull": 5, "guns": 1},
    }
    assert list(report.units) == ["SR2", "SR1", "TF1", "TF2"]
    assert (report.winners, report.points, report.deeds) == (
        ["blue"],
        {"blue": 4},
        [{"unit": "SR1", "what": "hit", "target": "TF1"}],
    )
    assert (report.stream, report.head, report.verdict) == ("g1", "ab", "It is over.")


def test_a_report_that_does_not_fit_is_refused_with_the_unit_named() -> None:
    """CMP-3.1: a unit missing, one that nobody sent, one of another class, one that lacks what it does not have."""
    campaign = fighting()
    end = campaign.end(1, ["BLUE"])
    units = dict(end.muster.units)

    def of(**changed: UnitEnd) -> BattleEnd:
        return replace(end, muster=Muster({**units, **changed}, {}))

    missing = replace(end, muster=Muster({id: one for id, one in units.items() if id != "SR2"}, {}))
    assert wrong(campaign, missing) == "SR2 was sent to battle 1, and its end says nothing of it"
    strange = of(XX=UnitEnd("FF", "BLUE", "present", ""))
    assert wrong(campaign, strange) == "XX is in the end of battle 1, and nobody sent it"
    assert "SR1 was sent as FF, and comes back as DN" in wrong(campaign, of(SR1=UnitEnd("DN", "BLUE", "present", "")))
    overdone = of(SR1=UnitEnd("FF", "BLUE", "present", "", {"hull": 7}))
    assert "SR1, at the end of battle 1: she cannot lack 7 of 6 hull" in wrong(campaign, overdone)


def test_a_unit_that_is_not_as_the_campaign_has_it_stops_the_report() -> None:
    """CMP-3.1: what it lacked, who has it, and where it is, must be as it was sent."""
    campaign = fighting()
    end = campaign.end(1, ["BLUE"])
    campaign.unit("SR1").lacks = {"hull": 1}
    assert "SR1 is not as it was sent: it went into the battle lacking nothing" in wrong(campaign, end)
    assert "lacking hull 1" in wrong(campaign, end)
    campaign.unit("SR1").lacks, campaign.unit("SR1").where = {}, "taken"
    assert "SR1 is not as it was sent" in wrong(campaign, end)


def test_a_game_that_was_opened_with_other_units_stops_the_report() -> None:
    """CMP-3.1: what its log says was sent into it is what the campaign sent, each unit once."""
    campaign = fighting(ONE)
    battle, end = campaign.state.battles[1], campaign.end(1, ["BLUE"])
    sent = fielded(campaign.state, battle)
    second, first = sent["BLUE"].units
    assert report_of(campaign.state, battle, replace(end, deployed=sent)).battle == 1

    def told(*units: object) -> str:
        return wrong(campaign, replace(end, deployed={**sent, "BLUE": Force(list(units))}))  # type: ignore[arg-type]

    assert told(replace(first, lacks={}), second) == "SR1 was sent lacking hull 3, and began the battle lacking nothing"
    assert told(first) == "SR2 was sent to battle 1, and began it not at all"
    assert told(first, second, second) == "SR2 was sent to battle 1, and began it twice"
    assert told(first, second, replace(first, id="XX")) == "XX began battle 1, and nobody sent it"


def test_a_battle_is_taken_over_once() -> None:
    """CMP-3.1: a second report is refused."""
    campaign = fighting(file(node("GATE"), node("HOME", blue=Brings("BLUE", printed=True), red=Brings("RED", printed=True))))
    end = campaign.end(1, ["BLUE"])
    campaign.fight(1, ["BLUE"])
    assert wrong(campaign, end) == "battle 1 is over: its end was reported before"


def test_printed_units_are_no_units_of_the_campaign() -> None:
    """CMP-2.3, CMP-3.1: they may be in the end of a battle, and are left out."""
    campaign = fighting(file(node("GATE", blue=Brings("BLUE", keeps=["P1"]), red=Brings("RED", printed=True))))
    end = campaign.end(1, ["BLUE"])
    printed = {"P1": lost(), "Q1": UnitEnd("FF", "RED", "present", ""), "Q2": lost(side="RED")}
    report = report_of(
        campaign.state, campaign.state.battles[1], replace(end, muster=Muster({**end.muster.units, **printed}, {}))
    )
    assert set(report.units) == {"SR1", "SR2"}


# ---------------------------------------------------------------- units


def test_what_is_shown_before_is_what_happens() -> None:
    """CMP-3.1: the returns of a report and the events of the turn are the same."""
    campaign = fighting(ONE)
    end = campaign.end(1, ["BLUE"], SR1={"hull": 5}, TF1=lost(side="RED"), deeds=["SR1 hit TF1", "SR1 kill TF1"])
    report = report_of(campaign.state, campaign.state.battles[1], end)
    shown, mentioned = returns(campaign.state, report), honours(campaign.state, report)
    campaign.state.reported = None
    told = campaign.fight(1, ["BLUE"], SR1={"hull": 5}, TF1=lost(side="RED"), deeds=["SR1 hit TF1", "SR1 kill TF1"])
    assert events(told, UnitReturned) == shown and events(told, Honoured) == mentioned


def test_units_come_back_with_what_they_lack() -> None:
    """CMP-3.2: those that are present, and those that have left; everybody is told."""
    campaign = fighting()
    left = UnitEnd("FF", "BLUE", "left", "over the edge", {"guns": 1, "hull": 2})
    told = campaign.fight(1, ["RED"], SR1={"hull": 2}, SR2=left)
    assert campaign.unit("SR1").lacks == {"hull": 2}
    assert list(campaign.unit("SR2").lacks.items()) == [("hull", 2), ("guns", 1)]
    assert campaign.unit("SR2").at_hand and campaign.unit("SR2").how == "over the edge"
    assert {draft.audience for draft in told if draft.rule == "CMP-3.2"} == {EVERYONE}
    assert campaign.unit("SR1").battles == [1]


def test_a_lost_unit_is_out_of_the_campaign() -> None:
    """CMP-3.3."""
    campaign = fighting()
    told = campaign.fight(1, ["RED"], SR1=lost(how="blown up"))
    assert events(told, UnitReturned, "CMP-3.3") == [UnitReturned(1, "SR1", "blue", "lost", "blown up", {}, 0, [])]
    assert [unit.id for unit in campaign.state.of_side("blue")] == ["SR2", "DN1"]


def test_a_captured_unit_joins_the_side_that_has_it() -> None:
    """CMP-3.4: with what it lacks, in the first fleet of that side, which that side alone is told."""
    campaign = fighting()
    taken = UnitEnd("FF", "RED", "captured", "boarded", {"hull": 4})
    told = campaign.fight(1, ["RED"], SR2=taken)
    prize = campaign.unit("SR2")
    assert (prize.side, prize.fleet, prize.lacks) == ("red", "1ST", {"hull": 4})
    assert [draft.audience for draft in told if isinstance(draft.event, Transferred)] == ["red"]
    assert "SR2" in [unit.id for unit in campaign.state.of_side("red")]


# ---------------------------------------------------------------- points


def test_the_winner_has_the_value_of_the_node_and_each_its_share() -> None:
    """CMP-3.5."""
    campaign = fighting(file(node("GATE", value=3, share=0.1)))
    told = campaign.fight(1, ["BLUE"], points={"BLUE": 12, "RED": 5})
    assert events(told, BattleDecided, "CMP-3.5")[0].points == {"blue": 4.2, "red": 0.5}
    assert campaign.state.scores == {"blue": 4.2, "red": 0.5}


def test_a_draw_is_worth_half() -> None:
    """CMP-3.5: to each side that fought."""
    campaign = fighting(file(node("GATE", value=3)))
    assert events(campaign.fight(1), BattleDecided)[0].points == {"blue": 1.5, "red": 1.5}


def test_sides_are_paid_for_battles() -> None:
    """CMP-3.6: for a battle won and for the rule book's points; each is told its own."""
    campaign = fighting(file(node("GATE", Edge("GATE")), refits=replace(REFITS, won=3, earned=0.5)))
    told = campaign.fight(1, ["BLUE"], points={"BLUE": 4, "RED": 2})
    assert [(draft.audience, draft.event.points) for draft in told if draft.rule == "CMP-3.6"] == [("blue", 15), ("red", 11)]
    assert campaign.state.purses == {"blue": 15, "red": 11}
    assert len(events(told, PointsSet)) == 2


def test_hits_and_kills_are_written_down() -> None:
    """CMP-3.7: of units of the campaign."""
    campaign = fighting()
    campaign.fight(1, ["BLUE"], deeds=["SR1 hit TF1", "SR1 hit CV1", "SR1 kill TF1"], TF1=lost(side="RED"))
    assert (campaign.unit("SR1").hits, campaign.unit("SR1").kills) == (2, ["TF1"])


@pytest.mark.parametrize(
    ("ends", "mentioned"),
    [
        ({"deeds": ["SR1 kill TF1", "SR1 kill TF2", "SR1 kill CV1"]}, ["SR1"]),
        ({"deeds": ["SR1 kill TF1", "SR1 kill SR2", "SR1 kill CV1"]}, []),
        ({"deeds": ["SR1 kill TF1", "SR1 kill TF2"]}, []),
        ({"SR2": {"hull": 6}}, ["SR2"]),
        ({"SR2": {"hull": 5}}, []),
        ({"SR2": lost(hull=6)}, []),
    ],
)
def test_who_is_mentioned_in_dispatches(ends: dict[str, object], mentioned: list[str]) -> None:
    """CMP-3.7: three enemies destroyed, or back with half of the items gone."""
    told = fighting().fight(1, ["BLUE"], **ends)
    assert [each.unit for each in events(told, Honoured, "CMP-3.7")] == mentioned


def test_who_was_half_gone_before_is_not_mentioned_for_it() -> None:
    """CMP-3.7: it is this battle that counts."""
    campaign = fighting(file(node("GATE"), sides=[replace(BLUE, points=0, units=[unit("SR1", hull=6)]), *FILE.sides[1:]]))
    assert events(campaign.fight(1, ["BLUE"]), Honoured) == []


# ---------------------------------------------------------------- edges


@pytest.mark.parametrize(
    ("winners", "opened"), [(["BLUE"], ["ANY", "IFBLUE"]), (["RED"], ["ANY"]), ([], ["ANY", "IFDRAWN"])], ids=str
)
def test_edges_are_followed_by_what_happened(winners: list[str], opened: list[str]) -> None:
    """CMP-3.8: whatever happened, if a side won, after a draw."""
    edges = [Edge("ANY"), Edge("IFBLUE", "blue"), Edge("IFDRAWN", "drawn")]
    campaign = fighting(file(node("GATE", *edges), node("ANY"), node("IFBLUE"), node("IFDRAWN"), start=["GATE"]))
    told = campaign.fight(1, winners)
    assert [each.node for each in events(told, NodeOpened, "CMP-3.8")] == opened == campaign.state.open_nodes


def test_a_node_that_is_fought_for_in_this_round_is_not_opened_again() -> None:
    """CMP-3.8: neither by the first battle nor by the second; but a node may lead to itself."""
    of = file(node("GATE", Edge("HOME"), Edge("GATE", "drawn")), node("HOME", Edge("GATE")))
    campaign = Campaign(of)
    campaign.play(blue=["ASSIGN SR1 TO GATE", "ASSIGN SR2 TO HOME"], red=["ASSIGN TF1 TO GATE", "ASSIGN TF2 TO HOME"])
    campaign.fight(1)
    assert campaign.state.open_nodes == ["GATE"]
    campaign.fight(2, ["BLUE"])
    assert campaign.state.open_nodes == ["GATE"]


def test_deeds_name_units() -> None:
    """CMP-3.7: what others did is not in the report."""
    campaign = fighting()
    end = replace(campaign.end(1, ["BLUE"]), deeds=[Deed("P9", "kill", "TF1")])
    assert report_of(campaign.state, campaign.state.battles[1], end).deeds == []
