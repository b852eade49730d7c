"""CMP-5: refit turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import EVERYONE
from events.campaign.opening import PointsSet, UnitJoined
from events.campaign.refit import CommanderMoved, ForceSent, OrderLapsed, Refused, Repaired, Transferred
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Edge, FileUnit
from pbem.campaign.rules import repairs
from pbem.core.fleets.fleet_units import Item, UnitClass
from tests.rulebook.campaign.rules.playing import BLUE, RED, REFITS, Campaign, events, file, lost, node, unit

STAY = "REFUSE GATE"
"""An order, so that the side is not one that sends none."""


def blues(*units: FileUnit, points: float = 10, seats: int = 1, **changes: object) -> CampaignFile:
    """The campaign with these units of blue."""
    return file(sides=[replace(BLUE, units=list(units), points=points, seats=seats), RED], **changes)


def repaired(campaign: Campaign, rule: str = "") -> list[tuple[str, str, int, float, int]]:
    return [(e.unit, e.item, e.boxes, e.points, e.left) for e in events(campaign.last, Repaired, rule) if e.unit[0] != "T"]


def lapsed(campaign: Campaign) -> list[tuple[str, str]]:
    return [(each.order, each.why) for each in events(campaign.last, OrderLapsed)]


# ---------------------------------------------------------------- repairs


def test_boxes_are_made_good_the_worst_item_first() -> None:
    """CMP-5.1: guns lack 2 of 2, hull 3 of 6; a gun costs 2. Only the side is told."""
    campaign = Campaign(blues(unit("SR1", hull=3, guns=2, torpedoes=4)))
    campaign.play(blue=["REPAIR SR1 2"])
    assert repaired(campaign, "CMP-5.1") == [("SR1", "guns", 1, 2, 1), ("SR1", "hull", 1, 1, 2)]
    assert campaign.unit("SR1").lacks == {"hull": 2, "guns": 1, "torpedoes": 4} and campaign.state.purses["blue"] == 7
    assert {draft.audience for draft in campaign.last if isinstance(draft.event, Repaired)} == {"blue"}


def test_an_item_may_be_named_and_stores_are_not_repaired() -> None:
    """CMP-5.1: all of it, if no number is given."""
    campaign = Campaign(blues(unit("SR1", hull=3, guns=2, torpedoes=4)))
    campaign.play(blue=["REPAIR SR1 hull", "REPAIR SR1 torpedoes"])
    assert repaired(campaign) == [("SR1", "hull", 3, 3, 0)]
    assert lapsed(campaign) == [("REPAIR SR1 torpedoes", "SR1 lacks nothing of this")]


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("REPLACE SR1", [("SR1", "torpedoes", 4, 4, 0)]),
        ("REPLACE SR1 torpedoes 3", [("SR1", "torpedoes", 3, 3, 1)]),
        ("REPLACE SR1 ALL", [("SR1", "torpedoes", 4, 4, 0), ("SR1", "hull", 1, 1, 0)]),
    ],
)
def test_stores_are_taken_aboard(order: str, found: list[object]) -> None:
    """CMP-5.2: all, some of one, or everything with repairs."""
    campaign = Campaign(blues(unit("SR1", hull=1, torpedoes=4)))
    campaign.play(blue=[order])
    assert repaired(campaign, "CMP-5.2") == found


@pytest.mark.parametrize(("points", "why"), [(3, ""), (2, "a new SR1 costs 3 points, and there are 2")])
def test_a_lost_unit_is_replaced_for_points(points: float, why: str) -> None:
    """CMP-5.3: half of the six points of its class by this file; all hear of the new one."""
    of = blues(unit("SR1", commander="Lt. Gray", hull=1), unit("SR2"), points=0)
    campaign = Campaign(replace(of, nodes=[node("GATE", Edge("GATE"))]))
    campaign.play()
    campaign.fight(1, ["BLUE"], SR1=lost())
    campaign.state.purses["blue"] = points
    campaign.play(blue=["REPLACE SR1"])
    joined = [draft for draft in campaign.last if isinstance(draft.event, UnitJoined)]
    assert [why for _, why in lapsed(campaign)] == ([why] if why else [])
    assert [(d.audience, d.rule, d.event.unit, d.event.cause) for d in joined] == (
        [] if why else [(EVERYONE, "CMP-5.3", "SR1", "replaced")]
    )
    if not why:
        new = campaign.unit("SR1")
        assert (new.lacks, new.commander, new.unit_class, campaign.state.purses["blue"]) == ({}, "", "FF", 0)


def test_where_the_file_has_no_new_units_the_lost_stay_lost() -> None:
    """CMP-5.3."""
    of = replace(blues(unit("SR1"), unit("SR2"), refits=replace(REFITS, new=0)), nodes=[node("GATE", Edge("GATE"))])
    campaign = Campaign(of)
    campaign.play()
    campaign.fight(1, ["BLUE"], SR1=lost())
    campaign.play(blue=["REPLACE SR1"])
    assert lapsed(campaign) == [("REPLACE SR1", "SR1 is lost, and this campaign has no new units")]


# ---------------------------------------------------------------- transfers


def test_units_and_commanders_are_transferred() -> None:
    """CMP-5.4: before everything else, whatever the order in the mail; the side alone is told."""
    campaign = Campaign(blues(unit("SR1", commander="Lt. Gray"), unit("SR2", commander="Lt. White", fleet="2ND")))
    campaign.play(blue=[STAY, "TRANSFER SR1 TO 2ND", "TRANSFER COMMANDER SR1 TO SR2"])
    assert (campaign.unit("SR1").fleet, campaign.unit("SR1").commander) == ("2ND", "Lt. White")
    assert campaign.unit("SR2").commander == "Lt. Gray" and campaign.unit("SR2").commanders == ["Lt. White", "Lt. Gray"]
    moved = [draft for draft in campaign.last if isinstance(draft.event, Transferred | CommanderMoved)]
    assert {(draft.rule, draft.audience) for draft in moved} == {("CMP-5.4", "blue")}


def test_a_unit_without_a_commander_hands_none_over() -> None:
    """CMP-5.4."""
    campaign = Campaign(blues(unit("SR1"), unit("SR2", commander="Lt. White")))
    campaign.play(blue=["TRANSFER COMMANDER SR1 TO SR2"])
    assert lapsed(campaign) == [("TRANSFER COMMANDER SR1 TO SR2", "SR1 has no commander")]


# ---------------------------------------------------------------- assignments


def test_fleets_and_units_are_assigned_and_the_last_order_counts() -> None:
    """CMP-5.5: fleets as they are after transfers; a battle by its number or its node."""
    campaign = Campaign(file(node("GATE"), node("HOME")))
    campaign.play(blue=["ASSIGN SR1, SR2 TO 1", "TRANSFER SR2 TO 2ND", "ASSIGN 2ND TO HOME"])
    assert [each.units for each in events(campaign.last, ForceSent, "CMP-5.5") if each.side == "blue"]
    assert campaign.sent(1)["blue"] == ["SR1"] and campaign.sent(2)["blue"] == ["SR2", "DN1"]


def test_a_battle_may_be_refused() -> None:
    """CMP-5.6: unless units are sent there after all."""
    campaign = Campaign()
    campaign.play(blue=["ASSIGN SR1 TO GATE", "REFUSE 1"])
    assert events(campaign.last, Refused, "CMP-5.6") == [Refused(1, "blue")]
    campaign = Campaign()
    campaign.play(blue=["REFUSE 1", "ASSIGN SR1 TO GATE"])
    assert events(campaign.last, Refused) == [] and campaign.sent(1)["blue"] == ["SR1"]


def test_orders_are_carried_out_as_far_as_the_points_reach() -> None:
    """CMP-5.7: in the order in which they are carried out; the side is told what came short."""
    campaign = Campaign(blues(unit("SR1", hull=4, torpedoes=4), unit("SR2", hull=4), points=5))
    campaign.play(blue=["REPLACE SR1", "REPAIR SR2 4", "REPAIR SR1 3"])
    assert repaired(campaign) == [("SR2", "hull", 4, 4, 0), ("SR1", "hull", 1, 1, 3)]
    assert lapsed(campaign) == [
        ("REPAIR SR1 3", "the points reach for 1 of 3"),
        ("REPLACE SR1", "the points reach for 0 of 4"),
    ]
    assert {draft.audience for draft in campaign.last if isinstance(draft.event, OrderLapsed)} == {"blue"}
    assert campaign.state.purses["blue"] == 0


def test_an_item_that_is_too_dear_is_passed_over() -> None:
    """CMP-5.7, CMP-5.1: the points left go to the next."""
    of = UnitClass("", 1, {"guns": Item(2), "hull": Item(6)})
    work = repairs.worst_first(of, {"guns": 2, "hull": 1}, of.items, None, 1, {"guns": 2.0, "hull": 0.5}.__getitem__)
    assert [(each.item, each.boxes, each.points) for each in work] == [("hull", 1, 0.5)]


def test_of_two_seats_the_first_ones_orders_count() -> None:
    """CMP-5.8: for a unit for which both order the same kind of thing; else both are carried out."""
    of = replace(blues(unit("SR1", hull=4), unit("SR2", hull=2), seats=2), nodes=[node("GATE"), node("HOME")])
    campaign = Campaign(replace(of, start=["GATE", "HOME"]))
    campaign.play(
        blue1=["REPAIR SR1 1", "ASSIGN SR2 TO HOME"],
        blue2=["REPAIR SR1 4", "REPAIR SR2", "ASSIGN SR1, SR2 TO GATE", "REFUSE HOME"],
    )
    assert repaired(campaign) == [("SR1", "hull", 1, 1, 3), ("SR2", "hull", 2, 2, 0)]
    assert campaign.sent(1)["blue"] == ["SR1"] and campaign.sent(2)["blue"] == ["SR2"]


def test_a_seat_that_sends_nothing_leaves_it_to_the_other() -> None:
    """CMP-5.8, CMP-5.9: the side has sent orders."""
    campaign = Campaign(blues(unit("SR1", hull=4), seats=2))
    campaign.play(blue2=["ASSIGN SR1 TO GATE"])
    assert repaired(campaign) == []


def test_a_side_without_orders_repairs_the_worst_first() -> None:
    """CMP-5.9: unit by unit, repairs and stores, as far as its points reach."""
    campaign = Campaign(blues(unit("SR1", hull=2), unit("SR2", hull=5, torpedoes=4), points=10))
    campaign.play(red=["ASSIGN TF1 TO GATE"])
    assert repaired(campaign, "CMP-5.9") == [
        ("SR2", "torpedoes", 4, 4, 0),
        ("SR2", "hull", 5, 5, 0),
        ("SR1", "hull", 1, 1, 1),
    ]


def test_a_battle_to_which_nothing_is_assigned_gets_who_lacks_least() -> None:
    """CMP-5.10: of those at hand that were not ordered elsewhere, as many as may go."""
    of = blues(unit("SR1", hull=2), unit("SR2", hull=1), unit("SR3"), points=0)
    of = replace(of, nodes=[node("GATE", blue=Brings("BLUE", most=2)), node("HOME")], start=["GATE", "HOME"])
    campaign = Campaign(of)
    campaign.play()
    assert campaign.sent(1)["blue"] == ["SR3", "SR2"] and campaign.sent(2)["blue"] == ["SR1"]
    assert all(rule == "CMP-5.10" for rule in [d.rule for d in campaign.last if isinstance(d.event, ForceSent)])
    campaign = Campaign(of)
    campaign.play(blue=["ASSIGN SR3 TO HOME"])
    assert campaign.sent(1)["blue"] == ["SR2", "SR1"] and campaign.sent(2)["blue"] == ["SR3"]


def test_sides_have_an_income_from_the_second_round_on() -> None:
    """CMP-5.11: it is there when orders are asked for; what is not spent is kept."""
    of = file(node("GATE", Edge("GATE")), refits=replace(REFITS, income=4))
    campaign = Campaign(of)
    assert [(d.audience, d.event.points) for d in campaign.last if d.rule == "CMP-5.11"] == [("blue", 10), ("red", 10)]
    assert events(campaign.play(), PointsSet, "CMP-5.11") == []
    told = campaign.fight(1, ["BLUE"])
    assert [(d.audience, d.event.points) for d in told if d.rule == "CMP-5.11"] == [("blue", 14), ("red", 14)]
