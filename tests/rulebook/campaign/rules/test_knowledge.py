"""CMP-9: who knows what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.base import EVERYONE, visible
from events.campaign.opening import PointsSet
from events.platform import Rolled
from pbem.campaign.model.apply import HANDLERS, apply
from pbem.campaign.model.audiences import AUDIENCES
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Edge, Node, Side
from pbem.campaign.model.state import State
from pbem.campaign.rules import sequence
from pbem.core.state import codec
from tests.rulebook.campaign.rules.playing import BLUE, FILE, RED, Campaign, by_audience, events, file, lost, node, unit

GREEN = Side("green", "Green Navy", points=5, units=[unit("GR1"), unit("GR2")])
MOOR = Node("MOOR", "Moor", "toy", "first-blood", {"red": Brings("BLUE"), "green": Brings("RED")}, edges=[Edge("MOOR")])
FOGGED = file(node("GATE", Edge("GATE")), MOOR, sides=[BLUE, RED, GREEN], fog=True)


def known(campaign: Campaign, reader: str | None) -> State:
    """What a seat that is its side's only one knows, or a spectator (None)."""
    state, ids = State(reader), frozenset({reader} if reader else ())
    for draft in campaign.drafts:
        if not isinstance(draft.event, Rolled) and visible(draft.audience, ids):
            apply(state, draft.event)
    return state


def fought(of: CampaignFile) -> Campaign:
    """A round: red fights two battles, blue and green one each, and one of them is over."""
    campaign = Campaign(of)
    campaign.play(
        blue=["REPAIR SR1 1", "ASSIGN SR1 TO GATE"],
        red=["ASSIGN TF1 TO GATE", "ASSIGN TF2 TO MOOR", "TRANSFER CV1 TO 1ST"],
        green=["ASSIGN GR1 TO MOOR", "SCOUT MOOR"],
        dice=[6],
    )
    campaign.fight(2, ["RED"], TF2=lost(side="BLUE"))
    return campaign


def test_every_event_says_who_may_see_it() -> None:
    """CMP-9.1, CMP-9.2: in a word that the audiences explain."""
    assert {kind.shown_to for kind in HANDLERS} == set(AUDIENCES)


@pytest.mark.parametrize("of", [FOGGED, replace(FOGGED, fog=False)], ids=["fog", "no fog"])
def test_what_a_side_orders_and_sends_is_its_own(of: CampaignFile) -> None:
    """CMP-9.1: repairs, transfers, points, scouts, forces; the dice of scouts, too."""
    campaign = fought(of)
    own = {"Repaired", "Transferred", "CommanderMoved", "PointsSet", "ForceSent", "Scouted", "OrderLapsed", "Rolled"}
    for audience, kinds in by_audience(campaign.drafts).items():
        if own & set(kinds):
            assert audience in campaign.state.sides, audience
            assert set(kinds) <= own
    blue = known(campaign, "blue")
    assert blue.battles[1].forces.keys() == {"blue"} and blue.purses.keys() == {"blue"}
    assert blue.units["TF1"].where == "port" and blue.units["CV1"].fleet == "2ND"


def test_everybody_knows_the_file_the_nodes_and_the_ends_of_battles() -> None:
    """CMP-9.2: without fog, also a spectator; what came back from a battle, whole."""
    campaign = fought(replace(FOGGED, fog=False))
    for reader in ("blue", "green", None):
        state = known(campaign, reader)
        assert state.file == campaign.state.file and set(state.units) == set(campaign.state.units)
        assert state.scores == campaign.state.scores and state.open_nodes == campaign.state.open_nodes
        assert state.battles[2].units == campaign.state.battles[2].units
        assert state.units["TF2"].where == "lost"


def test_in_fog_a_side_knows_of_its_own_battles_alone() -> None:
    """CMP-9.2: and of the nodes where it may fight; not who won what elsewhere."""
    campaign = fought(FOGGED)
    blue, red, green, nobody = (known(campaign, reader) for reader in ("blue", "red", "green", None))
    assert [set(state.battles) for state in (blue, red, green, nobody)] == [{1}, {1, 2}, {2}, set()]
    assert (blue.open_nodes, green.open_nodes, nobody.open_nodes) == ([], ["MOOR"], [])
    assert blue.units["TF2"].where == "port" and green.units["TF2"].where == "lost"
    assert blue.scores["green"] == 0 and green.scores["green"] == 1


def test_in_fog_all_know_whether_orders_are_taken() -> None:
    """CMP-9.2, CMP-1.4: while a battle goes on of which a side does not know, it owes no orders, and knows that."""
    campaign = fought(FOGGED)
    green = known(campaign, "green")
    assert green.waiting == [] and sequence.due(green) == {}
    assert sequence.turns(green) == sequence.turns(campaign.state)


def test_a_pairing_has_no_fog() -> None:
    """CMP-9.2, CMP-7.2: lots are drawn before all."""
    printed = {"first": Brings("BLUE", printed=True), "second": Brings("RED", printed=True)}
    table = Node("TABLE", "Table", "toy", "first-blood", printed)
    of = replace(FILE, nodes=[table], start=["TABLE"], pairing="ladder", refits=None, fog=True)
    campaign = Campaign(of)
    campaign.fight(1)
    assert set(by_audience(campaign.drafts)) == {EVERYONE}


@pytest.mark.parametrize("reader", ["blue", "red", "green", None])
def test_what_others_do_in_secret_moves_nothing(reader: str | None) -> None:
    """CMP-9.1: with other repairs, scouts and transfers of a side all others know the same, byte for byte."""
    plans: tuple[dict[str, Any], ...] = (
        {"red": ["REPAIR TF1", "ASSIGN TF1 TO GATE", "ASSIGN TF2 TO MOOR"]},
        {"red": ["TRANSFER CV1 TO 1ST", "SCOUT GATE", "ASSIGN TF2 TO GATE", "ASSIGN TF1 TO MOOR"], "dice": [5]},
    )
    found = []
    for plan in plans:
        campaign = Campaign(FOGGED)
        campaign.play(blue=["ASSIGN SR1 TO GATE"], green=["ASSIGN GR1 TO MOOR"], **plan)
        found.append(codec.dump(known(campaign, reader)))
    assert (found[0] == found[1]) == (reader != "red")


def test_at_the_end_the_whole_state_is_what_every_event_tells() -> None:
    """CMP-9.3: whoever is shown all events, as everybody is when it is over, knows what the rules do."""
    campaign = Campaign(file(node("GATE")))
    campaign.play(blue=["REPAIR SR1"], red=["SCOUT 1"], dice=[6])
    campaign.fight(1, ["BLUE"])
    assert campaign.state.over
    state = State()
    for draft in campaign.drafts:
        if not isinstance(draft.event, Rolled):
            apply(state, draft.event)
    assert state == campaign.state and events(campaign.drafts, PointsSet)
