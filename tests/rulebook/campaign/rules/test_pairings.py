"""CMP-7: who meets whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from events.base import EVERYONE
from events.campaign.refit import BattleSet
from events.campaign.rounds import SatOut
from events.platform import Rolled
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Node, Pairing, Side
from pbem.campaign.rules.pairings import ladder, places, round_robin, rungs, swiss
from tests.rulebook.campaign.rules.playing import FILE, Campaign, events

NODE = Node(
    "TABLE", "Table", "toy", "first-blood", {"first": Brings("BLUE", printed=True), "second": Brings("RED", printed=True)}
)


def paired(pairing: Pairing, *sides: str, rounds: int = 3, share: float = 0) -> CampaignFile:
    """A tournament of these sides."""
    players = [Side(side, side.title()) for side in sides]
    nodes = [replace(NODE, share=share)]
    return replace(FILE, sides=players, nodes=nodes, start=["TABLE"], rounds=rounds, pairing=pairing, refits=None)


def pairs(campaign: Campaign) -> list[tuple[str, ...]]:
    """Who meets in the present round, the first side of the scenario first."""
    return [tuple(battle.sides) for battle in campaign.state.battles_of_round(campaign.state.round)]


def play_round(campaign: Campaign, *winners: str) -> None:
    """Each of these wins its battle, or "" if it is drawn."""
    for battle, winner in zip(campaign.state.battles_of_round(campaign.state.round), winners, strict=True):
        campaign.fight(battle.number, [battle.sides[winner]] if winner else [])


def test_every_battle_is_of_printed_units_and_points_alone_are_carried_over() -> None:
    """CMP-7.1: 1 for a win, half for a draw, and the share of the rule book's points."""
    campaign = Campaign(paired("round robin", "ann", "bob", share=0.1, rounds=1))
    first, second = pairs(campaign)[0]
    campaign.fight(1, ["BLUE"], points={"BLUE": 5, "RED": 2})
    assert campaign.state.scores == {first: 1.5, second: 0.2} and campaign.state.winners == [first]
    campaign = Campaign(paired("round robin", "ann", "bob", rounds=1))
    campaign.fight(1)
    assert campaign.state.scores == {"ann": 0.5, "bob": 0.5} and campaign.state.winners == []


def test_swiss_pairs_go_by_points_and_lots_that_all_see() -> None:
    """CMP-7.2: in the first round all are equal; nobody meets the same side twice."""
    campaign = Campaign(paired("swiss", "ann", "bob", "cid", "dan"), dice=[2, 3, 1])
    lots = [draft for draft in campaign.drafts if isinstance(draft.event, Rolled)]
    assert {(draft.rule, draft.audience) for draft in lots} == {("CMP-7.2", EVERYONE)}
    assert pairs(campaign) == [("dan", "bob"), ("cid", "ann")]
    campaign.fight(1, [campaign.state.battles[1].sides["bob"]])
    assert events(campaign.last, BattleSet) == []
    campaign.fight(2, [campaign.state.battles[2].sides["ann"]], dice=[1, 1])
    assert {frozenset(pair) for pair in pairs(campaign)} == {frozenset(("ann", "bob")), frozenset(("cid", "dan"))}


def test_the_lowest_sits_out_and_gets_a_point() -> None:
    """CMP-7.2: if the number is odd, and each once."""
    campaign = Campaign(paired("swiss", "ann", "bob", "cid"), dice=[1, 1])
    assert events(campaign.drafts, SatOut, "CMP-7.2") == [SatOut("cid")]
    assert campaign.state.scores == {"ann": 0, "bob": 0, "cid": 1}


def test_who_sat_out_does_not_do_so_again() -> None:
    """CMP-7.2: the next from below does."""
    campaign = Campaign(paired("swiss", "ann", "bob", "cid"), dice=[1, 1])
    state = campaign.state
    assert swiss(state, ["ann", "bob", "cid"]) == [("ann", "cid")]
    state.sat_out += ["bob", "ann"]
    assert swiss(state, ["ann", "bob", "cid"])[0][0] in ("ann", "bob")


def test_sides_meet_again_only_if_there_is_no_other_way() -> None:
    """CMP-7.2: who cannot be paired otherwise changes a pair above; else all may meet again."""
    campaign = Campaign(paired("swiss", "ann", "bob", "cid", "dan"), dice=[1, 1, 1])
    assert pairs(campaign) == [("bob", "ann"), ("dan", "cid")]
    assert swiss(campaign.state, ["ann", "cid", "bob", "dan"]) == [("ann", "cid"), ("bob", "dan")]
    assert swiss(campaign.state, ["bob", "ann", "cid", "dan"]) == [("bob", "cid"), ("ann", "dan")]
    two = Campaign(paired("swiss", "ann", "bob"), dice=[1])
    assert swiss(two.state, ["ann", "bob"]) == [("ann", "bob")]


@pytest.mark.parametrize("number", [2, 3, 4, 5, 8])
def test_round_robin_each_meets_each_once(number: int) -> None:
    """CMP-7.3: in so many rounds as are needed, nobody twice in one."""
    sides = [f"s{n}" for n in range(number)]
    rounds = [round_robin(sides, n) for n in range(1, number + number % 2)]
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert len(met) == number * (number - 1) // 2 and set(met.values()) == {1}
    assert all(len({side for pair in pairs for side in pair}) == 2 * len(pairs) for pairs in rounds)


def test_round_robin_ends_when_all_have_met() -> None:
    """CMP-7.3, CMP-4.1: though the file has more rounds."""
    campaign = Campaign(paired("round robin", "ann", "bob", "cid", rounds=9))
    while not campaign.state.over:
        play_round(campaign, pairs(campaign)[0][0])
    assert len(campaign.state.battles) == 3 and campaign.state.round == 3


def test_a_ladder_is_climbed_by_winning_from_below() -> None:
    """CMP-7.4: neighbours from the top in odd rounds, from the second in even ones."""
    campaign = Campaign(paired("ladder", "ann", "bob", "cid", "dan"))
    assert {frozenset(pair) for pair in pairs(campaign)} == {frozenset(("ann", "bob")), frozenset(("cid", "dan"))}
    play_round(campaign, "bob", "cid")
    assert rungs(campaign.state) == ["bob", "ann", "cid", "dan"]
    assert ladder(campaign.state) == [("ann", "cid")]
    play_round(campaign, "cid")
    assert rungs(campaign.state) == ["bob", "cid", "ann", "dan"]


def test_sides_of_the_scenario_are_swapped() -> None:
    """CMP-7.5: who has played the first less often plays it; else the one higher in the table plays the second."""
    campaign = Campaign(paired("ladder", "ann", "bob"))
    assert pairs(campaign) == [("bob", "ann")]
    assert {draft.rule for draft in campaign.drafts if isinstance(draft.event, BattleSet)} == {"CMP-7.5"}
    assert places(campaign.state, ("ann", "bob")) == ("ann", "bob")
    assert places(campaign.state, ("bob", "ann")) == ("ann", "bob")
